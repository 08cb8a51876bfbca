"""Slides for the lecture, one deck per chapter: `make slides`.

Write a deck in `book/slides/<chapter>.md`. Every heading starts a slide. The text is
Markdown, and a paragraph can also name something to take from the chapter's built page:

    {show} fig-stepper            a figure, with its controls
    {show} eq-attention           a formula
    {show} #sec-masks ~ div table the first thing that this CSS selector finds
    {ask} All scores of a query   the question whose text contains these words

Numbers come from the page, too: ``{glue:text}`exact_scaled` `` reads as in the book.
So slides contain no copies, and a deck that names something its chapter no longer has
is refused.
"""

import html
import json
import re
import sys
from importlib import import_module
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from markdown_it import MarkdownIt

from lernformer import CHAPTERS, atomic

ROOT = Path(__file__).resolve().parents[1]
DECKS = ROOT / "book" / "slides"
BUILT = ROOT / "_build" / "html"
NUMBERS = ROOT / "_build" / "jupyter_execute"  # where MyST-NB stores glued values
LARGEST = 20  # the most slides
SCREEN = {"width": 1280, "height": 720}
SELECTORS = {"fig": "figure#{}", "eq": "#equation-{}"}
GLUED = re.compile(r"\{glue:text\}`([\w-]+)`")
# Parts of the page around a figure or a question.
LEFT_OUT = ".headerlink, .eqno, figcaption, .copybtn"
PAGE = """\
<!DOCTYPE html>
<html lang="en" data-theme="light" data-mode="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: slides</title>
<link rel="icon" href="../_static/favicon.svg">
<link rel="stylesheet" href="../_static/styles.css">
<style>{style}</style>
{scripts}
<script>{script}</script>
</head>
<body><main class="bd-article">
{slides}
</main></body>
</html>
"""


class Chapter:
    """A built page that slides show parts of.

    Args:
        slug: the chapter's slug.
        page: the page's HTML.
        numbers: the texts that the page has glued, by name.
    """

    def __init__(self, slug: str, page: str, numbers: dict[str, str]):
        self.slug, self.numbers = slug, numbers
        self.page = BeautifulSoup(page, "lxml")

    def glued(self, text: str) -> str:
        """Return the text with its numbers.

        Raises:
            ValueError: if the page has no number with that name.
        """
        if unknown := {*GLUED.findall(text)} - {*self.numbers}:
            raise ValueError(f"{self.slug}.md glues no {', '.join(sorted(unknown))}")
        return GLUED.sub(lambda match: self.numbers[match[1]], text)

    def part(self, name: str) -> Tag:
        """Return what `{show}` names.

        Raises:
            ValueError: if the page doesn't contain it.
        """
        selector = SELECTORS.get(name.partition("-")[0], name).format(name)
        return self._for_a_slide(self.page.select_one(selector), name)

    def question(self, words: str) -> Tag:
        """Return the question that `{ask}` identifies by some of its words.

        Raises:
            ValueError: if the page doesn't ask it.
        """
        found = (
            one
            for one in self.page.select(".practice:not(.recall)")
            if words in " ".join(one.get_text().split())
        )
        item = self._for_a_slide(next(found, None), words)
        if "data-guess" in item.attrs:  # in a deck, the figure has its own slide
            data = json.loads(item["data-guess"]) | {"opens": ""}
            item["data-guess"] = json.dumps(data)
        return item

    def scripts(self) -> str:
        """Return the scripts that draw the page's figures and ask its questions."""
        kept = [
            one
            for one in self.page.head.find_all("script")
            if one.string and not one.get("src") and not one.get("data-cfasync")
        ]
        # Figures have addresses relative to the page; a deck is one folder deeper.
        return re.sub(
            r'(?<=")(?=[\w/-]+\.(?:html|js)\b)', "../", "\n".join(map(str, kept))
        )

    def _for_a_slide(self, found: Tag | None, name: str) -> Tag:
        if found is None:
            raise ValueError(f"the page of {self.slug} has no {name!r}")
        for extra in found.select(LEFT_OUT):
            extra.decompose()
        for link in found.select("a[href]"):
            page = f"{self.slug}.html" if link["href"].startswith("#") else ""
            if not re.match(r"\w+:", link["href"]):
                link["href"] = f"../{page}{link['href']}"
        return found


def deck(chapter: Chapter, text: str) -> str:
    """Return a deck as an HTML page.

    Raises:
        ValueError: if it has too many slides, or names what the chapter lacks.
    """
    parts = re.split(r"^(?=#{1,2} )", chapter.glued(text), flags=re.M)[1:]
    if len(parts) > LARGEST:
        raise ValueError(f"{len(parts)} slides for {chapter.slug}, at most {LARGEST}")
    slides = [
        f'<section id="s{i}" tabindex="-1" aria-label="Slide {i} of {len(parts)}">\n'
        f'{slide(chapter, part)}\n<p class="at">{i} / {len(parts)}</p></section>'
        for i, part in enumerate(parts, 1)
    ]
    return PAGE.format(
        title=html.escape(text.split("\n")[0].removeprefix("# ")),
        style=(DECKS / "slides.css").read_text("utf-8"),
        script=(DECKS / "slides.js").read_text("utf-8"),
        scripts=chapter.scripts(),
        slides="\n".join(slides),
    )


def slide(chapter: Chapter, text: str) -> str:
    """Return a slide: a heading, and everything that the deck puts below it."""
    heading, _, rest = text.partition("\n")
    render = MarkdownIt().render
    body = ""
    for block in filter(None, re.split(r"\n\s*\n", rest.strip())):
        kind, _, name = block.partition(" ")
        if kind in ("{show}", "{ask}"):
            find = chapter.part if kind == "{show}" else chapter.question
            body += str(find(" ".join(name.split())))
        else:
            body += render(block)
    return f'{render(heading)}<div class="fit">{body}</div>'


def chapter(slug: str) -> Chapter:
    """Return a chapter as `make html` built it."""
    kept = json.loads((NUMBERS / f"{slug}.glue.json").read_text("utf-8"))
    numbers = {
        name: one["data"]["text/plain"].strip("'\"") for name, one in kept.items()
    }
    return Chapter(slug, (BUILT / f"{slug}.html").read_text("utf-8"), numbers)


def write(folder: Path = BUILT / "slides") -> list[Path]:
    """Write all decks, and return their paths."""
    folder.mkdir(exist_ok=True)
    written = []
    for slug in CHAPTERS:
        text = (DECKS / f"{slug}.md").read_text("utf-8")
        written.append(folder / f"{slug}.html")
        atomic.write(written[-1], deck(chapter(slug), text))
    return written


def print_decks(decks: list[Path]) -> bool:
    """Write a PDF next to each deck, if there is a browser."""
    sys.path.insert(0, str(ROOT / "book"))
    pdf = import_module("_ext.pdf")
    browser = pdf.find_browser()
    if browser:
        targets = {one: one.with_suffix(".pdf") for one in decks}
        pdf.print_pages(browser, targets, screen=SCREEN)
    return bool(browser)


def main() -> None:
    decks = write()
    print(f"{len(decks)} decks of slides are in {decks[0].parent}.")
    if "--pdf" in sys.argv[1:] and not print_decks(decks):
        print("There are no PDFs, because there is no Chromium to print them.")


if __name__ == "__main__":
    main()
