"""Answers to `masked_attention(q, k, v, mask) -> (output, weights)`.

q (..., L_q, d_k), k (..., L_k, d_k), v (..., L_k, d_v); the mask is boolean,
broadcastable to (..., L_q, L_k), True = may attend.
"""

import math

import torch
import torch.nn.functional as F

from lernformer.attention import scaled_dot_product_attention
from lernformer.mistakes.masking.masked_attention import (
    average,
    masked_softmax,
    right,
    scaled_scores,
    weigh,
)

from .. import mutant, variant
from . import masked_softmax as wrong

TASK = "masking.masked_attention"


# --- Wrong: the mask -------------------------------------------------------------


@mutant(TASK, mistake="mask_truth_value")
def if_mask(q, k, v, mask):
    """`if mask` asks whether there is one."""
    scores = scaled_scores(q, k)
    if mask:
        return weigh(scores, v, mask)
    return average(scores.softmax(dim=-1), v)


# --- Wrong: the attention ---------------------------------------------------------


# --- Wrong: the rest ---------------------------------------------------------------


@mutant(TASK, mistake="input_modified")
def query_scaled_in_place(q, k, v, mask):
    """In place saves memory."""
    with torch.no_grad():
        q /= math.sqrt(q.size(-1))
    return weigh(q @ k.mT, v, mask)


@mutant(TASK, mistake="ready_made")
def earlier_chapter(q, k, v, mask):
    """The attention chapter has it all."""
    return scaled_dot_product_attention(q, k, v, mask)


# --- Wrong: the softmax ------------------------------------------------------------


def attending_by(softmax):
    """The answer whose weights are made by a wrong `masked_softmax`."""

    def answer(q, k, v, mask):
        return average(softmax(scaled_scores(q, k), mask), v)

    answer.__name__, answer.__doc__ = softmax.__name__, softmax.__doc__
    return answer


for softmax, mistake in {
    wrong.minus_infinity: "nan_on_empty_row",
    wrong.minus_a_billion: "uniform_on_empty_row",
    wrong.bias_and_nan_to_num: "nan_gradient",
    wrong.nan_written_over: "written_over",
    wrong.filled_with_tiny: "scores_times_mask",
    wrong.minus_ten_thousand: "fill_not_low_enough",
    wrong.renormalised_with_eps: "renormalised_too_late",
    wrong.exponentials_by_hand: "overflow",
    wrong.clamped: "scores_clipped",
    wrong.filled_with_plus_infinity: "mask_makes_nan",
    wrong.product_with_infinity: "mask_makes_nan",
    wrong.one_minus_mask: "mask_subtracted",
    wrong.boolean_index: "mask_not_broadcast",
}.items():
    mutant(TASK, mistake)(attending_by(softmax))


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def textbook(q, k, v, mask):
    """The equation, line by line, with NaN replaced."""
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(k.shape[-1])
    scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = torch.nan_to_num(torch.softmax(scores, dim=-1), nan=0.0)
    return torch.matmul(weights, v), weights


@variant(TASK)
def einsum_with_minus_1e9(q, k, v, mask):
    """einsum, the query scaled first, -1e9."""
    scores = torch.einsum("...qd,...kd->...qk", q * q.size(-1) ** -0.5, k)
    weights = F.softmax(scores.masked_fill(mask.logical_not(), -1e9), dim=-1) * mask
    return torch.einsum("...qk,...kd->...qd", weights, v), weights


@variant(TASK)
def masked_before_scaling(q, k, v, mask):
    """First the mask, then the scale: both orders are the same."""
    scores = (q @ k.mT).masked_fill(~mask, -1e9) / math.sqrt(q.size(-1))
    weights = scores.softmax(dim=-1).masked_fill(~mask, 0.0)
    return weights @ v, weights


@variant(TASK)
def additive_mask(q, k, v, mask):
    """A bias of 0 and the lowest number, added."""
    bias = (~mask).to(q.dtype) * torch.finfo(q.dtype).min
    weights = (scaled_scores(q, k) + bias).softmax(dim=-1) * mask
    return weights @ v, weights


@variant(TASK)
def renormalised(q, k, v, mask):
    """Zeroes the hidden weights and divides by what is left, if something is."""
    weights = scaled_scores(q, k).softmax(dim=-1) * mask
    total = weights.sum(dim=-1, keepdim=True)
    return average(weights / total.masked_fill(total == 0, 1.0), v)


@variant(TASK)
def output_divided_at_the_end(q, k, v, mask):
    """Sums of exponentials first; one division for weights and output."""
    visible = scaled_scores(q, k).masked_fill(~mask, -1e9)
    exponentials = (visible - visible.amax(dim=-1, keepdim=True)).exp() * mask
    total = exponentials.sum(dim=-1, keepdim=True).clamp(min=1e-9)
    return (exponentials @ v) / total, exponentials / total


@variant(TASK)
def query_by_query(q, k, v, mask):
    """One query at a time."""
    mask = mask.expand(*q.shape[:-1], k.size(-2))
    weights = []
    for i in range(q.size(-2)):
        scores = (k @ q[..., i, :, None]).squeeze(-1) / q.size(-1) ** 0.5
        weights.append(masked_softmax(scores, mask[..., i, :]))
    weights = torch.stack(weights, dim=-2)
    return weights @ v, weights


@variant(TASK)
def sentence_by_sentence(q, k, v, mask):
    """Recursion over the leading axes down to matrices."""
    mask = mask.expand(*q.shape[:-1], k.size(-2))
    if q.dim() == 2:
        return right(q, k, v, mask)
    items = [sentence_by_sentence(*item) for item in zip(q, k, v, mask, strict=True)]
    outputs, weights = zip(*items, strict=True)
    return torch.stack(outputs), torch.stack(weights)


@variant(TASK)
def plain_sums(q, k, v, mask):
    """Broadcast products and sums, no matrix product."""
    scores = (q.unsqueeze(-2) * k.unsqueeze(-3)).sum(dim=-1) / q.size(-1) ** 0.5
    weights = masked_softmax(scores, mask)
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).sum(dim=-2), weights


@variant(TASK)
def float64_inside(q, k, v, mask):
    """Computes in float64 and returns the type of the input."""
    output, weights = right(q.double(), k.double(), v.double(), mask)
    return output.to(q.dtype), weights.to(q.dtype)


@variant(TASK)
def values_zeroed_too(q, k, v, mask):
    """Empty rows cleared in the output as well."""
    scores = scaled_scores(q, k).masked_fill(~mask, torch.finfo(q.dtype).min)
    some = mask.any(dim=-1, keepdim=True)
    weights = scores.softmax(dim=-1) * some
    return (weights @ v) * some, weights


@variant(TASK)
def list_returned(q, k, v, mask):
    """The two results in a list."""
    return list(right(q, k, v, mask))
