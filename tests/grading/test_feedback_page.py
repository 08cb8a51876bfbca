"""The page that a student gets back: tasks by name, no errors of ours, any screen."""

import os
import re
from pathlib import Path

import browser
import nbformat
import pytest
from answered import QUESTION, SLUG
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from nbgrader.api import Gradebook

from lernformer import project_urls
from lernformer.grading.judge.submission import harmless
from lernformer.grading.pages import feedback_page
from lernformer.grading.pages.feedback_page import (
    ASKS,
    FeedbackPage,
    GenerateFeedback,
    fingerprint,
    hushed,
    style,
)
from lernformer.grading.sandbox.visible_files import UNDRAWN


def known(name: str, score: float, points: float, **more) -> dict:
    marks = {"grade_id": name, "grade": True, "score": score, "points": points}
    return {"nbgrader": marks | {"title": name.removeprefix("check_")} | more}


def failing(source: str, *lines: str, metadata=None):
    error = new_output("error", ename="Error", evalue="", traceback=[*lines])
    return new_code_cell(source, outputs=[error], metadata=metadata or {})


def page(*cells, waits: float = 0.0, late: float = 0.0, mark: str = "") -> str:
    numbers = {"notebook": "n", "score": 17.0, "max_score": 19.0}
    resources = {
        "nbgrader": numbers | {"waits": waits, "late_penalty": late},
        "lernformer": {"style": style(), "mark": mark},
    }
    exporter = FeedbackPage(template_name="feedback")
    html, _ = exporter.from_notebook_node(
        nbformat.v4.new_notebook(cells=[*cells]), resources
    )
    return html


WIDE = "$$P(y_t \\mid y_{<t}) " + "+ x^2" * 60 + "$$"
CODE = "def softmax(scores):\n    return 'é' is not None  # long " + "x" * 99
COMMENT = {"solution": True, "comment": "*Well* <script>alert(1)</script>"}
CELLS = (
    new_markdown_cell(harmless(f"# Exercise\n\n{WIDE}")),
    new_code_cell(CODE, metadata={"nbgrader": {"grade_id": "softmax"} | COMMENT}),
    failing(
        'check("attention.softmax", softmax)',
        "E: " + "y" * 300,
        metadata=known("check_softmax", 1.5, 2.0, book="https://x.invalid/a.html"),
    ),
    new_markdown_cell(
        "Because <b>.",
        metadata=known("explain", 0.0, 2.0, solution=True, waits=True),
    ),
    new_code_cell("", metadata=known("check_nucleus", 0.0, 0.0, solved=True)),
    new_code_cell("", metadata=known("check_merges", 0.0, 0.0)),
)


def test_the_contents_name_the_tasks_and_what_nobody_has_read():
    html = page(*CELLS, waits=2.0, late=0.5)
    contents = html[html.index("<ol>") : html.index("</ol>")]
    assert '<a href="#check_softmax">softmax</a>: 1.5 / 2' in contents
    assert '<a href="https://x.invalid/a.html">in the book</a>' in contents
    assert '<a href="#explain">explain</a>: not graded yet, of 2' in contents
    assert '<a href="#check_nucleus">nucleus</a>: optional, solved' in contents
    assert re.search('<a href="#check_merges">merges</a>: optional\\s*(<|$)', contents)
    assert "0 / 0" not in html
    assert "For being late: −0.5" in contents
    assert "0 / 2" not in html
    assert "n (Score: 17 / 19)" in html
    assert "Nobody has decided on 2 of these points yet" in html
    assert "nobody has decided" not in page(*CELLS)
    assert "n (not graded yet)" in page(*CELLS, waits=19.0)  # an essay


def test_a_browser_that_translates_leaves_code_alone():
    html = page(*CELLS)
    assert "<pre" in html
    assert not re.search(r"<(pre|code|math)\b(?![^>]* translate=)", html)


def test_the_comment_is_there_and_harmless():
    html = page(*CELLS)
    assert "<em>Well</em>" in html
    assert "<script>alert" not in html


def test_the_book_is_found_by_what_a_check_asks(monkeypatch):
    assert ASKS.search("v = check( 'positional_encoding.rope', f)")[1] == (
        "positional_encoding"
    )
    monkeypatch.setattr(project_urls, "_url", lambda label: "https://x.invalid/book/")
    assert feedback_page.project_urls.page("a.html") == "https://x.invalid/book/a.html"


def test_errors_of_cells_that_only_draw_are_left_out():
    cells = [
        failing("watch = Watch()\nlimit = 3", f"RuntimeError: {UNDRAWN}"),
        failing("page = watch.over(9)", "NameError: name 'watch' is not defined"),
        failing("page", "NameError: name 'page' is not defined"),
    ]
    kept = [
        failing("1 / 0", "ZeroDivisionError"),
        failing("other", "NameError: name 'other' is not defined"),
        failing("watch", "NameError: name 'watch' is not defined",
                metadata={"nbgrader": {"solution": True}}),
        failing("def (", f"RuntimeError: {UNDRAWN}", metadata=known("check_a", 0, 1)),
    ]  # fmt: skip
    assert list(hushed(nbformat.v4.new_notebook(cells=[*cells, *kept]))) == cells
    broken = failing("def (", f"RuntimeError: {UNDRAWN}")
    assert list(hushed(nbformat.v4.new_notebook(cells=[broken]))) == [broken]


@pytest.fixture
def written(copied):
    """A course in which ada's page has been written."""
    folder = Path(copied.root, "feedback", "ada", SLUG)
    folder.mkdir(parents=True)
    with Gradebook(copied.db_url, copied.course_id) as book:
        mark = fingerprint(book.find_submission_notebook(SLUG, SLUG, "ada"))
    (folder / f"{SLUG}.html").write_text(page(*CELLS, mark=mark), "utf-8")
    return copied


def points(book, place, course):
    grade = book.find_grade(QUESTION.cell, SLUG, SLUG, "ada")
    grade.manual_score, grade.needs_manual_grade = 1.0, False


def comment(book, place, course):
    book.find_comment(QUESTION.cell, SLUG, SLUG, "ada").manual_comment = "Why?"


def late(book, place, course):
    book.find_submission_notebook(SLUG, SLUG, "ada").late_submission_penalty = 1.0


def graded_again(book, place, course):
    copy = Path(course.root, "autograded", "ada", SLUG, f"{SLUG}.ipynb")
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.touch()
    os.utime(copy, (place.stat().st_mtime + 9,) * 2)


def lost(book, place, course):
    place.unlink()


@pytest.mark.parametrize("change", [points, comment, late, graded_again, lost])
def test_a_page_is_written_anew_when_its_contents_have_changed(change, written):
    makes = GenerateFeedback(coursedir=written)
    assert not makes.init_destination(SLUG, "ada")
    place = Path(written.root, "feedback", "ada", SLUG, f"{SLUG}.html")
    with Gradebook(written.db_url, written.course_id) as book:
        change(book, place, written)
        book.db.commit()
    assert makes.init_destination(SLUG, "ada")
    written.student_id_exclude = "ada,bela"
    assert not makes.init_destination(SLUG, "ada")


@pytest.mark.slow
def test_the_page_in_a_browser(tmp_path):
    """Everything fits, nothing is requested, and a formula with "<" stays a formula."""
    path = tmp_path / "page.html"
    path.write_text(page(*CELLS, waits=2.0), "utf-8")
    with browser.launch() as chromium:
        for view in browser.looks(chromium, path.as_uri()):
            assert view.locator("math").count() == 1
            assert view.locator(".katex-error").count() == 0
