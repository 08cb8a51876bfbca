"""Answers to `to_halves(x)`: (..., d), even features first, then the odd ones."""

import numpy as np

from lernformer.mistakes.positional_encoding.to_halves import order

from .. import variant

TASK = "positional_encoding.to_halves"


def right(x):
    return np.concatenate([x[..., 0::2], x[..., 1::2]], axis=-1)


@variant(TASK)
def slices_joined(x):
    """Every second feature from 0, then from 1."""
    return np.concatenate((x[..., ::2], x[..., 1::2]), -1)


@variant(TASK)
def one_index(x):
    """One list of features."""
    return x[..., [i for s in (0, 1) for i in range(s, x.shape[-1], 2)]]


@variant(TASK)
def taken(x):
    """np.take along the last axis."""
    return np.take(x, order(x.shape[-1]), axis=-1)


@variant(TASK)
def written_into_an_empty_one(x):
    """Filled half by half."""
    result, sines = np.empty_like(x), (x.shape[-1] + 1) // 2
    result[..., :sines], result[..., sines:] = x[..., 0::2], x[..., 1::2]
    return result


@variant(TASK)
def in_a_loop(x):
    """Feature by feature."""
    result, d = np.zeros(x.shape), x.shape[-1]
    for i in range(d):
        result[..., i // 2 + (i % 2) * ((d + 1) // 2)] = x[..., i]
    return result


@variant(TASK)
def by_a_matrix(x):
    """Multiplied by the matrix of the permutation."""
    d = x.shape[-1]
    return x @ np.eye(d)[order(d)].T


@variant(TASK)
def by_a_sum_over_pairs(x):
    """einsum with the same matrix."""
    d = x.shape[-1]
    return np.einsum("...i,ji->...j", x, np.eye(d)[order(d)])


@variant(TASK)
def sorted_by_parity(x):
    """A stable sort by even and odd."""
    return x[..., np.argsort(np.arange(x.shape[-1]) % 2, kind="stable")]


@variant(TASK)
def padded_pairs(x):
    """Fills up to whole pairs, transposes them and cuts again."""
    d = x.shape[-1]
    filled = np.concatenate([x, np.zeros((*x.shape[:-1], d % 2))], axis=-1)
    pairs = filled.reshape(*x.shape[:-1], -1, 2)
    return np.moveaxis(pairs, -1, -2).reshape(filled.shape)[..., :d]


@variant(TASK)
def in_float32(x):
    """Half of the digits are enough."""
    return right(x.astype(np.float32))
