"""Answers to `cosine_similarity(a, b)`: a · b / (|a| |b|) along the last axis."""

import math

import numpy as np
import torch

from lernformer.mistakes.embedding.cosine_similarity import divide, lengths, right

from .. import mutant, variant

TASK = "embedding.cosine_similarity"


# --- Wrong -------------------------------------------------------------------------


@mutant(TASK, mistake="vectors_only")
def at_of_vectors(a, b):
    """@ for two vectors, and their whole lengths."""
    return a @ b / (np.linalg.norm(a) * np.linalg.norm(b))


@mutant(TASK, mistake="vectors_only")
def dot_of_vectors(a, b):
    """np.dot compares two vectors."""
    norms = np.linalg.norm(a) * np.linalg.norm(b)
    return np.float64(np.dot(a, b) / norms if norms else 0.0).reshape(())


@mutant(TASK, mistake="zero_vector_is_nan")
def divides_by_zero(a, b):
    """The formula, as it stands."""
    return (a * b).sum(axis=-1) / lengths(a, b)


@mutant(TASK, mistake="zero_vector_is_nan")
def zero_like_everything(a, b):
    """A vector without direction points everywhere."""
    norms = lengths(a, b)
    return np.where(norms == 0, 1.0, right(a, b))


@mutant(TASK, mistake="zero_vector_is_nan")
def unit_vectors_first(a, b):
    """Normalises both, whatever they are."""
    a = a / np.linalg.norm(a, axis=-1, keepdims=True)
    b = b / np.linalg.norm(b, axis=-1, keepdims=True)
    return np.sum(a * b, axis=-1)


@mutant(TASK, mistake="if_for_arrays")
def if_the_length_is_zero(a, b):
    """Asks before it divides."""
    norms = lengths(a, b)
    return 0.0 if norms == 0 else (a * b).sum(-1) / norms


@mutant(TASK, mistake="axis_fixed")
def second_axis(a, b):
    """A batch of vectors has its features along axis 1."""
    norms = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    return divide((a * b).sum(1), norms)


@mutant(TASK, mistake="large_epsilon")
def thousandth(a, b):
    """Adds a thousandth to each length."""
    norms = (np.linalg.norm(a, axis=-1) + 1e-3) * (np.linalg.norm(b, axis=-1) + 1e-3)
    return (a * b).sum(-1) / norms


@mutant(TASK, mistake="broadcast_missing")
def same_shapes_only(a, b):
    """a and b have the same shape."""
    if a.shape != b.shape:
        raise ValueError("shapes differ")
    return right(a, b)


@mutant(TASK, mistake="broadcast_missing")
def einsum_of_equal_axes(a, b):
    """einsum with named axes for a batch and for vectors."""
    axes = "abc"[: a.ndim]
    dots = np.einsum(f"{axes},{axes}->{axes[:-1]}", a, b)
    return divide(dots, lengths(a, b))


@mutant(TASK, mistake="input_modified")
def normalises_in_place(a, b):
    """Normalises the caller's vectors."""
    a /= np.maximum(np.linalg.norm(a, axis=-1, keepdims=True), 1e-12)
    b /= np.maximum(np.linalg.norm(b, axis=-1, keepdims=True), 1e-12)
    return (a * b).sum(-1)


@mutant(TASK, mistake="ready_made")
def torch_does_it(a, b):
    """There is a function for it."""
    similarity = torch.nn.functional.cosine_similarity
    return similarity(torch.from_numpy(a), torch.from_numpy(b), dim=-1).numpy()


# --- Right -------------------------------------------------------------------------


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
    """0 / 0 is mended afterwards, rounding too."""
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
