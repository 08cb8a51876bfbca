"""Sheets for talks: what they ask about real submissions, and what nobody can forge."""

import json
import re

import graded
import nbformat
import pytest
from course import Course
from unprivileged import needs_bubblewrap

from lernformer import CHAPTERS
from lernformer.checks.defending import LETTERS
from lernformer.grading.judge.submission import decoded
from lernformer.grading.pages.sheets import NoSheet, Sheet, _checked, page, sheet

SLUG = "masking"
ASKED = {"ask": "why?", "code": "", "choices": ["a", "b", "c"], "right": 1, "told": "."}
ASKED["kind"] = "line"
ANSWER = {"task": "masking.x", "code": "def x(): ...", "asked": [ASKED, ASKED]}


def test_a_reply_is_taken_as_it_is_made():
    assert _checked(json.dumps([ANSWER, ANSWER])) == [ANSWER, ANSWER]


@pytest.mark.parametrize(
    "change",
    [
        {"task": 3},
        {"code": "x" * 100_000},
        {"asked": [ASKED] * 3},
        {"asked": [ASKED | {"right": 3}]},
        {"asked": [ASKED | {"right": True}]},
        {"asked": [ASKED | {"choices": "abc"}]},
        {"asked": [ASKED | {"kind": "=1+1"}]},
        {"asked": [ASKED | {"kind": ["line"]}]},
        {"asked": [{}]},
        {"asked": {}},
    ],
)
def test_other_replies_are_refused(change):
    with pytest.raises(NoSheet, match="keeps questions from being asked"):
        _checked(json.dumps([ANSWER | change]))


@pytest.mark.parametrize("said", ["", "x", "[" * 100_000, "[1]", "[" + "{}," * 3])
def test_what_is_no_reply_is_refused(said):
    with pytest.raises(NoSheet):
        _checked(said)


def test_words_of_students_are_no_html():
    words = "<script>alert(1)</script>"
    asked = ASKED | {"ask": words, "code": words, "choices": [words] * 3, "told": words}
    text = page(words, [Sheet(words, [ANSWER | {"code": words, "asked": [asked]}])])
    assert "<script" not in text
    assert text.count("&lt;script&gt;") == 12


@pytest.mark.slow
@needs_bubblewrap
@pytest.mark.parametrize("slug", CHAPTERS)
def test_there_are_questions_in_every_chapter(slug):
    made = sheet("ada", graded.content(slug), graded.exercise(slug), b"secret")
    assert [len(answer["asked"]) for answer in made.answers] == [2, 2]


@pytest.mark.slow
@needs_bubblewrap
def test_questions_are_about_the_students_own_code_and_differ_by_student():
    exercise, content = graded.exercise(SLUG), graded.content(SLUG)
    ada, ben = (sheet(x, content, exercise, b"secret") for x in ("ada", "ben"))
    written = decoded(content)
    for one in (ada, ben):
        assert [len(answer["asked"]) for answer in one.answers] == [2, 2]
        for answer in one.answers:
            for line in answer["code"].splitlines():
                assert json.dumps(line.strip())[1:-1] in written
    assert ada.answers != ben.answers
    assert sheet("ada", content, exercise, b"secret") == ada
    text = page(SLUG, [ada])
    keys = re.findall(r"<li>([a-d])\) ", text)
    asked = [one for answer in ada.answers for one in answer["asked"]]
    assert keys == [LETTERS[one["right"]] for one in asked]


@pytest.mark.slow
@needs_bubblewrap
@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import os; os._exit(1)", "ends its kernel"),
        ("raise SystemExit", "fewer than 2 answers"),
        (
            f"import builtins\nsaid = {json.dumps([ANSWER, ANSWER])!r}\n"
            "print = lambda asked: builtins.print(said)",
            "isn't in the notebook",
        ),
        ("print = None", "making the questions raised TypeError"),
        ("print = str", "keeps questions from being asked"),
    ],
)
def test_who_tries_something_has_no_sheet(source, why):
    stubs = dict.fromkeys(graded.exercise(SLUG).cells)
    notebook = graded.notebook(SLUG, **(stubs if "Exit" in source else {}))
    notebook.cells.insert(2, nbformat.v4.new_code_cell(source))
    content = nbformat.writes(notebook).encode()
    with pytest.raises(NoSheet, match=why):
        sheet("ada", content, graded.exercise(SLUG), b"secret")


@pytest.mark.slow
@needs_bubblewrap
def test_an_instructor_gets_a_page_for_the_class(tmp_path):
    course = Course(tmp_path)
    course.nbgrader("generate_assignment", SLUG)
    for student, content in {"ada": graded.content(SLUG), "ben": b"{"}.items():
        folder = course.folder / "submitted" / student / SLUG
        folder.mkdir(parents=True)
        (folder / f"{SLUG}.ipynb").write_bytes(content)
    told = course.lernformer("defend", SLUG)
    assert "No sheet for ben: " in told
    assert "1 of 2 submissions have a sheet: sheets.html" in told
    assert f"students choose: talks-{SLUG}.csv" in told
    table = course.folder / f"talks-{SLUG}.csv"
    head, *rows = table.read_text("utf-8-sig").splitlines()
    assert len(rows) == 4
    filled = [f"{row[:-2]}{row.split(',')[-2]}" for row in rows]  # all right
    table.write_text("\n".join([head, *filled]), "utf-8")
    text = (course.folder / "sheets.html").read_text("utf-8")
    assert "<bdi>ada</bdi>" in text
    assert "<bdi>ben</bdi>" not in text
    course.nbgrader("db", "student", "add", "ada")
    told = course.lernformer("items", SLUG)
    assert re.search(rf"^ +100% +– +1  {SLUG}\.\w+ \w+$", told, re.M)
    course.lernformer("report", SLUG)
    assert "Talks about" in (course.folder / "report.html").read_text("utf-8")
    table.write_text("\n".join([head, filled[0].replace("ada", "eve")]), "utf-8")
    for command in ("items", "report"):
        told = course.lernformer(command, SLUG, fails=True)
        words = "student 'eve' is not a student in the gradebook"
        assert f"Error: {table.name}, line 2: {words}" in told.replace(
            f"{table.parent}/", ""
        )
    told = course.lernformer("defend", SLUG, "--student", "eve", fails=True)
    assert "there is no submission of 'masking' by eve" in told
    told = course.lernformer("defend", "cooking", fails=True)
    assert "'cooking' is not in the gradebook" in told
    assert course.lernformer("items", "cooking", fails=True) == told
    (course.folder / "gradebook.db").unlink()
    told = course.lernformer("items", SLUG, fails=True)
    assert "there is no gradebook" in told
    assert not (course.folder / "gradebook.db").exists()
