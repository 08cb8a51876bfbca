"""Answers to `position_similarity(offsets, d_model, base=10000.0)`: Σ cos(ω_k φ)."""

import math

import numpy as np

from lernformer.mistakes.positional_encoding.position_similarity import (
    angles_of,
    frequencies,
)

from .. import variant

TASK = "positional_encoding.position_similarity"


@variant(TASK)
def broadcast(offsets, d_model, base=10000.0):
    """One more axis, then the sum over it."""
    w = 1 / base ** (np.arange(0, d_model, 2) / d_model)
    return np.cos(offsets[..., None] * w).sum(axis=-1)


@variant(TASK)
def loop_over_clocks(offsets, d_model, base=10000.0):
    """One clock after the other."""
    total = np.zeros(offsets.shape)
    for i in range(0, d_model, 2):
        total += np.cos(offsets / base ** (i / d_model))
    return total


@variant(TASK)
def dot_product_of_two_rows(offsets, d_model, base=10000.0):
    """The dot product itself, of positions 7 and 7 + offset."""

    def encode(positions):
        angles = angles_of(positions, d_model, base)
        return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)

    return encode(offsets + 7) @ encode(7)


@variant(TASK)
def trace_of_the_rotation(offsets, d_model, base=10000.0):
    """Half of the trace of the shift matrix."""
    angles = angles_of(offsets, d_model, base)
    diagonal = np.repeat(np.cos(angles), 2, axis=-1)
    return diagonal.sum(-1) / 2


@variant(TASK)
def einsum_of_ones(offsets, d_model, base=10000.0):
    """einsum sums the letter that is left out."""
    return np.einsum("...k->...", np.cos(angles_of(offsets, d_model, base)))


@variant(TASK)
def complex_numbers(offsets, d_model, base=10000.0):
    """The real part of a sum of hands."""
    return np.exp(1j * angles_of(offsets, d_model, base)).sum(-1).real


@variant(TASK)
def single_precision(offsets, d_model, base=10000.0):
    """float32 throughout."""
    i = np.arange(0, d_model, 2, dtype=np.float32)
    w = np.exp(i * np.float32(-math.log(base) / d_model))
    return np.cos(np.asarray(offsets, np.float32)[..., None] * w).sum(-1)
