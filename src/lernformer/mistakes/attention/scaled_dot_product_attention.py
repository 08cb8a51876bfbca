"""Typical wrong answers to ``attention.scaled_dot_product_attention``."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.attention import attention_weights
from lernformer.mistakes.common import fails, misfit
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.probes.aspects import DTYPE, LARGE, LEADING
from lernformer.probes.case import Case, Observation
from lernformer.probes.values import tensors

# what torch says if the sizes in a product don't fit
OF_PRODUCTS = "mat1 and mat2", "dimensions of batch2"


INVERTED = (
    "the mask is read the wrong way round. True means that a query may attend. Fill "
    "where ~mask."
)

TOO_SMALL = (
    "hidden scores are filled with a number that other scores can fall below; use the "
    "lowest number there is, torch.finfo(scores.dtype).min."
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
    """Whether some weights are 0 and the others too large, all by the same factor."""
    x = tensors(case)
    weights = seen.values.get("weights")
    right = attention_weights(x["q"], x["k"], x.get("mask")).numpy()
    if weights is None or weights.shape != right.shape:
        return False
    factors = (weights / right)[weights != 0]
    return factors.size > 0 and factors[0] > 1.01 and np.ptp(factors) < 1e-6


def masked_weights(case: Case, seen: Observation) -> tuple[np.ndarray, np.ndarray]:
    """Weights and what the mask says about each; empty if there are none."""
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
    """The answer that hides scores behind ``fill``, and clears the weights or not."""

    def filled_with_too_little(q, k, v, mask=None):
        """A number below the usual scores is small enough."""
        scores = scaled_scores(q, k)
        if mask is None:
            return weigh(scores, v, None)
        weights = scores.masked_fill(~mask, fill).softmax(dim=-1)
        return average(weights * mask if cleared else weights, v)

    return filled_with_too_little


def half_power(q, k, v, mask=None):
    """d_k ** 1 / 2 is the root."""
    d_k = k.size(-1)
    return weigh(q @ k.transpose(-2, -1) / d_k**1 / 2, v, mask)


def softmax_over_rows(q, k, v, mask=None):
    """The softmax runs down the columns."""
    weights = hide(scaled_scores(q, k), mask).softmax(dim=-2)
    return weights @ v, weights


def softmax_over_default_axis(q, k, v, mask=None):
    """F.softmax knows its axis: 0 of three, 1 of four."""
    scores = hide(scaled_scores(q, k), mask)
    return average(scores.softmax(dim=int(scores.dim() == 4)), v)


def softmax_over_both(q, k, v, mask=None):
    """The whole table of weights sums to one."""
    scores = hide(scaled_scores(q, k), mask)
    weights = scores.flatten(-2).softmax(dim=-1).view_as(scores)
    return weights @ v, weights


def key_reshaped(q, k, v, mask=None):
    """Reshaping to (d_k, L_k) transposes."""
    *batch, length, d_k = k.shape
    scores = q @ k.reshape(*batch, d_k, length) / math.sqrt(d_k)
    return weigh(scores, v, mask)


def first_sentence_for_all(q, k, v, mask=None):
    """All sentences share the keys of the first."""
    first = k[0] if k.dim() > 2 else k
    return weigh(scaled_scores(q, first), v, mask)


def twice(q, k, v, mask=None):
    """Once more cannot hurt."""
    weights = hide(scaled_scores(q, k), mask).softmax(dim=-1).softmax(dim=-1)
    return weights @ v, weights


def logarithms(q, k, v, mask=None):
    """log_softmax is the stable softmax."""
    weights = hide(scaled_scores(q, k), mask).log_softmax(dim=-1)
    return weights @ v, weights


def each_for_itself(q, k, v, mask=None):
    """Sigmoid and softmax are the same squashing function."""
    weights = hide(scaled_scores(q, k), mask).sigmoid()
    return weights @ v, weights


def one_for_the_largest(q, k, v, mask=None):
    """Attention looks at the best key."""
    scores = hide(scaled_scores(q, k), mask)
    weights = F.one_hot(scores.argmax(dim=-1), k.size(-2)).to(v.dtype)
    return weights @ v, weights


def scores_as_weights(q, k, v, mask=None):
    """The scaled scores are the weights."""
    weights = scaled_scores(q, k)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    return weights @ v, weights


def weights_scaled(q, k, v, mask=None):
    """The division comes last."""
    weights = hide(q @ k.transpose(-2, -1), mask).softmax(dim=-1)
    weights = weights / math.sqrt(q.size(-1))
    return weights @ v, weights


def true_is_lowered(q, k, v, mask=None):
    """The mask is 1 where there is padding, as in TensorFlow's tutorial."""
    scores = scaled_scores(q, k)
    return weigh(scores if mask is None else scores + mask * -1e9, v, None)


