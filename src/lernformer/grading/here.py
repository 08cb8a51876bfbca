"""One's own notebook, graded in this process: for systems that cannot fork.

No wall and no limits: whoever wrote the code runs it. What it says of an answer is what
`check` says in the notebook.
"""

import contextlib
import os
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from lernformer import checks
from lernformer.checks.verdict import Verdict
from lernformer.grading.release import Exercise, found_in


@dataclass
class Checked:
    """What was found, by check cell: verdicts, and points."""

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)


def checked_here(path: Path) -> tuple[Exercise, Checked]:
    """Run a notebook's cells one by one, and check each answer where its check stands.

    Raises:
        ValueError: if it is no exercise.
    """
    notebook = nbformat.reads(path.read_text("utf-8"), as_version=4)
    exercise, checked = found_in(notebook, path.stem), Checked()
    if exercise.plain:
        raise ValueError("it asks no check of this course")
    os.environ.setdefault("MPLBACKEND", "agg")
    shell = InteractiveShell()
    with contextlib.chdir(path.parent):
        for cell in notebook.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if question := exercise.questions.get(name):
                answer = shell.user_ns.get(question.name)
                verdict = checks.run(question.task, answer)
                points = exercise.cells[name].points or 0.0
                checked.verdicts[name] = verdict
                checked.scores[name] = round(points * verdict.score, 4)
            elif cell.cell_type == "code":
                with capture_output():  # an error in one cell leaves the others
                    shell.run_cell(cell.source, store_history=False)
    return exercise, checked
