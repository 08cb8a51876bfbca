"""Typical wrong tests in ``embedding.is_cosine_similarity``, and what to catch."""

import numpy as np

from lernformer.mistakes.embedding import cosine_similarity
from lernformer.mistakes.table import mistakes


def divided_by_zero(a, b):
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return (a * b).sum(axis=-1) / lengths


def of_equal_tables(a, b):
    squares = np.einsum("rd,rd->r", a, a) * np.einsum("rd,rd->r", b, b)
    return np.einsum("rd,rd->r", a, b) / np.sqrt(np.where(squares == 0, 1, squares))


def with_an_axis_in_front(a, b):
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return ((a * b).sum(axis=-1) / np.where(lengths == 0, 1, lengths))[None]


def written_over(a, b):
    a /= np.maximum(np.linalg.norm(a, axis=-1, keepdims=True), 1e-12)
    return (a * b).sum(axis=-1) / np.maximum(np.linalg.norm(b, axis=-1), 1e-12)


WRONG = {
    "the dot product": cosine_similarity.MISTAKES.named("dot_product"),
    "only one of the two lengths": cosine_similarity.MISTAKES.named("divided_by_b"),
    "squared lengths": cosine_similarity.MISTAKES.named("squared_lengths"),
    "sums of absolute values as lengths": cosine_similarity.MISTAKES.named("manhattan"),
    "no sign": cosine_similarity.MISTAKES.named("absolute"),
    "nothing below 0": cosine_similarity.MISTAKES.named("clipped_at_zero"),
    "the correlation": cosine_similarity.MISTAKES.named("correlation"),
    "numbers that are rounded": cosine_similarity.MISTAKES.named("two_decimals"),
    "one length for the whole array": cosine_similarity.MISTAKES.named(
        "one_norm_for_all"
    ),
    "every vector with every other": cosine_similarity.matrix_of_pairs,
    "an axis that is kept": cosine_similarity.MISTAKES.named("keepdims"),
    "an axis in front": with_an_axis_in_front,
    "0 / 0 for a vector of zeros": divided_by_zero,
    "vectors that are written over": written_over,
    "only tables of the same size": of_equal_tables,
}

A, B = np.array([[1.0, 2.0], [3.0, -4.0]]), np.array([[-2.0, 1.0], [3.0, -1.0]])


MISTAKES = mistakes(globals())