def keys_before_queries(q, k, v, mask=None):
    """The mask is (L_k, L_q)."""
    transposed = mask is not None and mask.dim() > 1
    return right(q, k, v, mask.mT if transposed else mask)


def first_mask_for_all(q, k, v, mask=None):
    """All sentences have the same mask."""
    if mask is not None and mask.dim() > 2:
        mask = mask[:1]
    return right(q, k, v, mask)


def weights_times_mask(q, k, v, mask=None):
    """A hidden weight is zero, and that is all."""
    _, weights = right(q, k, v)
    if mask is not None:
        weights = weights * mask
    return weights @ v, weights


FILL_NOT_LOW_ENOUGH_FAMILY = Catalogue()

FILL_NOT_LOW_ENOUGH_FAMILY.answer("fill_not_low_enough", TOO_SMALL, seen="issue")(
    filled(-10)
)
FILL_NOT_LOW_ENOUGH_FAMILY.answer("fill_not_low_enough", TOO_SMALL)(
    filled(-10, cleared=True)
)


def scores_zeroed_by_product(q, k, v, mask=None):
    """A hidden score is zero."""
    scores = scaled_scores(q, k)
    return weigh(scores if mask is None else scores * mask, v, None)


def mask_added(q, k, v, mask=None):
    """A mask is added to the scores."""
    scores = scaled_scores(q, k)
    return weigh(scores if mask is None else scores + mask, v, None)


def columns_renormalised(q, k, v, mask=None):
    """After masking, the columns are made to sum to one."""
    _, weights = right(q, k, v)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-2, keepdim=True).clamp(min=1e-9)
    return weights @ v, weights


def always_causal(q, k, v, mask=None):
    """Attention never looks ahead."""
    if mask is None:
        mask = torch.ones(q.size(-2), k.size(-2), dtype=torch.bool).tril()
    return right(q, k, v, mask)


def values_of_hidden_keys(q, k, v, mask=None):
    """Masks the weights it shows, not those it uses."""
    output, _ = right(q, k, v)
    _, weights = right(q, k, v, mask)
    return output, weights


def unmasked_weights_shown(q, k, v, mask=None):
    """Masks the weights it uses, not those it shows."""
    output, _ = right(q, k, v, mask)
    _, weights = right(q, k, v)
    return output, weights


def scores_returned(q, k, v, mask=None):
    """The weights are the scores."""
    scores = scaled_scores(q, k)
    return weigh(scores, v, mask)[0], hide(scores, mask)


def weights_turned(q, k, v, mask=None):
    """Weights are (L_k, L_q), so that they sum the values."""
    output, weights = right(q, k, v, mask)
    return output, weights.mT


def sum_over_queries(q, k, v, mask=None):
    """Sums over the queries' axis of the weights."""
    _, weights = right(q, k, v, mask)
    return weights.mT @ v, weights


def output_scaled(q, k, v, mask=None):
    """Scaling the output is the same by linearity."""
    output, weights = weigh(q @ k.transpose(-2, -1), v, mask)
    return output / math.sqrt(q.size(-1)), weights


def query_added(q, k, v, mask=None):
    """The residual connection is part of attention."""
    output, weights = right(q, k, v, mask)
    return output + q, weights


def divided_by_number_of_keys(q, k, v, mask=None):
    """A weighted mean divides by the number of values."""
    output, weights = right(q, k, v, mask)
    return output / k.size(-2), weights


def shows_mask_required(case, seen):
    return case.inputs.get("mask") is None and fails("NoneType")(case, seen)


def shows_mask_makes_nan(case, seen):
    return case.inputs.get("mask") is not None and not_finite(seen)


def shows_mask_unsqueezed(case, seen):
    return (
        case.inputs.get("mask") is not None
        and case.aspect != DTYPE
        and (
            misfit(seen)
            or (seen.values and seen.values["weights"].ndim != case.inputs["q"].ndim)
        )
    )


def shows_overflow(case, seen):
    return case.aspect == LARGE


def shows_keys_not_transposed(case, seen):
    return (
        case.aspect != LEADING
        and case.inputs.get("mask") is None
        and fails(*OF_PRODUCTS, "must match the size of tensor b")(case, seen)
    )


def shows_same_length_assumed(case, seen):
    return (
        case.inputs["q"].shape[-2] != case.inputs["k"].shape[-2]
        and case.aspect != LEADING
        and (misfit(seen) or (seen.values and not _right_shapes(case, seen)))
    )


def shows_leading_axes_unsupported(case, seen):
    return case.aspect == LEADING or (misfit(seen) and case.inputs["q"].ndim == 3)


MISTAKES = mistakes(globals())
