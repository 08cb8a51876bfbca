"""What a task is: its probe, and everything known about its answers.

*Verifying* compares the arrays that a probe brought back with what is expected; it
never runs a student's code.
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
        probe: runs the answers; it carries the task's id.
        points: what it is worth in the gradebook; 0 makes it optional.
        difficulty: 1 (warm-up) to 3 (hard).
        minutes: time that a student typically needs.
        hints: three, each more direct than the one before.
        aspects: what is tested, with its share of the score; the first one is
            essential: an answer that fails it scores 0.
        cases: draws the cases, the smallest first.
        expected: the right outputs for a case.
        symptoms: what to say before comparing numbers; each returns words or ``None``.
        mistakes: those that the check recognises, the most telling first.
        bugs: those that are handed out, if the task is to find one.
        adapt: adjusts a case to the answer's free choices, known by its facts (a
            projection without bias, say), before it is compared.
        counted: the values of a case that count.
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
        """``"<slug>.<name>"``; the name is that of the function or class to write."""
        return self.probe.id

    @property
    def optional(self) -> bool:
        """Whether it is an extra: nothing else needs it."""
        return not self.points

    @property
    def worth(self) -> str:
        """Its points in words."""
        if self.optional:
            return "optional, no points"
        return f"{self.points} point{'s' * (self.points != 1)}"
