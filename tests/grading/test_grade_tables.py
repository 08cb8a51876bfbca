"""Tables of grades: what Canvas and Moodle read, whatever a name holds."""

import csv
import io
from datetime import datetime

import pytest
from nbgrader.api import Gradebook

from lernformer.grading.lms.grade_tables import Canvas, Grades, Moodle

PEOPLE = {
    "ada": {"first_name": "Ada", "last_name": "Lovelace", "lms_user_id": "4711"},
    "jörg": {"first_name": "Jörg", "last_name": 'von "Zuhause", Müller'},
    "evil": {"first_name": "=cmd|' /C calc'!A0", "last_name": "@SUM(1)"},
    "+49 30": {"last_name": "\tTab", "email": "-1+1"},
    "long": {"first_name": "x" * 200, "email": "long@example.org"},
    "absent": {},
}


@pytest.fixture
def gradebook(monkeypatch):
    """Two assignments; the second is late for everybody, and no person has read it."""
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "0")
    with Gradebook("sqlite:///:memory:", "lernformer") as book:
        for name in ("attention", "masking"):
            book.add_assignment(name, duedate=datetime(2026, 1, 1))
            book.add_notebook(name, name)
            book.add_grade_cell("check", name, name, max_score=8, cell_type="code")
            book.add_grade_cell("text", name, name, max_score=2, cell_type="markdown")
        for place, (student, about) in enumerate(PEOPLE.items()):
            book.add_student(student, **about)
            for name in ("attention", "masking"):
                if student == "absent":
                    continue
                book.add_submission(name, student)
                work = book.find_submission_notebook(name, name, student)
                for grade in work.grades:
                    grade.auto_score = place + 1 / 3 if grade.name == "check" else None
                    grade.needs_manual_grade = (grade.name, name) == ("text", "masking")
                if name == "masking":
                    work.late_submission_penalty = 2.0
                book.db.commit()
        yield book
    book.engine.dispose()


@pytest.fixture
def exported(gradebook, tmp_path):
    """Export, and read the table back by the names of its rows."""

    def export(kind, **chosen) -> list[list[str]]:
        exporter = kind(to=str(tmp_path / "table.csv"))
        exporter.log.propagate = True
        for name, value in chosen.items():
            setattr(exporter, name, value)
        exporter.export(gradebook)
        with open(tmp_path / "table.csv", encoding="utf-8", newline="") as file:
            return list(csv.reader(file))

    return export


def test_canvas(exported, caplog):
    head, possible, *rows = exported(Canvas)
    who = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert head == [*who, "attention", "masking"]
    assert possible == ["    Points Possible", "", "", "", "", "10.0", "10.0"]
    by_id = {row[3]: row for row in rows}
    assert by_id["ada"] == ["Lovelace, Ada", "4711", "", "ada", "", "0.33", ""]
    assert by_id["jörg"][0] == 'von "Zuhause", Müller, Jörg'
    assert by_id["jörg"][5:] == ["1.33", ""]
    assert by_id["long"][5:] == ["4.33", ""]
    assert by_id["absent"] == ["absent", "", "", "absent", "", "", ""]
    assert "A person must read 5 submissions" in caplog.text


def test_moodle(exported):
    head, *rows = exported(Moodle)
    who = ["Username", "First name", "Last name", "Email address", "ID number"]
    assert head == [*who, "attention", "masking"]
    by_id = {row[0]: row for row in rows}
    assert by_id["ada"] == ["ada", "Ada", "Lovelace", "", "4711", "0.33", ""]
    assert by_id["long"][1:4] == ["x" * 200, "", "long@example.org"]
    assert by_id["absent"][5:] == ["", ""]


def test_nbgraders_own_columns(exported):
    head, *rows = exported(Grades)
    assert ",".join(head) == (
        "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
        "late_submission_penalty,score,max_score,not_graded_yet"
    )
    assert len(rows) == 2 * len(PEOPLE)
    found = {(row[0], row[3]): dict(zip(head, row, strict=True)) for row in rows}
    late = found["masking", "long"]
    assert float(late["raw_score"]) - 2 == float(late["score"]) == pytest.approx(7 / 3)
    assert late["duedate"] == "2026-01-01 00:00:00"
    assert float(found["attention", "absent"]["score"]) == 0
    waiting = {key: float(row["not_graded_yet"]) for key, row in found.items()}
    assert waiting["masking", "long"] == 2  # nobody has read the text
    assert waiting["attention", "long"] == waiting["masking", "absent"] == 0
    (row,) = exported(Grades, student=["ada"], assignment=["masking"])[1:]
    assert row[:4] == ["masking", "2026-01-01 00:00:00", "", "ada"]


SIGNS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]


@pytest.mark.parametrize("kind", [Grades, Canvas, Moodle])
def test_no_sign_begins_a_formula_wherever_a_spreadsheet_splits(
    kind, gradebook, exported, tmp_path, caplog
):
    first = gradebook.find_student("ada")
    for sign in SIGNS:
        first.last_name, first.first_name = f"{sign}1+1", f"x;{sign}1+1"
        gradebook.db.commit()
        fields = [field for row in exported(kind) for field in row]
        assert sum(field.startswith("'") for field in fields) >= 3
        text = (tmp_path / "table.csv").read_bytes().decode()
        assert text.startswith('"')
        for separator in ",;\t":
            rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
            assert not {field[:1] for row in rows for field in row} & {*SIGNS}
    assert "now begin with a ': " in caplog.text
    assert "=cmd|" in caplog.text or kind is Canvas  # there in the middle of a field


def test_what_cannot_be_written_is_reported(gradebook, tmp_path):
    with pytest.raises(SystemExit, match=r"no/t\.csv could not be written: No such"):
        Canvas(to=str(tmp_path / "no" / "t.csv")).export(gradebook)
