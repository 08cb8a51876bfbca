"""What a check is made of: cases, a probe and a verifier, kept apart on purpose.

*Cases* are plain data drawn from a seed. The *probe* runs the student's code on one
case and returns plain arrays: it alone touches student code. *Verifying* compares
those arrays with what is expected and never runs student code. So the probe can run
in another process than the verdict, on cases that the student has never seen.
"""

import functools
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True, eq=False)
class Case:
    """One question put to the student's code, equal to itself alone.

    Attributes:
        aspect: which of the task's aspects it tries.
        inputs: arrays and plain values by name.
        axes: names of each output's axes, for messages: ``{"weights": "B L_q L_k"}``.
        setting: how the probe asks, e.g. ``"gradients"``; empty for a plain call.
        dtype: the dtype that a torch probe gives to the inputs.
        tolerance: largest deviation from the expected value that counts as rounding.
        optional: the answer may decline the case (raise, or return another shape), but
            a result of the expected shape must be right.
    """

    aspect: str
    inputs: dict[str, Any]
    axes: dict[str, str] = field(default_factory=dict)
    setting: str = ""
    dtype: str = "float64"
    tolerance: float = 1e-5
    optional: bool = False


def once(compute: Callable) -> Callable:
    """Let ``compute(case, ...)`` be worked out once, and kept as long as the case is.

    Many answers are judged by one case, and by several looks at each.
    """
    known: weakref.WeakKeyDictionary[Case, dict] = weakref.WeakKeyDictionary()

    @functools.wraps(compute)
    def remembering(case: Case, *more: Any) -> Any:
        of_case = known.setdefault(case, {})
        if more not in of_case:
            of_case[more] = compute(case, *more)
        return of_case[more]

    return remembering


@dataclass(frozen=True)
class Observation:
    """What came back from the student's code on one case.

    Attributes:
        values: the outputs as plain arrays.
        facts: what an array cannot say: dtypes, names of inputs that were modified.
        trouble: in words, why there are no values: an exception, a wrong type.
        kind: ``""``, or the sort of trouble: ``"unfinished"``, ``"error"``, ``"type"``,
            ``"timeout"``, ``"ready-made"``.
    """

    values: Arrays = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    trouble: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Mistake:
    """A typical wrong answer that a check recognises and names.

    Attributes:
        id: its name, the same in the tests, the messages and the book.
        cause: what the student probably did, and the way out, in one or two sentences.
        gives: what this mistake computes on a case; raises where it cannot.
        shows: another sign of it, read off a case and its observation.
    """

    id: str
    cause: str
    gives: Callable[[Case], Arrays] | None = None
    shows: Callable[[Case, Observation], bool] | None = None


@dataclass(frozen=True)
class Task:
    """One task of an exercise.

    Attributes:
        id: ``"<slug>.<name>"``; the name is that of the function to write.
        points: what it is worth in the gradebook.
        difficulty: 1 (warm-up) to 3 (hard).
        minutes: time that a student typically needs.
        hints: three, of increasing directness.
        aspects: what is tried and its share of the score, the essential one first:
            an answer that fails it scores 0.
        cases: draws the cases, the smallest first.
        probe: calls the student's answer on a case.
        expected: the right outputs for a case.
        symptoms: what to say before comparing numbers; each returns words or ``None``.
        mistakes: those that are recognised, the most telling first.
        ready_made: dotted names of functions and classes that would do the task's
            work; the reference is refused without being named here.
        adapt: changes a case to what the answer chose freely, told by its facts (a
            projection without bias, say), before it is compared.
    """

    id: str
    points: int
    difficulty: int
    minutes: int
    hints: tuple[str, str, str]
    aspects: dict[str, float]
    cases: Callable[[np.random.Generator], list[Case]]
    probe: Callable[[Any, Case], Observation]
    expected: Callable[[Case], Arrays]
    symptoms: tuple[Callable[[Case, Observation], str | None], ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    ready_made: tuple[str, ...] = ()
    adapt: Callable[[Case, dict[str, str]], Case] = lambda case, facts: case
