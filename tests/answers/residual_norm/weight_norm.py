"""Answers to `weight_norm(v, g)`: (n, d) and (n,) to (n, d)."""

import math

import numpy as np

from .. import variant

TASK = "residual_norm.weight_norm"


def right(v, g):
    return g[:, None] * v / np.sqrt((v**2).sum(axis=-1, keepdims=True))


@variant(TASK)
def root_of_the_sum_of_squares(v, g):
    """Without np.linalg."""
    return (g / np.sqrt((v**2).sum(axis=1)))[:, np.newaxis] * v


@variant(TASK)
def by_einsum(v, g):
    """The letters put all in place; g is divided first."""
    return np.einsum("i,ij->ij", g / np.sqrt(np.einsum("ij,ij->i", v, v)), v)


@variant(TASK)
def row_by_row(v, g):
    """In loops, in plain Python."""
    out = []
    for row, length in zip(v.tolist(), g.tolist(), strict=True):
        own = math.sqrt(sum(x * x for x in row))
        out.append([length * x / own for x in row])
    return np.array(out)


@variant(TASK)
def diagonal_matrix(v, g):
    """A matrix that multiplies each row by its number."""
    return np.diag(g / np.linalg.norm(v, axis=-1)) @ v


@variant(TASK)
def transposed(v, g):
    """Outputs last, so that numbers for them need no axis."""
    return (v.T / np.linalg.norm(v.T, axis=0) * g).T


@variant(TASK)
def tiny_number_added(v, g):
    """A guard far below all that is asked."""
    return v * g.reshape(-1, 1) / (np.linalg.norm(v, axis=1, keepdims=True) + 1e-12)


@variant(TASK)
def longest_first(v, g):
    """Divides by the largest first, so that no square runs over."""
    v = v / np.abs(v).max(axis=1, keepdims=True)
    return g[:, None] * v / np.sqrt(np.square(v).sum(axis=1, keepdims=True))
