"""A task's cases for one seed, and the verdict on what an answer returns for them.

The results come from a process in which the student's code can forge every reply, so
we check the form of everything that it sends.
"""

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from lernformer.checks.judging import judge
from lernformer.checks.task import Task
from lernformer.checks.verdict import Verdict
from lernformer.grading.sandbox.messages import Ready
from lernformer.probes.case import Case, Observation

PUBLIC_SEED = 20_170_612  # for drawing the cases that a page may show
REMEMBERED = 500  # adapted cases kept per task
MALFORMED = Observation(
    trouble="returns something that is not an answer", kind="stopped"
)


@dataclass(frozen=True)
class NoAnswer:
    """The reason why an answer produced no results at all."""

    reason: str  # words that complete a sentence starting with the answer's name
    # "unfinished" if the answer is not defined, or else "stopped"
    kind: str = "stopped"


UNDEFINED = NoAnswer("is not defined", "unfinished")
Observed = list[Observation] | NoAnswer


@dataclass(frozen=True)
class Round:
    """A round of testing: a task's cases for one seed, and the verdicts on results."""

    task: Task
    seed: int
    # the names of the earlier tasks whose answers the task may call
    earlier: tuple[str, ...] = ()
    # the reference code for those earlier tasks, keyed by module
    reference: dict[str, str] = field(default_factory=dict)

    @cached_property
    def cases(self) -> list[Case]:
        return self.task.cases(np.random.default_rng(self.seed))

    @cached_property
    def questions(self) -> Ready:
        """The cases, converted for sending to the sandbox."""
        return Ready(
            [{f.name: getattr(c, f.name) for f in fields(c)} for c in self.cases]
        )

    @cached_property
    def remembering(self) -> Task:
        """The task, with a cache of the cases adapted to an answer's free choices."""
        adapted: dict[Any, Case] = {}

        def adapt(case: Case, facts: dict[str, str]) -> Case:
            key = id(case), *sorted(facts.items())
            if key not in adapted:
                if len(adapted) > REMEMBERED:  # student code can invent more
                    adapted.clear()
                adapted[key] = self.task.adapt(case, facts)
            return adapted[key]

        return replace(self.task, adapt=adapt)

    def observations(self, reply: Any) -> list[Observation]:
        """Convert a reply to one observation per case, `MALFORMED` where it is invalid.

        No text from a malformed reply is kept, because it might reveal hidden cases.
        """
        if not isinstance(reply, list) or len(reply) != len(self.cases):
            return [MALFORMED] * len(self.cases)
        return [_observation(one) for one in reply]

    @cached_property
    def last(self) -> list:
        """A cache of the latest results and their verdict, which we need repeatedly."""
        return [None, None]

    def verdict(self, observed: Observed) -> Verdict:
        """Return the verdict on an answer's results, whatever they contain."""
        if self.last[0] is not observed:
            self.last[:] = observed, self._judged(observed)
        return self.last[1]

    def _judged(self, observed: Observed) -> Verdict:
        if isinstance(observed, NoAnswer):
            observed = self._trouble(observed.reason, observed.kind)
        try:
            return judge(self.remembering, self.cases, observed, self.seed)
        except Exception as error:
            trouble = f"returns what cannot be compared ({type(error).__name__})"
            return judge(self.task, self.cases, self._trouble(trouble), self.seed)

    def _trouble(self, words: str, kind: str = "stopped") -> list[Observation]:
        return [Observation(trouble=words, kind=kind)] * len(self.cases)


def _observation(one: Any) -> Observation:
    parts = {"values", "facts", "trouble", "kind"}
    if not isinstance(one, dict) or one.keys() != parts:
        return MALFORMED
    values, facts = one["values"], one["facts"]
    if not isinstance(values, dict) or not isinstance(facts, dict):
        return MALFORMED
    words = [*values, *facts, *facts.values(), one["trouble"], one["kind"]]
    are_words = all(isinstance(x, str) and len(x) <= 1000 for x in words)
    are_arrays = all(isinstance(x, np.ndarray) for x in values.values())
    return Observation(**one) if are_words and are_arrays else MALFORMED
