"""Typical wrong answers to ``positional_encoding.sinusoidal_encoding``."""

import math

import numpy as np

from lernformer.mistakes.embedding.common import NOT_AN_ARRAY
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.positional_encoding.common import (
    EXTRA_AXIS,
    FREQUENCIES,
    ODD_SIZE,
    base_ignored,
    result,
    rounded,
    truncated,
    using,
)
from lernformer.probes.case import Observation
from lernformer.probes.positional_encoding.common import ODD
from lernformer.probes.positional_encoding.sinusoidal_encoding import LONG

MISTAKES = Catalogue()


def _shape(seen: Observation) -> tuple:
    return result(seen).shape


FREQUENCY_PER_DIMENSION = (
    "sine and cosine of a pair turn at different speeds: dimensions 2k and 2k + 1 "
    "share the exponent 2k/d."
)


def angles_of(length, d_model, base=10000.0):
    """(L, ⌈d/2⌉)."""
    return np.arange(length)[:, None] * base ** (-np.arange(0, d_model, 2) / d_model)


def interleaved(angles, d_model, even=np.sin, odd=np.cos):
    """Sines in the even dimensions, cosines in the odd ones."""
    table = np.zeros((len(angles), d_model))
    table[:, 0::2] = even(angles)
    table[:, 1::2] = odd(angles[:, : d_model // 2])
    return table


def right(length, d_model, base=10000.0):
    return interleaved(angles_of(length, d_model, base), d_model)


def _table(frequencies):
    """The table of these clocks, as an answer."""

    def table(length, d_model, *base):
        angles = np.arange(length)[:, None] * frequencies(d_model, *base)
        return interleaved(angles, d_model)

    return table


MISTAKES += [NOT_AN_ARRAY, *using(FREQUENCIES, _table)]


@MISTAKES.answer(
    "sin_cos_swapped",
    "sine and cosine are swapped: sines stand in the even dimensions, so row 0 is 0, "
    "1, 0, 1, …",
    seen="course",
)
def cosine_first(length, d_model, base=10000.0):
    """Cosine comes before sine."""
    return interleaved(angles_of(length, d_model, base), d_model, np.cos, np.sin)


@MISTAKES.answer(
    "halves_concatenated",
    "all sines come first, then all cosines; here they alternate: sines at [:, "
    "0::2], cosines at [:, 1::2].",
    seen="course",
)
def sines_then_cosines(length, d_model, base=10000.0):
    """All sines, then all cosines."""
    angles = angles_of(length, d_model, base)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)[:, :d_model]


@MISTAKES.answer("only_sine", "there is no cosine; it stands in the odd dimensions.")
def all_sines(length, d_model, base=10000.0):
    """A sine everywhere."""
    return interleaved(angles_of(length, d_model, base), d_model, np.sin, np.sin)


@MISTAKES.answer("only_cosine", "there is no sine; it stands in the even dimensions.")
def all_cosines(length, d_model, base=10000.0):
    """The second assignment covers the first."""
    return interleaved(angles_of(length, d_model, base), d_model, np.cos, np.cos)


@MISTAKES.answer("minus_sine", "the angle has the wrong sign: it is position · ω.")
def clockwise(length, d_model, base=10000.0):
    """exp(-iωp) instead of exp(iωp)."""
    return interleaved(-angles_of(length, d_model, base), d_model)


@MISTAKES.answer("angles_returned", "these are the angles; take their sine and cosine.")
def no_wave(length, d_model, base=10000.0):
    """The angles themselves."""
    return interleaved(angles_of(length, d_model, base), d_model, np.array, np.array)


@MISTAKES.answer(
    "alternates_along_positions",
    "sine and cosine alternate from position to position; they do from dimension to "
    "dimension: table[:, 0::2], not table[0::2].",
)
def by_parity_of_position(length, d_model, base=10000.0):
    """Even positions get sines, odd positions cosines."""
    dimension = np.arange(d_model)
    angles = np.arange(length)[:, None] * base ** (-2 * (dimension // 2) / d_model)
    table = np.empty_like(angles)
    table[0::2], table[1::2] = np.sin(angles[0::2]), np.cos(angles[1::2])
    return table


@MISTAKES.answer("frequency_per_dimension", FREQUENCY_PER_DIMENSION)
def a_frequency_each(length, d_model, base=10000.0):
    """i / d for each dimension i: no two dimensions share a frequency."""
    i = np.arange(d_model)
    angles = np.arange(length)[:, None] * base ** (-i / d_model)
    return np.where(i % 2 == 0, np.sin(angles), np.cos(angles))


@MISTAKES.answer("frequency_per_dimension", FREQUENCY_PER_DIMENSION, seen="course")
def even_numbers_doubled_and_one_more(length, d_model, base=10000.0):
    """The tutorial's version: the cosine's exponent moves on as well."""
    table = np.zeros((length, d_model))
    for p in range(length):
        for i in range(0, d_model, 2):
            table[p, i] = math.sin(p / base ** (2 * i / d_model))
            if i + 1 < d_model:
                table[p, i + 1] = math.cos(p / base ** (2 * (i + 1) / d_model))
    return table


@MISTAKES.answer(
    "positions_from_one",
    "positions count from 1; they count from 0, so row 0 is 0, 1, 0, 1, …",
    seen="course",
)
def first_position_is_one(length, d_model, base=10000.0):
    """Words count from 1."""
    return interleaved(angles_of(length + 1, d_model, base)[1:], d_model)


@MISTAKES.answer(
    "positions_reversed",
    "positions count from the end; the first token has position 0.",
)
def last_word_first(length, d_model, base=10000.0):
    """Counts from the end."""
    return interleaved(angles_of(length, d_model, base)[::-1], d_model)


@MISTAKES.answer(
    "positions_normalised",
    "positions are divided by the length; then a step means something else in each "
    "sentence. They are 0, 1, 2, …",
)
def fraction_of_length(length, d_model, base=10000.0):
    """Positions run from 0 to 1."""
    return interleaved(angles_of(length, d_model, base) / length, d_model)


@MISTAKES.answer(
    "arguments_swapped", "length and d_model are swapped: the length comes first."
)
def width_first(d_model, length, base=10000.0):
    """First the features, then the length."""
    return right(length, d_model, base)


@MISTAKES.answer(
    "table_transposed",
    "rows and columns are swapped: a row belongs to a position, (L, d).",
)
def dimensions_first(length, d_model, base=10000.0):
    """A row is a wave."""
    return right(length, d_model, base).T


@MISTAKES.answer(
    "scaled",
    "the table is multiplied by √d; that factor belongs to the tokens' embedding.",
)
def times_root(length, d_model, base=10000.0):
    """Positions should weigh as much as tokens."""
    return right(length, d_model, base) * math.sqrt(d_model)


MISTAKES.sign(
    "one_row_for_all",
    "every position gets the same row; position p gets sin(p ω) and cos(p ω), with "
    "p = 0, 1, …, L - 1.",
    lambda case, seen: (
        case.inputs["length"] > 1
        and case.aspect != ODD
        and (
            _shape(seen) == (case.inputs["d_model"],)
            or (result(seen).ndim == 2 and not np.ptp(result(seen), axis=0).any())
        )
        and np.ptp(result(seen)) > 0
    ),
    seen="course",
)

MISTAKES.sign(
    "one_row_too_many",
    "there is one row too many: positions are 0, …, L - 1, np.arange(length).",
    lambda case, seen: (
        _shape(seen) == (case.inputs["length"] + 1, case.inputs["d_model"])
    ),
)

MISTAKES.sign(
    "pairs_not_merged",
    "each pair keeps an axis of its own; join the last two: .reshape(length, -1).",
    lambda case, seen: (
        case.aspect != ODD
        and _shape(seen) == (case.inputs["length"], case.inputs["d_model"] // 2, 2)
    ),
)

MISTAKES += (EXTRA_AXIS, truncated(right))

MISTAKES.sign(
    "length_limited",
    "the table has a fixed number of rows; it has `length` rows.",
    lambda case, seen: (
        case.aspect == LONG
        and bool(seen.values)
        and _shape(seen)[:1] < (case.inputs["length"],)
    ),
)

MISTAKES += (base_ignored(right), ODD_SIZE, rounded(right))
