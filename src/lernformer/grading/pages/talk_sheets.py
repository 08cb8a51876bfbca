"""Makes a sheet for a talk with each student: code, four questions, and answers.

The questions come from `own_code`. The student's code runs only in the sandbox.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from lernformer.checks.own_code import LETTERS, TASKS
from lernformer.checks.own_code.asking import CodeQuestion, Unfit
from lernformer.checks.own_code.program import NoSource, Program
from lernformer.grading.gradebook.templates import templates
from lernformer.grading.judge.own_code import Submitted
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.seeds import seed_of
from lernformer.grading.judge.submission import normalise
from lernformer.grading.sandbox.sandbox import Sandbox


class NoSheet(ValueError):
    """Raised if there is nothing to talk about. The message says why."""


class Answer(NamedTuple):
    """A student's answer to a task, and questions about it."""

    task: str
    code: str
    questions: list[CodeQuestion]


class Sheet(NamedTuple):
    """The questions for one student, about two of the student's answers."""

    student: str
    answers: list[Answer]


def sheet(
    student: str, content: bytes, exercise: Exercise, secret: bytes, sandbox: Sandbox
) -> Sheet:
    """Return a sheet with questions about a submission's two longest passing answers.

    Args:
        student: the student to draw questions for.
        content: the bytes of the submitted file.
        secret: the assignment's secret for this term, which makes the questions differ
            from term to term.

    Raises:
        NoSheet: if fewer than two answers pass.
        Unreadable: if the file can't be read.
    """
    notebook, _ = normalise(content, exercise)
    seed = seed_of(secret, f"defend {student}") % 2**32
    submitted, programs = Submitted(notebook, exercise, sandbox), dict[str, Program]()
    for question in exercise.questions.values():
        with suppress(NoSource):
            programs[question.task] = submitted.program(question.task)
    found: list[Answer] = []
    for task_id in sorted(programs, key=lambda x: -programs[x].text.count("\n")):
        with suppress(Unfit):
            questions = submitted.questions_about(task_id, seed)
            found.append(Answer(task_id, programs[task_id].text, questions))
        if len(found) == TASKS:
            return Sheet(student, found)
    raise NoSheet(f"fewer than {TASKS} answers pass and are long enough")


def page(assignment: str, sheets: Iterable[Sheet]) -> str:
    """Return one page of HTML that prints each sheet on a separate piece of paper."""
    template = templates(Path(__file__).parent).get_template("talk_sheets.html")
    return template.render(assignment=assignment, sheets=sheets, letters=LETTERS)
