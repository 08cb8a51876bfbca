"""Links to the book: on the web, on the notebooks' server, or to a file beside them."""

import pytest

from lernformer import project_urls
from lernformer.checks import links

PAGE = "attention.html#no-scale"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The students' folder, as unpacked; the kernel runs where its notebook is."""
    (tmp_path / "exercises" / "attention").mkdir(parents=True)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "attention.html").touch()
    monkeypatch.chdir(tmp_path / "exercises" / "attention")
    monkeypatch.setattr(project_urls, "page", lambda name: "")
    for name in (project_urls.SERVED, "JPY_SESSION_NAME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_the_hosted_book_comes_first(folder, monkeypatch):
    monkeypatch.setattr(
        project_urls, "page", lambda name: f"https://example.org/{name}"
    )
    monkeypatch.setenv(project_urls.SERVED, "/lernformer/book/")
    assert links.link(PAGE) == f"https://example.org/{PAGE}"


def test_then_the_server_that_started_this_kernel(folder, monkeypatch):
    monkeypatch.setenv(project_urls.SERVED, "/user/ada/lernformer/book/")
    assert links.link(PAGE) == f"/user/ada/lernformer/book/{PAGE}"


def test_else_the_copy_beside_the_notebooks(folder):
    assert links.link(PAGE) == f"../../book/{PAGE}"
    assert links.link("masking.html") == ""  # not in this copy


def test_a_server_that_does_not_serve_the_book_gets_no_link(folder, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", "attention.ipynb")
    assert links.link(PAGE) == ""
