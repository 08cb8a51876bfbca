"""The HTML of the built pages: valid, and no link leads nowhere."""

import json
import os
import subprocess
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import browser
import node
import pytest

pytestmark = pytest.mark.slow

VENV = Path(os.environ.get("VENV", browser.ROOT / ".venv"))
VALIDATOR = VENV / "npm/node_modules/html-validate/bin/html-validate.mjs"


class Page(HTMLParser):
    """The ids and the links of a page."""

    def __init__(self, path: Path):
        super().__init__()
        self.ids, self.links = [], []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found[a] for a in ("href", "src") if found.get(a)]


@pytest.fixture(scope="module")
def pages():
    """Every built page by its name."""
    book = browser.build_book()
    return {path.name: Page(path) for path in sorted(book.glob("*.html"))}


def nowhere(pages: dict[str, Page], name: str) -> list[str]:
    """The links of a page that lead to no file, or to no anchor in it."""
    found = []
    for link in pages[name].links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = unquote(parts.path) or name
        anchor = unquote(parts.fragment)
        if target in pages:
            there = not anchor or anchor in pages[target].ids
        else:
            there = (browser.BOOK / target).is_file()
        if not there:
            found.append(link)
    return found


def test_internal_links_lead_to_a_file_and_an_anchor(pages):
    assert sum(len(page.links) for page in pages.values()) > 1000
    assert {name: links for name in pages if (links := nowhere(pages, name))} == {}


def test_a_dead_link_is_seen(tmp_path):
    page = tmp_path / "one.html"
    page.write_text('<p id="a"><a href="#a"><a href="#b"><a href="two.html">')
    assert nowhere({"one.html": Page(page)}, "one.html") == ["#b", "two.html"]


def test_no_id_occurs_twice_in_a_page(pages):
    for name, page in pages.items():
        twice = {anchor for anchor in page.ids if page.ids.count(anchor) > 1}
        assert twice == set(), name


def validate(*paths) -> list[str]:
    """What html-validate finds, one line per problem."""
    if not VALIDATOR.exists():
        pytest.skip(
            "NO html-validate: nothing read the pages' HTML. `.ci/setup validator` "
            "installs it."
        )
    config = browser.ROOT / "tests/html-validate.cjs"
    command = [*node.command(), VALIDATOR, "--config", config, "--formatter", "json"]
    with tempfile.TemporaryFile("w+") as told:  # output that fills a pipe is cut off
        subprocess.run([*command, *paths], stdout=told)
        told.seek(0)
        read = json.load(told)
    return [
        f"{Path(page['filePath']).name}:{found['line']} {found['ruleId']}: "
        f"{found['message']} ({found['selector']})"
        for page in read
        for found in page["messages"]
    ]


def test_pages_are_valid_html(pages):
    assert validate(*(browser.BOOK / name for name in pages)) == []


def test_invalid_html_is_seen(tmp_path):
    page = tmp_path / "one.html"
    page.write_text('<!DOCTYPE html><html lang="en"><p><div></div></p></html>')
    assert any("close-order" in line for line in validate(page))
