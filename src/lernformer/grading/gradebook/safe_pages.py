"""Ensures that nbgrader's pages of graded notebooks neither load nor run anything.

The Markdown renderer turns a student's prose into HTML, and nh3 removes everything that
could run or load something. If nh3 misses something, the page's policy still stops it:
the page may load nothing from other places, and run no script except the inline script
that typesets formulas. See Content Security Policy level 3,
https://www.w3.org/TR/CSP3/.
"""

import base64
import hashlib
import html
import importlib.util
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import nh3
from jinja2 import Environment, pass_context
from markupsafe import Markup
from nbconvert.exporters import HTMLExporter
from nbgrader.converters import generate_feedback

from lernformer.grading.sandbox.killable import TookTooLong, in_child

TAGS = frozenset({
    "a", "abbr", "b", "blockquote", "br", "code", "dd", "del", "details", "div", "dl",
    "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "kbd", "li", "ol",
    "p", "pre", "s", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td",
    "th", "thead", "tr", "ul",
})  # fmt: skip
ATTRIBUTES = {"align", "alt", "class", "id", "start", "title"}
PICTURES = ("data:image/png;", "data:image/jpeg;", "data:image/gif;")
FORMGRADER = "nbgrader.server_extensions.formgrader.formgrader"
# The part of nbconvert's template that loads MathJax from a different host.
MATHJAX = "<!-- Load mathjax -->", "<!-- End of mathjax configuration -->"

FEEDBACK = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
FEEDBACK += "base-uri 'none'; form-action 'none'; script-src {}"
# This page has buttons, and its scripts come from the instructor's own server.
FORMGRADE = "default-src 'self'; style-src 'self' 'unsafe-inline'; "
FORMGRADE += "img-src 'self' data:; script-src 'self' 'unsafe-inline' 'unsafe-eval'"

# With these characters, a student's name could become an HTML element or attribute, or
# end a string. We leave all others alone, because formgrader's scripts look up names
# like "O'Neil" exactly as they are written.
MARKS = str.maketrans({"<": "&lt;", ">": "&gt;", '"': "&#34;", "\\": "&#92;"})

OURS = {"feedback": FEEDBACK, "formgrade": FORMGRADE}  # nbgrader's templates

LONG, VERY_LONG = 10_000, 50_000  # characters in a text and in a page; ours have fewer
PATIENCE = 5  # seconds of CPU time; a page of the course takes half a second
PLAIN = str | int | float | None | dict | list
T = TypeVar("T")

SET_FORMULAS = Path(__file__).with_name("formulas.js")


def clean(page: str) -> str:
    """Return HTML made from Markdown without anything that could run or load."""
    return nh3.clean(
        page,
        tags=TAGS,
        attributes={"*": ATTRIBUTES, "a": {"href"}, "img": {"src"}},
        attribute_filter=_permitted,
        url_schemes={"http", "https", "mailto", "data"},
        link_rel=None,
    )


def in_time(texts: list[str], show: Callable[[], T], plain: Callable[[], T]) -> T:
    """Return the result of ``show``, or that of ``plain`` if it takes too long.

    We need this because some Markdown or code can keep a renderer busy for hours. Long
    texts are rendered in a child process, so their result must be a plain value.
    """
    sizes = [len(text) for text in texts]
    if max(sizes, default=0) <= LONG and sum(sizes) <= VERY_LONG:
        return show()
    try:
        return in_child(show, PATIENCE)
    except TookTooLong:
        return plain()


def plain(text: str, *_: object, **__: object) -> str:
    """Return a text as it was written, as preformatted HTML."""
    # `submission.harmless` has already written "&lt;" in it
    return f"<pre>{html.escape(text)}</pre>".replace("&amp;lt;", "&lt;")


def _permitted(tag: str, name: str, value: str) -> str | None:
    if (tag, name) == ("img", "src"):
        return value if value.startswith(PICTURES) else None
    if (tag, name) == ("a", "href"):
        return None if value.lstrip().lower().startswith("data:") else value
    return value


@cache
def formulas() -> str:
    """Return KaTeX from the book's renderer, or "" if that isn't installed."""
    found = importlib.util.find_spec("sphinxcontrib")
    for folder in found.submodule_search_locations or () if found else ():
        parts = [Path(folder, name) for name in ("katex.min.js", "auto-render.min.js")]
        if all(part.exists() for part in parts):
            texts = [part.read_text("utf-8") for part in (*parts, SET_FORMULAS)]
            # Hide any module loader, because the scripts would register with it.
            return "\n".join(["{let define, module, exports;", *texts, "}"])
    return ""


class Page(HTMLExporter):
    """nbconvert's exporter, which behaves differently only for nbgrader's templates."""

    plainly = False

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        if self.template_name not in OURS:
            return super().markdown2html(context, source)
        if self.plainly:
            return plain(source)
        # `submission.harmless` wrote "&lt;", which formulas and code escape again
        made = clean(super().markdown2html(context, source))
        return made.replace("&amp;lt;", "&lt;")

    def from_notebook_node(self, nb, resources=None, **kw):
        make = super().from_notebook_node
        if self.template_name not in OURS:
            return make(nb, resources, **kw)
        # Formgrader's template writes names and paths without escaping them.
        for name, word in (resources or {}).items():
            if isinstance(word, str):
                resources[name] = word.translate(MARKS)

        def make_plain():
            self.plainly, self.filters = True, {"highlight_code": plain}
            return make(nb, resources, **kw)

        texts = [cell.source for cell in nb.cells]

        def make_whole():
            made, known = make(nb, resources, **kw)
            return made, {x: y for x, y in known.items() if isinstance(y, PLAIN)}

        made, found = in_time(texts, make_whole, make_plain)
        resources = {**(resources or {}), **found}
        return _closed(made, OURS[self.template_name]), resources


def _word(word: Any) -> Any:
    """Escape what formgrader's templates write into a page or a script's string."""
    return Markup(word.translate(MARKS)) if isinstance(word, str) else word


def source_of(script: str) -> str:
    """Return the expression that permits an inline script in a page's policy."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _closed(page: str, policy: str) -> str:
    """Return the page with its policy, and with a local script for formulas."""
    before, _, rest = page.partition(MATHJAX[0])
    _, _, after = rest.partition(MATHJAX[1])
    if not after:
        before, after = page, ""
    script = formulas() if "$" in after or "\\(" in after else ""
    policy = policy.format(source_of(script) if script else "'none'")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}"/>'
    head, tag, body = before.partition("<head>")
    script = script and f"<script>{script}</script>"
    return f"{head}{tag}{meta}{body}{script}{after}"


def install() -> None:
    """Make nbgrader's feedback, and formgrader if it is running, use these pages."""
    generate_feedback.HTMLExporter = Page
    if FORMGRADER in sys.modules:
        module = vars(sys.modules[FORMGRADER])
        module["HTMLExporter"] = Page
        module["Environment"] = partial(Environment, autoescape=True, finalize=_word)
