"""The definition of a task: its probe, and everything that we know about its answers.

The probe runs a student's code and returns arrays. The checks only compare these arrays
with the expected ones, so they never run a student's code themselves.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lernformer.checks.expected import as_reference
from lernformer.mistakes.mistake import Bugs, Mistake
from lernformer.probes.case import Arrays, Case, Observation, Probe

HEAD = re.compile(r"(\d+) points?, difficulty ([123]), (\d+) minutes")


class About(NamedTuple):
    """What the text file next to a task's check says about the task."""

    points: int
    difficulty: int
    minutes: int
    hints: tuple[str, ...]


@cache
def about(task_id: str) -> About:
    """Return what `<slug>/<task>.txt` says about a task.

        2 points, difficulty 1, 10 minutes

        There are three steps: shift the scores, take their exponentials, and divide
        these by their sum. Which shift leaves the weights unchanged?

    The first line has the numbers. It is followed by three hints, each a paragraph. A
    line that starts with ``#`` is a comment.

    Raises:
        ValueError: if the file has a different format.
    """
    path = Path(__file__).parent.joinpath(*task_id.split(".")).with_suffix(".txt")
    text = re.sub(r"^#.*\n", "", path.read_text("utf-8"), flags=re.M)
    head, *hints = (" ".join(part.split()) for part in text.strip().split("\n\n"))
    numbers = HEAD.fullmatch(head)
    if numbers is None or len(hints) != 3:
        like = "2 points, difficulty 1, 10 minutes"
        raise ValueError(f"{path.name} isn't a line like “{like}” and three hints")
    points, difficulty, minutes = map(int, numbers.groups())
    return About(points, difficulty, minutes, tuple(hints))


@dataclass(frozen=True)
class Task:
    """One task of an exercise.

    Attributes:
        probe: the probe that runs the answers; it has the task's id.
        aspects: what is tested, with each aspect's share of the score. The first
            aspect is essential: an answer that fails it scores 0.
        cases: a function that draws the cases, the smallest first.
        expected: a function that returns the right outputs for a case. By default,
            the reference computes them.
        symptoms: functions that describe what is wrong with the answer in a case, or
            return ``None``.
        adapt: a function that adjusts a case to what an answer may choose freely, such
            as a projection without bias. The observation's facts show the choice.
        counted: a function that selects which values of a case to compare.
    """

    probe: Probe
    aspects: dict[str, float]
    cases: Callable[[np.random.Generator], list[Case]]
    expected: Callable[[Case], Arrays] = None  # type: ignore[assignment]
    symptoms: tuple[Callable[[Case, Observation], str | None], ...] = ()
    adapt: Callable[[Case, dict[str, str]], Case] = lambda case, facts: case
    counted: Callable[[Case, Arrays], Arrays] = lambda case, values: values

    def __post_init__(self) -> None:
        if self.expected is None:
            slug, name = self.id.split(".")
            reference = getattr(import_module(f"lernformer.{slug}"), name)
            expected = as_reference(reference, self.probe.ask)
            object.__setattr__(self, "expected", expected)

    @property
    def id(self) -> str:
        """The task's id, ``"<slug>.<name>"``, with the name of the answer to write."""
        return self.probe.id

    @property
    def mistakes(self) -> Sequence[Mistake]:
        """The mistakes that the check recognises, the clearest first."""
        return import_module(f"lernformer.mistakes.{self.id}").MISTAKES

    @property
    def bugs(self) -> Bugs:
        """The bugs that students can get, if this is a find-the-bug task."""
        catalogue = import_module(f"lernformer.mistakes.{self.id}")
        return catalogue.BUGS if hasattr(catalogue, "BUGS") else Bugs()

    @property
    def points(self) -> int:
        """What it is worth in the gradebook. A task with 0 points is optional."""
        return about(self.id).points

    @property
    def difficulty(self) -> int:
        """From 1 (warm-up) to 3 (hard)."""
        return about(self.id).difficulty

    @property
    def minutes(self) -> int:
        """The time that a student typically needs."""
        return about(self.id).minutes

    @property
    def hints(self) -> tuple[str, ...]:
        """Three hints, each more direct than the one before."""
        return about(self.id).hints

    @property
    def optional(self) -> bool:
        """True if the task is an extra that earns no points."""
        return not self.points

    @property
    def worth(self) -> str:
        """The number of points, in words."""
        if self.optional:
            return "optional, no points"
        return f"{self.points} point{'s' * (self.points != 1)}"
