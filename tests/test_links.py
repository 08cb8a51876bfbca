"""Links to the book: on the web, or to the copy that the notebooks' server shows."""

import pytest

from lernformer import about
from lernformer.checks import links

PAGE = "attention.html#no-scale"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The students' folder, as unpacked; the kernel runs where its notebook is."""
    (tmp_path / "exercises" / "attention").mkdir(parents=True)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "attention.html").touch()
    monkeypatch.chdir(tmp_path / "exercises" / "attention")
    monkeypatch.setattr(about, "page", lambda name: "")
    return tmp_path


def test_the_hosted_book_comes_first(folder, monkeypatch):
    monkeypatch.setattr(about, "page", lambda name: f"https://example.org/{name}")
    assert links.link(PAGE) == f"https://example.org/{PAGE}"


def test_else_the_copy_beside_the_notebooks(folder):
    assert links.link(PAGE) == f"../../book/{PAGE}"
    assert links.link("masking.html") == ""  # not in this copy


def test_of_a_server_it_is_the_address_of_its_files(folder, monkeypatch):
    monkeypatch.setattr(links, "_server", lambda: (folder, "/user/ada/"))
    assert links.link(PAGE) == f"/user/ada/files/book/{PAGE}"


def test_a_copy_that_the_server_does_not_show_is_no_link(folder, monkeypatch):
    monkeypatch.setattr(links, "_server", lambda: (folder / "exercises", "/"))
    assert links.link(PAGE) == ""


def test_the_server_is_the_one_that_started_this_kernel(folder, monkeypatch):
    servers = [
        {"pid": 7, "root_dir": "/else", "base_url": "/7/"},
        {"pid": 9, "root_dir": str(folder), "base_url": "/9/"},
    ]
    where = "jupyter_server.serverapp.list_running_servers"
    monkeypatch.setattr(where, lambda: iter(servers))
    monkeypatch.setenv("JPY_PARENT_PID", "9")
    assert links._server() == (folder.resolve(), "/9/")
    monkeypatch.setenv("JPY_PARENT_PID", "8")
    assert links._server() == (None, "")
