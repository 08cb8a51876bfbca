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
    template = templates(Path(__file__).parent).get_template("exam.html")
    return template.render(body=Markup(clean(markdown2html(text))))
