"""Typical wrong answers to ``attention.scaled_dot_product_attention``."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.attention import attention_weights
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.probes.aspects import LARGE
from lernformer.probes.case import Case, Observation
from lernformer.probes.values import tensors

# what torch says if the sizes in a product don't fit
OF_PRODUCTS = "mat1 and mat2", "dimensions of batch2"


TOO_SMALL = (
    "The code fills hidden scores with a number that other scores can fall below. Fill "
    "them with the lowest number there is, torch.finfo(scores.dtype).min."
)


def swapped(case: Case, seen: Observation) -> bool:
    if set(seen.values) != {"output", "weights"}:
        return False
    q, k, v = (case.inputs[name] for name in "qkv")
    return (
        seen.values["output"].shape[-1] == k.shape[-2] != v.shape[-1]
        and seen.values["weights"].shape[-1] == v.shape[-1]
        and seen.values["output"].shape[-2] == q.shape[-2]
    )


def _dropped(case: Case, seen: Observation) -> bool:
    """Whether some weights are 0 and all others are too large by the same factor."""
    x = tensors(case)
    weights = seen.values.get("weights")
    right = attention_weights(x["q"], x["k"], x.get("mask")).numpy()
    if weights is None or weights.shape != right.shape:
        return False
    factors = (weights / right)[weights != 0]
    return factors.size > 0 and factors[0] > 1.01 and np.ptp(factors) < 1e-6


def masked_weights(case: Case, seen: Observation) -> tuple[np.ndarray, np.ndarray]:
    """Weights, and what the mask says about each. Without weights, both are empty."""
    weights, mask = seen.values.get("weights"), case.inputs.get("mask")
    if weights is None or mask is None or not_finite(seen):
        return np.zeros((0, 0)), np.zeros((0, 0), bool)
    try:
        return weights, np.broadcast_to(mask, weights.shape)
    except ValueError:
        return np.zeros((0, 0)), np.zeros((0, 0), bool)


def only_hidden_weighed(case: Case, seen: Observation) -> bool:
    """Whether low scores lose all their weight to the number that hides keys."""
    weights, mask = masked_weights(case, seen)
    if case.aspect != LARGE or mask.all():
        return False
    lost = np.where(mask, weights, 0).sum(-1) < 1e-6
    hidden = np.where(mask, np.nan, weights)
    alike = np.nanmax(hidden, -1) - np.nanmin(hidden, -1) < 1e-6
    return bool(lost.any() and alike[lost].all())


def shrunk_by_hidden(case: Case, seen: Observation) -> bool:
    """Whether only visible keys have weight, but the sum is a little less than 1."""
    weights, mask = masked_weights(case, seen)
    if not weights.size or case.dtype != "float64":
        return False
    sums = weights.sum(-1)
    little = sums.min() < 0.9 if case.aspect == LARGE else 0.9 < sums.min() < 1 - 1e-7
    none_to_hidden = np.abs(weights[~mask]).max(initial=0) < 1e-6
    return bool(little and none_to_hidden and sums.min() > 0 and sums.max() < 1 + 1e-6)


def not_finite(seen: Observation) -> bool:
    return any(not np.isfinite(x).all() for x in seen.values.values())


def _right_shapes(case: Case, seen: Observation) -> bool:
    rows, columns = case.inputs["q"].shape[-2], case.inputs["k"].shape[-2]
    weights = seen.values.get("weights")
    return weights is not None and weights.shape[-2:] == (rows, columns)


def scaled_scores(q, k):
    return q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))


def hide(scores, mask):
    return scores if mask is None else scores.masked_fill(~mask, float("-inf"))


def average(weights, v):
    return weights @ v, weights


def weigh(scores, v, mask):
    return average(hide(scores, mask).softmax(dim=-1), v)


def right(q, k, v, mask=None):
    return weigh(scaled_scores(q, k), v, mask)


def filled(fill, cleared=False):
    """The answer that fills hidden scores with ``fill`` and may clear their weights."""

    def filled_with_too_little(q, k, v, mask=None):
        """A number below the usual scores is small enough."""
        scores = scaled_scores(q, k)
        if mask is None:
            return weigh(scores, v, None)
        weights = scores.masked_fill(~mask, fill).softmax(dim=-1)
        return average(weights * mask if cleared else weights, v)

    return filled_with_too_little


FILL_NOT_LOW_ENOUGH_FAMILY = Catalogue()

FILL_NOT_LOW_ENOUGH_FAMILY.answer("fill_not_low_enough", TOO_SMALL, seen="issue")(
    filled(-10)
)
FILL_NOT_LOW_ENOUGH_FAMILY.answer("fill_not_low_enough", TOO_SMALL)(
    filled(-10, cleared=True)
)


MISTAKES = mistakes(globals())
