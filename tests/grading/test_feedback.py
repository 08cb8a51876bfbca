"""The page that a student gets back: named tasks, no errors of ours, any screen."""

import re

import browser
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from lernformer import about
from lernformer.grading import feedback
from lernformer.grading.feedback import ASKS, FeedbackPage, hushed, style
from lernformer.grading.submission import harmless
from lernformer.grading.view import UNDRAWN


def known(name: str, score: float, points: float, **more) -> dict:
    marks = {"grade_id": name, "grade": True, "score": score, "points": points}
    return {"nbgrader": marks | {"title": name.removeprefix("check_")} | more}


def failing(source: str, *told: str, metadata=None):
    error = new_output("error", ename="Error", evalue="", traceback=[*told])
    return new_code_cell(source, outputs=[error], metadata=metadata or {})


def page(*cells, waits: float = 0.0, late: float = 0.0) -> str:
    numbers = {"notebook": "n", "score": 17.0, "max_score": 19.0}
    resources = {
        "nbgrader": numbers | {"waits": waits, "late_penalty": late},
        "lernformer": {"style": style()},
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
    assert "2 of these points nobody has decided on yet" in html
    assert "nobody has decided" not in page(*CELLS)


def test_the_comment_is_there_and_harmless():
    html = page(*CELLS)
    assert "<em>Well</em>" in html
    assert "<script>alert" not in html


def test_the_book_is_found_by_what_a_check_asks(monkeypatch):
    assert ASKS.search("v = check( 'positional_encoding.rope', f)")[1] == (
        "positional_encoding"
    )
    monkeypatch.setattr(about, "_url", lambda label: "https://x.invalid/book/")
    assert feedback.about.page("a.html") == "https://x.invalid/book/a.html"


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


@pytest.mark.slow
def test_the_page_in_a_browser(tmp_path):
    """Everything fits, nothing is asked for, and a formula with "<" is one."""
    path = tmp_path / "page.html"
    path.write_text(page(*CELLS, waits=2.0), "utf-8")
    with browser.launch() as chromium:
        for view in browser.looks(chromium, path.as_uri()):
            assert view.locator("math").count() == 1
            assert view.locator(".katex-error").count() == 0
