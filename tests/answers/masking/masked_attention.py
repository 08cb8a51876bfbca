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

from .. import mutant, of_text, variant

TASK = "masking.masked_attention"


# --- Wrong: the softmax ------------------------------------------------------------


def attending_by(softmax):
    """The answer whose weights are made by a wrong `masked_softmax`."""

    def answer(q, k, v, mask):
        return average(softmax(scaled_scores(q, k), mask), v)

    answer.__name__, answer.__doc__ = softmax.__name__, softmax.__doc__
    return answer


ALIKE = """
    minus_infinity minus_a_billion bias_and_nan_to_num nan_written_over filled_with_tiny
    minus_ten_thousand renormalised_with_eps exponentials_by_hand clamped
    filled_with_plus_infinity product_with_infinity one_minus_mask boolean_index
"""

for wrong in of_text("masking.masked_softmax"):
    if wrong.name in ALIKE.split():
        mutant(TASK, wrong.mistake)(attending_by(wrong.answer))


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
