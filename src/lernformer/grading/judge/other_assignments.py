"""Grades instructors' own assignments, which don't use the course's checks.

As in nbgrader, a graded cell earns its points if it runs without an error. If its last
line evaluates to a number, the cell earns that many points instead. Everything runs in
the sandbox, and the grader reads only the cells' outputs. However, the assertions run
in the student's process, so a student's code can forge their results. Only the course's
own checks are judged from outside.
"""

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbconvert.preprocessors import CellExecutionError
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute
from nbgrader.utils import determine_grade, find_all_files, is_grade
from traitlets.config import Configurable

from lernformer.grading.judge import outputs
from lernformer.grading.judge.grading_record import RECORD, Graded, record
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.submission import Unreadable, opened
from lernformer.grading.sandbox.provisioner import FILES
from lernformer.grading.sandbox.removal import remove

ENDED = "the notebook's process ended before this cell: {}"


def grade(
    content: bytes | Unreadable, exercise: Exercise, parent: Configurable, beside: Path
) -> Graded:
    """Grade a submitted file, and return its graded notebook and scores.

    The configuration of ``parent`` says how nbgrader runs a notebook. The notebook can
    read the other files in the folder ``beside``, where the assignment's solution is.
    """
    start, scores = time.monotonic(), {}
    notebook, notes, unreadable = opened(content, exercise)
    ended = unreadable or _run(notebook, parent, beside)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
            if is_grade(cell) and not cell.metadata.nbgrader.solution:
                scores[name] = _score(cell, ended)
            else:
                outputs.keep(cell)
    seconds = time.monotonic() - start
    if ended and not notes:
        notes = [ended]
    notebook.cells.insert(0, outputs.noted(notes))
    notebook.metadata[RECORD] = record(content, seconds, notes, {})
    return Graded(notebook, scores, seconds)


def require(exercise: Exercise, solution: Path, parent: Configurable) -> None:
    """Check that the assignment's own solution, if there is one, earns all points.

    Raises:
        ValueError: if it does not; the message names the cells and their points.
    """
    if not solution.exists():
        return
    graded = grade(solution.read_bytes(), exercise, parent, solution.parent)
    wrong = [
        f"{name} {score:g} instead of {exercise.cells[name].points:g}"
        for name, score in graded.scores.items()
        if score != exercise.cells[name].points
    ]
    if wrong:
        raise ValueError(
            f"{solution} does not get the points it should, so students would not "
            f"either: {'; '.join(wrong)}. If the solution was changed, first run "
            "`nbgrader generate_assignment`. Cells run in the sandbox, which has no "
            "network and only the files of the assignment's own folder."
        )


def _run(notebook: NotebookNode, parent: Configurable, beside: Path) -> str:
    """Run a notebook's cells. Return why they did not finish, or "" if they did."""
    with _files(beside) as folder:
        execute = Execute(parent=parent)
        execute.record_timing = False
        try:
            execute.preprocess(notebook, {"metadata": {"path": str(folder)}})
        except (CellExecutionError, RuntimeError, TimeoutError) as error:
            return str(error).splitlines()[0][:200]
    return ""


@contextlib.contextmanager
def _files(beside: Path) -> Iterator[Path]:
    """Provide a notebook with its own copy of the files next to the solution."""
    folder = Path(tempfile.mkdtemp(prefix=FILES))
    try:
        for name in find_all_files(str(beside), ["*.ipynb", "*.py", ".*"]):
            place = folder / Path(name).relative_to(beside)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(name, place)
        yield folder
    finally:
        remove(folder)


def _score(cell: NotebookNode, ended: str) -> float:
    """Return the points that a graded cell earns, and update the cell's outputs."""
    most = float(cell.metadata.nbgrader.points)
    if ended and cell.execution_count is None:
        cell.outputs = [nbformat.v4.new_output("error", ename="Stopped")]
        cell.outputs[0].traceback = [ENDED.format(ended)]
    # a warning is not an error
    plain = (x for x in cell.outputs if x.get("name") != "stderr")
    judged = nbformat.from_dict({**cell, "outputs": list(plain)})
    try:
        score = float(determine_grade(judged)[0] or 0)
    except (ValueError, KeyError):  # no cell can be worth this number
        score = 0.0
    failed = any(x.output_type == "error" for x in cell.outputs)
    outputs.keep(cell)
    if score != most and not failed:
        cell.outputs.append(outputs.number(score))
    return score
