"""Mistakes that several tasks of the chapter share."""

from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import sign
from lernformer.positional_encoding import angular_frequencies, sinusoidal_encoding
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import BASE, ODD

INTEGER = (
    "every clock turns at the same speed: its exponent is cut to 0 by the integer "
    "division //, or its frequency is missing."
)

DOUBLED = (
    "the 2 in 2k/d is there twice: a loop in steps of two, range(0, d, 2), runs over "
    "the 2k already."
)

ANGLE_UNIT = "sin and cos take angles in radians, so nothing is converted."

TWO_PI = "there is no 2π: the angle is position · ω."

PER_DIMENSION = (
    "sine and cosine of a pair turn at different speeds: dimensions 2k and 2k + 1 "
    "share the exponent 2k/d."
)


def _of_exponents(exponents: Callable) -> Callable:
    """Frequencies base^-x, where x = ``exponents``(2k, d)."""
    return lambda d, base: base ** -exponents(np.arange(0.0, d, 2), d)


# Wrong ω_k, as functions of d_model and base.
WRONG_FREQUENCIES = (
    (
        "factor_two_missing",
        "the exponent is k/d; dimensions 2k and 2k + 1 are a pair, so it is 2k/d.",
        _of_exponents(lambda i, d: i / 2 / d),
    ),
    ("exponent_doubled", DOUBLED, _of_exponents(lambda i, d: 2 * i / d)),
    ("integer_exponent", INTEGER, _of_exponents(lambda i, d: i // d)),
    (
        "sign_of_exponent",
        "the clocks become faster: the exponent is negative, base^(-2k/d), or the "
        "position is divided by base^(2k/d).",
        _of_exponents(lambda i, d: -i / d),
    ),
    (
        "base_1000",
        "the base is 1000; the default is 10000.",
        lambda d, base: angular_frequencies(d, 1000.0),
    ),
    (
        "base_ignored",
        "the base is fixed at 10000; use the argument.",
        lambda d, base: angular_frequencies(d),
    ),
    (
        "last_clock_reaches_base",
        "the exponent runs up to 1, its denominator being the number of clocks minus "
        "one; in the paper it is 2k/d and ends before 1.",
        _of_exponents(lambda i, d: i / max(2 * len(i) - 2, 1)),
    ),
    (
        "logarithm_missing",
        "these are powers of e: exp(-2k/d · ln base) needs the logarithm of the base.",
        lambda d, base: angular_frequencies(d, np.e),
    ),
    (
        "common_logarithm",
        "log10 for the natural logarithm: exp undoes np.log.",
        lambda d, base: angular_frequencies(d, np.exp(np.log10(base))),
    ),
    (
        "not_divided_by_d",
        "the exponent is -2k; divide it by d.",
        _of_exponents(lambda i, d: i),
    ),
    (
        "counts_from_one",
        "k counts from 1; the first clock has k = 0 and frequency 1.",
        _of_exponents(lambda i, d: (i + 2) / d),
    ),
    (
        "order_reversed",
        "the slowest clock comes first; the fastest, ω_0 = 1, does.",
        lambda d, base: angular_frequencies(d, base)[::-1],
    ),
    (
        "factor_two_pi",
        TWO_PI,
        lambda d, base: 2 * np.pi * angular_frequencies(d, base),
    ),
    (
        "factor_two_pi",
        TWO_PI,
        lambda d, base: angular_frequencies(d, base) / (2 * np.pi),
    ),
    (
        "in_degrees",
        ANGLE_UNIT,
        lambda d, base: np.degrees(angular_frequencies(d, base)),
    ),
    (
        "in_degrees",
        ANGLE_UNIT,
        lambda d, base: np.radians(angular_frequencies(d, base)),
    ),
)

BASE_IGNORED = sign(
    "base_ignored",
    "the base is fixed, or something is computed from another; use the argument.",
    lambda case, seen: case.aspect == BASE,
)

ODD_SIZE = sign(
    "odd_size",
    "it works for even sizes only. With an odd d the last sine has no cosine: there "
    "are ⌈d/2⌉ sines and ⌊d/2⌋ cosines, and the exponent is still 2k/d.",
    lambda case, seen: case.aspect == ODD,
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


def rounded(right: Callable):
    return sign(
        "rounded",
        "the numbers are nearly right: something is rounded, or held in half "
        "precision.",
        nearly(right),
    )


def whole_numbers(case: Case, seen: Observation) -> bool:
    got = result(seen)
    return got.size > 1 and np.array_equal(got, np.round(got)) and np.ptp(got) > 0


TRUNCATED = sign(
    "truncated_to_integers",
    "the array has an integer type, which cuts the decimals when numbers are written "
    "into it; np.zeros(shape) makes floats, zeros_like(…) and dtype=int do not.",
    whole_numbers,
)

EXTRA_AXIS = sign(
    "extra_axis",
    "the result has an axis of length 1 too many; drop it with [0] or [:, 0], and "
    "leave broadcasting to those who need it.",
    lambda case, seen: 1 in result(seen).shape and result(seen).size > 1,
)


def waves(length, d_model, exponent, first=0, base=10000.0):
    """(L, d) sines and cosines, where ``exponent(i, d)`` is that of dimension i."""
    i = np.arange(float(d_model))
    positions = np.arange(first, first + length)[:, None]
    angles = positions * base ** -exponent(i, d_model)
    return np.where(i % 2 == 0, np.sin(angles), np.cos(angles))


def table_of(frequencies: np.ndarray, length: int, d_model: int) -> np.ndarray:
    """The table of these clocks, (L, d)."""
    angles = np.arange(length)[:, None] * frequencies
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(length, -1)[:, :d_model]


def _angles(length, d_model, base=10000.0):
    i = np.arange(d_model)
    return np.arange(length)[:, None] * base ** (-(i - i % 2) / d_model)


def _sines(length, d_model, base=10000.0):
    return np.sin(_angles(length, d_model, base))


def _cosines(length, d_model, base=10000.0):
    return np.cos(_angles(length, d_model, base))


def _by_dimension(even: Callable, odd: Callable) -> Callable:
    def compute(length, d_model, base=10000.0):
        parity = np.arange(d_model) % 2
        tables = (f(length, d_model, base) for f in (odd, even))
        return np.where(parity, *tables)

    return compute


def _halves(length, d_model, base=10000.0):
    table = sinusoidal_encoding(length, d_model, base)
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)


def _by_position(length, d_model, base=10000.0):
    parity = np.arange(length)[:, None] % 2
    return np.where(
        parity, _cosines(length, d_model, base), _sines(length, d_model, base)
    )


def _per_dimension(exponent: Callable) -> Callable:
    return lambda length, d_model, base=10000.0: waves(
        length, d_model, exponent, base=base
    )


# Wrong tables that are not just wrong frequencies: (length, d_model, base) → (L, d).
WRONG_TABLES = (
    (
        "sin_cos_swapped",
        "sine and cosine are swapped: sines stand in the even dimensions, so row 0 is "
        "0, 1, 0, 1, …",
        _by_dimension(_cosines, _sines),
    ),
    (
        "halves_concatenated",
        "all sines come first, then all cosines; here they alternate: sines at "
        "[:, 0::2], cosines at [:, 1::2].",
        _halves,
    ),
    ("only_sine", "there is no cosine; it stands in the odd dimensions.", _sines),
    ("only_cosine", "there is no sine; it stands in the even dimensions.", _cosines),
    (
        "minus_sine",
        "the angle has the wrong sign: it is position · ω.",
        _by_dimension(lambda *x: -_sines(*x), _cosines),
    ),
    (
        "angles_returned",
        "these are the angles; take their sine and cosine.",
        _angles,
    ),
    (
        "alternates_along_positions",
        "sine and cosine alternate from position to position; they do from dimension "
        "to dimension: table[:, 0::2], not table[0::2].",
        _by_position,
    ),
    (
        "frequency_per_dimension",
        PER_DIMENSION,
        _per_dimension(lambda i, d: i / d),
    ),
    (
        "frequency_per_dimension",
        PER_DIMENSION,
        _per_dimension(lambda i, d: 2 * i / d),
    ),
    (
        "positions_from_one",
        "positions count from 1; they count from 0, so row 0 is 0, 1, 0, 1, …",
        lambda length, d_model, base=10000.0: sinusoidal_encoding(
            length + 1, d_model, base
        )[1:],
    ),
    (
        "positions_reversed",
        "positions count from the end; the first token has position 0.",
        lambda length, d_model, base=10000.0: sinusoidal_encoding(
            length, d_model, base
        )[::-1],
    ),
    (
        "positions_normalised",
        "positions are divided by the length; then a step means something else in "
        "each sentence. They are 0, 1, 2, …",
        lambda length, d_model, base=10000.0: table_of(
            angular_frequencies(d_model, base) / length, length, d_model
        ),
    ),
)
