"""Answers to `weight_norm(v, g)`: (n, d) and (n,) to (n, d)."""

import math

import numpy as np

from .. import mutant, variant

TASK = "residual_norm.weight_norm"


def right(v, g):
    return g[:, None] * v / np.sqrt((v**2).sum(axis=-1, keepdims=True))


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="columns_normed")
def down_the_columns(v, g):
    """Adds the squares up along the first axis."""
    return g[:, None] * (v / np.sqrt(np.sum(v * v, axis=0)))


@mutant(TASK, mistake="matrix_normed")
def of_all_numbers(v, g):
    """sum() has no axis."""
    return v / np.sqrt((v * v).sum()) * g[:, None]


@mutant(TASK, mistake="not_divided")
def row_by_row_without_a_length(v, g):
    """g is how long a row is, so the row is multiplied by it."""
    return np.stack([scale * row for scale, row in zip(g, v, strict=True)])


@mutant(TASK, mistake="g_ignored")
def unit_rows(v, g):
    """Row by row, to the length 1."""
    return np.stack([row / np.linalg.norm(row) for row in v])


@mutant(TASK, mistake="root_forgotten")
def by_the_dot_product(v, g):
    """A row's dot product with itself is its length."""
    return g[:, None] * v / np.einsum("ij,ij->i", v, v)[:, None]


@mutant(TASK, mistake="sum_of_magnitudes")
def one_norm(v, g):
    """ord=1 is a norm, too."""
    return g[:, None] * v / np.linalg.norm(v, ord=1, axis=1, keepdims=True)


@mutant(TASK, mistake="mean_for_sum")
def times_the_root_of_d(v, g):
    """Variance 1 in place of length 1."""
    return right(v, g) * math.sqrt(v.shape[1])


@mutant(TASK, mistake="normed_like_activations")
def in_steps_of_a_layer_norm(v, g):
    """A layer norm over the rows, γ for g."""
    mean, deviation = v.mean(-1), v.std(-1)
    return (v - mean[:, None]) / deviation[:, None] * g[:, None]


@mutant(TASK, mistake="rows_summed")
def by_dot(v, g):
    """np.dot multiplies."""
    return np.dot(g, right(v, np.ones_like(g)))


@mutant(TASK, mistake="input_modified")
def divides_in_place(v, g):
    """Working in place saves memory."""
    v /= np.linalg.norm(v, axis=-1, keepdims=True)
    v *= g[:, None]
    return v


@mutant(TASK, mistake="input_modified")
def g_divided_in_place(v, g):
    """g / length is one number for each row."""
    g /= np.linalg.norm(v, axis=-1)
    return g[:, None] * v


@mutant(TASK, mistake="axes_squeezed")
def squeezed(v, g):
    """Axes of length one are clutter."""
    return np.squeeze(right(v, g))


@mutant(TASK, mistake="eps_added")
def as_in_a_layer_norm(v, g):
    """A division needs an eps."""
    return g[:, None] * v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-5)


@mutant(TASK, mistake="eps_added")
def a_millionth(v, g):
    """A guard so small that nobody sees it."""
    return g[:, None] * v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-6)


@mutant(TASK, mistake="eps_added")
def eps_in_the_root(v, g):
    """eps stands under the root."""
    return g[:, None] * v / np.sqrt((v**2).sum(-1, keepdims=True) + 1e-5)


# --- Right ---------------------------------------------------------------------


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
