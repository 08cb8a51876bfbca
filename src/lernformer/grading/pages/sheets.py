"""Makes a sheet for a talk with each student: their code, four questions, the answers.

A submission runs in the sandbox's kernel, which also makes the questions
(`lernformer.checks.defending`). So everything that comes back counts as the student's
words: only plain text is accepted, code only if it is in the notebook, and the template
escapes everything. A student could forge the questions, but only on their own sheet.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpecManager
from markupsafe import Markup
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from traitlets import default

from lernformer.checks.defending import EACH, LETTERS, TASKS
from lernformer.checks.defending.asking import KINDS
from lernformer.grading.gradebook.templates import templates
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.seeds import seed_of
from lernformer.grading.judge.submission import Unreadable, clean, normalise
from lernformer.grading.sandbox.provisioner import KERNELS

SECONDS = 300  # per cell, even on a busy machine
LONGEST = 10_000  # characters in one text
ASK = """
import json
from lernformer.checks.defending import for_a_talk
print("\\n" + json.dumps(for_a_talk({slug!r}, globals(), {seed})))
"""


class NoSheet(ValueError):
    """Raised if there is nothing to talk about; the message says why."""


class InSandbox(AsyncKernelManager):
    """Finds the sandbox's kernel, even if JUPYTER_PATH doesn't lead to it."""

    @default("kernel_spec_manager")
    def _find_ours(self) -> KernelSpecManager:
        return KernelSpecManager(kernel_dirs=[str(KERNELS / "kernels")])


class Asking(NotebookClient):
    """Keeps only the last cell's output, and not too much of it."""

    def output(self, outs: list, msg: dict, *where: Any) -> Any:
        written = sum(len(one.get("text", "")) for one in outs)
        few = len(outs) < 100 and written < LONGEST * len(LETTERS)
        if few and where[-1] == len(self.nb.cells) - 1:
            return super().output(outs, msg, *where)
        return None


@dataclass(frozen=True)
class Sheet:
    """The questions for one student.

    Attributes:
        student: the student's id.
        answers: for each of two tasks, its id, the student's code, and questions in the
            form that `for_a_talk` makes.
    """

    student: str
    answers: list[dict[str, Any]]


def sheet(student: str, content: bytes, exercise: Exercise, secret: bytes) -> Sheet:
    """Run a submission in the sandbox and ask about it.

    Args:
        student: the student whose questions are drawn.
        content: the bytes of the submitted file.
        exercise: the exercise as released.
        secret: the assignment's secret for a term, so terms get different questions.

    Raises:
        NoSheet: if the file can't be read or run, or fewer than two answers pass.
    """
    try:
        notebook, _ = normalise(content, exercise)
    except Unreadable as error:
        raise NoSheet(str(error)) from error
    written = "\n".join(x.source for x in notebook.cells if x.cell_type == "code")
    known = {line.strip() for line in written.splitlines()}
    seed = seed_of(secret, f"defend {student}") % 2**32
    found = _checked(_asked(notebook, exercise, seed))
    tasks = {question.task for question in exercise.questions.values()}
    for one in found:
        strange = {line.strip() for line in one["code"].splitlines()} - known - {""}
        if strange or one["task"] not in tasks:
            raise NoSheet(f"the code of {one['task']} isn't in the notebook")
    if len(found) < TASKS:
        raise NoSheet(f"fewer than {TASKS} answers pass and are long enough")
    return Sheet(student, found)


def _asked(notebook: NotebookNode, exercise: Exercise, seed: int) -> str:
    """Run every answer, and return the last line that the kernel prints."""

    def runs(cell: NotebookNode) -> bool:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        return cell.cell_type == "code" and name not in exercise.questions

    last = new_code_cell(ASK.format(slug=exercise.slug, seed=seed))
    notebook.cells = [*filter(runs, notebook.cells), last]
    client = Asking(
        notebook,
        kernel_name="lernformer-sandbox",
        kernel_manager_class=InSandbox,
        allow_errors=True,
        timeout=SECONDS,
    )
    try:
        client.execute()
    except (CellTimeoutError, DeadKernelError, RuntimeError) as error:
        why = f"a cell runs for more than {SECONDS} seconds"
        if not isinstance(error, CellTimeoutError):
            why = "the notebook ends its kernel"
        raise NoSheet(why) from error
    texts = [x.text for x in last.outputs if x.get("name") == "stdout"]
    lines = "".join(texts).splitlines()
    errors = [clean(str(x.ename)) for x in last.outputs if "ename" in x]
    if errors:
        raise NoSheet(f"making the questions raised {errors[0]}")
    if not lines:
        raise NoSheet("the notebook keeps questions from being asked")
    return lines[-1]


def _checked(said: str) -> list[dict[str, Any]]:
    """Return the questions in a reply.

    Raises:
        NoSheet: if it isn't what `for_a_talk` makes.
    """
    try:
        found = json.loads(said)
        return [
            {
                "task": _text(one["task"]),
                "code": _text(one["code"]),
                "asked": [_question(x) for x in _list(one["asked"], EACH)],
            }
            for one in _list(found, TASKS)
        ]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise NoSheet("the notebook keeps questions from being asked") from error


def _question(one: dict[str, Any]) -> dict[str, Any]:
    choices = [_text(x) for x in _list(one["choices"], len(LETTERS))]
    if type(one["right"]) is not int or one["right"] not in range(len(choices)):
        raise ValueError("no such choice")
    if one["kind"] not in KINDS:
        raise ValueError("no such kind")
    texts = {name: _text(one[name]) for name in ("kind", "ask", "code", "told")}
    return texts | {"choices": choices, "right": one["right"]}


def _list(value: Any, most: int) -> list[Any]:
    if type(value) is not list or len(value) > most:
        raise TypeError(f"no list of up to {most}")
    return value


def _text(value: Any) -> str:
    if type(value) is not str or len(value) > LONGEST:
        raise TypeError("no text, or too long")
    return clean(value)


def page(assignment: str, sheets: Iterable[Sheet]) -> str:
    """Return all sheets as one page of HTML to print, each on its own paper."""
    here = Path(__file__).parent
    template = templates(here).get_template("sheets.html")
    style = Markup((here / "page.css").read_text("utf-8"))
    return template.render(
        assignment=assignment, sheets=sheets, letters=LETTERS, style=style
    )
