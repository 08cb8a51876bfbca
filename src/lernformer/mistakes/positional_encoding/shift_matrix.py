"""Typical wrong answers to ``positional_encoding.shift_matrix``."""

from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import formula, sign
from lernformer.mistakes.positional_encoding.common import (
    BASE_IGNORED,
    EXTRA_AXIS,
    TRUNCATED,
    WRONG_FREQUENCIES,
    result,
    rounded,
)
from lernformer.positional_encoding import (
    angular_frequencies,
    shift_matrix,
    sinusoidal_encoding,
)
from lernformer.probes.positional_encoding.shift_matrix import BACKWARDS

TURNED_BACK = (
    "it turns the other way: the pairs are (sin, cos), not (cos, sin), so a block is "
    "[[cos, sin], [-sin, cos]]. Check with sin(a + b) = sin a cos b + cos a sin b."
)

REFLECTED = (
    "a sign is wrong: sin(a + b) = sin a cos b + cos a sin b, but cos(a + b) = "
    "cos a cos b - sin a sin b."
)

SINE_MISSING = (
    "a sine is missing beside the diagonal: both sine and cosine of p are needed for "
    "each of those of p + offset."
)

ROWS_SHIFTED = (
    "this moves the dimensions of a vector; the position is what moves, by turning "
    "each pair."
)

DISTANCE = "the sign of the offset is lost; -3 turns back by 3."


def _matrix(angles: np.ndarray, block: Callable) -> np.ndarray:
    """``block(cos, sin)``, 2 × 2, for each angle on the diagonal."""
    n = len(angles)
    matrix = np.zeros((n, 2, n, 2))
    for k, angle in enumerate(angles):
        matrix[k, :, k, :] = block(np.cos(angle), np.sin(angle))
    return matrix.reshape(2 * n, 2 * n)


def _right_block(c, s):
    return [[c, s], [-s, c]]


def _with_block(block: Callable) -> Callable:
    return lambda offset, d_model, base=10000.0: _matrix(
        offset * angular_frequencies(d_model, base), block
    )


def _halves(offset, d_model, base=10000.0):
    angles = offset * angular_frequencies(d_model, base)
    c, s = np.diag(np.cos(angles)), np.diag(np.sin(angles))
    return np.block([[c, s], [-s, c]])


def _right_for_position_0(offset, d_model, base=10000.0):
    start = sinusoidal_encoding(1, d_model, base)[0]
    return np.outer(shift_matrix(offset, d_model, base) @ start, start) / (d_model / 2)


def _tangent(angles):
    matrix = np.eye(2 * len(angles))
    for k, angle in enumerate(angles):
        matrix[2 * k, 2 * k + 1], matrix[2 * k + 1, 2 * k] = angle, -angle
    return matrix


MISTAKES = (
    sign("distance_for_offset", DISTANCE, lambda case, seen: case.aspect == BACKWARDS),
    *(
        formula(
            id,
            cause,
            lambda offset, d_model, base=10000.0, wrong=wrong: _matrix(
                offset * wrong(d_model, base), _right_block
            ),
        )
        for id, cause, wrong in WRONG_FREQUENCIES
    ),
    formula(
        "not_moved",
        "this is the identity, right for offset 0 only.",
        lambda offset, d_model, base=10000.0: np.eye(d_model),
    ),
    formula(
        "turned_backwards", TURNED_BACK, _with_block(lambda c, s: [[c, -s], [s, c]])
    ),
    formula("reflection", REFLECTED, _with_block(lambda c, s: [[c, s], [s, c]])),
    formula("reflection", REFLECTED, _with_block(lambda c, s: [[c, s], [s, -c]])),
    formula(
        "sin_cos_swapped",
        "sine and cosine are swapped: for offset 0 the diagonal is cos 0 = 1.",
        _with_block(lambda c, s: [[s, c], [-c, s]]),
    ),
    formula("sine_missing", SINE_MISSING, _with_block(lambda c, s: [[c, 0], [0, c]])),
    formula("sine_missing", SINE_MISSING, _with_block(lambda c, s: [[c, s], [0, c]])),
    formula("sine_missing", SINE_MISSING, _with_block(lambda c, s: [[c, 0], [-s, c]])),
    formula(
        "halves_for_pairs",
        "this is for a table with all sines before all cosines; here dimensions 2k and "
        "2k + 1 are a pair, so 2 × 2 blocks stand on the diagonal.",
        _halves,
    ),
    formula(
        "rows_shifted",
        ROWS_SHIFTED,
        lambda offset, d_model, base=10000.0: np.eye(d_model, k=offset),
    ),
    formula(
        "rows_shifted",
        ROWS_SHIFTED,
        lambda offset, d_model, base=10000.0: np.roll(np.eye(d_model), offset, 0),
    ),
    formula(
        "table_returned",
        "this is the table from position `offset` on; the matrix that leads there is "
        "asked for.",
        lambda offset, d_model, base=10000.0: sinusoidal_encoding(
            offset + d_model, d_model, base
        )[offset:],
    ),
    formula(
        "projection",
        "this leads from position 0 to the right place, but no other position; one "
        "matrix serves all of them.",
        _right_for_position_0,
    ),
    formula(
        "offset_ignored",
        "this moves by one, whatever the offset; the angle is ω · offset.",
        lambda offset, d_model, base=10000.0: shift_matrix(1, d_model, base),
    ),
    formula(
        "first_order",
        "sin x = x and cos x = 1 hold for small angles only.",
        lambda offset, d_model, base=10000.0: _tangent(
            offset * angular_frequencies(d_model, base)
        ),
    ),
    sign(
        "blocks_not_assembled",
        "the blocks are right or nearly so, but lie in a stack; put block k at rows "
        "and columns 2k and 2k + 1 of a (d, d) matrix of zeros.",
        lambda case, seen: result(seen).shape == (case.inputs["d_model"] // 2, 2, 2),
    ),
    EXTRA_AXIS,
    TRUNCATED,
    sign(
        "truncated_to_integers",
        "all numbers are 0: nothing is written into the matrix, or it has an integer "
        "type, which cuts the decimals; np.zeros((d, d)) makes floats.",
        lambda case, seen: bool(seen.values) and not result(seen).any(),
    ),
    BASE_IGNORED,
    rounded(shift_matrix),
)
