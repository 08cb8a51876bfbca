"""Check for ``embedding.is_cosine_similarity``."""

import numpy as np

from lernformer import embedding as reference
from lernformer.checks.testing import Bank
from lernformer.mistakes.embedding.is_cosine_similarity import WRONG
from lernformer.probes.embedding.is_cosine_similarity import PROBE


def by_einsum(a, b):
    squares = np.einsum("...d,...d->...", a, a) * np.einsum("...d,...d->...", b, b)
    dots = np.einsum("...d,...d->...", a, b)
    return dots / np.sqrt(np.where(squares == 0, 1, squares))


def of_unit_vectors(a, b):
    def unit(x):
        length = np.sqrt(np.square(x).sum(axis=-1, keepdims=True))
        return x / np.maximum(length, 1e-12)

    return (unit(a) * unit(b)).sum(axis=-1)


def pair_by_pair(a, b):
    a, b = np.broadcast_arrays(a, b)
    result = np.zeros(a.shape[:-1])
    for place in np.ndindex(result.shape):
        length = np.linalg.norm(a[place]) * np.linalg.norm(b[place])
        if length > 0:
            result[place] = np.dot(a[place], b[place]) / length
    return result


BANK = Bank(
    right={
        "the book's own": reference.cosine_similarity,
        "sums by einsum": by_einsum,
        "the dot product of unit vectors": of_unit_vectors,
        "a loop over pairs": pair_by_pair,
    },
    wrong=WRONG,
)

TASK = BANK.task(PROBE)
