"""Answers to `cosine_similarity(a, b)`: a · b / (|a| |b|) along the last axis."""

import math

import numpy as np
import torch

from lernformer.mistakes.embedding.cosine_similarity import lengths, right

from .. import mutant, variant

TASK = "embedding.cosine_similarity"


@variant(TASK)
def norms_and_where(a, b):
    """The formula, with 1 for a product of lengths that is 0."""
    norms = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return np.sum(a * b, axis=-1) / np.where(norms > 0, norms, 1.0)


@variant(TASK)
def epsilon_added(a, b):
    """A tiny number in the denominator."""
    return (a * b).sum(-1) / (lengths(a, b) + 1e-8)


@variant(TASK)
def maximum_epsilon(a, b):
    """As torch does it: at least 1e-8."""
    return np.einsum("...d,...d->...", a, b) / np.maximum(lengths(a, b), 1e-8)


@variant(TASK)
def unit_vectors(a, b):
    """Both are normalised first, a zero vector stays zero."""

    def unit(x):
        length = np.sqrt(np.sum(x**2, axis=-1, keepdims=True))
        return np.divide(x, length, out=np.zeros(x.shape), where=length > 0)

    return (unit(a) * unit(b)).sum(axis=-1)


@variant(TASK)
def nan_to_zero(a, b):
    """0 / 0 is fixed afterwards, rounding too."""
    with np.errstate(all="ignore"):
        similarity = (a * b).sum(-1) / lengths(a, b)
    return np.clip(np.nan_to_num(similarity), -1, 1)


@variant(TASK)
def one_root(a, b):
    """One root of the product of the squares."""
    squares = np.sum(a * a, axis=-1) * np.sum(b * b, axis=-1)
    dots = np.matmul(a[..., None, :], b[..., :, None])[..., 0, 0]
    return dots / np.sqrt(np.where(squares == 0, 1, squares))


@variant(TASK)
def plain_python(a, b):
    """Loops over broadcast vectors, math for one pair."""
    a, b = np.broadcast_arrays(a, b)
    result = np.zeros(a.shape[:-1])
    for place in np.ndindex(result.shape):
        x, y = a[place].tolist(), b[place].tolist()
        norms = math.hypot(*x) * math.hypot(*y)
        if norms:
            result[place] = sum(i * j for i, j in zip(x, y, strict=True)) / norms
    return result


@variant(TASK)
def cosine_of_distance(a, b):
    """The law of cosines: |a - b|² = |a|² + |b|² - 2 a · b, float64 inside."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    aa, bb = (a**2).sum(-1), (b**2).sum(-1)
    cosine = (aa + bb - ((a - b) ** 2).sum(-1)) / 2
    return cosine / np.maximum(np.sqrt(aa * bb), 1e-12)


@variant(TASK)
def number_for_two_vectors(a, b):
    """A plain number for two vectors, an array otherwise."""
    similarity = right(a, b)
    return float(similarity) if similarity.ndim == 0 else similarity
