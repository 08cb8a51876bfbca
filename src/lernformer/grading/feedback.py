"""The page that a student gets back: nbgrader's feedback, with a template of ours.

It names the tasks, says of what nobody has read that it is not graded yet, leads into
the book, fits a phone and both colour schemes, and needs no other file. Errors of the
course's own cells, which draw and while grading cannot, are no news to a student.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbformat import NotebookNode
from nbgrader.converters import generate_feedback
from nbgrader.preprocessors import GetGrades
from pygments.formatters import HtmlFormatter
from traitlets.config import Config

from lernformer import about
from lernformer.grading.exporter import Page
from lernformer.grading.records import RECORD
from lernformer.grading.view import UNDRAWN

PAGES = Path(__file__).with_name("pages")
ASKS = re.compile(r"""\bcheck\(\s*["'](\w+)\.\w+["']""")
UNKNOWN = re.compile(r"NameError: name '(\w+)' is not defined")
STYLES = {"light": "default", "dark": "github-dark"}  # pygments'


class Grades(GetGrades):
    """Enters points and comments into a graded notebook, and what the page asks for."""

    def preprocess(self, nb, resources):
        nb, resources = super().preprocess(nb, resources)
        wrong = nb.metadata.get(RECORD, {}).get("wrong", {})
        known = [cell.metadata.get("nbgrader") or {} for cell in nb.cells]
        resources["nbgrader"]["waits"] = sum(
            float(one.points) for one in known if one.get("waits")
        )
        for one in known:
            one["solved"] = one.get("grade_id") not in wrong
        resources["lernformer"] = {"style": style()}
        for cell in hushed(nb):
            cell.outputs = [x for x in cell.outputs if x.output_type != "error"]
        return nb, resources

    def _get_score(self, cell: NotebookNode, resources: Any) -> None:
        super()._get_score(cell, resources)
        known = cell.metadata.nbgrader
        grade = self.gradebook.find_grade(
            known.grade_id, self.notebook_id, self.assignment_id, self.student_id
        )
        known.waits = bool(grade.needs_manual_grade)
        known.title = known.grade_id.removeprefix("check_")
        asked = ASKS.search(cell.source) if cell.cell_type == "code" else None
        known.book = about.page(f"{asked[1]}.html") if asked else ""


def hushed(nb: NotebookNode) -> Iterator[NotebookNode]:
    """Cells that failed only because nothing is drawn while grading.

    Those that a figure refused, and those that then missed what these define. Answers
    and checks are none of them.
    """
    missing: set[str] = set()
    for cell in nb.cells:
        if cell.cell_type != "code" or cell.metadata.get("nbgrader"):
            continue
        told = "\n".join(
            "\n".join(x.traceback) for x in cell.outputs if x.output_type == "error"
        )
        if UNDRAWN in told or missing & {*UNKNOWN.findall(told)}:
            missing |= _defined(cell.source)
            yield cell


def _defined(source: str) -> set[str]:
    """The names that code would have defined."""
    try:
        found = ast.walk(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {
        x.id for x in found if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)
    }


@cache
def style() -> str:
    """The page's style sheet, with the colours of code in both schemes."""
    sheet = (PAGES / "feedback" / "page.css").read_text("utf-8")
    for scheme, name in STYLES.items():
        colours = HtmlFormatter(style=name, nobackground=True)
        rules = colours.get_style_defs(".highlight")
        sheet += f"@media (prefers-color-scheme: {scheme}) {{\n{rules}\n}}\n"
    return sheet


class FeedbackPage(Page):
    """The exporter, which looks for templates in our folder first."""

    def __init__(self, config: Config | None = None, **options: Any):
        config = Config(config or {})
        theirs = config.HTMLExporter.get("extra_template_basedirs") or []
        ours = [str(PAGES), *theirs]
        config.FeedbackPage = Config(extra_template_basedirs=ours)
        super().__init__(config=config, **options)


def preprocessors() -> list[type]:
    return [Grades, CSSHTMLHeaderPreprocessor]


def install() -> None:
    """Let `nbgrader generate_feedback` and formgrader's button make such pages."""
    generate_feedback.HTMLExporter = FeedbackPage
