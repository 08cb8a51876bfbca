"""Runs a notebook in the sandbox once, testing each answer on one round of cases.

A wrong answer may be wrong only because it calls the student's own answers to earlier
tasks. If it calls any, it is tested again with the reference in their place
(`probes.earlier`), so that a mistake costs the points of only one task. An answer that
ended the worker process is tested again as well, because an earlier answer may have
exhausted that process.

When an answer is tested again, or appears below its check cell, it runs in a fresh
process, in which every cell runs before any answer is tested. There the judge tests the
tasks in order. So whatever a process learns for one task (for example, the functions
that a test has to judge) is of no use to it for the next task.

A process that knows hidden cases or right code must not leave a trace for the next
submission (`Sandbox.open`, `bare`). So if a process can see files, we end it before we
send any right code.

If the process ends early, a new process runs everything except the statement that ended
the first process. Answers that don't depend on that statement can still earn points.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nbformat import NotebookNode

from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.round import (
    PUBLIC_SEED,
    UNDEFINED,
    NoAnswer,
    Observed,
    Round,
)
from lernformer.grading.judge.submission import clean
from lernformer.grading.sandbox.limits import Budget
from lernformer.grading.sandbox.sandbox import BUSY, Sandbox, Session, Stopped

SLOW = 1.0  # seconds for an answer that did not finish in an earlier run
LEFT_OUT = -1  # in place of the number of statements that may run
PATIENCE = 1.0  # seconds to read a notebook's code; an honest notebook takes 0.02
MISSED = "needs what the deciding run leaves out: {}, for which an answer has no use"
FAILS = (
    "is right for the cases shown, but not in the deciding run, which sees no files "
    "and runs only the code that is written in the notebook"
)
END = 0.1  # seconds that each additional process costs a submission


@dataclass
class Transcript:
    """The results of running a notebook."""

    # the results of each answer, keyed by check cell
    observed: dict[str, Observed] = field(default_factory=dict)
    # the results of each answer with the reference in place of the student's answers to
    # earlier tasks, keyed by check cell
    with_reference: dict[str, Observed] = field(default_factory=dict)
    # the earlier answers that each answer calls, keyed by check cell
    calls: dict[str, list[str]] = field(default_factory=dict)
    # the check cells whose answer did not finish, each paired with whether the
    # reference was in place
    timed_out: set[tuple[str, bool]] = field(default_factory=set)
    # the outputs of each cell, not yet validated, keyed by the cell's index
    outputs: dict[int, Any] = field(default_factory=dict)
    # the number of a cell's statements that may run, keyed by its index
    runnable: dict[int, int] = field(default_factory=dict)
    # the reason why a cell was stopped, keyed by the cell's index
    stopped: dict[int, str] = field(default_factory=dict)
    # the first error message of each cell, with the line, keyed by the cell's index
    errors: dict[int, str] = field(default_factory=dict)
    # the code that makes up each answer, as `answer_code.read` returns it, keyed by the
    # answer's name
    made: dict[str, dict[str, Any]] = field(default_factory=dict)
    # descriptions of what the guard refused to do for each answer, keyed by check cell.
    # The key "" is for what it refused to do for cells.
    refused: dict[str, list[str]] = field(default_factory=dict)

    def missed_by(self, name: str) -> str:
        """Describe what a check cell's answer lacks in the deciding run."""
        found = self.refused.get(name) or self.refused.get("")
        return MISSED.format(found[0]) if found else FAILS

    def beginning(self) -> "Transcript":
        """Return a transcript for the next run, which skips what stopped this run."""
        return Transcript(
            observed={
                name: none
                for name, none in _unanswered(self.observed).items()
                if none != UNDEFINED
            },
            with_reference=_unanswered(self.with_reference),
            calls=dict(self.calls),
            timed_out=set(self.timed_out),
            runnable=dict(self.runnable),
        )


def _unanswered(observed: dict[str, Observed]) -> dict[str, Observed]:
    return {name: x for name, x in observed.items() if isinstance(x, NoAnswer)}


