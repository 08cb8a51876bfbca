"""A headless browser for the tests that look at built pages.

Typical: `with launch() as chromium, visit(chromium, url) as page: ...`, and at the
end `assert page.problems == []`.
"""

import contextlib
import functools
import gzip
import http.server
import itertools
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from extent import some
from playwright.sync_api import Error, expect, sync_playwright

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "_build" / "html"
# ms; a wait ends as soon as what it waits for is there. All tests with a browser have
# this limit, even on a busy machine.
PATIENCE = int(os.environ.get("PATIENCE", 600_000))
expect.set_options(timeout=PATIENCE)
PHONE, DESKTOP = 360, 1280  # pixels
WAYS = [*itertools.product(("light", "dark"), (DESKTOP, PHONE))]
HERE_ONLY = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium(playwright):
    """Path of a Chromium: $CHROMIUM, one on PATH, or Playwright's own; else skip."""
    candidates = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]
    candidates.append(playwright.chromium.executable_path)
    for candidate in candidates:
        if candidate and Path(candidate).exists():
            return candidate
    pytest.skip(
        "NO BROWSER: nothing looked at the built pages. Install chromium, or set "
        "CHROMIUM to the path of one."
    )


@functools.cache
def _trouble() -> str:
    """Why Playwright cannot start, for example because its driver lacks a library."""
    command = [sys.executable, "-m", "playwright", "--version"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.stderr.strip() if ran.returncode else ""


@contextlib.contextmanager
def launch():
    """A headless Chromium."""
    if _trouble():
        pytest.skip(f"NO BROWSER: Playwright does not start: {_trouble()}")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(playwright),
            timeout=PATIENCE,
            # Its own sandbox needs privileges that containers lack; all pages are ours.
            args=["--no-sandbox", f"--host-resolver-rules={HERE_ONLY}"],
        )
        yield chromium
        chromium.close()


def fresh(chromium, **options):
    """A context that shares nothing with others, but has the same timeout."""
    context = chromium.new_context(**options)
    context.set_default_timeout(PATIENCE)
    return context


@contextlib.contextmanager
def phone(chromium, url):
    """A page at `url`, loaded, on a phone that is touched."""
    screen = {"width": PHONE, "height": 740}
    options = {"viewport": screen, "has_touch": True, "is_mobile": True}
    with fresh(chromium, **options) as context:
        page = context.new_page()
        page.goto(url, wait_until="networkidle")
        yield page


@contextlib.contextmanager
def visit(chromium, url, *, width=1280, height=900, scheme="light"):
    """A page at `url`, loaded, in the "light" or "dark" theme.

    It may reach its own host only. `page.problems` collects, in words, every request
    to another host, failed request, console error and uncaught exception;
    `page.loaded` maps the address of each resource to its request, see `weight`.
    """
    context = fresh(
        chromium, viewport={"width": width, "height": height}, color_scheme=scheme
    )
    # What the theme's switch stores; if storing is denied, the system's scheme counts.
    context.add_init_script(
        f"try {{ localStorage.mode = localStorage.theme = {scheme!r} }} catch {{}}"
    )
    page = context.new_page()
    page.problems, page.loaded = [], {}
    home = urlsplit(url)[:2]

    def of_the_page(request):  # the page itself holds the bytes
        return request.url.startswith(("data:", "blob:"))

    def guard(request):
        if not of_the_page(request) and urlsplit(request.url)[:2] != home:
            page.problems.append(f"request to another host: {request.url}")

    def keep(request):
        if not of_the_page(request):
            page.loaded[request.url] = request

    page.on("request", guard)
    page.on("requestfinished", keep)
    page.on(
        "requestfailed",
        lambda request: page.problems.append(f"request failed: {request.url}"),
    )
    page.on(
        "console",
        lambda message: (
            message.type == "error" and page.problems.append(f"console: {message.text}")
        ),
    )
    page.on("pageerror", lambda error: page.problems.append(f"exception: {error}"))
    page.goto(url, wait_until="networkidle")
    page.wait_for_load_state()  # on a busy machine scripts may run later still
    yield page
    context.close()


