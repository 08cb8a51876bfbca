"""Typical wrong answers to ``positional_encoding.shift_matrix``."""

import math

import numpy as np

from lernformer.mistakes.embedding.common import NOT_AN_ARRAY
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.positional_encoding.common import (
    EXTRA_AXIS,
    FREQUENCIES,
    base_ignored,
    frequencies,
    result,
    rounded,
    truncated,
    using,
)
from lernformer.probes.positional_encoding.shift_matrix import BACKWARDS

MISTAKES = Catalogue()

DISTANCE = "an offset may be negative: -3 turns back by 3, which undoes 3 steps."


REFLECTION = (
    "a sign is wrong: sin(a + b) = sin a cos b + cos a sin b, but cos(a + b) = cos a "
    "cos b - sin a sin b."
)

SINE_MISSING = (
    "a sine is missing beside the diagonal: both sine and cosine of p are needed for "
    "each of those of p + offset."
)

ROWS_SHIFTED = (
    "this moves the dimensions of a vector; the position is what moves, by turning "
    "each pair."
)


def blocks(angles, block):
    """A matrix with `block(cos, sin)`, 2 × 2, for each pair."""
    matrix = np.zeros((2 * len(angles), 2 * len(angles)))
    for k, angle in enumerate(angles):
        pair = slice(2 * k, 2 * k + 2)
        matrix[pair, pair] = block(math.cos(angle), math.sin(angle))
    return matrix


def clockwise(c, s):
    return [[c, s], [-s, c]]


MISTAKES.sign(
    "distance_for_offset",
    DISTANCE,
    lambda case, seen: case.aspect == BACKWARDS and case.inputs["offset"] < 0,
)


def _matrix(frequencies):
    """The matrix of these clocks, as an answer."""
    return lambda offset, d_model, *base: blocks(
        offset * frequencies(d_model, *base), clockwise
    )


right = _matrix(frequencies)

MISTAKES += [NOT_AN_ARRAY, *using(FREQUENCIES, _matrix)]


@MISTAKES.answer("not_moved", "this is the identity, right for offset 0 only.")
def identity(offset, d_model, base=10000.0):
    """An identity, which satisfies the equation for offset 0."""
    return np.eye(d_model)


@MISTAKES.answer(
    "turned_backwards",
    "it turns the other way: the pairs are (sin, cos), not (cos, sin), so a block is "
    "[[cos, sin], [-sin, cos]]. Check with sin(a + b) = sin a cos b + cos a sin b.",
)
def textbook_rotation(offset, d_model, base=10000.0):
    """The rotation of the textbook, for (cos, sin)."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, -s], [s, c]])


@MISTAKES.answer("reflection", REFLECTION)
def both_signs_positive(offset, d_model, base=10000.0):
    """sin(a + b) with plus, cos(a + b) with plus too."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, s], [s, c]])


@MISTAKES.answer("reflection", REFLECTION)
def mirrored(offset, d_model, base=10000.0):
    """A minus at the last cosine."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, s], [s, -c]])


@MISTAKES.answer(
    "sin_cos_swapped",
    "sine and cosine are swapped: for offset 0 the diagonal is cos 0 = 1.",
    seen="course",
)
def sine_on_the_diagonal(offset, d_model, base=10000.0):
    """Sine and cosine change places."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[s, c], [-c, s]])


@MISTAKES.answer("sine_missing", SINE_MISSING)
def cosines_only(offset, d_model, base=10000.0):
    """Each dimension is multiplied."""
    angles = offset * frequencies(d_model, base)
    return np.diag(np.repeat(np.cos(angles), 2))


@MISTAKES.answer("sine_missing", SINE_MISSING)
def one_sine_only(offset, d_model, base=10000.0):
    """Half of the addition theorem."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, s], [0, c]])


@MISTAKES.answer("sine_missing", SINE_MISSING)
def other_sine_only(offset, d_model, base=10000.0):
    """The other half."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, 0], [-s, c]])


@MISTAKES.answer(
    "halves_for_pairs",
    "this is for a table with all sines before all cosines; here dimensions 2k and "
    "2k + 1 are a pair, so 2 × 2 blocks stand on the diagonal.",
    seen="course",
)
def sines_and_cosines_in_halves(offset, d_model, base=10000.0):
    """All sines come first, so the blocks are diagonal matrices."""
    angles = offset * frequencies(d_model, base)
    c, s = np.diag(np.cos(angles)), np.diag(np.sin(angles))
    return np.block([[c, s], [-s, c]])


