"""Answers to `shift_matrix(offset, d_model, base=10000.0)`: PE[p + k] = M PE[p]."""

import math

import numpy as np

from .. import mutant, variant

TASK = "positional_encoding.shift_matrix"


def frequencies(d_model, base=10000.0):
    return base ** (-np.arange(0, d_model, 2) / d_model)


def blocks(angles, block):
    """A matrix with `block(cos, sin)`, 2 × 2, for each pair."""
    matrix = np.zeros((2 * len(angles), 2 * len(angles)))
    for k, angle in enumerate(angles):
        pair = slice(2 * k, 2 * k + 2)
        matrix[pair, pair] = block(math.cos(angle), math.sin(angle))
    return matrix


def clockwise(c, s):
    return [[c, s], [-s, c]]


# --- Wrong: the block ------------------------------------------------------------


@mutant(TASK, mistake="turned_backwards")
def textbook_rotation(offset, d_model, base=10000.0):
    """The rotation of the textbook, for (cos, sin)."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, -s], [s, c]])


@mutant(TASK, mistake="turned_backwards")
def minus_offset(offset, d_model, base=10000.0):
    """From p + offset to p."""
    return blocks(-offset * frequencies(d_model, base), clockwise)


@mutant(TASK, mistake="reflection")
def both_signs_positive(offset, d_model, base=10000.0):
    """sin(a + b) with plus, cos(a + b) with plus too."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, s], [s, c]])


@mutant(TASK, mistake="reflection")
def mirrored(offset, d_model, base=10000.0):
    """A minus at the last cosine."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, s], [s, -c]])


@mutant(TASK, mistake="sin_cos_swapped")
def sine_on_the_diagonal(offset, d_model, base=10000.0):
    """Sine and cosine change places."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[s, c], [-c, s]])


@mutant(TASK, mistake="sine_missing")
def cosines_only(offset, d_model, base=10000.0):
    """Each dimension is multiplied."""
    angles = offset * frequencies(d_model, base)
    return np.diag(np.repeat(np.cos(angles), 2))


