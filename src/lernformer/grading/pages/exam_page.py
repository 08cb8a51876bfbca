"""Turns an exam into a printable page, with each variant and key on its own sheet."""

from pathlib import Path

from markupsafe import Markup
from nbconvert.filters import markdown2html

from lernformer.grading.gradebook.exporter import clean
from lernformer.grading.gradebook.templates import templates


def page(text: str) -> str:
    """Return the HTML of an exam.

    Args:
        text: the exam's Markdown, as drawn or as edited by an instructor. Anything in
            it that could run or load something is removed.
    """
    here = Path(__file__).parent
    style = Markup((here / "page.css").read_text("utf-8"))
    body = Markup(clean(markdown2html(text)))
    return templates(here).get_template("exam.html").render(style=style, body=body)
