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
from lernformer.probes.positional_encoding.position_similarity import NEGATIVE, SHAPES


def angles_of(offsets, d_model, base=10000.0):
    """(..., d/2)."""
    return np.asarray(offsets)[..., None] * frequencies(d_model, base)


def _similarity(frequencies):
    """The sum over these clocks, as an answer."""
    return lambda offsets, d_model, *base: np.cos(
        np.asarray(offsets)[..., None] * frequencies(d_model, *base)
    ).sum(-1)


right = _similarity(frequencies)

# the order of the clocks makes no difference to a sum
USING = using(FREQUENCIES, _similarity, leaving_out="order_reversed")


def sines_and_cosines(offsets, d_model, base=10000.0):
    """PE[offset] holds both, so both are summed."""
    angles = angles_of(offsets, d_model, base)
    return (np.sin(angles) + np.cos(angles)).sum(-1)


def position_with_itself(offsets, d_model, base=10000.0):
    """sin² + cos² = 1 for each clock."""
    angles = angles_of(offsets, d_model, base)
    return (np.sin(angles) ** 2 + np.cos(angles) ** 2).sum(-1)


def difference_of_products(offsets, d_model, base=10000.0):
    """cos a cos b - sin a sin b: the offset is doubled, from position offset on."""
    angles = angles_of(offsets, d_model, base)
    return (np.cos(angles) ** 2 - np.sin(angles) ** 2).sum(-1)


def a_term_each_dimension(offsets, d_model, base=10000.0):
    """d terms, as in any dot product of d features."""
    i = np.arange(d_model)
    angles = np.asarray(offsets)[..., None] * base ** (-2 * (i // 2) / d_model)
    return np.cos(angles).sum(-1)


def mean(offsets, d_model, base=10000.0):
    """The mean over the clocks, which is 1 for offset 0."""
    return np.cos(angles_of(offsets, d_model, base)).mean(-1)


def scaled(offsets, d_model, base=10000.0):
    """Dot products are divided by √d."""
    return np.cos(angles_of(offsets, d_model, base)).sum(-1) / math.sqrt(d_model)


def product(offsets, d_model, base=10000.0):
    """A dot product is a product."""
    return np.cos(angles_of(offsets, d_model, base)).prod(-1)


def squares(offsets, d_model, base=10000.0):
    """cos · cos."""
    return (np.cos(angles_of(offsets, d_model, base)) ** 2).sum(-1)


def distance(offsets, d_model, base=10000.0):
    """How far the two vectors are apart."""
    return d_model - 2 * np.cos(angles_of(offsets, d_model, base)).sum(-1)


def euclidean(offsets, d_model, base=10000.0):
    """The same, with the root."""
    squared = d_model - 2 * np.cos(angles_of(offsets, d_model, base)).sum(-1)
    return np.sqrt(np.maximum(squared, 0))


def one_number(offsets, d_model, base=10000.0):
    """sum() without an axis."""
    return np.cos(angles_of(offsets, d_model, base)).sum()


def wrong_axis(offsets, d_model, base=10000.0):
    """The sum runs over the first axis."""
    return np.cos(angles_of(offsets, d_model, base)).sum(0)


def cosines(offsets, d_model, base=10000.0):
    """One number for each clock."""
    return np.cos(angles_of(offsets, d_model, base))


def a_frequency_each(offsets, d_model, base=10000.0):
    """Each dimension is a clock of its own."""
    i = np.arange(d_model)
    return np.cos(np.asarray(offsets)[..., None] * base ** (-i / d_model)).sum(-1)


TRUNCATED = truncated(right)


def shows_shape_lost(case, seen):
    return case.aspect == SHAPES


def shows_negative_offsets(case, seen):
    return case.aspect == NEGATIVE


BASE_IGNORED = base_ignored(right)
ROUNDED = rounded(right)


MISTAKES = mistakes(globals())
