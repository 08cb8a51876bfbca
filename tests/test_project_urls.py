"""The owner's one setting: everything shows it; without it, nothing names a place."""

import re

import pytest
import yaml
from course import ROOT, repository_files

import lernformer
from deploy.citation import citation
from lernformer import project_urls
from lernformer.checks.verdict import Verdict

REPOSITORY = "https://github.com/Ada/course"
BOOK = "https://ada.example/course/"


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone that contains only what a test writes."""
    monkeypatch.setattr(project_urls, "CLONE", tmp_path)
    return tmp_path


def write_settings(clone, **urls):
    lines = ["[project]", 'name = "lernformer"', "[project.urls]"]
    lines += [f'{label} = "{url}"' for label, url in urls.items()]
    (clone / "pyproject.toml").write_text("\n".join(lines))


def test_an_owner_who_sets_nothing_has_no_address(clone):
    (clone / "pyproject.toml").write_text('[project]\nname = "lernformer"\n')
    found = project_urls.repository(), project_urls.book(), project_urls.issues()
    assert found == ("", "", "")
    assert project_urls.page("index.html") == ""


@pytest.mark.parametrize(
    ("repository", "book"),
    [(REPOSITORY, BOOK), (f"{REPOSITORY}.git", BOOK[:-1]), (f"{REPOSITORY}/", BOOK)],
)
def test_an_address_has_one_form(clone, repository, book):
    write_settings(clone, Repository=repository, Book=book)
    assert (project_urls.repository(), project_urls.book()) == (REPOSITORY, BOOK)
    assert project_urls.page("attention.html#top") == f"{BOOK}attention.html#top"
    assert project_urls.issues() == f"{REPOSITORY}/issues"


@pytest.mark.parametrize("url", ["ada/course", "file:///home/ada", "https://a b/c"])
def test_what_is_no_address_is_refused(clone, url):
    write_settings(clone, Repository=url)
    with pytest.raises(ValueError, match=rf"must be an address .*, got '{url}'"):
        project_urls.repository()


def test_where_it_is_installed_it_knows_the_same(clone, monkeypatch):
    folder = clone / "lernformer-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: lernformer\nVersion: 1.0\n"
        f"Project-URL: Repository, {REPOSITORY}\nProject-URL: Book, {BOOK}\n"
    )
    monkeypatch.syspath_prepend(clone)
    assert (project_urls.repository(), project_urls.book()) == (REPOSITORY, BOOK)


def test_the_local_book_is_the_one_that_was_built(clone):
    assert project_urls.local_book() is None
    page = clone / "_build" / "html" / "index.html"
    page.parent.mkdir(parents=True)
    page.touch()
    assert project_urls.local_book() == page.parent


def test_a_verdict_leads_to_the_page(clone):
    verdict = Verdict("attention.softmax", {"a": False}, 0, None, aspect="a")
    assert verdict.where.endswith("and attention.html in the book")
    write_settings(clone, Book=BOOK)
    project_urls._urls.cache_clear()
    assert verdict.where.endswith(f"and {BOOK}attention.html")


def test_no_file_of_ours_has_a_place_to_fill_in():
    """Such as OWNER/NAME or example.org; nothing built from them has any either."""
    left_open = re.compile(r"YOUR[-_]NAME|(?i:OWNER/NAME|<your |<the address)")
    kinds = {".md", ".ipynb", ".yml", ".cff", ".txt", ".mjs"}
    for path in map(ROOT.joinpath, repository_files()):
        if path.suffix in kinds and path.exists():
            lines = path.read_text("utf-8").splitlines()
            assert not [line for line in lines if left_open.search(line)], path


def test_the_citation_is_fresh_and_names_version_and_addresses(clone, monkeypatch):
    write_settings(clone, Repository=REPOSITORY, Book=BOOK)
    parsed = yaml.safe_load(citation())
    assert parsed["version"] == lernformer.__version__
    assert (parsed["repository-code"], parsed["url"]) == (REPOSITORY, BOOK)
    monkeypatch.setattr(project_urls, "CLONE", ROOT)
    fresh = (ROOT / "CITATION.cff").read_text("utf-8")
    assert fresh == citation(), "make exercises"
