"""Mistakes that several tasks of the chapter share."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from lernformer.mistakes.common import sign
from lernformer.mistakes.mistake import Catalogue, Mistake
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import BASE, ODD

TWO_PI = "there is no 2π: the angle is position · ω."

ANGLE_UNIT = "sin and cos take angles in radians, so nothing is converted."

LAST_CLOCK = (
    "the exponent runs up to 1, its denominator being the number of clocks minus one; "
    "in the paper it is 2k/d and ends before 1."
)

# Wrong ω_k: answers to `angular_frequencies`, and with `using` to all that build on it.
FREQUENCIES = Catalogue()


def clocks(d_model):
    """The numbers k of the clocks, one for each pair of dimensions."""
    return np.arange((d_model + 1) // 2)


def frequencies(d_model, base=10000.0):
    """The right ω_k."""
    return base ** (-2 * clocks(d_model) / d_model)


@FREQUENCIES.answer(
    "factor_two_missing",
    "the exponent is k/d; dimensions 2k and 2k + 1 are a pair, so it is 2k/d.",
    seen="course",
)
def one_k(d_model, base=10000.0):
    """The exponent is k / d."""
    return base ** (-clocks(d_model) / d_model)


@FREQUENCIES.answer(
    "exponent_doubled",
    "the 2 in 2k/d is there twice: a loop in steps of two, range(0, d, 2), runs over "
    "the 2k already.",
    seen="course",
)
def even_numbers_doubled(d_model, base=10000.0):
    """Steps by two, and multiplies by two all the same."""
    return base ** (-2 * np.arange(0, d_model, 2) / d_model)


@FREQUENCIES.answer(
    "integer_exponent",
    "every clock turns at the same speed: its exponent is cut to 0 by the integer "
    "division //, or its frequency is missing.",
    seen="course",
)
def floor_division(d_model, base=10000.0):
    """// divides."""
    return base ** -(2 * clocks(d_model) // d_model).astype(float)


@FREQUENCIES.answer(
    "sign_of_exponent",
    "the clocks become faster: the exponent is negative, base^(-2k/d), or the position "
    "is divided by base^(2k/d).",
)
def growing(d_model, base=10000.0):
    """The denominator of the paper's formula is taken for the frequency."""
    return base ** (2 * clocks(d_model) / d_model)


@FREQUENCIES.answer(
    "base_1000", "the base is 1000; the default is 10000.", seen="course"
)
def default_of_1000(d_model, base=1000.0):
    """One zero too few."""
    return frequencies(d_model, base)


@FREQUENCIES.answer(
    "base_ignored", "the base is fixed at 10000; use the argument.", seen="course"
)
def always_10000(d_model, base=10000.0):
    """The paper's number, written into the formula."""
    return frequencies(d_model)


@FREQUENCIES.answer("last_clock_reaches_base", LAST_CLOCK, seen="literature")
def pairs_minus_one(d_model, base=10000.0):
    """As in Tensor2Tensor: the steps between clocks are one fewer than clocks."""
    k = clocks(d_model)
    return np.exp(-k * math.log(base) / max(len(k) - 1, 1))


@FREQUENCIES.answer(
    "logarithm_missing",
    "these are powers of e: exp(-2k/d · ln base) needs the logarithm of the base.",
)
def exp_without_log(d_model, base=10000.0):
    """exp and power are the same."""
    return np.exp(-2 * clocks(d_model) / d_model)


@FREQUENCIES.answer(
    "common_logarithm", "log10 for the natural logarithm: exp undoes np.log."
)
def log10_for_log(d_model, base=10000.0):
    """The logarithm of 10000 is 4."""
    return np.exp(-2 * clocks(d_model) / d_model * np.log10(base))


@FREQUENCIES.answer("not_divided_by_d", "the exponent is -2k; divide it by d.")
def no_d_model(d_model, base=10000.0):
    """Each clock is `base` times slower than the last."""
    return base ** (-2.0 * clocks(d_model))


@FREQUENCIES.answer(
    "counts_from_one", "k counts from 1; the first clock has k = 0 and frequency 1."
)
def first_clock_is_one(d_model, base=10000.0):
    """k counts from 1."""
    return base ** (-2 * (clocks(d_model) + 1) / d_model)


@FREQUENCIES.answer(
    "order_reversed", "the slowest clock comes first; the fastest, ω_0 = 1, does."
)
def slowest_first(d_model, base=10000.0):
    """From small to large."""
    return np.sort(frequencies(d_model, base))


@FREQUENCIES.answer("factor_two_pi", TWO_PI)
def turns_in_radians(d_model, base=10000.0):
    """A frequency becomes angular by 2π."""
    return 2 * np.pi * frequencies(d_model, base)


@FREQUENCIES.answer("factor_two_pi", TWO_PI)
def turns_for_radians(d_model, base=10000.0):
    """Turns for each position."""
    return frequencies(d_model, base) / (2 * np.pi)


@FREQUENCIES.answer("in_degrees", ANGLE_UNIT)
def degrees(d_model, base=10000.0):
    """Angles are in degrees."""
    return np.degrees(frequencies(d_model, base))


@FREQUENCIES.answer("in_degrees", ANGLE_UNIT)
def radians(d_model, base=10000.0):
    """sin and cos want radians, so the angles are converted."""
    return np.radians(frequencies(d_model, base))


def using(steps: list[Mistake], answer: Callable, leaving_out: str = "") -> Catalogue:
    """Mistakes of an earlier task as those of one that builds on it.

    Args:
        steps: mistakes that are wrong answers to the earlier task.
        answer: makes an answer to this task of one to the earlier.
        leaving_out: ids of those that make no difference, or another one, here.
    """

    def built(known: Mistake) -> Mistake:
        made = answer(known.answer)
        made.__name__, made.__doc__ = known.answer.__name__, known.answer.__doc__
        return replace(known, answer=made)

    kept = (m for m in steps if m.answer and m.id not in leaving_out.split())
    return Catalogue(map(built, kept))


def base_ignored(right: Callable) -> Mistake:
    """What is right for the default base, given for another."""

    def shows(case: Case, seen: Observation) -> bool:
        if case.aspect != BASE:
            return False
        default = {name: x for name, x in case.inputs.items() if name != "base"}
        want, got = np.asarray(right(**default)), result(seen)
        return got.shape == want.shape and np.allclose(got, want, atol=1e-3)

    return sign(
        "base_ignored",
        "the base is fixed, or a result for another base is kept; use the argument.",
        shows,
    )


ODD_SIZE = sign(
    "odd_size",
    "it works for even sizes only. With an odd d the last sine has no cosine: there "
    "are ⌈d/2⌉ sines and ⌊d/2⌋ cosines, and the exponent is still 2k/d.",
    lambda case, seen: case.aspect == ODD,
    seen="course",
)


def result(seen: Observation) -> np.ndarray:
    """What the function returned; an empty array if nothing did."""
    return next(iter(seen.values.values()), np.zeros(0))


def nearly(right: Callable) -> Callable[[Case, Observation], bool]:
    """Whether the result is right to two decimals, and no further."""

    def shows(case: Case, seen: Observation) -> bool:
        want = np.asarray(right(**case.inputs))
        got = result(seen)
        return got.shape == want.shape and np.allclose(got, want, rtol=0, atol=5e-3)

    return shows


def rounded(right: Callable) -> Mistake:
    return sign(
        "rounded",
        "the numbers are nearly right: something is rounded, or held in half "
        "precision.",
        nearly(right),
    )


def truncated(right: Callable) -> Mistake:
    """The right numbers without their decimals, and not all of them 0."""

    def shows(case: Case, seen: Observation) -> bool:
        want, got = np.asarray(right(**case.inputs)), result(seen)
        return bool(got.any()) and np.array_equal(got, np.trunc(want))

    return sign(
        "truncated_to_integers",
        "the array has an integer type, which cuts the decimals when numbers are "
        "written into it; np.zeros(shape) makes floats, zeros_like(…) and dtype=int do "
        "not.",
        shows,
    )


EXTRA_AXIS = sign(
    "extra_axis",
    "the result has an axis of length 1 too many; drop it with [0] or [:, 0], and "
    "leave broadcasting to those who need it.",
    lambda case, seen: 1 in result(seen).shape and result(seen).size > 1,
)
