"""Cases, the probe that runs a student's code on them, and the observations it makes.

*Cases* are plain data drawn from a seed. The *probe* runs the student's code on one
case and returns plain arrays. Only the probe touches student code, and it doesn't know
which results are right. So it can run in a different process from the verdict, on cases
that the student has never seen.
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
    """One question put to the student's code, equal only to itself.

    Attributes:
        aspect: which of the task's aspects it tests.
        inputs: arrays and plain values, keyed by name.
        axes: names of each output's axes, for messages: ``{"weights": "B L_q L_k"}``.
        setting: how the probe asks, e.g. ``"gradients"``; empty for a plain call.
        dtype: the dtype that a torch probe gives to the inputs.
        tolerance: largest deviation from the expected value that counts as rounding.
        optional: the answer may decline the case (raise, or return a different shape),
            but a result of the expected shape must be right.
    """

    aspect: str
    inputs: dict[str, Any]
    axes: dict[str, str] = field(default_factory=dict)
    setting: str = ""
    dtype: str = "float64"
    tolerance: float = 1e-5
    optional: bool = False


def once(compute: Callable) -> Callable:
    """Make ``compute(case, ...)`` run once, and keep its result with the case.

    A case is used for many answers, and several times for each of them.
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
        facts: what no array can say, such as dtypes and the names of modified inputs.
        trouble: why there are no values, such as an exception or a wrong type.
        kind: ``""``, or the sort of trouble: ``"unfinished"``, ``"error"``, ``"type"``,
            ``"timeout"``, ``"ready-made"``.
    """

    values: Arrays = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    trouble: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Probe:
    """Runs the answers to one task; their process contains no other part of the check.

    Attributes:
        id: the task's id, ``"<slug>.<name>"``.
        ask: a function that calls the student's answer on a case.
        ready_made: dotted names of functions and classes that would do the task's
            work; the reference is refused without being named here.
        helpers: other names that the answer's cell defines and later answers may call.
    """

    id: str
    ask: Callable[[Any, Case], Observation]
    ready_made: tuple[str, ...] = ()
    helpers: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """The chapter's slug."""
        return self.id.split(".")[0]

    @property
    def name(self) -> str:
        """The name of the function or class to write."""
        return self.id.split(".")[1]
