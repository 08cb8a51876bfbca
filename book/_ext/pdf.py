"""Makes one PDF of the whole book. A browser prints each page, and we join the results.

Without a browser, there is no PDF and no link to one. `.ci/setup browser` installs a
browser. Pages that haven't changed aren't printed again.
"""

import hashlib
import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright
from pypdf import PdfWriter
from sphinx.util import logging

from lernformer import atomic

NAME = "lernformer.pdf"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PAPER = {
    "format": "A4",
    "margin": dict.fromkeys(("top", "bottom"), "18mm")
    | dict.fromkeys(("left", "right"), "16mm"),
    "print_background": True,
}
PATIENCE = 600_000  # milliseconds that a page has to load, even on a busy machine
logger = logging.getLogger(__name__)


def find_browser() -> str | None:
    """Return Chromium's path, from $CHROMIUM or PATH; none if $CHROMIUM is empty."""
    if os.environ.get("CHROMIUM") == "":
        return None
    candidates = [os.environ.get("CHROMIUM"), *map(shutil.which, BROWSERS)]
    return next((path for path in candidates if path and Path(path).exists()), None)


def add_tag(app):
    if find_browser():
        app.tags.add("pdf")  # where this tag is set, index.md links to the PDF


def print_book(app, exception):
    browser = find_browser()
    if exception or app.builder.name != "html" or not browser:
        return
    out = Path(app.outdir)
    names = [app.config.root_doc, *app.env.toctree_includes[app.config.root_doc]]
    pages = {name: out / f"{name}.html" for name in names}
    kept = out.parent / "pdf"
    kept.mkdir(exist_ok=True)
    printed = {
        name: kept / f"{name}-{fingerprint(path, out)}.pdf"
        for name, path in pages.items()
    }
    missing = [name for name in names if not printed[name].exists()]
    if missing:
        print_pages(browser, {pages[name]: printed[name] for name in missing})
    for old in set(kept.glob("*.pdf")) - set(printed.values()):
        old.unlink()
    if missing or not (out / NAME).exists():
        join(app, printed, out / NAME)


def fingerprint(page: Path, out: Path) -> str:
    """Return a fingerprint of a page and of the styles that it uses."""
    digest = hashlib.sha256(page.read_bytes())
    digest.update((out / "_static" / "book.css").read_bytes())
    return digest.hexdigest()[:12]


def print_pages(browser: str, targets: dict[Path, Path], screen=None) -> None:
    """Print pages on A4 paper, or on sheets the size of a screen."""
    paper = {**screen, "print_background": True} if screen else PAPER
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            # The sandbox needs privileges that containers lack, and we trust our pages.
            executable_path=browser,
            args=["--no-sandbox"],
        )
        for page, target in targets.items():
            tab = chromium.new_page(color_scheme="light", viewport=screen)
            tab.goto(page.as_uri(), wait_until="networkidle", timeout=PATIENCE)
            with atomic.writing(target) as part:
                tab.pdf(path=part, **paper)
            tab.close()
        chromium.close()


def join(app, printed: dict[str, Path], target: Path) -> None:
    """Join the pages into one file, with a bookmark for each."""
    book = PdfWriter()
    for name, path in printed.items():
        book.append(path, outline_item=app.env.titles[name].astext())
    book.add_metadata({"/Title": app.config.html_title, "/Author": app.config.author})
    with atomic.writing(target) as part, part.open("wb") as file:
        book.write(file)
    logger.info("The book as PDF: %s, %d pages", target.name, len(book.pages))


def setup(app):
    app.connect("builder-inited", add_tag)
    # This comes after the extensions that decide what the pages load.
    app.connect("build-finished", print_book, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
