"""Typical wrong answers to ``positional_encoding.shift_matrix``."""

import math

import numpy as np

from lernformer.mistakes.positional_encoding.common import (
    FREQUENCIES,
    base_ignored,
    frequencies,
    result,
    rounded,
    truncated,
    using,
)
from lernformer.mistakes.table import mistakes


def blocks(angles, block):
    """A matrix with `block(cos, sin)`, 2 × 2, for each pair."""
    matrix = np.zeros((2 * len(angles), 2 * len(angles)))
    for k, angle in enumerate(angles):
        pair = slice(2 * k, 2 * k + 2)
        matrix[pair, pair] = block(math.cos(angle), math.sin(angle))
    return matrix


def clockwise(c, s):
    return [[c, s], [-s, c]]


def _matrix(frequencies):
    """The matrix of these clocks, as an answer."""
    return lambda offset, d_model, *base: blocks(
        offset * frequencies(d_model, *base), clockwise
    )


right = _matrix(frequencies)

USING = using(FREQUENCIES, _matrix)


def identity(offset, d_model, base=10000.0):
    """The identity is the answer, because it satisfies the equation for offset 0."""
    return np.eye(d_model)


TRUNCATED = truncated(right)


BASE_IGNORED = base_ignored(right)
ROUNDED = rounded(right)


MISTAKES = mistakes(globals())
