"""Answers to `shift_matrix(offset, d_model, base=10000.0)`: PE[p + k] = M PE[p]."""

import math

import numpy as np

from lernformer.mistakes.positional_encoding.shift_matrix import (
    blocks,
    clockwise,
    frequencies,
)

from .. import mutant, variant

TASK = "positional_encoding.shift_matrix"


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
