"""Typical wrong answers to ``embedding.is_cosine_similarity``, and what it catches."""

import numpy as np

from lernformer.mistakes.embedding import cosine_similarity
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.testing import (
    EVERYWHERE,
    SAID_BACKWARDS,
    TOO_STRICT,
    missed,
)


def divided_by_zero(a, b):
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return (a * b).sum(axis=-1) / lengths


def written_over(a, b):
    a /= np.maximum(np.linalg.norm(a, axis=-1, keepdims=True), 1e-12)
    return (a * b).sum(axis=-1) / np.maximum(np.linalg.norm(b, axis=-1), 1e-12)


WRONG = {
    "the dot product": cosine_similarity.dot_product,
    "one of the two lengths alone": cosine_similarity.divided_by_b,
    "squared lengths": cosine_similarity.squared_lengths,
    "sums of absolute values for lengths": cosine_similarity.manhattan,
    "no sign": cosine_similarity.absolute,
    "nothing below 0": cosine_similarity.clipped_at_zero,
    "the correlation": cosine_similarity.correlation,
    "numbers that are rounded": cosine_similarity.two_decimals,
    "one length for the whole array": cosine_similarity.one_norm_for_all,
    "each vector with each other": cosine_similarity.matrix_of_pairs,
    "an axis that is kept": cosine_similarity.keepdims,
    "0 / 0 for a vector of zeros": divided_by_zero,
    "vectors that are written over": written_over,
}

A, B = np.array([[1.0, 2.0], [3.0, -4.0]]), np.array([[-2.0, 1.0], [3.0, -1.0]])
MISTAKES = Catalogue(EVERYWHERE)


@MISTAKES.answer(*SAID_BACKWARDS)
def true_is_wrong(candidate):
    """A test says whether there is a mistake."""
    return not np.allclose(candidate(A, B), cosine_similarity.right(A, B))


MISTAKES += [
    missed(
        WRONG,
        "numbers_not_compared",
        "the numbers are not compared with the right ones, or for vectors that are too "
        "special: of length 1, say, or along an axis.",
        "one of the two lengths alone",
        "squared lengths",
        "sums of absolute values for lengths",
        "the correlation",
    ),
    missed(
        WRONG,
        "never_apart",
        "none of its vectors point apart, where the cosine is negative.",
        "no sign",
        "nothing below 0",
    ),
    missed(
        WRONG,
        "compared_loosely",
        "the numbers may be off by too much; np.allclose as it is allows for rounding.",
        "numbers that are rounded",
    ),
    missed(
        WRONG,
        "one_pair_only",
        "it asks about one pair of vectors; with several at once one sees what is "
        "summed over more than a vector.",
        "one length for the whole array",
        "each vector with each other",
    ),
    missed(
        WRONG,
        "shape_not_compared",
        "np.allclose broadcasts, so that another shape passes; compare the shapes "
        "first.",
        "an axis that is kept",
    ),
    missed(
        WRONG,
        "zero_not_tried",
        "it asks about no vector of zeros, whose similarity to all others is 0.",
        "0 / 0 for a vector of zeros",
    ),
    missed(
        WRONG,
        "inputs_not_compared",
        "it does not ask whether the vectors are as they were before the call; keep "
        "copies to compare them with.",
        "vectors that are written over",
    ),
    TOO_STRICT,
]