@MISTAKES.answer("rows_shifted", ROWS_SHIFTED)
def ones_beside_the_diagonal(offset, d_model, base=10000.0):
    """The shift matrix of linear algebra."""
    return np.eye(d_model, k=offset)


@MISTAKES.answer("rows_shifted", ROWS_SHIFTED)
def rolled_identity(offset, d_model, base=10000.0):
    """Moves the dimensions instead of the position."""
    return np.roll(np.eye(d_model), offset, axis=0)


@MISTAKES.answer(
    "table_returned",
    "this is the table from position `offset` on; the matrix that leads there is "
    "asked for.",
)
def table_of_positions(offset, d_model, base=10000.0):
    """The encoding itself, d positions of it."""
    angles = (np.arange(d_model) + offset)[:, None] * frequencies(d_model, base)
    return np.stack([np.sin(angles), np.cos(angles)], -1).reshape(d_model, d_model)


@MISTAKES.answer(
    "projection",
    "this leads from position 0 to the right place, but no other position; one "
    "matrix serves all of them.",
)
def outer_product(offset, d_model, base=10000.0):
    """Right for position 0 alone: PE[offset] times PE[0], over its square."""
    pair = np.stack([np.sin, np.cos])
    angles = frequencies(d_model, base)
    target = np.stack([f(offset * angles) for f in pair], -1).reshape(-1)
    source = np.stack([f(0 * angles) for f in pair], -1).reshape(-1)
    return np.outer(target, source) / (source @ source)


@MISTAKES.answer(
    "offset_ignored", "this moves by one, whatever the offset; the angle is ω · offset."
)
def one_step(offset, d_model, base=10000.0):
    """One step, however far."""
    return blocks(frequencies(d_model, base), clockwise)


@MISTAKES.answer(
    "first_block_only", "only the first pair turns; is the return inside the loop?"
)
def returns_in_the_loop(offset, d_model, base=10000.0):
    """The return is indented too far."""
    angles = offset * frequencies(d_model, base)
    matrix = np.zeros((d_model, d_model))
    matrix[:2, :2] = blocks(angles[:1], clockwise)
    return matrix


@MISTAKES.answer(
    "blocks_overlap",
    "block k stands at rows and columns k and k + 1; it belongs at 2k and 2k + 1.",
)
def block_k_at_k(offset, d_model, base=10000.0):
    """The k-th block begins at k."""
    matrix = np.zeros((d_model, d_model))
    for k, angle in enumerate(offset * frequencies(d_model, base)):
        matrix[k : k + 2, k : k + 2] = clockwise(math.cos(angle), math.sin(angle))
    return matrix


@MISTAKES.answer(
    "step_multiplied",
    "the matrix of one step is multiplied by the offset; steps are taken one after the "
    "other, which turns by ω · offset.",
)
def step_times_offset(offset, d_model, base=10000.0):
    """Three steps are three times a step."""
    return offset * blocks(frequencies(d_model, base), clockwise)


@MISTAKES.answer(
    "numbers_to_a_power",
    "** takes the power of each number by itself; the angle of offset steps is "
    "ω · offset.",
)
def step_to_the_power(offset, d_model, base=10000.0):
    """Three steps are a step to the power of three."""
    return blocks(frequencies(d_model, base), clockwise) ** float(offset)


@MISTAKES.answer("first_order", "sin x = x and cos x = 1 hold for small angles only.")
def small_angles(offset, d_model, base=10000.0):
    """sin x = x and cos x = 1, which holds for small angles."""
    angles = offset * frequencies(d_model, base)
    matrix = np.eye(d_model)
    for k, angle in enumerate(angles):
        matrix[2 * k, 2 * k + 1], matrix[2 * k + 1, 2 * k] = angle, -angle
    return matrix


MISTAKES.sign(
    "blocks_not_assembled",
    "the blocks are right or nearly so, but lie in a stack; put block k at rows "
    "and columns 2k and 2k + 1 of a (d, d) matrix of zeros.",
    lambda case, seen: result(seen).shape == (case.inputs["d_model"] // 2, 2, 2),
)

MISTAKES += (EXTRA_AXIS, truncated(right))

MISTAKES.sign(
    "truncated_to_integers",
    "all numbers are 0: nothing is written into the matrix, or it has an integer "
    "type, which cuts the decimals; np.zeros((d, d)) makes floats.",
    lambda case, seen: bool(seen.values) and not result(seen).any(),
)

MISTAKES += (base_ignored(right), rounded(right))
