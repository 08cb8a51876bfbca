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
from lernformer.probes.positional_encoding.shift_matrix import BACKWARDS


def blocks(angles, block):
    """A matrix with `block(cos, sin)`, 2 × 2, for each pair."""
    matrix = np.zeros((2 * len(angles), 2 * len(angles)))
    for k, angle in enumerate(angles):
        pair = slice(2 * k, 2 * k + 2)
        matrix[pair, pair] = block(math.cos(angle), math.sin(angle))
    return matrix


def clockwise(c, s):
    return [[c, s], [-s, c]]


def shows_distance_for_offset(case, seen):
    return case.aspect == BACKWARDS and case.inputs["offset"] < 0


def _matrix(frequencies):
    """The matrix of these clocks, as an answer."""
    return lambda offset, d_model, *base: blocks(
        offset * frequencies(d_model, *base), clockwise
    )


right = _matrix(frequencies)

USING = using(FREQUENCIES, _matrix)


def identity(offset, d_model, base=10000.0):
    """An identity, which satisfies the equation for offset 0."""
    return np.eye(d_model)


def textbook_rotation(offset, d_model, base=10000.0):
    """The rotation of the textbook, for (cos, sin)."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, -s], [s, c]])


def both_signs_positive(offset, d_model, base=10000.0):
    """sin(a + b) with plus, cos(a + b) with plus too."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, s], [s, c]])


def mirrored(offset, d_model, base=10000.0):
    """A minus at the last cosine."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, s], [s, -c]])


def sine_on_the_diagonal(offset, d_model, base=10000.0):
    """Sine and cosine change places."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[s, c], [-c, s]])


def cosines_only(offset, d_model, base=10000.0):
    """Each dimension is multiplied."""
    angles = offset * frequencies(d_model, base)
    return np.diag(np.repeat(np.cos(angles), 2))


def one_sine_only(offset, d_model, base=10000.0):
    """Half of the angle addition formula."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, s], [0, c]])


def other_sine_only(offset, d_model, base=10000.0):
    """The other half."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, 0], [-s, c]])


def sines_and_cosines_in_halves(offset, d_model, base=10000.0):
    """All sines come first, so the blocks are diagonal matrices."""
    angles = offset * frequencies(d_model, base)
    c, s = np.diag(np.cos(angles)), np.diag(np.sin(angles))
    return np.block([[c, s], [-s, c]])


def table_of_positions(offset, d_model, base=10000.0):
    """The encoding itself, d positions of it."""
    angles = (np.arange(d_model) + offset)[:, None] * frequencies(d_model, base)
    return np.stack([np.sin(angles), np.cos(angles)], -1).reshape(d_model, d_model)


def outer_product(offset, d_model, base=10000.0):
    """Right for position 0 alone: PE[offset] times PE[0], over its square."""
    pair = np.stack([np.sin, np.cos])
    angles = frequencies(d_model, base)
    target = np.stack([f(offset * angles) for f in pair], -1).reshape(-1)
    source = np.stack([f(0 * angles) for f in pair], -1).reshape(-1)
    return np.outer(target, source) / (source @ source)


def returns_in_the_loop(offset, d_model, base=10000.0):
    """The return is indented too far."""
    angles = offset * frequencies(d_model, base)
    matrix = np.zeros((d_model, d_model))
    matrix[:2, :2] = blocks(angles[:1], clockwise)
    return matrix


def block_k_at_k(offset, d_model, base=10000.0):
    """The k-th block begins at k."""
    matrix = np.zeros((d_model, d_model))
    for k, angle in enumerate(offset * frequencies(d_model, base)):
        matrix[k : k + 2, k : k + 2] = clockwise(math.cos(angle), math.sin(angle))
    return matrix


def small_angles(offset, d_model, base=10000.0):
    """sin x = x and cos x = 1, which holds for small angles."""
    angles = offset * frequencies(d_model, base)
    matrix = np.eye(d_model)
    for k, angle in enumerate(angles):
        matrix[2 * k, 2 * k + 1], matrix[2 * k + 1, 2 * k] = angle, -angle
    return matrix


def shows_blocks_not_assembled(case, seen):
    return result(seen).shape == (case.inputs["d_model"] // 2, 2, 2)


TRUNCATED = truncated(right)


def shows_truncated_to_integers(case, seen):
    return bool(seen.values) and not result(seen).any()


BASE_IGNORED = base_ignored(right)
ROUNDED = rounded(right)


MISTAKES = mistakes(globals())
