"""Turns an exam into a page to print, with each variant and key on its own paper."""

from pathlib import Path

from markupsafe import Markup
from nbconvert.filters import markdown2html

from lernformer.grading.gradebook.exporter import clean
from lernformer.grading.gradebook.templates import templates


def page(text: str) -> str:
    """Return the HTML of an exam.

    Args:
        text: the exam's Markdown, as drawn or as edited by an instructor. Nothing in it
            can run or load.
    """
    here = Path(__file__).parent
    style = Markup((here / "page.css").read_text("utf-8"))
    body = Markup(clean(markdown2html(text)))
    return templates(here).get_template("exam.html").render(style=style, body=body)
