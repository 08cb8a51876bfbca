"""Tables that a teacher fills in, as spreadsheets save them, including mistakes."""

import csv

import pytest

from lernformer.checks.exams import BUG, ORDER, Item
from lernformer.checks.own_code.asking import CodeQuestion
from lernformer.grading.course import marks
from lernformer.grading.course.marks import EXAM, TALK, Points, sums
from lernformer.grading.lms.grade_tables import FORMULA
from lernformer.grading.pages.talk_sheets import Answer, Sheet

CLASS = ("ada", "ben", "jörg", "=1+1")


def question(kind, right, letters=4):
    return CodeQuestion("", tuple("abcd"[:letters]), right, "", kind=kind)


def sheet(student, right=0):
    first = Answer("masking.x", "", [question("line", right), question("lost", 2, 3)])
    second = Answer("masking.y", "", [question("line", 1), question("own", 3)])
    return Sheet(student, [first, second])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "talks-masking.csv"


def lines(path):
    text = path.read_text("utf-8-sig")
    delimiter = ";" if ";" in text else ","
    return list(csv.reader(text.splitlines(), delimiter=delimiter))


def fill(path, student, *letters):
    """Enter answers as a teacher does, in a spreadsheet that saves with semicolons."""
    given = iter(letters)
    rows = lines(path)
    for row in rows:
        row[-1] = next(given, "") if row[0] == student else row[-1]
    text = "\r\n".join(";".join(row) for row in rows)
    path.write_text(f"\ufeff{text}\r\n;;;;;;\r\n", "utf-8")


def test_a_line_per_question_and_what_is_filled_in_comes_back(path):
    marks.write_talks(path, [sheet("ada"), sheet("jörg")])
    head, *rows = lines(path)
    assert head == TALK
    assert rows[0] == ["ada", "masking.x", "1", "line", "abcd", "a", ""]
    assert rows[1] == ["ada", "masking.x", "2", "lost", "abc", "c", ""]
    assert len(rows) == 8
    assert marks.read_talks(path, CLASS) == []
    fill(path, "jörg", "A", "b", "", "d")
    found = marks.read_talks(path, CLASS)
    assert found == [
        Points("jörg", "masking.x line", 1, 1),
        Points("jörg", "masking.x lost", 0, 1),
        Points("jörg", "masking.y own", 1, 1),
    ]
    assert sums(found) == ({"jörg": 2}, {"jörg": 3})


def test_who_has_answered_keeps_their_lines_when_sheets_are_printed_again(path):
    marks.write_talks(path, [sheet("ada"), sheet("ben")])
    fill(path, "ben", "b")
    before = [row for row in lines(path) if row[0] == "ben"]
    marks.write_talks(path, [sheet("ada", right=3), sheet("ben", right=3)])
    marks.write_talks(path, [sheet("jörg")])
    rows = lines(path)
    assert [row for row in rows if row[0] == "ben"] == before
    assert [row[5] for row in rows if row[0] == "ada"] == ["d", "c", "b", "d"]
    assert sum(row[0] == "jörg" for row in rows) == 4
    assert sums(marks.read_talks(path, CLASS)) == ({"ben": 0}, {"ben": 1})


def test_a_name_is_no_formula_and_still_found(path):
    marks.write_talks(path, [sheet("=1+1")])
    assert not [x for row in lines(path) for x in row if x.startswith(FORMULA)]
    fill(path, "'=1+1", "a")
    assert sums(marks.read_talks(path, CLASS)) == ({"=1+1": 1}, {"=1+1": 1})


