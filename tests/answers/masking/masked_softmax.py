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


# --- Wrong: how keys are hidden ---------------------------------------------------


@mutant(TASK, mistake="scores_times_mask")
def filled_with_tiny(scores, mask):
    """1e-9, for -1e9."""
    return scores.masked_fill(~mask, 1e-9).softmax(dim=-1)


@mutant(TASK, mistake="fill_not_low_enough")
def minus_ten_thousand(scores, mask):
    """-1e4, as in BERT, times the mask; but there it was added."""
    return torch.where(mask, scores, -1e4).softmax(-1) * mask


@mutant(TASK, mistake="renormalised_too_late")
def renormalised_with_eps(scores, mask):
    """An eps keeps the division from failing."""
    weights = scores.softmax(dim=-1) * mask
    return weights / (weights.sum(dim=-1, keepdim=True) + 1e-9)


@mutant(TASK, mistake="renormalised_too_late")
def renormalised_and_clamped(scores, mask):
    """The same, with a lower bound in place of the small addend."""
    weights = torch.where(mask, scores.softmax(dim=-1), 0.0)
    return weights / weights.sum(dim=-1, keepdim=True).clamp(min=1e-8)


@mutant(TASK, mistake="mask_makes_nan")
def filled_with_plus_infinity(scores, mask):
    """inf, without its minus."""
    return scores.masked_fill(~mask, float("inf")).softmax(dim=-1)


@mutant(TASK, mistake="mask_makes_nan")
def product_with_infinity(scores, mask):
    """-inf × 0 is 0."""
    return (scores + (~mask).to(scores.dtype) * float("-inf")).softmax(dim=-1)


@mutant(TASK, mistake="mask_subtracted")
def one_minus_mask(scores, mask):
    """The mask is a number, and -1e9 comes where it is 0."""
    scores = scores * 1.0
    bias = (1 - mask) * -1e9
    return (scores + bias).softmax(dim=-1)


@mutant(TASK, mistake="mask_not_broadcast")
def boolean_index(scores, mask):
    """The mask has the shape of the scores."""
    scores = scores.clone()
    scores[~mask] = float("-inf")
    return scores.softmax(dim=-1).nan_to_num(0.0)


@mutant(TASK, mistake="keys_removed")
def hidden_keys_cut(scores, mask):
    """Hidden keys are left out."""
    flat = zip(
        scores.reshape(-1, scores.size(-1)),
        mask.expand_as(scores).reshape(-1, scores.size(-1)),
        strict=True,
    )
    return torch.cat([row[seen].softmax(dim=-1) for row, seen in flat])


# --- Wrong: rows with nothing to attend to -------------------------------------------


@mutant(TASK, mistake="nan_on_empty_row")
def minus_infinity(scores, mask):
    """-inf, as in the paper."""
    return scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)


@mutant(TASK, mistake="uniform_on_empty_row")
def minus_a_billion(scores, mask):
    """-1e9 avoids NaN."""
    return scores.masked_fill(~mask, -1e9).softmax(dim=-1)


@mutant(TASK, mistake="empty_row_to_one_key")
def first_key_if_empty(scores, mask):
    """Who may see nothing sees the first key."""
    first = torch.zeros_like(mask)
    first[..., 0] = True
    return right(scores, mask | (first & ~mask.any(dim=-1, keepdim=True)))


@mutant(TASK, mistake="empty_row_to_one_key")
def last_key_if_empty(scores, mask):
    """Who may see nothing sees the last key."""
    last = torch.zeros_like(mask)
    last[..., -1] = True
    return right(scores, mask | (last & ~mask.any(dim=-1, keepdim=True)))


# --- Wrong: the softmax ----------------------------------------------------------


@mutant(TASK, mistake="scores_clipped")
def clamped(scores, mask):
    """exp of 50 still fits, in any dtype."""
    return right(scores.clamp(-50, 50), mask)


@mutant(TASK, mistake="overflow")
def exponentials_by_hand(scores, mask):
    """The formula has no maximum, so neither has the code."""
    exponentials = scores.exp() * mask
    return exponentials / exponentials.sum(dim=-1, keepdim=True).clamp(min=1e-9)


@mutant(TASK, mistake="overflow")
def maximum_of_everything(scores, mask):
    """One maximum of the whole batch is as good as one a row."""
    exponentials = (scores - scores.max()).exp() * mask
    return exponentials / exponentials.sum(dim=-1, keepdim=True).clamp(min=1e-30)


# --- Wrong: the rest -------------------------------------------------------------


@mutant(TASK, mistake="input_modified")
def filled_in_place(scores, mask):
    """In place saves memory."""
    with torch.no_grad():
        scores.masked_fill_(~mask, -1e9)
    return clean(scores.softmax(dim=-1), mask)


@mutant(TASK, mistake="input_modified")
def mask_inverted_in_place(scores, mask):
    """The mask is needed no more, so it may change."""
    hidden = mask.logical_not_()
    return scores.masked_fill(hidden, -1e9).softmax(dim=-1).masked_fill(hidden, 0.0)


@mutant(TASK, mistake="gradient_cut")
def no_gradient(scores, mask):
    """A softmax has no parameters, so it needs no gradient."""
    with torch.no_grad():
        return right(scores, mask)


@mutant(TASK, mistake="written_over")
def nan_written_over(scores, mask):
    """What is NaN is set to 0 where it stands."""
    weights = scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)
    weights[weights.isnan()] = 0
    return weights


@mutant(TASK, mistake="nan_gradient")
def bias_and_nan_to_num(scores, mask):
    """NaN is turned into 0 at the end; the gradient is not."""
    bias = torch.zeros(mask.shape, dtype=scores.dtype).masked_fill(~mask, -math.inf)
    return (scores + bias).softmax(dim=-1).nan_to_num(0.0)


# --- Right ---------------------------------------------------------------------


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
