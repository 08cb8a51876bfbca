"""Typical wrong answers to ``positional_encoding.position_similarity``."""

import math

import numpy as np

from lernformer.mistakes.positional_encoding.common import (
    FREQUENCIES,
    base_ignored,
    frequencies,
    rounded,
    truncated,
    using,
)
from lernformer.mistakes.table import mistakes


def angles_of(offsets, d_model, base=10000.0):
    """The angle of each clock at each offset, (..., d/2)."""
    return np.asarray(offsets)[..., None] * frequencies(d_model, base)


def _similarity(frequencies):
    """The sum over these clocks, as an answer."""
    return lambda offsets, d_model, *base: np.cos(
        np.asarray(offsets)[..., None] * frequencies(d_model, *base)
    ).sum(-1)


right = _similarity(frequencies)

# the order of the clocks makes no difference to a sum
USING = using(FREQUENCIES, _similarity, leaving_out="order_reversed")


def mean(offsets, d_model, base=10000.0):
    """The result is the mean over the clocks, which is 1 at offset 0."""
    return np.cos(angles_of(offsets, d_model, base)).mean(-1)


def product(offsets, d_model, base=10000.0):
    """A dot product multiplies its terms."""
    return np.cos(angles_of(offsets, d_model, base)).prod(-1)


TRUNCATED = truncated(right)


BASE_IGNORED = base_ignored(right)
ROUNDED = rounded(right)


MISTAKES = mistakes(globals())
