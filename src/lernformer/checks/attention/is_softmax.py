"""Check for ``attention.is_softmax``."""

import math

import numpy as np
import torch

from lernformer import attention as reference
from lernformer.checks.testing import Bank
from lernformer.mistakes.attention.is_softmax import WRONG
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

TASK = BANK.task(PROBE)
