"""The book, opened from a verdict in JupyterLab: style, figures, other pages."""

import contextlib
import os
import re
import sys
import urllib.error
import urllib.request

import nbformat
import pytest
from browser import fresh, launch, violations
from extent import some
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect
from student import jupyter, log_of

from lernformer import book_server, project_urls

WRONG = """\
from lernformer.checks import check
import numpy as np
def softmax(scores, axis=-1):
    e = np.exp(scores)
    return e / e.sum(axis=axis, keepdims=True)
check("attention.softmax", softmax)
"""
PLACES = [("", "/"), ("secret", "/"), ("secret", "/user/ada/")]
PAGES = {
    "index.html": "<h1>Start</h1>",
    "attention.html": "<h1>Attention</h1>",
    "mistakes.html": """\
<!doctype html><link rel="stylesheet" href="_static/style.css">
<h1>Mistakes</h1><h2 id="attention-overflow">Overflow</h2>
<img src="_images/figure.svg" alt="a figure">
<script>document.title = localStorage.length + " stored"</script>
<a href="attention.html">The chapter</a>""",
    "_static/style.css": "h1 {color: rgb(1, 2, 3)}",
    "_images/figure.svg": (
        '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="50"/>'
    ),
}


def test_the_book_is_the_one_of_the_folder_or_of_the_clone(tmp_path, monkeypatch):
    monkeypatch.setattr(project_urls, "local_book", lambda: None)
    (root := tmp_path / "exercises").mkdir()
    assert book_server.book_of(root) is None
    (tmp_path / "book").mkdir()
    assert book_server.book_of(root) is None  # a folder with this name, but no book
    (tmp_path / "book" / "index.html").touch()
    assert book_server.book_of(root) == root / "../book"
    (root / "book").mkdir()
    (root / "book" / "index.html").touch()
    assert book_server.book_of(root) == root / "book"


@pytest.fixture
def folder(tmp_path):
    for name, text in PAGES.items():
        page = tmp_path / "exercises" / "book" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text)
    (tmp_path / "exercises" / "attention").mkdir()
    known = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    made = new_notebook(cells=[new_code_cell(WRONG)], metadata=known)
    nbformat.write(made, tmp_path / "exercises" / "attention" / "attention.ipynb")
    return tmp_path


def lab(folder, token: str, path: str = "/"):
    """A JupyterLab, started as students start it; entered, it gives its address."""
    home = folder / ".jupyter"
    home.mkdir()
    (home / "jupyter_server_config.py").write_text(
        f"c.ServerApp.open_browser = False\nc.ServerApp.port = 0\n"
        f"c.ServerApp.base_url = {path!r}\nc.IdentityProvider.token = {token!r}\n"
    )
    env = os.environ | {"HOME": str(folder), "JUPYTER_CONFIG_DIR": str(home)}
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_PATH"):
        env.pop(name, None)
    return jupyter([sys.executable, "-m", "lernformer", "lab"], folder, env)


def verdict(page, address, path="/", token=""):
    """The verdict below the cell, once it has run."""
    page.goto(f"{address}{path}lab/tree/attention/attention.ipynb?token={token}")
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()  # it has connected
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    return page.locator(".lf-failed")


@pytest.mark.slow
def test_a_verdict_can_be_read_in_either_theme_and_at_twice_the_size(folder):
    with lab(folder, "") as address, launch() as chromium:
        page = fresh(chromium, viewport={"width": 1280, "height": 900}).new_page()
        output = verdict(page, address)
        for fold in ("A hint", "One more hint", "What was checked: 4 right, 1 wrong"):
            output.get_by_text(fold, exact=True).first.press("Enter")
        expect(output).to_contain_text("Hint 2 of 3")
        expect(output).to_contain_text("✗ survives large scores")
        for theme in ("Dark", "Light"):
            page.get_by_role("menuitem", name="Settings", exact=True).click()
            page.get_by_text("Theme", exact=True).click()
            page.get_by_text(f"JupyterLab {theme}", exact=True).click()
            body = page.locator(f"body[data-jp-theme-name='JupyterLab {theme}']")
            expect(body).to_have_count(1)
            assert violations(page, ".jp-OutputArea") == []
        page.set_viewport_size({"width": 640, "height": 450})  # like a zoom of 200 %
        expect(output).to_be_visible()
        assert output.evaluate("x => x.scrollWidth <= x.clientWidth")


@pytest.mark.slow
@pytest.mark.parametrize(("token", "path"), some(PLACES, PLACES[-1:]))
def test_from_a_verdict_to_a_figure_and_to_another_page(folder, token, path):
    with lab(folder, token, path) as address, launch() as chromium:
        if token:  # only users of the server may read the book
            with contextlib.suppress(urllib.error.HTTPError):
                book = f"{address}{path}lernformer/book/mistakes.html"
                with urllib.request.urlopen(book) as got:
                    assert "/login" in got.url
        page = fresh(chromium).new_page()
        output = verdict(page, address, path, token)
        with page.context.expect_page() as opened:
            output.get_by_role("link", name="the book on attention").click()
        book = opened.value
        expect(book).to_have_url(re.compile(r"/lernformer/book/mistakes\.html#attent"))
        expect(book.get_by_role("heading", name="Mistakes")).to_have_css(
            "color", "rgb(1, 2, 3)"
        )
        width = book.get_by_alt_text("a figure").evaluate("x => x.naturalWidth")
        assert width == 70
        expect(book).to_have_title(re.compile(r"\d+ stored"))
        book.get_by_role("link", name="The chapter").click()
        expect(book.get_by_role("heading", name="Attention")).to_be_visible()
        assert " 403 " not in log_of(folder).read_text()
