"""What the book knows about the place where it will be published."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urldefrag, urljoin
from urllib.request import Request, urlopen

import browser
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "book"))

from _ext import site

from lernformer import project_urls

ROOT = Path(__file__).parents[1]
REPOSITORY = "https://github.com/ada/course"
NOTEBOOK = "exercises/attention/attention.ipynb"


def lives(monkeypatch, **urls):
    """Pretend that these are the course's addresses."""
    monkeypatch.setattr(project_urls, "_urls", lambda clone: urls)


def config_of():
    """Sphinx's settings, after the extension has seen them."""
    config = SimpleNamespace(
        html_theme_options={}, myst_substitutions={}, copyright="us"
    )
    site.set_addresses(None, config)
    return config


def test_without_an_address_nothing_leads_elsewhere(monkeypatch):
    lives(monkeypatch)
    assert site.launchers(NOTEBOOK) == {}
    config = config_of()
    assert (config.html_baseurl, config.html_theme_options) == ("", {})
    words = config.myst_substitutions
    assert words["send_it_to_us"] == "send it to us"
    assert words["open_elsewhere"] == words["or_clone"] == words["or_report_it"] == ""
    assert site.ZIP in words["zip_of_exercises"]


def test_the_pages_know_their_address_and_the_repository(monkeypatch):
    lives(monkeypatch, Repository=REPOSITORY, Book="https://ada.example/x/")
    config = config_of()
    assert config.html_baseurl == config.ogp_site_url == "https://ada.example/x/"
    assert config.notfound_urls_prefix == "/x/"
    assert config.html_theme_options["repository_url"] == REPOSITORY
    link = config.myst_substitutions["send_it_to_us"]
    assert link == f"[send it to us]({REPOSITORY}/issues)"
    assert f"]({REPOSITORY}/issues)" in config.myst_substitutions["or_report_it"]


def test_launchers_open_the_notebook_of_the_repository(monkeypatch):
    lives(monkeypatch, Repository=REPOSITORY)
    urls = site.launchers(NOTEBOOK)
    assert urls["Colab"].endswith(f"/github/ada/course/blob/main/{NOTEBOOK}")
    assert urls["Binder"].endswith(
        "/gh/ada/course/main?urlpath=lab%2Ftree%2Fexercises%2Fattention%2Fattention.ipynb"
    )


def test_what_opens_github_only_opens_nothing_else(monkeypatch):
    lives(monkeypatch, Repository="https://git.example/ada/course")
    assert site.launchers(NOTEBOOK) == {}


@pytest.mark.parametrize(
    ("address", "link"), [("", "_static/a.css"), ("https://e.org/x/", "/_static/a.css")]
)
def test_the_page_for_a_wrong_address_finds_its_style(
    monkeypatch, tmp_path, address, link
):
    lives(monkeypatch, Book=address)
    (tmp_path / "404.html").write_text('<link href="/_static/a.css">')
    site.find_way_home(SimpleNamespace(outdir=str(tmp_path)), None)
    assert (tmp_path / "404.html").read_text() == f'<link href="{link}">'


class Links(HTMLParser):
    """What a page links to or loads, its ids, and the anchors that links can name."""

    def __init__(self, text: str):
        super().__init__()
        self.targets, self.anchors, self.ids = set(), set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        known = dict(attributes)
        self.ids += [known["id"]] if "id" in known else []
        self.anchors |= {known.get("id"), known.get("name")}
        self.targets |= {known[key] for key in ("href", "src") if known.get(key)}


def crawl(host: str, home: str, names: list[str]) -> tuple[dict[str, Links], list[str]]:
    """The pages to which links lead from those named, and the links that are dead."""
    pages, broken = {}, []
    waiting = {f"{home}{name}" for name in names}
    visited = set(waiting)
    while waiting:
        page = waiting.pop()
        with urlopen(page) as answer:
            pages[page] = Links(answer.read().decode())
        for target in pages[page].targets:
            address = urldefrag(urljoin(page, target)).url
            if not address.startswith(host) or address in visited:
                continue
            visited.add(address)
            try:
                if not address.startswith(home):
                    raise OSError("leads out of the folder")
                urlopen(Request(address, method="HEAD")).close()
            except OSError as error:
                broken.append(f"{page}: {target}: {error}")
            else:
                waiting |= {address} if address.endswith((".html", "/")) else set()
    for page, links in pages.items():
        for target in links.targets:
            address, place = urldefrag(urljoin(page, target))
            known = pages[address].anchors if address in pages else None
            if place and known and unquote(place) not in known:
                broken.append(f"{page}: {target}: there is no such place")
    return pages, broken


def test_a_dead_link_is_seen(tmp_path):
    text = '<p id="a"><a href="#a"></a><a href="#b"></a><a href="two.html"></a>'
    (tmp_path / "one.html").write_text(text)
    with browser.serve(tmp_path) as host:
        _, broken = crawl(host, f"{host}/", ["one.html"])
    assert sorted(line.split(": ")[1] for line in broken) == ["#b", "two.html"]


@pytest.mark.slow
def test_under_a_sub_path_no_link_is_broken(tmp_path, chromium, book):
    """As GitHub Pages serve it: all pages and files, and every place in a page."""
    (tmp_path / "lernformer").symlink_to(book)
    names = [path.name for path in book.glob("*.html")]
    with browser.serve(tmp_path) as host:
        home = f"{host}/lernformer/"
        pages, broken = crawl(host, home, names)
        assert broken == []
        assert len(pages) > len(list((ROOT / "book").glob("*.md")))
        for name in names:
            ids = pages[home + name].ids
            assert {one for one in ids if ids.count(one) > 1} == set(), name
        with browser.visit(chromium, f"{home}attention.html") as seen:
            assert seen.problems == []
            assert all(address.startswith(home) for address in seen.loaded)
