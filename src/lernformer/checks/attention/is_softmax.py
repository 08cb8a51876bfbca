"""Check for ``attention.is_softmax``."""

import math

import numpy as np
import torch

from lernformer import attention as reference
from lernformer.checks.testing import Bank
from lernformer.mistakes.attention.is_softmax import MISTAKES, WRONG
from lernformer.probes.attention.is_softmax import PROBE


def by_logarithm(scores, axis=-1):
    largest = scores.max(axis=axis, keepdims=True)
    sums = np.exp(scores - largest).sum(axis=axis, keepdims=True)
    return np.exp(scores - largest - np.log(sums))


def by_torch(scores, axis=-1):
    return torch.from_numpy(scores * 1.0).softmax(axis).numpy()


def row_by_row(scores, axis=-1):
    rows = np.moveaxis(scores, axis, -1)
    weights = np.empty(rows.shape)
    for place in np.ndindex(rows.shape[:-1]):
        largest = max(rows[place])
        powers = [math.exp(score - largest) for score in rows[place]]
        weights[place] = [power / sum(powers) for power in powers]
    return np.moveaxis(weights, -1, axis)


BANK = Bank(
    right={
        "the book's own": reference.softmax,
        "exp of a logarithm": by_logarithm,
        "torch's": by_torch,
        "a loop over rows, with math.exp": row_by_row,
    },
    wrong=WRONG,
)

TASK = BANK.task(
    PROBE,
    (
        "Your own softmax tells you what is right. What remains is to choose scores "
        "for which a wrong function gives something different. Each ✗ names one.",
        "A table with different numbers of rows and columns, once without an axis and "
        "once with axis 0; scores in the thousands. Compare with np.allclose, and look "
        "at the scores again after the call: do they still equal a copy?",
        "For each of these scores: given = scores.copy(); weights = candidate(given); "
        "return False if np.allclose(weights, softmax(scores)) is not true, or "
        "np.array_equal(given, scores) is not. After the last one: return True.",
    ),
    MISTAKES,
)
