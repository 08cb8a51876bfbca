"""Sheets for talks: what they ask about real submissions."""

import json
import re

import graded
import nbformat
import pytest
from course import Course

from lernformer import CHAPTERS
from lernformer.checks.own_code import LETTERS
from lernformer.checks.own_code.asking import CodeQuestion
from lernformer.grading.judge.submission import decoded
from lernformer.grading.pages.talk_sheets import Answer, NoSheet, Sheet, page, sheet
from tests.extent import some

SLUG = "masking"


@pytest.fixture
def sandbox(sandboxes):
    return sandboxes(SLUG)


def test_words_of_students_are_no_html():
    words = "<script>alert(1)</script>"
    question = CodeQuestion(words, (words,) * 3, 0, words, code=words)
    text = page(words, [Sheet(words, [Answer(words, words, [question])])])
    assert "<script" not in text
    assert text.count("&lt;script&gt;") == 13


@pytest.mark.slow
@pytest.mark.parametrize("slug", some(CHAPTERS, ["transformer"]))
def test_there_are_questions_in_every_chapter(slug, sandboxes):
    content, exercise = graded.content(slug), graded.exercise(slug)
    made = sheet("ada", content, exercise, b"x", sandboxes(slug))
    assert [len(answer.questions) for answer in made.answers] == [2, 2]


@pytest.mark.slow
def test_questions_are_about_the_students_own_code_and_differ_by_student(sandbox):
    exercise, content = graded.exercise(SLUG), graded.content(SLUG)
    ada, ben, again = (
        sheet(x, content, exercise, b"secret", sandbox) for x in ("ada", "ben", "ada")
    )
    written = decoded(content)
    for answer in ada.answers:
        for line in answer.code.splitlines():
            assert json.dumps(line.strip())[1:-1] in written
    assert ada.answers != ben.answers
    assert again == ada
    text = page(SLUG, [ada])
    keys = re.findall(r"<li>([a-d])\) ", text)
    questions = [one for answer in ada.answers for one in answer.questions]
    assert keys == [LETTERS[one.right] for one in questions]


@pytest.mark.slow
@pytest.mark.parametrize("source", ["import os; os._exit(1)", "raise SystemExit"])
def test_who_has_no_answers_has_no_sheet(source, sandbox):
    notebook = graded.notebook(SLUG, **dict.fromkeys(graded.exercise(SLUG).cells))
    notebook.cells.insert(2, nbformat.v4.new_code_cell(source))
    content = nbformat.writes(notebook).encode()
    with pytest.raises(NoSheet, match="fewer than 2 answers"):
        sheet("ada", content, graded.exercise(SLUG), b"secret", sandbox)


@pytest.mark.slow
def test_an_instructor_gets_a_page_for_the_class(tmp_path):
    course = Course(tmp_path)
    course.nbgrader("generate_assignment", SLUG)
    for student, content in {"ada": graded.content(SLUG), "ben": b"{"}.items():
        course.hand_in(student, SLUG, content)
    output = course.lernformer("defend", SLUG)
    assert "No sheet for ben: " in output
    assert "1 of 2 submissions have a sheet: sheets.html" in output
    assert f"students choose: talks-{SLUG}.csv" in output
    table = course.folder / f"talks-{SLUG}.csv"
    head, *rows = table.read_text("utf-8-sig").splitlines()
    assert len(rows) == 4
    filled = [f"{row[:-2]}{row.split(',')[-2]}" for row in rows]  # all right
    table.write_text("\n".join([head, *filled]), "utf-8")
    text = (course.folder / "sheets.html").read_text("utf-8")
    assert "<bdi>ada</bdi>" in text
    assert "<bdi>ben</bdi>" not in text
    course.nbgrader("db", "student", "add", "ada")
    output = course.lernformer("items", SLUG)
    assert re.search(rf"^ +100% +– +1  {SLUG}\.\w+ \w+$", output, re.M)
    course.lernformer("report", SLUG)
    assert "Talks about" in (course.folder / "report.html").read_text("utf-8")
    table.write_text("\n".join([head, filled[0].replace("ada", "eve")]), "utf-8")
    for command in ("items", "report"):
        output = course.lernformer(command, SLUG, fails=True)
        words = "student 'eve' is not a student in the gradebook"
        assert f"Error: {table.name}, line 2: {words}" in output.replace(
            f"{table.parent}/", ""
        )
    output = course.lernformer("defend", SLUG, "--student", "eve", fails=True)
    assert "there is no submission of 'masking' by eve" in output
    output = course.lernformer("defend", "cooking", fails=True)
    assert "'cooking' is not in the gradebook" in output
    assert course.lernformer("items", "cooking", fails=True) == output
    (course.folder / "gradebook.db").unlink()
    output = course.lernformer("items", SLUG, fails=True)
    assert "there is no gradebook" in output
    assert not (course.folder / "gradebook.db").exists()
