"""The course at a glance: how everybody is doing, from a real gradebook."""

import re
from datetime import timedelta

import pytest
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import parse_utc

from lernformer.grading.pages.overview import Overview, Stand, read_overview
from lernformer.grading.pages.report import Results, Submission, Task
from lernformer.grading.pages.report_page import page

CHAPTERS = ("attention", "masking", "translator")
CELL = r"<t[hd].*?</t[hd]>"
DUE = parse_utc("2026-11-10 12:00:00 UTC")


def graded(book, student, chapter, code, words=None, hours=0, penalty=0.0) -> None:
    """``words`` are points from a person, ``None`` while nobody has read the text."""
    book.add_submission(chapter, student)
    notebook = book.find_submission_notebook(chapter, chapter, student)
    notebook.assignment.timestamp = DUE + timedelta(hours=hours)
    notebook.late_submission_penalty = penalty
    grades = {grade.name: grade for grade in notebook.grades}
    grades["check_a"].auto_score = code
    grades["check_a"].needs_manual_grade = False
    grades["explain"].manual_score = words
    grades["explain"].needs_manual_grade = words is None
    book.db.commit()


@pytest.fixture
def overview(tmp_path, monkeypatch) -> Overview:
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "0")
    course = CourseDirectory(root=str(tmp_path))
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as book:
        for chapter in (*CHAPTERS[::-1], "residual_norm"):
            book.add_assignment(chapter, duedate=DUE)
            book.add_notebook(chapter, chapter)
            for name, kind, points in (
                ("check_a", "code", 5),
                ("explain", "markdown", 2),
            ):
                where = (chapter, chapter)
                book.add_grade_cell(name, *where, max_score=points, cell_type=kind)
        for name in ("ada", "bela", "cleo", "gül"):
            book.add_student(name, first_name=name.title(), last_name="<b>")
        for chapter in CHAPTERS:
            graded(book, "ada", chapter, 5.0, 1.5)
        graded(book, "bela", "attention", 3.0)
        graded(book, "gül", "translator", 4.0, 2.0, hours=7, penalty=2.5)
        (tmp_path / "submitted" / "gül" / "masking").mkdir(parents=True)
        for student in ("ada", "gül"):
            feedback = tmp_path / "feedback" / student / "translator"
            feedback.mkdir(parents=True)
            (feedback / "translator.html").touch()
        return read_overview(book, course, tmp_path / "reports")


def standings(overview: Overview) -> dict[str, dict[str, Stand]]:
    return {row.student: row.standings for row in overview.rows}


def test_chapters_stand_in_the_courses_order_and_only_those_handed_in(overview):
    assert overview.chapters == CHAPTERS
    assert overview.total == 21


def test_each_students_standings(overview):
    known = standings(overview)
    page = "../feedback/{}/translator/translator.html"
    assert known["ada"] == {
        "attention": Stand(6.5),
        "masking": Stand(6.5),
        "translator": Stand(6.5, feedback=(page.format("ada"),)),
    }
    assert known["bela"] == {"attention": Stand(3.0, waiting=2.0)}
    assert known["cleo"] == {}
    assert known["gül"] == {
        "masking": Stand(graded=False),
        "translator": Stand(3.5, hours_late=7.0, feedback=(page.format("g%C3%BCl"),)),
    }


def test_who_has_missed_the_last_two(overview):
    assert [row.student for row in overview.silent] == ["bela", "cleo"]
    one = Overview(overview.chapters[:1], overview.points, overview.rows)
    assert one.silent == []  # with one chapter, nobody can have missed two


def test_on_the_page_what_waits_and_what_is_missing_is_not_zero(overview):
    task = Task("check_a", 5, False)
    known = Results("attention", (task,), (Submission("ada", {"check_a": 5.0}),))
    text = page(known, overview)
    table = text[text.index("Students by chapter</caption>") :]
    rows = {
        words[0]: words[1:]
        for row in table[: table.index("</table>")].split("<tr>")[2:]
        if (
            words := [
                " ".join(re.sub("<.*?>", "", cell).split())
                for cell in re.findall(CELL, row, re.S)
            ]
        )
    }
    assert rows == {
        "ada Ada &lt;b&gt;": ["6.5", "6.5", "6.5", "19.5"],
        "bela Bela &lt;b&gt;": ["3 + 2 ?", "missing", "missing", "3 + 2 ?"],
        "cleo Cleo &lt;b&gt;": ["missing", "missing", "missing", "0"],
        "gül Gül &lt;b&gt;": ["missing", "not graded yet", "3.5 7.0 hours late", "3.5"],
    }
    assert 'href="../feedback/g%C3%BCl/translator/translator.html">3.5</a>' in table
    assert "<b>" not in text
    assert (
        "The last 2 chapters are missing for\n<bdi>bela</bdi>, <bdi>cleo</bdi>." in text
    )


def test_a_large_class_is_folded(overview):
    known = Results("attention", (), ())
    many = Overview(overview.chapters, overview.points, overview.rows * 20)
    assert "<details open>" in page(known, overview)
    assert "<details open>" not in page(known, many)


def test_without_a_course_there_is_no_table():
    assert "at a glance" not in page(Results("attention", (), ()))
