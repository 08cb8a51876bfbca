"""Typical wrong answers to ``positional_encoding.sinusoidal_encoding``."""

import math

import numpy as np

from lernformer.mistakes.positional_encoding.common import (
    FREQUENCIES,
    base_ignored,
    result,
    rounded,
    truncated,
    using,
)
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Observation
from lernformer.probes.positional_encoding.common import ODD
from lernformer.probes.positional_encoding.sinusoidal_encoding import LONG


def _shape(seen: Observation) -> tuple:
    return result(seen).shape


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


USING = using(FREQUENCIES, _table)


def sines_then_cosines(length, d_model, base=10000.0):
    """All sines, then all cosines."""
    angles = angles_of(length, d_model, base)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)[:, :d_model]


def by_parity_of_position(length, d_model, base=10000.0):
    """Even positions get sines, odd positions cosines."""
    dimension = np.arange(d_model)
    angles = np.arange(length)[:, None] * base ** (-2 * (dimension // 2) / d_model)
    table = np.empty_like(angles)
    table[0::2], table[1::2] = np.sin(angles[0::2]), np.cos(angles[1::2])
    return table


def a_frequency_each(length, d_model, base=10000.0):
    """i / d for each dimension i: no two dimensions share a frequency."""
    i = np.arange(d_model)
    angles = np.arange(length)[:, None] * base ** (-i / d_model)
    return np.where(i % 2 == 0, np.sin(angles), np.cos(angles))


def even_numbers_doubled_and_one_more(length, d_model, base=10000.0):
    """The tutorial's version: the cosine's exponent moves on as well."""
    table = np.zeros((length, d_model))
    for p in range(length):
        for i in range(0, d_model, 2):
            table[p, i] = math.sin(p / base ** (2 * i / d_model))
            if i + 1 < d_model:
                table[p, i + 1] = math.cos(p / base ** (2 * (i + 1) / d_model))
    return table


def width_first(d_model, length, base=10000.0):
    """First the features, then the length."""
    return right(length, d_model, base)


def shows_one_row_for_all(case, seen):
    return (
        case.inputs["length"] > 1
        and case.aspect != ODD
        and (
            _shape(seen) == (case.inputs["d_model"],)
            or (result(seen).ndim == 2 and not np.ptp(result(seen), axis=0).any())
        )
        and np.ptp(result(seen)) > 0
    )


def shows_one_row_too_many(case, seen):
    return _shape(seen) == (case.inputs["length"] + 1, case.inputs["d_model"])


def shows_pairs_not_merged(case, seen):
    return case.aspect != ODD and _shape(seen) == (
        case.inputs["length"],
        case.inputs["d_model"] // 2,
        2,
    )


TRUNCATED = truncated(right)


def shows_length_limited(case, seen):
    return (
        case.aspect == LONG
        and bool(seen.values)
        and _shape(seen)[:1] < (case.inputs["length"],)
    )


BASE_IGNORED = base_ignored(right)
ROUNDED = rounded(right)


MISTAKES = mistakes(globals())