LINE = "ada,masking.x,1,line,abc,a,"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{LINE}\neve,masking.x,1,line,abc,a,b", "line 3: student 'eve' is not"),
        (f"{LINE}d", "line 2: answered 'd' is not one of the letters abc"),
        (f"{LINE}ab", "line 2: answered 'ab' is not one of the letters abc"),
        (f"{LINE}1", "line 2: answered '1' is not one of the letters abc"),
        ("ada,x,1,line,abc,e,a", "line 2: right 'e' is not one of the letters abc"),
        ("ada,x,1,line,abc,,a", "line 2: right '' is not one of the letters abc"),
        ("ada,x,1,line,acb,a,a", "line 2: choices 'acb' is not the first letters"),
        (f"{LINE}\n{LINE}", "line 3: question '1' of 'ada' is repeated"),
        (f"{LINE},b", "line 2: it has a different number of fields than line 1"),
        ("ada,masking.x", "line 2: it has a different number of fields than line 1"),
    ],
)
def test_a_slip_in_a_talk_is_reported_with_its_line(path, text, words):
    path.write_text(f"{','.join(TALK)}\n{text}\n", "utf-8")
    with pytest.raises(ValueError, match=f"{path.name}, {words}") as raised:
        marks.read_talks(path, CLASS)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"student,task\n", "line 1: the columns are student, task, question, kind"),
        (b"", "line 1: the columns are student"),
        ("student;jörg".encode("latin-1"), "is not UTF-8; save it as"),
    ],
)
def test_another_table_is_refused_and_never_overwritten(path, content, words):
    path.write_bytes(content)
    for use in (
        lambda: marks.read_talks(path, CLASS),
        lambda: marks.write_talks(path, []),
    ):
        with pytest.raises(ValueError, match=words):
            use()
    assert path.read_bytes() == content


# Exams ----------------------------------------------------------------------------

FORMS = {"masking.x": BUG, "attention.y": ORDER}
DRAWN = [[Item(FORMS[task], task, "", "", (), "", "") for task in FORMS]] * 2
ONE, TWO = f"1 {BUG} masking.x", f"2 {ORDER} attention.y"


def test_an_exam_has_a_column_per_question_and_a_line_per_variant(path):
    assert marks.write_exam(path, DRAWN)
    assert lines(path) == [[*EXAM, ONE, TWO], ["", "A", "", ""], ["", "B", "", ""]]
    assert marks.write_exam(path, DRAWN)  # nothing is filled in
    assert marks.read_exam(path, CLASS) == []


def test_points_on_paper_come_back(path):
    text = f"{';'.join([*EXAM, ONE, TWO])}\nada;a;2;1,5\njörg;B;0.5;\n;B;;\n"
    path.write_text(text, "utf-8")
    assert marks.read_exam(path, CLASS) == [
        Points("ada", ONE, 2, 2, "A"),
        Points("ada", TWO, 1.5, 2, "A"),
        Points("jörg", ONE, 0.5, 2, "B"),
    ]
    assert not marks.write_exam(path, DRAWN)
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("eve,A,1,1", "line 2: student 'eve' is not a student in the gradebook"),
        (",A,1,1", "line 2: student '' is not a student in the gradebook"),
        ("ada,A,1,1\nada,B,1,1", "line 3: student 'ada' is repeated"),
        ("ada,X,1,1", "line 2: variant 'X' is not the letter of a variant"),
        ("ada,,1,1", "line 2: variant '' is not the letter of a variant"),
        ("ada,A,3,1", f"line 2: {ONE} '3' is not a number from 0 to 2"),
        ("ada,A,1,-1", f"line 2: {TWO} '-1' is not a number from 0 to 2"),
        ("ada,A,nan,1", f"line 2: {ONE} 'nan' is not a number from 0 to 2"),
        ("ada,A,1", "line 2: it has a different number of fields than line 1"),
    ],
)
def test_a_slip_in_an_exam_is_reported_with_its_line(path, text, words):
    path.write_text(f"{','.join([*EXAM, ONE, TWO])}\n{text}\n", "utf-8")
    with pytest.raises(ValueError, match=f"{path.name}, {words}"):
        marks.read_exam(path, CLASS)


@pytest.mark.parametrize(
    "head", ["variant,student", "student,variant,Sum", f"student,variant,{ONE},", "x"]
)
def test_other_columns_are_none_of_an_exam(path, head):
    path.write_text(f"{head}\n", "utf-8")
    with pytest.raises(ValueError, match=r"line 1: the columns are student, variant, "):
        marks.read_exam(path, CLASS)
