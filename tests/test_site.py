"""What the book knows of the place where it will be published."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "book"))

from _ext import site

NOTEBOOK = "exercises/attention/attention.ipynb"


@pytest.fixture(autouse=True)
def no_address(monkeypatch):
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    monkeypatch.delenv("SITE_URL", raising=False)


def test_without_an_address_nothing_leads_elsewhere():
    assert site.address() == ""
    assert site.launchers(NOTEBOOK) == {}


def test_a_repository_gives_the_address_of_its_pages(monkeypatch):
    monkeypatch.setenv("GITHUB_REPOSITORY", "Ada/course")
    assert site.address() == "https://ada.github.io/course/"
    monkeypatch.setenv("SITE_URL", "https://example.org/x/")
    assert site.address() == "https://example.org/x/"


def test_launchers_open_the_notebook_of_the_repository(monkeypatch):
    monkeypatch.setenv("GITHUB_REPOSITORY", "ada/course")
    urls = site.launchers(NOTEBOOK)
    assert urls["Colab"].endswith(f"/github/ada/course/blob/main/{NOTEBOOK}")
    assert urls["Binder"].endswith(
        "/gh/ada/course/main?urlpath=lab%2Ftree%2Fexercises%2Fattention%2Fattention.ipynb"
    )


@pytest.mark.parametrize("name", ["course", "a/b/c", "a b/c", "https://x/y"])
def test_what_is_no_repository_is_refused(monkeypatch, name):
    monkeypatch.setenv("GITHUB_REPOSITORY", name)
    with pytest.raises(ValueError, match="must be owner/name, got"):
        site.address()


@pytest.mark.parametrize(
    ("address", "link"), [("", "_static/a.css"), ("https://e.org/x/", "/_static/a.css")]
)
def test_the_page_for_a_wrong_address_finds_its_style(
    monkeypatch, tmp_path, address, link
):
    monkeypatch.setenv("SITE_URL", address)
    (tmp_path / "404.html").write_text('<link href="/_static/a.css">')
    site.find_way_home(SimpleNamespace(outdir=str(tmp_path)), None)
    assert (tmp_path / "404.html").read_text() == f'<link href="{link}">'
