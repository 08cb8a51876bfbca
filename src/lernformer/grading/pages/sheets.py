"""Makes a sheet for a talk with each student: their code, four questions, the answers.

The questions come from `own_code`, and the student's code runs in the sandbox only.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from lernformer.checks.defending import LETTERS, TASKS
from lernformer.checks.defending.asking import Asked, Unfit
from lernformer.checks.defending.program import NoSource
from lernformer.grading.gradebook.templates import templates
from lernformer.grading.judge.own_code import asked_about, program_in
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.seeds import seed_of
from lernformer.grading.judge.submission import Unreadable, normalise
from lernformer.grading.sandbox.budget import Budget
from lernformer.grading.sandbox.sandbox import Sandbox


class NoSheet(ValueError):
    """Raised if there is nothing to talk about; the message says why."""


@dataclass(frozen=True)
class Answer:
    """A student's answer to a task, and questions about it."""

    task: str
    code: str
    asked: list[Asked]


@dataclass(frozen=True)
class Sheet:
    """The questions for one student, about two of the student's answers."""

    student: str
    answers: list[Answer]


def sheet(
    student: str, content: bytes, exercise: Exercise, secret: bytes, sandbox: Sandbox
) -> Sheet:
    """Make the questions about a submission's two longest answers that pass.

    Args:
        student: the student whose questions are drawn.
        content: the bytes of the submitted file.
        exercise: the exercise as released.
        secret: the assignment's secret for a term, so terms get different questions.
        sandbox: the sandbox for the submission's code.

    Raises:
        NoSheet: if the file can't be read, or fewer than two answers pass.
    """
    try:
        notebook, _ = normalise(content, exercise)
    except Unreadable as error:
        raise NoSheet(str(error)) from error
    seed = seed_of(secret, f"defend {student}") % 2**32
    lengths: dict[str, int] = {}
    for question in exercise.questions.values():
        with suppress(NoSource):
            own = program_in(notebook, exercise, question.task)
            lengths[question.task] = own.text.count("\n")
    found: list[Answer] = []
    for task_id in sorted(lengths, key=lambda x: -lengths[x]):
        with suppress(Unfit):
            own, asked = asked_about(
                task_id, notebook, exercise, seed, sandbox, Budget()
            )
            found.append(Answer(task_id, own.text, asked))
        if len(found) == TASKS:
            return Sheet(student, found)
    raise NoSheet(f"fewer than {TASKS} answers pass and are long enough")


def page(assignment: str, sheets: Iterable[Sheet]) -> str:
    """Return one page of HTML that prints each sheet on a separate piece of paper."""
    here = Path(__file__).parent
    template = templates(here).get_template("sheets.html")
    style = Markup((here / "page.css").read_text("utf-8"))
    return template.render(
        assignment=assignment, sheets=sheets, letters=LETTERS, style=style
    )
