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


def _shape(seen: Observation) -> tuple:
    return result(seen).shape


def angles_of(length, d_model, base=10000.0):
    """The angle of each clock at each position, (L, ⌈d/2⌉)."""
    return np.arange(length)[:, None] * base ** (-np.arange(0, d_model, 2) / d_model)


def interleaved(angles, d_model, even=np.sin, odd=np.cos):
    """Sines in the even dimensions and cosines in the odd ones."""
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


def even_numbers_doubled_and_one_more(length, d_model, base=10000.0):
    """The exponent of the cosine moves on, too, as in one tutorial."""
    table = np.zeros((length, d_model))
    for p in range(length):
        for i in range(0, d_model, 2):
            table[p, i] = math.sin(p / base ** (2 * i / d_model))
            if i + 1 < d_model:
                table[p, i + 1] = math.cos(p / base ** (2 * (i + 1) / d_model))
    return table


def width_first(d_model, length, base=10000.0):
    """The features come first, and then the length."""
    return right(length, d_model, base)


TRUNCATED = truncated(right)


BASE_IGNORED = base_ignored(right)
ROUNDED = rounded(right)


MISTAKES = mistakes(globals())
