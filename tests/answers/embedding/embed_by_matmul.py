"""Answers to `embed_by_matmul(ids, E)`: one-hot(ids) · E."""

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.embedding import one_hot
from lernformer.mistakes.embedding.embed_by_matmul import hot, right

from .. import mutant, variant

TASK = "embedding.embed_by_matmul"


@variant(TASK)
def identity_times_e(ids, E):
    """The rows of the identity matrix, times E."""
    return np.eye(E.shape[0])[ids] @ E


@variant(TASK)
def einsum(ids, E):
    """einsum over the vocabulary."""
    return np.einsum("...v,vd->...d", hot(ids, len(E)), E)


@variant(TASK)
def tensordot(ids, E):
    """The last axis of one with the first of the other."""
    return np.tensordot(hot(ids, len(E)), E, axes=1)


@variant(TASK)
def dot(ids, E):
    """np.dot does the same for these shapes."""
    return np.dot(hot(ids, len(E)), E)


@variant(TASK)
def columns(ids, E):
    """(Eᵀ · one-hotᵀ)ᵀ, flat and back."""
    vectors = hot(ids.reshape(-1), len(E))
    return (E.T @ vectors.T).T.reshape(*ids.shape, E.shape[1])


@variant(TASK)
def broadcast_and_sum(ids, E):
    """All products, and a sum over the vocabulary."""
    return (hot(ids, len(E))[..., None] * E).sum(axis=-2)


@variant(TASK)
def three_loops(ids, E):
    """The definition of a product, one number after the other."""
    vectors = hot(ids, len(E))
    result = np.zeros((*ids.shape, E.shape[1]))
    for place in np.ndindex(ids.shape):
        for j in range(E.shape[1]):
            result[place][j] = sum(vectors[place][v] * E[v, j] for v in range(len(E)))
    return result


@variant(TASK)
def row_by_row(ids, E):
    """A vector times a matrix, for each word."""
    V, d = E.shape
    rows = [np.matmul(vector, E) for vector in hot(ids, V).reshape(-1, V)]
    return np.stack(rows).reshape(*ids.shape, d)


@variant(TASK)
def with_the_courses_one_hot(ids, E):
    """Builds on the function of the task before, with integers inside."""
    return one_hot(ids, len(E)).astype(int) @ E


@variant(TASK)
def torch_matmul(ids, E):
    """The product in torch."""
    vectors = torch.from_numpy(hot(ids, len(E))).to(torch.from_numpy(E).dtype)
    return (vectors @ torch.from_numpy(E)).numpy()
