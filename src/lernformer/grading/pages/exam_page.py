"""An exam as a page to print, each variant and each key on its own paper."""

from pathlib import Path

from markupsafe import Markup
from nbconvert.filters import markdown2html

from lernformer.grading.gradebook.exporter import clean
from lernformer.grading.gradebook.templates import templates


def page(text: str) -> str:
    """Return the HTML of an exam.

    Args:
        text: its Markdown, as drawn or as an instructor has edited it. Nothing in it
            can run or load.
    """
    here = Path(__file__).parent
    style = Markup((here / "page.css").read_text("utf-8"))
    body = Markup(clean(markdown2html(text)))
    return templates(here).get_template("exam.html").render(style=style, body=body)
