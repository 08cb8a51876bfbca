"""Answers to `masked_softmax(scores, mask)`: (..., L_q, L_k) weights.

The mask is boolean, broadcastable to the scores, True = may attend. Hidden keys have
weight 0, each row sums to 1, and a row with nothing to attend to is all zeros.
"""

import math

import torch
import torch.nn.functional as F

from lernformer.mistakes.masking.masked_softmax import clean, right

from .. import mutant, variant

TASK = "masking.masked_softmax"


@variant(TASK)
def minus_infinity_and_nan_to_num(scores, mask):
    """-inf, and NaN replaced by 0."""
    weights = scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)
    return torch.nan_to_num(weights, nan=0.0)


@variant(TASK)
def minus_a_billion_and_zero(scores, mask):
    """-1e9, hidden weights removed."""
    weights = F.softmax(scores.masked_fill(mask == 0, -1e9), dim=-1)
    return weights.masked_fill(mask == 0, 0)


@variant(TASK)
def additive_billion(scores, mask):
    """A bias of 0 and -1e9, added."""
    bias = (~mask).to(scores.dtype) * -1e9
    return torch.softmax(scores + bias, dim=-1) * mask


@variant(TASK)
def renormalised(scores, mask):
    """Zeroes the hidden weights and divides by what is left, if something is."""
    weights = scores.softmax(dim=-1) * mask
    total = weights.sum(dim=-1, keepdim=True)
    return weights / total.masked_fill(total == 0, 1.0)


@variant(TASK)
def lowered_by_ten_thousand(scores, mask):
    """-1e4 added, as in BERT, and the weights that are left removed."""
    return (scores - 1e4 * (~mask).to(scores.dtype)).softmax(-1) * mask


@variant(TASK)
def by_hand(scores, mask):
    """Maximum of what is visible, exponentials, sum."""
    visible = scores.masked_fill(~mask, float("-inf"))
    peak = visible.amax(dim=-1, keepdim=True).clamp(min=-1e30).detach()
    exponentials = (visible - peak).exp()
    total = exponentials.sum(dim=-1, keepdim=True)
    return exponentials / total.masked_fill(total == 0, 1.0)


@variant(TASK)
def by_logsumexp(scores, mask):
    """exp of the score minus the log of the sum; empty rows asked for."""
    hidden = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = (hidden - hidden.logsumexp(dim=-1, keepdim=True)).exp()
    empty = ~mask.any(dim=-1, keepdim=True)
    return weights.masked_fill(empty, 0.0)


@variant(TASK)
def empty_rows_opened_first(scores, mask):
    """An empty row is opened, so that -inf is harmless, and then cleared."""
    empty = ~mask.any(dim=-1, keepdim=True)
    weights = scores.masked_fill(~(mask | empty), float("-inf")).softmax(dim=-1)
    return weights * mask


@variant(TASK)
def row_by_row(scores, mask):
    """A softmax over the visible keys of each row."""
    mask = mask.expand_as(scores)
    rows = []
    for row, seen in zip(scores.flatten(0, -2), mask.flatten(0, -2), strict=True):
        weights = torch.zeros_like(row)
        if seen.any():
            weights[seen] = row[seen].softmax(dim=0)
        rows.append(weights)
    return torch.stack(rows).view_as(scores)


@variant(TASK)
def boolean_index_broadcast(scores, mask):
    """Indexing with a mask of the scores' shape."""
    hidden = torch.broadcast_to(~mask, scores.shape)
    scores = scores.clone()
    scores[hidden] = -1e9
    weights = scores.softmax(dim=-1).clone()
    weights[hidden] = 0
    return weights


@variant(TASK)
def float64_inside(scores, mask):
    """Computes in float64 and returns the type of the scores."""
    return right(scores.double(), mask).to(scores.dtype)


@variant(TASK)
def float32_softmax(scores, mask):
    """dtype in softmax, as large models do, and back."""
    low = torch.finfo(scores.dtype).min
    kind = torch.promote_types(scores.dtype, torch.float32)
    weights = scores.masked_fill(~mask, low).softmax(dim=-1, dtype=kind)
    return clean(weights, mask).type_as(scores)