@mutant(TASK, mistake="sine_missing")
def one_sine_only(offset, d_model, base=10000.0):
    """Half of the addition theorem."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, s], [0, c]])


@mutant(TASK, mistake="sine_missing")
def other_sine_only(offset, d_model, base=10000.0):
    """The other half."""
    angles = offset * frequencies(d_model, base)
    return blocks(angles, lambda c, s: [[c, 0], [-s, c]])


# --- Wrong: where the blocks stand -----------------------------------------------


@mutant(TASK, mistake="halves_for_pairs")
def sines_and_cosines_in_halves(offset, d_model, base=10000.0):
    """All sines come first, so the blocks are diagonal matrices."""
    angles = offset * frequencies(d_model, base)
    c, s = np.diag(np.cos(angles)), np.diag(np.sin(angles))
    return np.block([[c, s], [-s, c]])


@mutant(TASK, mistake="blocks_not_assembled")
def stack_of_blocks(offset, d_model, base=10000.0):
    """(d/2, 2, 2)."""
    angles = offset * frequencies(d_model, base)
    c, s = np.cos(angles), np.sin(angles)
    return np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], -2)


@mutant(TASK, mistake="rows_shifted")
def ones_beside_the_diagonal(offset, d_model, base=10000.0):
    """The shift matrix of linear algebra."""
    return np.eye(d_model, k=offset)


@mutant(TASK, mistake="rows_shifted")
def rolled_identity(offset, d_model, base=10000.0):
    """Moves the dimensions instead of the position."""
    return np.roll(np.eye(d_model), offset, axis=0)


@mutant(TASK, mistake="not_moved")
def identity(offset, d_model, base=10000.0):
    """An identity, which satisfies the equation for offset 0."""
    return np.eye(d_model)


@mutant(TASK, mistake="table_returned")
def table_of_positions(offset, d_model, base=10000.0):
    """The encoding itself, d positions of it."""
    angles = (np.arange(d_model) + offset)[:, None] * frequencies(d_model, base)
    return np.stack([np.sin(angles), np.cos(angles)], -1).reshape(d_model, d_model)


@mutant(TASK, mistake="projection")
def outer_product(offset, d_model, base=10000.0):
    """Right for position 0 alone: PE[offset] times PE[0], over its square."""
    pair = np.stack([np.sin, np.cos])
    angles = frequencies(d_model, base)
    target = np.stack([f(offset * angles) for f in pair], -1).reshape(-1)
    source = np.stack([f(0 * angles) for f in pair], -1).reshape(-1)
    return np.outer(target, source) / (source @ source)


# --- Wrong: the angle ------------------------------------------------------------


@mutant(TASK, mistake="integer_exponent")
def same_angle(offset, d_model, base=10000.0):
    """The same rotation for each pair."""
    return blocks(np.full(d_model // 2, float(offset)), clockwise)


@mutant(TASK, mistake="offset_ignored")
def one_step(offset, d_model, base=10000.0):
    """One step, however far."""
    return blocks(frequencies(d_model, base), clockwise)


@mutant(TASK, mistake="factor_two_missing")
def one_k(offset, d_model, base=10000.0):
    """The exponent is k / d."""
    k = np.arange(d_model // 2)
    return blocks(offset * base ** (-k / d_model), clockwise)


@mutant(TASK, mistake="exponent_doubled")
def even_numbers_doubled(offset, d_model, base=10000.0):
    """Steps by two, and multiplies by two all the same."""
    i = np.arange(0, d_model, 2)
    return blocks(offset * base ** (-2 * i / d_model), clockwise)


@mutant(TASK, mistake="integer_exponent")
def floor_division(offset, d_model, base=10000.0):
    """// divides."""
    i = np.arange(0, d_model, 2)
    return blocks(offset / base ** (i // d_model), clockwise)


@mutant(TASK, mistake="base_1000")
def default_of_1000(offset, d_model, base=1000.0):
    """One zero too few."""
    return blocks(offset * frequencies(d_model, base), clockwise)


@mutant(TASK, mistake="base_ignored")
def always_10000(offset, d_model, base=10000.0):
    """The paper's number, written into the formula."""
    return blocks(offset * frequencies(d_model), clockwise)


@mutant(TASK, mistake="sign_of_exponent")
def growing(offset, d_model, base=10000.0):
    """Multiplies by the denominator."""
    return blocks(offset / frequencies(d_model, base), clockwise)


@mutant(TASK, mistake="in_degrees")
def degrees(offset, d_model, base=10000.0):
    """Angles are in degrees."""
    return blocks(np.degrees(offset * frequencies(d_model, base)), clockwise)


@mutant(TASK, mistake="in_degrees")
def radians(offset, d_model, base=10000.0):
    """np.cos wants radians, so the angles are converted."""
    return blocks(np.radians(offset * frequencies(d_model, base)), clockwise)


@mutant(TASK, mistake="distance_for_offset")
def forwards_only(offset, d_model, base=10000.0):
    """A distance has no sign."""
    return blocks(abs(offset) * frequencies(d_model, base), clockwise)


@mutant(TASK, mistake="distance_for_offset")
def loop_of_steps(offset, d_model, base=10000.0):
    """`range` of a negative number is empty."""
    step, matrix = blocks(frequencies(d_model, base), clockwise), np.eye(d_model)
    for _ in range(offset):
        matrix = step @ matrix
    return matrix


@mutant(TASK, mistake="distance_for_offset")
def refuses_to_go_back(offset, d_model, base=10000.0):
    """Positions count from 0, and so do offsets."""
    if offset < 0:
        raise ValueError("offset must not be negative")
    return blocks(offset * frequencies(d_model, base), clockwise)


@mutant(TASK, mistake="truncated_to_integers")
def integer_identity(offset, d_model, base=10000.0):
    """An array keeps its type when numbers are written into it."""
    return blocks(offset * frequencies(d_model, base), clockwise).astype(int)


@mutant(TASK, mistake="first_order")
def small_angles(offset, d_model, base=10000.0):
    """sin x = x and cos x = 1, which holds for small angles."""
    angles = offset * frequencies(d_model, base)
    matrix = np.eye(d_model)
    for k, angle in enumerate(angles):
        matrix[2 * k, 2 * k + 1], matrix[2 * k + 1, 2 * k] = angle, -angle
    return matrix


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def loop_over_pairs(offset, d_model, base=10000.0):
    """Four assignments a pair."""
    m = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        angle = offset / base ** (i / d_model)
        m[i, i] = np.cos(angle)
        m[i, i + 1] = np.sin(angle)
        m[i + 1, i] = -np.sin(angle)
        m[i + 1, i + 1] = np.cos(angle)
    return m


@variant(TASK)
def four_axes(offset, d_model, base=10000.0):
    """(d/2, 2, d/2, 2), reshaped."""
    n = d_model // 2
    angles = offset * frequencies(d_model, base)
    m = np.zeros((n, 2, n, 2))
    k = np.arange(n)
    m[k, 0, k, 0] = m[k, 1, k, 1] = np.cos(angles)
    m[k, 0, k, 1], m[k, 1, k, 0] = np.sin(angles), -np.sin(angles)
    return m.reshape(d_model, d_model)


@variant(TASK)
def kronecker(offset, d_model, base=10000.0):
    """Diagonal matrices, each cell of which becomes a block."""
    angles = offset * frequencies(d_model, base)
    turn = np.array([[0, 1], [-1, 0]])
    return np.kron(np.diag(np.cos(angles)), np.eye(2)) + np.kron(
        np.diag(np.sin(angles)), turn
    )


@variant(TASK)
def diagonals(offset, d_model, base=10000.0):
    """The main diagonal and its two neighbours."""
    angles = np.repeat(offset * frequencies(d_model, base), 2)
    sines = np.sin(angles)[:-1] * (np.arange(d_model - 1) % 2 == 0)
    return np.diag(np.cos(angles)) + np.diag(sines, 1) - np.diag(sines, -1)


@variant(TASK)
def complex_numbers(offset, d_model, base=10000.0):
    """The real and imaginary part of exp(i ω offset)."""
    hands = np.exp(1j * offset * frequencies(d_model, base))
    m = np.zeros((d_model, d_model))
    for k, hand in enumerate(hands):
        m[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = [
            [hand.real, hand.imag],
            [-hand.imag, hand.real],
        ]
    return m


@variant(TASK)
def power_of_one_step(offset, d_model, base=10000.0):
    """One step, `offset` times; backwards with the inverse."""
    step = blocks(frequencies(d_model, base), clockwise)
    return np.linalg.matrix_power(step, offset)


@variant(TASK)
def permuted_halves(offset, d_model, base=10000.0):
    """Built for halves, then put in order."""
    angles = offset * frequencies(d_model, base)
    c, s = np.diag(np.cos(angles)), np.diag(np.sin(angles))
    order = np.arange(d_model).reshape(2, -1).T.reshape(-1)
    return np.block([[c, s], [-s, c]])[np.ix_(order, order)]


@variant(TASK)
def least_squares(offset, d_model, base=10000.0):
    """Solved for, from the equation that it has to satisfy."""
    n = 4000
    angles = np.arange(n)[:, None] * frequencies(d_model, base)
    moved = (np.arange(n) + offset)[:, None] * frequencies(d_model, base)
    here = np.stack([np.sin(angles), np.cos(angles)], -1).reshape(n, -1)
    there = np.stack([np.sin(moved), np.cos(moved)], -1).reshape(n, -1)
    return np.linalg.lstsq(here, there, rcond=None)[0].T


@variant(TASK)
def single_precision(offset, d_model, base=10000.0):
    """float32 throughout."""
    i = np.arange(0, d_model, 2, dtype=np.float32)
    angles = np.float32(offset) * np.exp(i * np.float32(-math.log(base) / d_model))
    return blocks(angles, clockwise).astype(np.float32)