def weight(page):
    """The bytes, gzipped, of each resource that a visited page has loaded."""
    found = {}
    for address, request in [*page.loaded.items()]:  # more may come
        with contextlib.suppress(Error):  # redirects have no body
            found[address] = len(gzip.compress(request.response().body()))
    return found


def in_ways(*kept):
    """Runs a test with each scheme and width; `make test` runs those ``kept``."""
    return pytest.mark.parametrize(("scheme", "width"), some(WAYS, kept))


def looks(chromium, url):
    """Yield the page at `url` in light and dark, on a screen and on a phone.

    Afterwards nothing may stick out, break a rule of accessibility or have gone wrong.
    """
    for scheme, width in WAYS:
        with visit(chromium, url, width=width, scheme=scheme) as page:
            yield page
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.problems == []


@contextlib.contextmanager
def serve(folder=BOOK):
    """The address of a loopback HTTP server for `folder`."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


KIND = "application/vnd.jupyter.widget"
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Figures</title>
<meta name="viewport" content="width=device-width"><script>{first}</script>
<script type="{kind}-state+json">{state}</script><script>{loader}</script>
<main><h1>Figures</h1>{views}</main></html>
"""


def write_page(path, *figures, first="", embed=json.dumps):
    """The address of a page that embeds figures as the book does, and runs no kernel.

    The script `first` runs before everything else; `embed` turns their state into text.
    """
    states = {f"{i}": {"state": figure.get_state()} for i, figure in enumerate(figures)}
    views = "".join(
        f'<script type="{KIND}-view+json">{json.dumps({"model_id": name})}</script>'
        for name in states
    )
    text = PAGE.format(
        first=first,
        kind=KIND,
        state=embed({"state": states}).replace("</", "<\\/"),
        loader=(ROOT / "book" / "_ext" / "widgets.js").read_text("utf-8"),
        views=views,
    )
    path.write_text(text, "utf-8")
    return path.as_uri()


def violations(page, within=None):
    """What axe-core finds on a page, as "rule: help: element", one line each.

    Args:
        page: the page to look at.
        within: a selector; everything outside it is ignored.
    """
    # anything still fading in has little contrast
    page.evaluate("""Promise.allSettled(document.getAnimations()
        .filter((a) => a.effect.getComputedTiming().iterations !== Infinity)
        .filter((a) => a.playState === "running")
        .map((a) => a.finished)).then(() => null)""")
    found = Axe().run(page, within).response["violations"]
    return [
        f"{rule['id']}: {rule['help']}: {node['target']} {node['html'][:200]}"
        for rule in found
        for node in rule["nodes"]
    ]


def build_book():
    """The folder of the built book; runs `make html` if the sources are newer."""
    sources = [ROOT / "_config.yml"]
    for folder in ("book", "src"):
        sources += [p for p in (ROOT / folder).rglob("*") if p.is_file()]
    newest = max(p.stat().st_mtime for p in sources if "__pycache__" not in p.parts)
    built = BOOK / "attention.html"
    if not built.exists() or built.stat().st_mtime < newest:
        subprocess.run(["make", "html"], cwd=ROOT, check=True)
        built.touch()  # Sphinx leaves an unchanged page alone
    return BOOK


@pytest.fixture(scope="module")
def book():
    return build_book()


@pytest.fixture(scope="module")
def chromium():
    with launch() as running:
        yield running


@pytest.fixture(scope="module")
def served(book):
    """The address of the built book on this machine."""
    with serve(book) as address:
        yield address


@pytest.fixture(scope="module")
def visited(request, chromium, served):
    """The page that a test module names as ``PAGE``, visited once for all its tests."""
    with visit(chromium, f"{served}/{request.module.PAGE}.html") as page:
        yield page
        assert page.problems == []


def readout(figure, label):
    """What a figure shows as the number with this label."""
    return figure.locator("dl > div", has_text=label).locator("b").inner_text()


def number(text):
    """A number as a figure writes it: "−1,024.5" or "30°"."""
    return float(text.replace("−", "-").replace(",", "").rstrip("°"))
