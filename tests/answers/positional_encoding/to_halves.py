"""Answers to `to_halves(x)`: (..., d), even features first, then the odd ones."""

import numpy as np

from lernformer.mistakes.positional_encoding.to_halves import order

from .. import mutant, variant

TASK = "positional_encoding.to_halves"


def right(x):
    return np.concatenate([x[..., 0::2], x[..., 1::2]], axis=-1)


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="permuted_back")
def halves_interleaved(x):
    """Takes x for halves and makes pairs of it."""
    result, sines = np.empty_like(x), (x.shape[-1] + 1) // 2
    result[..., 0::2], result[..., 1::2] = x[..., :sines], x[..., sines:]
    return result


@mutant(TASK, mistake="odd_features_first")
def counted_from_one(x):
    """The first feature is number 1, an odd one."""
    number = 1 + np.arange(x.shape[-1])
    return x[..., np.r_[number[number % 2 == 0], number[number % 2 == 1]] - 1]


@mutant(TASK, mistake="halves_exchanged")
def rolled(x):
    """np.roll by half of the features."""
    return np.roll(x, x.shape[-1] // 2, axis=-1)


@mutant(TASK, mistake="second_axis")
def columns_of_a_matrix(x):
    """The features are the second axis."""
    return np.concatenate([x[:, 0::2], x[:, 1::2]], axis=1)


@mutant(TASK, mistake="second_axis")
def hstacked(x):
    """hstack joins along the second axis."""
    return np.hstack([x[:, 0::2], x[:, 1::2]])


@mutant(TASK, mistake="stacked")
def pair_returned(x):
    """Sines and cosines, apart."""
    return x[..., 0::2], x[..., 1::2]


@mutant(TASK, mistake="odd_size")
def rounded_down(x):
    """d/2 of each, whatever d."""
    half = x.shape[-1] // 2
    result = np.zeros_like(x)
    result[..., :half] = x[..., 0 : 2 * half : 2]
    result[..., half : 2 * half] = x[..., 1::2]
    return result


@mutant(TASK, mistake="odd_size")
def pairs_transposed(x):
    """Cuts into pairs, (..., d/2, 2), and transposes them."""
    pairs = x.reshape(*x.shape[:-1], x.shape[-1] // 2, 2)
    return pairs.swapaxes(-1, -2).reshape(x.shape)


@mutant(TASK, mistake="input_modified")
def in_place(x):
    """Writes into the table that it was given."""
    x[...] = right(x)
    return x


@mutant(TASK, mistake="truncated_to_integers")
def whole_numbers(x):
    """An array of integers to write into."""
    result = np.zeros(x.shape, dtype=int)
    result[...] = right(x)
    return result


# --- Right ---------------------------------------------------------------------


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
