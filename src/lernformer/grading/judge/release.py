"""An exercise as the instructor released it. Submissions are graded against it."""

import ast
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nbformat import NotebookNode

from lernformer.grading.assignment.marker import CHECK_OWN_CODE

if TYPE_CHECKING:
    from nbgrader.api import Gradebook, Notebook


@dataclass(frozen=True)
class Cell:
    """A notebook cell that nbgrader tracks by its ``grade_id``."""

    name: str
    kind: str  # "code" or "markdown"
    source: str  # the cell's source as released
    checksum: str  # nbgrader's checksum, which shows whether an answer is untouched
    locked: bool
    # the points that the cell is worth; ``None`` if it is not graded
    points: float | None
    solution: bool  # whether the cell contains a student's answer


@dataclass(frozen=True)
class Question:
    """What a check cell checks: whether ``name`` is a right answer to ``task``."""

    task: str
    name: str


@dataclass(frozen=True)
class Exercise:
    """A released exercise notebook."""

    name: str
    # the cells that nbgrader tracks, keyed by name, in notebook order
    cells: dict[str, Cell]
    # the question of each check cell, keyed by the cell's name
    questions: dict[str, Question]
    kernelspec: dict[str, str]
    # the name of the cell that asks about students' own code; "" if none
    own_code: str = ""

    @property
    def plain(self) -> bool:
        """True if the exercise uses none of the course's checks."""
        return not self.questions

    @property
    def slug(self) -> str:
        """The slug of the chapter that the tasks belong to."""
        return next(iter(self.questions.values())).task.split(".")[0]


def released(gradebook: "Gradebook", assignment: str, name: str) -> Exercise:
    """Return the exercise that the gradebook stores as the notebook ``name``.

    Raises:
        ValueError: if it contains graded code that our judge can't handle.
    """
    notebook = gradebook.find_notebook(name, assignment)
    cells = cells_of(notebook)
    return exercise_of(name, cells, json.loads(notebook.kernelspec or "{}"))


def cells_of(notebook: "Notebook") -> dict[str, Cell]:
    """Return the cells of a notebook in the gradebook, keyed by name."""
    points = {cell.name: float(cell.max_score) for cell in notebook.grade_cells}
    solutions = {cell.name for cell in notebook.solution_cells}
    return {
        cell.name: Cell(
            cell.name,
            cell.cell_type,
            cell.source,
            cell.checksum,
            bool(cell.locked),
            points.get(cell.name),
            cell.name in solutions,
        )
        for cell in notebook.source_cells
    }


def found_in(notebook: NotebookNode, name: str) -> Exercise:
    """Return the exercise that a notebook contains.

    Raises:
        ValueError: if it is not an exercise.
    """
    cells = {}
    for cell in notebook.cells:
        if (about := cell.metadata.get("nbgrader")) and about.get("grade_id"):
            if about.get("task"):
                raise ValueError(
                    f"{about['grade_id']!r} is a *manually graded task*, which has no "
                    "cell for the answer; make it a *manually graded answer*"
                )
            graded, answered = about.get("grade", False), about.get("solution", False)
            cells[about["grade_id"]] = Cell(
                about["grade_id"],
                cell.cell_type,
                cell.source,
                about.get("checksum", ""),
                about.get("locked", False),
                float(about.get("points", 0)) if graded else None,
                answered,
            )
    return exercise_of(name, cells, dict(notebook.metadata.get("kernelspec", {})))


def exercise_of(name: str, cells: dict[str, Cell], kernelspec: dict) -> Exercise:
    graded = [c for c in cells.values() if c.points is not None and c.kind == "code"]
    if not any(map(_calls, graded)):
        return Exercise(name, cells, {}, kernelspec)
    own_code = next((x.name for x in graded if x.name == CHECK_OWN_CODE), "")
    questions = {x.name: question_of(x) for x in graded if x.name != own_code}
    slugs = sorted({question.task.split(".")[0] for question in questions.values()})
    if len(slugs) != 1:
        raise ValueError(
            f"{name} must use tasks from one chapter; it uses {', '.join(slugs)}"
        )
    return Exercise(name, cells, questions, kernelspec, own_code)


def _calls(cell: Cell) -> list[ast.Call]:
    """Return the ``check("…", …)`` calls in a cell's source."""
    try:
        tree = ast.parse(cell.source)
    except (SyntaxError, ValueError):  # such as a line that only IPython understands
        return []
    return [
        call
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "check"
        and call.args
        and isinstance(call.args[0], ast.Constant)
    ]


def question_of(cell: Cell) -> Question:
    """Return the task and the answer in a cell's ``check("chapter.task", name)`` call.

    Raises:
        ValueError: if the cell checks no answer, several answers or an unknown task.
    """
    from lernformer import checks  # loads torch; most nbgrader commands don't need it

    questions = {
        Question(str(call.args[0].value), call.args[1].id)
        for call in _calls(cell)
        if len(call.args) >= 2
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[1], ast.Name)
    }
    if len(questions) != 1:
        raise ValueError(
            f"the graded cell {cell.name!r} must ask one task, as in "
            f'check("attention.softmax", softmax); it asks {len(questions)}'
        )
    question = questions.pop()
    checks.task(question.task)
    return question
