"""The definition of a task: its probe, and everything known about its answers.

*Verifying* compares the arrays that a probe returned with the expected ones; it never
runs a student's code.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from lernformer.mistakes.mistake import Bugs, Mistake
from lernformer.probes.case import Arrays, Case, Observation, Probe


@dataclass(frozen=True)
class Task:
    """One task of an exercise.

    Attributes:
        probe: the probe that runs the answers; it has the task's id.
        points: what it is worth in the gradebook; 0 makes it optional.
        difficulty: 1 (warm-up) to 3 (hard).
        minutes: the time that a student typically needs.
        hints: three hints, each more direct than the one before.
        aspects: what is tested, with its share of the score; the first one is
            essential: an answer that fails it scores 0.
        cases: a function that draws the cases, the smallest first.
        expected: a function that returns the right outputs for a case.
        symptoms: functions that describe what is wrong with a case, or return ``None``.
        mistakes: the mistakes that the check recognises, the most telling first.
        bugs: the bugs that are handed out, if the task is to find one.
        adapt: a function that adjusts a case to the answer's free choices, such as a
            projection without bias, which its facts show.
        counted: a function that selects the values of a case that count.
    """

    probe: Probe
    points: int
    difficulty: int
    minutes: int
    hints: tuple[str, str, str]
    aspects: dict[str, float]
    cases: Callable[[np.random.Generator], list[Case]]
    expected: Callable[[Case], Arrays]
    symptoms: tuple[Callable[[Case, Observation], str | None], ...] = ()
    mistakes: Sequence[Mistake] = ()
    bugs: Bugs = field(default_factory=Bugs)
    adapt: Callable[[Case, dict[str, str]], Case] = lambda case, facts: case
    counted: Callable[[Case, Arrays], Arrays] = lambda case, values: values

    @property
    def id(self) -> str:
        """The task's id, ``"<slug>.<name>"``, with the name of the answer to write."""
        return self.probe.id

    @property
    def optional(self) -> bool:
        """True if the task is an extra that earns no points."""
        return not self.points

    @property
    def worth(self) -> str:
        """Its points in words."""
        if self.optional:
            return "optional, no points"
        return f"{self.points} point{'s' * (self.points != 1)}"
