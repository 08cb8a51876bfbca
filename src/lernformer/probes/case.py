"""Cases, the probe that runs a student's code on them, and its observations.

A *case* is plain data, drawn from a seed. A *probe* runs the student's code on a case
and returns plain arrays. Nothing else runs the student's code, and the probe doesn't
know which results are right. So the probe can run in its own process, on cases that the
student has never seen, while a different process reaches the verdict.
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
    """One call of the student's code: what to test, and with which inputs.

    No two cases are equal, even if their contents are.

    Attributes:
        aspect: which of the task's aspects it tests.
        inputs: arrays and plain values, keyed by name.
        axes: names of each output's axes, for messages: ``{"weights": "B L_q L_k"}``.
        setting: what else the probe does, such as ``"gradients"``; empty for a plain
            call.
        dtype: the dtype in which a torch probe passes the inputs.
        tolerance: how far rounding may move a value from the expected one.
        optional: whether the answer may decline the case by raising an exception or
            returning a different shape. A result of the expected shape must be right.
    """

    aspect: str
    inputs: dict[str, Any]
    axes: dict[str, str] = field(default_factory=dict)
    setting: str = ""
    dtype: str = "float64"
    tolerance: float = 1e-5
    optional: bool = False


def once(compute: Callable) -> Callable:
    """Make ``compute(case, ...)`` run only once for each case, and store the result.

    The same case is used for many answers, and several times for each answer.
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
    """What the student's code did on one case.

    Attributes:
        values: the outputs as plain arrays.
        facts: what arrays can't express, such as dtypes and which inputs were modified.
        trouble: why there are no values, such as an exception or a wrong type.
        kind: the kind of trouble: ``"unfinished"``, ``"error"``, ``"type"``,
            ``"timeout"`` or ``"ready-made"``; ``""`` if there is none.
    """

    values: Arrays = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    trouble: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Probe:
    """Runs the answers to one task. No other part of the check is in their process.

    Attributes:
        id: the task's id, ``"<slug>.<name>"``.
        ask: a function that calls the student's answer on a case.
        ready_made: dotted names of functions and classes that would do the task's
            work. The reference is always refused, so it isn't named here.
        helpers: other names that the answer's cell defines. Later answers may call
            them.
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
