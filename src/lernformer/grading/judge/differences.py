"""Finds where a notebook differs from the package: in points, stubs or other text.

A notebook records the stubs that were handed out, and has a stamp (a hash of the text)
that stays the same while the student works. The package knows its own tasks and the
stamps of the notebooks that belong to it.
"""

import ast
import contextlib
from collections.abc import Mapping
from typing import Any

from lernformer import checks, project_urls
from lernformer.grading.assignment.marker import DEALT, LEFT, SOLUTION
from lernformer.grading.assignment.stamp import STAMP
from lernformer.grading.assignment.stub import names, stub
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.submission import Unreadable, parsed


def stamp_of(content: bytes) -> str:
    """Return the stamp in a notebook file, or "" if it has none or cannot be read."""
    try:
        found = parsed(content)["metadata"]["lernformer"][STAMP]
    except (Unreadable, LookupError, TypeError):
        return ""
    return found if isinstance(found, str) else ""


def stubs_of(notebook: Mapping[str, Any]) -> dict[str, str]:
    """Return the stubs recorded in a notebook, keyed by the answer's name."""
    found = {}
    for cell in notebook["cells"]:
        with contextlib.suppress(LookupError, TypeError):  # no stub is recorded
            about = cell["metadata"]
            found[about["nbgrader"]["grade_id"]] = about["lernformer"]["stub"]
    return found


def differences(
    exercise: Exercise, stubs: Mapping[str, str], stamped: str = ""
) -> list[str]:
    """Return descriptions of how the package differs from a notebook.

    ``stubs`` contains the notebook's stubs, keyed by answer. ``stamped`` is its stamp.
    """
    found = []
    for name, question in exercise.questions.items():
        task = checks.task(question.task)
        if (here := exercise.cells[name].points) != task.points:
            found += [f"{question.name}: {here:g} points here, {task.points:g} there"]
        given = stubs.get(question.name)
        if given is not None and given.strip() != _stub(question.task, given).strip():
            found += [f"{question.name}: its stub is different there"]
    known = project_urls.exercise(exercise.name)
    if not found and stamped and known and stamped != known:
        found += ["its text around the tasks is different there"]
    return found


def _stub(task_id: str, given: str) -> str:
    """Return the package's stub for a task, with the helpers that ``given`` has."""
    name = task_id.partition(".")[2]
    if checks.task(task_id).bugs:
        return f'{DEALT}\n{name} = deal("{task_id}")'
    shown: list[str] = []
    left: list[str] = []
    try:
        for node in ast.parse(given).body:
            text = ast.get_source_segment(given, node) or ""
            found = left if "# YOUR CODE HERE" in text else shown
            found += [x for x in names(node) if x != name]
        return SOLUTION.sub(LEFT, stub(task_id, left, shown))
    except (SyntaxError, ValueError):
        return ""
