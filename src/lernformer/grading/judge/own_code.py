"""Marks questions about a student's own code, and makes the questions for a talk.

The questions are made outside the sandbox (`lernformer.checks.defending`), from the
text of an answer. Only the changed versions of that text run inside, like any answer,
so a notebook can't forge the right answers.
"""

import ast
import html
from contextlib import ExitStack, suppress
from typing import Any, Self

from nbformat import NotebookNode

from lernformer import checks
from lernformer.checks.defending import EACH, LETTERS, TASKS, pair
from lernformer.checks.defending.asking import Asked, Unfit
from lernformer.checks.defending.for_points import entered, seed_for
from lernformer.checks.defending.program import LIMIT, NoSource, Program, written
from lernformer.grading.judge.marker import OWN_CODE
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.scoring import Round
from lernformer.grading.judge.submission import clean
from lernformer.grading.sandbox.budget import Budget
from lernformer.grading.sandbox.reader import transformed
from lernformer.grading.sandbox.sandbox import Sandbox, Session, Stopped
from lernformer.probes.case import Observation

LONGEST = 20_000  # characters of a cell with an answer that is asked about
LATE = [Observation(kind="timeout")]


class Versions:
    """Runs changed versions of a student's answer in the sandbox; a context manager.

    Args:
        cells: the sources of the notebook's code cells, which run first.
        task_id: the task that the answer is for.
        seed: the seed of the questions.
        sandbox: the sandbox.
        budget: the seconds that a submission may use.
    """

    def __init__(
        self,
        cells: list[str],
        task_id: str,
        seed: int,
        sandbox: Sandbox,
        budget: Budget,
    ):
        self.cells, self.sandbox, self.budget = cells, sandbox, budget
        self.task, self.seed, self.used = checks.task(task_id), seed, 0.0
        self.rounds = [Round(self.task, seed + i) for i in (0, 1)]
        self.session: Session | None = None
        self.stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stack.close()

    def runs(self, text: str, which: int) -> list[Observation] | str:
        """Run a version on the first or second set of cases, as `asking.Runs` does.

        Raises:
            Unfit: if all versions together take too long.
        """
        name, round_ = self.task.probe.name, self.rounds[which]
        try:
            session = self._opened()
            told = self._run(session, text)
            if told.get("failed"):
                return "raises an error where it is defined"
            question: dict[str, Any] = {"do": "probe", "task": self.task.id}
            question |= {"name": name, "cases": round_.questions, "seed": self.seed}
            question |= {"seconds": LIMIT, "given": None}
            reply = session.ask(question, self.budget.task)
        except Stopped:
            self._end()
            return LATE
        return round_.observations(reply.get("seen"))

    def _opened(self) -> Session:
        """Return a process in which the notebook has run."""
        used = self.used + (self.session.used if self.session else 0)
        if used > self.budget.notebook:
            raise Unfit("its changed versions take too long")
        if self.session is None:
            self.session = self.stack.enter_context(self.sandbox.open(bare=True))
            for cell in self.cells:
                self._run(self.session, cell)
        return self.session

    def _run(self, session: Session, source: str) -> dict:
        question: dict[str, Any] = {"do": "run", "name": "cell", "guarded": True}
        question |= {"source": source, "stop": None, "seconds": self.budget.cell}
        return session.ask(question, self.budget.cell)

    def _end(self) -> None:
        if self.session:
            self.used += self.session.used
        self.stack.close()
        self.session = None


def asked_about(
    task_id: str,
    notebook: NotebookNode,
    exercise: Exercise,
    seed: int,
    sandbox: Sandbox,
    budget: Budget,
) -> tuple[Program, list[Asked]]:
    """Return a student's answer to a task, and two questions about it.

    Raises:
        NoSource: if no cell defines it.
        Unfit: if it doesn't pass, or offers too little to ask about.
    """
    cells = _code(notebook, exercise)
    try:
        own = program_in(notebook, exercise, task_id)
        with Versions(cells, task_id, seed, sandbox, budget) as versions:
            return own, pair(task_id, own, seed, versions.runs)
    except (NoSource, Unfit):
        raise
    except Exception as error:  # code or results made so that nobody can handle them
        raise Unfit(f"it cannot be judged ({type(error).__name__})") from error


def program_in(notebook: NotebookNode, exercise: Exercise, task_id: str) -> Program:
    """Return a student's answer to a task.

    Raises:
        NoSource: if no cell of a usual length defines it.
    """
    plain: list[str] = []
    for cell in _code(notebook, exercise):
        # of a magic that can't be read, or nested too deeply: such a cell runs nowhere
        with suppress(SyntaxError, RecursionError, MemoryError):
            plain += [transformed(cell)] if len(cell) <= LONGEST else []
    return written(task_id.partition(".")[2], plain)


def _code(notebook: NotebookNode, exercise: Exercise) -> list[str]:
    """Return the sources of the code cells that run; check cells don't."""
    return [
        x.source
        for x in notebook.cells
        if x.cell_type == "code"
        and x.metadata.get("nbgrader", {}).get("grade_id") not in exercise.questions
    ]


def marked(
    notebook: NotebookNode,
    exercise: Exercise,
    student: str,
    sandbox: Sandbox,
    budget: Budget,
) -> tuple[float, str]:
    """Return the share of right letters, and the page's text about each question.

    Args:
        notebook: the submitted notebook.
        exercise: the exercise as released.
        student: the student who handed it in; "" if that isn't known.
        sandbox: the sandbox.
        budget: the seconds that a submission may use.
    """
    sources = {
        x.metadata.get("nbgrader", {}).get("grade_id"): x.source for x in notebook.cells
    }
    tree = ast.parse(exercise.cells[exercise.own_code].source)
    call = next(x for x in ast.walk(tree) if isinstance(x, ast.Call))
    term = ast.literal_eval(call.args[1])
    try:
        named, letters = entered(sources.get(OWN_CODE, ""))
    except ValueError as error:
        return 0.0, _paragraph(str(error))
    if not named:
        return 0.0, _paragraph("not answered")
    if student and named != student:
        return 0.0, _paragraph(f"the cell names {named}, but {student} handed it in")
    tasks = {x.task for x in exercise.questions.values()}
    right, told = 0, list[str]()
    for name, chosen in [*letters.items()][:TASKS]:
        task_id = f"{exercise.slug}.{name}"
        try:
            if task_id not in tasks:
                raise NoSource("it is no answer in this notebook")
            seed = seed_for(term, named, task_id)
            _, asked = asked_about(task_id, notebook, exercise, seed, sandbox, budget)
        except (NoSource, Unfit) as error:
            told.append(_paragraph(f"{name}: nothing to ask about: {error}"))
            continue
        for one, letter in zip(asked, chosen.ljust(len(asked), "–"), strict=False):
            key = LETTERS[one.right]
            right += letter == key
            sign = "✓" if letter == key else "✗"
            words = f"{sign} {name}: you chose {letter}, right is {key}) "
            told.append(_paragraph(f"{words}{one.choices[one.right]}. {one.told}"))
    return right / (TASKS * EACH), "".join(told)


def _paragraph(words: str) -> str:
    return f"<p>{html.escape(clean(words))}</p>"
