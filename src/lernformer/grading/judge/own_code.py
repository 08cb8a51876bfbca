"""Marks questions about a student's own code, and makes the questions for a talk.

The questions are made from the text of an answer, outside the sandbox (see
`lernformer.checks.own_code`). Only changed versions of that text run inside the
sandbox, as any answer does. So a notebook can't forge the right letters.
"""

import ast
import html
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from nbformat import NotebookNode

from lernformer import checks
from lernformer.checks.own_code import EACH, LETTERS, TASKS, pair, program
from lernformer.checks.own_code.asking import CodeQuestion, Unfit
from lernformer.checks.own_code.for_points import entered, seed_for
from lernformer.checks.own_code.program import NoSource, Program
from lernformer.grading.assignment.marker import OWN_CODE
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.round import Round
from lernformer.grading.judge.submission import clean
from lernformer.grading.sandbox.limits import Budget
from lernformer.grading.sandbox.reader import transformed
from lernformer.grading.sandbox.sandbox import Sandbox, Session, Stopped
from lernformer.probes.case import Observation

LONGEST = 20_000  # characters; we ask no questions about an answer in a longer cell


@dataclass
class Submitted:
    """A notebook that was handed in, and the sandbox that runs its code."""

    notebook: NotebookNode
    exercise: Exercise  # as released
    sandbox: Sandbox
    budget: Budget = field(default_factory=Budget)  # for all questions on an answer

    @cached_property
    def cells(self) -> list[str]:
        """The sources of the code cells, without check cells, which don't run here."""
        code = (x for x in self.notebook.cells if x.cell_type == "code")
        return [x.source for x in code if _name(x) not in self.exercise.questions]

    def program(self, task_id: str) -> Program:
        """Return the answer to a task.

        Raises:
            NoSource: if no cell defines it, or only a cell that is too long does.
        """
        plain: list[str] = []
        for cell in (x for x in self.cells if len(x) <= LONGEST):
            # a magic that can't be read, or code nested too deeply, can't run anyway
            with suppress(SyntaxError, RecursionError, MemoryError):
                plain.append(transformed(cell))
        return program.written(task_id.partition(".")[2], plain)

    def questions_about(self, task_id: str, seed: int) -> list[CodeQuestion]:
        """Return two questions about the answer to a task.

        Raises:
            NoSource: if no cell defines it.
            Unfit: if it doesn't pass, or gives us too little to ask about.
        """
        try:
            with Versions(self, task_id, seed) as versions:
                return pair(task_id, self.program(task_id), seed, versions.runs)
        except (NoSource, Unfit):
            raise
        except Exception as error:  # code or results that we can't handle
            raise Unfit(f"it cannot be judged ({type(error).__name__})") from error


def _name(cell: NotebookNode) -> str:
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


class Versions(ExitStack):
    """Runs changed versions of an answer in the sandbox, after the notebook's cells."""

    def __init__(self, submitted: Submitted, task_id: str, seed: int):
        super().__init__()
        self.submitted, self.budget = submitted, submitted.budget
        self.task, self.seed, self.used = checks.task(task_id), seed, 0.0
        self.rounds = [Round(self.task, seed + i) for i in (0, 1)]
        self.session: Session | None = None

    def runs(self, text: str, which: int) -> list[Observation] | str:
        """Run a version on the first or second set of cases, as `asking.Runs` does.

        Raises:
            Unfit: if all versions together take too long.
        """
        question: dict[str, Any] = {"do": "probe", "task": self.task.id}
        question |= {"name": self.task.probe.name, "seed": self.seed, "given": None}
        question |= {"cases": self.rounds[which].questions, "seconds": program.LIMIT}
        try:
            session = self._opened()
            if session.run(text, self.budget.cell, guarded=True).get("failed"):
                return "raises an error where it is defined"
            reply = session.ask(question, self.budget.task)
        except Stopped:
            if self.session:
                self.used += self.session.used
            self.close()
            self.session = None
            return [Observation(kind="timeout")]
        return self.rounds[which].observations(reply.get("seen"))

    def _opened(self) -> Session:
        """Return a process in which the notebook has run."""
        used = self.used + (self.session.used if self.session else 0)
        if used > self.budget.notebook:
            raise Unfit("its changed versions take too long")
        if self.session is None:
            self.session = self.enter_context(self.submitted.sandbox.open(bare=True))
            for cell in self.submitted.cells:
                self.session.run(cell, self.budget.cell, guarded=True)
        return self.session


def marked(
    notebook: NotebookNode,
    exercise: Exercise,
    student: str,
    sandbox: Sandbox,
    budget: Budget,
) -> tuple[float, str]:
    """Return the share of right letters, and the page's text about each question.

    ``student`` is the id of the student who handed the notebook in, or "" if we don't
    know it. The other arguments are the same as for ``Submitted``.
    """
    source = {_name(cell): cell.source for cell in notebook.cells}.get(OWN_CODE, "")
    tree = ast.parse(exercise.cells[exercise.own_code].source)
    call = next(x for x in ast.walk(tree) if isinstance(x, ast.Call))
    term = ast.literal_eval(call.args[1])
    try:
        named, letters = entered(source)
        if not named:
            raise ValueError("not answered")
        if student and named != student:
            raise ValueError(f"the cell names {named}, but {student} handed it in")
    except ValueError as error:
        return 0.0, _paragraph(str(error))
    submitted = Submitted(notebook, exercise, sandbox, budget)
    tasks = {x.task for x in exercise.questions.values()}
    right, lines = 0, list[str]()
    for name, chosen in [*letters.items()][:TASKS]:
        task_id = f"{exercise.slug}.{name}"
        try:
            if task_id not in tasks:
                raise NoSource("it is not one of this notebook's answers")
            drawn = submitted.questions_about(task_id, seed_for(term, named, task_id))
        except (NoSource, Unfit) as error:
            lines.append(f"{name}: nothing to ask about: {error}")
            continue
        for one, letter in zip(drawn, chosen.ljust(len(drawn), "–"), strict=False):
            key = LETTERS[one.right]
            right += letter == key
            words = f"{'✓' if letter == key else '✗'} {name}: you chose {letter}, "
            words += f"the right one is {key}) {one.choices[one.right]}. {one.reason}"
            lines.append(words)
    return right / (TASKS * EACH), "".join(map(_paragraph, lines))


def _paragraph(words: str) -> str:
    return f"<p>{html.escape(clean(words))}</p>"