class Run:
    """Runs a notebook and records the results in a transcript.

    Args:
        rounds: the test cases for each answer, keyed by check cell, in the order of the
            tasks.
        used: the seconds of the notebook's budget that the previous run used.
        transcript: the results of the previous run.
        guarded: whether this run decides the score. If it does, the guard is on and the
            code has no access to files.
        reading: the arguments for `answer_code.read`, which is called before any cell
            runs.

    Attributes:
        used: the seconds of the notebook's budget that have been used so far, including
            by this run.
    """

    def __init__(
        self,
        exercise: Exercise,
        rounds: dict[str, Round],
        budget: Budget,
        used: float = 0.0,
        transcript: Transcript | None = None,
        guarded: bool = False,
        reading: Mapping[str, Any] | None = None,
    ):
        self.guarded, self.reading = guarded, reading
        self.exercise, self.rounds, self.budget = exercise, rounds, budget
        self.bare, self.once_more = guarded, False
        self.used, self.transcript = used, transcript or Transcript()
        self.deadline = time.monotonic() + BUSY * (budget.notebook - used)

    def finish(self, notebook: NotebookNode, sandbox: Sandbox) -> Transcript:
        """Run the notebook in as many processes as it takes, and return the results."""
        while not self._try(notebook, sandbox):
            pass
        known = self.transcript.observed
        if any(x not in known or self._deserves_another(x) for x in self.rounds):
            self.once_more = self.bare = True
            while not self._try(notebook, sandbox):
                pass
        for name in self.rounds:
            known.setdefault(name, UNDEFINED)
        return self.transcript

    def _try(self, notebook: NotebookNode, sandbox: Sandbox) -> bool:
        """Run the notebook in one process. Return True if it reached the end."""
        with sandbox.open(self.bare) as session:
            try:
                self._run(notebook, session)
                return True
            except Stopped:
                self.used += END
                return False
            finally:
                self.used += session.used

    def _run(self, notebook: NotebookNode, session: Session) -> None:
        """Run the cells, and test every answer that has not been tested yet.

        An answer is tested at its check cell or at the end.

        Raises:
            Stopped: if the process ended. The transcript says why.
        """
        known = self.transcript.observed
        if self.reading:
            question = {"do": "read", **self.reading}
            self.reading = None  # if it takes too long, we don't try again
            found = session.ask(question, PATIENCE)
            self.transcript.made = found["made"]
            self.transcript.runnable |= dict.fromkeys(found["unread"], LEFT_OUT)
        for place, cell in enumerate(notebook.cells):
            if (left := self._left(session)) <= 0:
                return self._give_up()
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            code = cell.cell_type == "code" and not _says_nothing(cell.source)
            if code and name not in self.exercise.questions:
                self._run_cell(session, place, cell.source, left)
            if name in self.rounds and name not in known and not self.once_more:
                self._ask(session, name, left)
        for name in self.rounds if self.once_more else ():
            if name not in known:
                self._ask(session, name, max(self._left(session), 1))
            left = self._left(session)
            if left > 0 and self._deserves_another(name):
                self._ask(session, name, left, with_reference=True)

    def _left(self, session: Session) -> float:
        used = self.used + session.used
        return min(self.budget.notebook - used, self.deadline - time.monotonic())

    def _give_up(self) -> None:
        seconds = f"the notebook's {self.budget.notebook:g} seconds"
        late = NoAnswer(f"comes too late: {seconds} are used up")
        for name in self.rounds:
            self.transcript.observed.setdefault(name, late)

    def _run_cell(self, session: Session, place: int, source: str, left: float) -> None:
        """Run those statements of a cell that may run, and record the results."""
        known, seconds = self.transcript, min(self.budget.cell, left)
        stop = known.runnable.get(place)
        if stop == LEFT_OUT:
            return
        question = {"do": "run", "name": f"cell {place}", "guarded": self.guarded}
        question |= {"source": source, "stop": stop, "seconds": seconds}
        try:
            reply = session.ask(question, seconds)
        except Stopped as stopped:
            # Next time, the cell runs up to the statement that the process announced
            # last; if that fails too, the cell doesn't run at all.
            known.runnable[place] = max(0, stopped.at) if stop is None else LEFT_OUT
            known.stopped[place] = stopped.reason
            raise
        if type(reply.get("late")) is int:
            known.runnable[place] = reply["late"]
        known.refused.setdefault("", []).extend(_words(reply.get("refused")))
        if not self.bare:
            known.outputs.setdefault(place, reply.get("outputs"))
            for error in _words([reply.get("error")]):
                known.errors.setdefault(place, error)

    def _ask(
        self, session: Session, name: str, left: float, with_reference: bool = False
    ) -> None:
        """Test an answer and record its results, if the answer is defined."""
        known, round_ = self.transcript, self.rounds[name]
        observed = known.with_reference if with_reference else known.observed
        slow = (name, with_reference) in known.timed_out
        question = self.exercise.questions[name]
        try:
            reply = session.ask(
                {
                    "do": "probe",
                    "task": question.task,
                    "name": question.name,
                    "cases": round_.questions,
                    "seed": PUBLIC_SEED,
                    "seconds": SLOW if slow else self.budget.case,
                    "given": round_.reference if with_reference else None,
                },
                min(self.budget.task, left),
            )
        except Stopped as stopped:
            observed[name] = NoAnswer(stopped.reason)
            known.calls.setdefault(name, list(round_.earlier))
            raise
        if reply.get("defined") is not True:
            return
        known.refused.setdefault(name, []).extend(_words(reply.get("refused")))
        known.calls[name] = _names(reply.get("used"), round_.earlier)
        if with_reference and not known.calls[name]:
            if not isinstance(known.observed[name], NoAnswer):
                return
            observed = known.observed  # it calls no earlier answer, so this stands
        observed[name] = found = round_.observations(reply.get("seen"))
        if any(one.kind == "timeout" for one in found):
            known.timed_out.add((name, with_reference))

    def _deserves_another(self, name: str) -> bool:
        """Return True if an answer must be tested again, with the reference.

        This is the case if it is wrong and calls the student's answers to earlier
        tasks. If the process ended, we don't know whether the answer calls them, so we
        test it again anyway.
        """
        known, round_ = self.transcript, self.rounds[name]
        observed = known.observed.get(name)
        if observed is None or name in known.with_reference or not round_.earlier:
            return False
        if isinstance(observed, NoAnswer):
            return True
        return bool(known.calls[name]) and not round_.verdict(observed).passed


def _says_nothing(source: str) -> bool:
    """Return True if a cell has only comments, such as an unused hint."""
    lines = (line.strip() for line in source.splitlines())
    return all(line.startswith("#") for line in lines if line)


def _words(reply: Any) -> list[str]:
    """Return the non-empty texts in a reply, cleaned and shortened."""
    found = reply if type(reply) is list else []
    return [clean(x)[:300] for x in found if type(x) is str and x]


def _names(reply: Any, known: tuple[str, ...]) -> list[str]:
    """Return the known names that a reply lists."""
    listed = [x for x in reply if type(x) is str] if type(reply) is list else []
    return [name for name in known if name in listed]
