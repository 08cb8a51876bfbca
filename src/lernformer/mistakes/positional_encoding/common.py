"""Mistakes that several tasks of the chapter share."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from lernformer.mistakes.common import sign
from lernformer.mistakes.mistake import Catalogue, Mistake
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import BASE, ODD


def clocks(d_model):
    """The numbers k of the clocks. There is one clock for each pair of dimensions."""
    return np.arange((d_model + 1) // 2)


def frequencies(d_model, base=10000.0):
    """The right ω_k."""
    return base ** (-2 * clocks(d_model) / d_model)


FREQUENCIES = mistakes(globals(), "frequencies.txt")


def using(steps: list[Mistake], answer: Callable, leaving_out: str = "") -> Catalogue:
    """Mistakes of an earlier task as those of a task that builds on it.

    Args:
        steps: mistakes that are wrong answers to the earlier task.
        answer: turns an answer to the earlier task into one to this task.
        leaving_out: ids of mistakes that make no difference, or a different one, here.
    """

    def built(known: Mistake) -> Mistake:
        made = answer(known.answer)
        made.__name__, made.__doc__ = known.answer.__name__, known.answer.__doc__
        return replace(known, answer=made)

    kept = (m for m in steps if m.answer and m.id not in leaving_out.split())
    return Catalogue(map(built, kept))


def base_ignored(right: Callable) -> Mistake:
    """The mistake of giving the default base's result for a different base."""

    def shows(case: Case, seen: Observation) -> bool:
        if case.aspect != BASE:
            return False
        default = {name: x for name, x in case.inputs.items() if name != "base"}
        want, got = np.asarray(right(**default)), result(seen)
        return got.shape == want.shape and np.allclose(got, want, atol=1e-3)

    return sign(
        "base_ignored",
        "The base is hard-coded, or the code reuses a result for a different base. "
        "Use the argument.",
        shows,
    )


ODD_SIZE = sign(
    "odd_size",
    "The code works only for even sizes. With an odd d, the last sine has no cosine: "
    "there are ⌈d/2⌉ sines and ⌊d/2⌋ cosines, and the exponent is still 2k/d.",
    lambda case, seen: case.aspect == ODD,
    seen="course",
)


def result(seen: Observation) -> np.ndarray:
    """What the function returned, or an empty array if it returned nothing."""
    return next(iter(seen.values.values()), np.zeros(0))


def nearly(right: Callable) -> Callable[[Case, Observation], bool]:
    """Make a check of a wrong result: is it right to two decimals?"""

    def shows(case: Case, seen: Observation) -> bool:
        want = np.asarray(right(**case.inputs))
        got = result(seen)
        return got.shape == want.shape and np.allclose(got, want, rtol=0, atol=5e-3)

    return shows


def rounded(right: Callable) -> Mistake:
    return sign(
        "rounded",
        "The numbers are nearly right, but something is rounded or stored in half "
        "precision.",
        nearly(right),
    )


def truncated(right: Callable) -> Mistake:
    """The mistake of losing all decimals, if the numbers are not all 0."""

    def shows(case: Case, seen: Observation) -> bool:
        want, got = np.asarray(right(**case.inputs)), result(seen)
        return bool(got.any()) and np.array_equal(got, np.trunc(want))

    return sign(
        "truncated_to_integers",
        "The array has an integer type, which cuts off the decimals when numbers are "
        "written into it. Use np.zeros(shape), which creates floats, instead of "
        "zeros_like(…) or dtype=int.",
        shows,
    )


EXTRA_AXIS = sign(
    "extra_axis",
    "The result has an extra axis of length 1. Drop it with [0] or [:, 0], and "
    "leave broadcasting to the code that needs it.",
    lambda case, seen: 1 in result(seen).shape and result(seen).size > 1,
)
