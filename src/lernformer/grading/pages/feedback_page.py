"""Makes the page that a student gets back: nbgrader's feedback with our template.

The page names the tasks, links to the book, and says which answers still have to be
read and graded. It needs no other file. It can be read on a phone and in a light or
dark colour scheme. Nothing is drawn while we grade, so the course's own drawing cells
fail. The page leaves their errors out.
"""

import ast
import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbformat import NotebookNode
from nbgrader.api import Gradebook, SubmittedAssignment, SubmittedNotebook
from nbgrader.apps import api, generatefeedbackapp
from nbgrader.converters import generate_feedback
from nbgrader.preprocessors import GetGrades
from pygments.formatters import HtmlFormatter
from traitlets.config import Config

from lernformer import project_urls
from lernformer.checks.verdict import untranslated
from lernformer.grading.gradebook.engine import one_engine
from lernformer.grading.gradebook.safe_pages import Page
from lernformer.grading.judge.grading_record import RECORD
from lernformer.grading.sandbox.visible_files import UNDRAWN

PAGES = Path(__file__).parent
ASKS = re.compile(r"""\bcheck\(\s*["'](\w+)\.\w+["']""")
UNKNOWN = re.compile(r"NameError: name '(\w+)' is not defined")
STYLES = {"light": "default", "dark": "github-dark"}  # pygments'


class Grades(GetGrades):
    """Adds points, comments and whatever else the page needs to a graded notebook."""

    def preprocess(self, nb, resources):
        nb, resources = super().preprocess(nb, resources)
        wrong = nb.metadata.get(RECORD, {}).get("wrong", {})
        known = [cell.metadata.get("nbgrader") or {} for cell in nb.cells]
        resources["nbgrader"]["waits"] = sum(
            float(one.points) for one in known if one.get("waits")
        )
        for one in known:
            one["solved"] = one.get("grade_id") not in wrong
        with Gradebook(self.db_url) as book:
            mark = fingerprint(
                book.find_submission_notebook(
                    self.notebook_id, self.assignment_id, self.student_id
                )
            )
        resources["lernformer"] = {"style": style(), "mark": mark}
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
        match = ASKS.search(cell.source) if cell.cell_type == "code" else None
        known.book = project_urls.page(f"{match[1]}.html") if match else ""


def hushed(nb: NotebookNode) -> Iterator[NotebookNode]:
    """Yield the cells that failed only because nothing is drawn while grading.

    Either their own figure refused to draw, or they needed a name that such a cell
    would have defined. We never include answers or checks.
    """
    missing: set[str] = set()
    for cell in nb.cells:
        if cell.cell_type != "code" or cell.metadata.get("nbgrader"):
            continue
        errors = "\n".join(
            "\n".join(x.traceback) for x in cell.outputs if x.output_type == "error"
        )
        if UNDRAWN in errors or missing & {*UNKNOWN.findall(errors)}:
            missing |= _defined(cell.source)
            yield cell


def _defined(source: str) -> set[str]:
    """Return the names that code would have defined."""
    try:
        found = ast.walk(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {
        x.id for x in found if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)
    }


@cache
def style() -> str:
    """Return the page's style sheet, with colours for code in both schemes."""
    sheet = (PAGES / "feedback" / "page.css").read_text("utf-8")
    for scheme, name in STYLES.items():
        colours = HtmlFormatter(style=name, nobackground=True)
        rules = colours.get_style_defs(".highlight")
        sheet += f"@media (prefers-color-scheme: {scheme}) {{\n{rules}\n}}\n"
    return sheet


class FeedbackPage(Page):
    """An exporter that looks for templates in our folder first."""

    def __init__(self, config: Config | None = None, **options: Any):
        config = Config(config or {})
        theirs = config.HTMLExporter.get("extra_template_basedirs") or []
        ours = [str(PAGES), *theirs]
        config.FeedbackPage = Config(extra_template_basedirs=ours)
        super().__init__(config=config, **options)

    def from_notebook_node(self, nb, resources=None, **options):
        page, resources = super().from_notebook_node(nb, resources, **options)
        return untranslated(page), resources


def fingerprint(notebook: SubmittedNotebook) -> str:
    """Return a hash of a page's points, comments and still ungraded answers."""
    points = sorted(
        (x.name, x.score, x.max_score, bool(x.needs_manual_grade))
        for x in notebook.grades
    )
    comments = sorted((x.name, x.comment or "") for x in notebook.comments)
    known = repr((notebook.late_submission_penalty or 0.0, points, comments))
    return hashlib.sha256(known.encode()).hexdigest()[:16]


def is_old(work: SubmittedAssignment, graded: Path, pages: Path) -> bool:
    """Return True if one of a student's pages is missing or out of date."""
    for notebook in work.notebooks:
        page = pages / f"{notebook.name}.html"
        origin = graded / f"{notebook.name}.ipynb"
        if (
            not page.exists()
            or f'content="{fingerprint(notebook)}"' not in page.read_text("utf-8")
            or (origin.exists() and origin.stat().st_mtime > page.stat().st_mtime)
        ):
            return True
    return False


class GenerateFeedback(generate_feedback.GenerateFeedback):
    """Rewrites pages whose content has changed, which nbgrader doesn't do."""

    def convert_notebooks(self) -> None:
        with one_engine():
            super().convert_notebooks()

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        pages = Path(self._format_dest(assignment_id, student_id))
        left_out = student_id in self.coursedir.student_id_exclude.split(",")
        if not (left_out or self.force) and pages.is_dir():
            graded = Path(self._format_source(assignment_id, student_id))
            with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as book:
                work = book.find_submission(assignment_id, student_id)
                old = is_old(work, graded, pages)
            self.log.info("%s %s", "Updating" if old else "Unchanged:", pages)
            return old
        return super().init_destination(assignment_id, student_id)


def preprocessors() -> list[type]:
    return [Grades, CSSHTMLHeaderPreprocessor]


def install() -> None:
    """Make `nbgrader generate_feedback` and formgrader's button use these pages."""
    generate_feedback.HTMLExporter = FeedbackPage
    for module in (generatefeedbackapp, api):
        module.GenerateFeedback = GenerateFeedback
