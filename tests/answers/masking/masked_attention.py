"""Answers to `masked_attention(q, k, v, mask) -> (output, weights)`.

q (..., L_q, d_k), k (..., L_k, d_k), v (..., L_k, d_v); the mask is boolean,
broadcastable to (..., L_q, L_k), True = may attend.
"""

import math

import torch
import torch.nn.functional as F

from lernformer.attention import scaled_dot_product_attention

from .. import mutant, variant

TASK = "masking.masked_attention"


def scaled_scores(q, k):
    return q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))


def masked_softmax(scores, mask):
    weights = scores.masked_fill(~mask, -1e9).softmax(dim=-1)
    return weights.masked_fill(~mask, 0.0)


def average(weights, v):
    return weights @ v, weights


def weigh(scores, v, mask):
    return average(masked_softmax(scores, mask), v)


def right(q, k, v, mask):
    return weigh(scaled_scores(q, k), v, mask)


# --- Wrong: the mask -------------------------------------------------------------


@mutant(TASK, mistake="mask_ignored")
def no_mask(q, k, v, mask):
    """The mask is for the loss."""
    return average(scaled_scores(q, k).softmax(dim=-1), v)


@mutant(TASK, mistake="mask_inverted")
def true_is_hidden(q, k, v, mask):
    """True marks what is masked."""
    return right(q, k, v, ~mask)


@mutant(TASK, mistake="mask_after_softmax")
def weights_times_mask(q, k, v, mask):
    """A hidden weight is zero, and that is all."""
    return average(scaled_scores(q, k).softmax(dim=-1) * mask, v)


@mutant(TASK, mistake="scores_times_mask")
def scores_zeroed_by_product(q, k, v, mask):
    """A hidden score is zero."""
    return average((scaled_scores(q, k) * mask).softmax(dim=-1), v)


@mutant(TASK, mistake="scores_times_mask")
def filled_with_tiny(q, k, v, mask):
    """1e-9, for -1e9."""
    return average(scaled_scores(q, k).masked_fill(~mask, 1e-9).softmax(dim=-1), v)


@mutant(TASK, mistake="keys_not_transposed")
def keys_as_they_are(q, k, v, mask):
    """q times k is q @ k."""
    scores = q @ k / math.sqrt(q.size(-1))
    return average(masked_softmax(scores, mask), v)


@mutant(TASK, mistake="keys_not_transposed")
def heads_and_length_turned(q, k, v, mask):
    """The axes to swap are 1 and 2, as with three of them."""
    scores = q @ k.transpose(1, 2) / math.sqrt(q.size(-1))
    return average(masked_softmax(scores, mask), v)


@mutant(TASK, mistake="scores_clipped")
def clamped(q, k, v, mask):
    """exp of 50 still fits, in any dtype."""
    return weigh(scaled_scores(q, k).clamp(-50, 50), v, mask)


@mutant(TASK, mistake="fill_too_small")
def filled_with_minus_thousand(q, k, v, mask):
    """-1000 is small enough for any score, and the rest is removed."""
    weights = scaled_scores(q, k).masked_fill(~mask, -1000.0).softmax(dim=-1)
    return average(weights.masked_fill(~mask, 0.0), v)


@mutant(TASK, mistake="fill_too_small")
def filled_with_minus_ten(q, k, v, mask):
    """-10 is small enough."""
    return average(scaled_scores(q, k).masked_fill(~mask, -10.0).softmax(dim=-1), v)


@mutant(TASK, mistake="mask_added_as_bool")
def mask_added(q, k, v, mask):
    """A mask is added to the scores."""
    return average((scaled_scores(q, k) + mask).softmax(dim=-1), v)


@mutant(TASK, mistake="mask_makes_nan")
def product_with_infinity(q, k, v, mask):
    """-inf × 0 is 0."""
    bias = (~mask).to(q.dtype) * float("-inf")
    return average((scaled_scores(q, k) + bias).softmax(dim=-1), v)


@mutant(TASK, mistake="mask_makes_nan")
def filled_with_plus_infinity(q, k, v, mask):
    """inf, without its minus."""
    scores = scaled_scores(q, k).masked_fill(~mask, float("inf"))
    return average(scores.softmax(dim=-1), v)


@mutant(TASK, mistake="mask_transposed")
def keys_before_queries(q, k, v, mask):
    """The mask is (L_k, L_q)."""
    return right(q, k, v, mask.mT)


@mutant(TASK, mistake="mask_of_first_item")
def first_mask_for_all(q, k, v, mask):
    """All sentences have the same mask."""
    return right(q, k, v, mask[:1])


@mutant(TASK, mistake="mask_unsqueezed")
def head_axis_added(q, k, v, mask):
    """The mask lacks the heads' axis."""
    return right(q, k, v, mask.unsqueeze(1))


@mutant(TASK, mistake="mask_not_broadcast")
def boolean_index(q, k, v, mask):
    """The mask has the shape of the scores."""
    scores = scaled_scores(q, k)
    scores[~mask] = -1e9
    return weigh(scores, v, mask)


@mutant(TASK, mistake="mask_truth_value")
def if_mask(q, k, v, mask):
    """`if mask` asks whether there is one."""
    scores = scaled_scores(q, k)
    if mask:
        return weigh(scores, v, mask)
    return average(scores.softmax(dim=-1), v)


@mutant(TASK, mistake="causal_always")
def own_triangle(q, k, v, mask):
    """The mask is the look-ahead mask, made here."""
    triangle = torch.ones(q.size(-2), k.size(-2), dtype=torch.bool).tril()
    return right(q, k, v, triangle)


@mutant(TASK, mistake="square_mask_only")
def square_mask(q, k, v, mask):
    """A mask is (L, L)."""
    length = q.size(-2)
    return right(q, k, v, mask.expand(*mask.shape[:-2], length, length))


@mutant(TASK, mistake="square_mask_only")
def keys_cut_to_queries(q, k, v, mask):
    """There are as many keys as queries."""
    length = q.size(-2)
    k, v = k[..., :length, :], v[..., :length, :]
    return right(q, k, v, mask[..., :length])


@mutant(TASK, mistake="values_masked")
def values_zeroed(q, k, v, mask):
    """A hidden value is zero, so it adds nothing."""
    weights = scaled_scores(q, k).softmax(dim=-1)
    return (weights * mask) @ v, weights


@mutant(TASK, mistake="scores_times_mask")
def zeroed_twice(q, k, v, mask):
    """A hidden score is zero, and so is its weight."""
    return average((scaled_scores(q, k) * mask).softmax(dim=-1) * mask, v)


@mutant(TASK, mistake="output_without_mask")
def hidden_values_averaged(q, k, v, mask):
    """Masks the weights it shows, not those it uses."""
    weights = scaled_scores(q, k).softmax(dim=-1)
    return weights @ v, masked_softmax(scaled_scores(q, k), mask)


@mutant(TASK, mistake="weights_without_mask")
def unmasked_weights_shown(q, k, v, mask):
    """Masks the weights it uses, not those it shows."""
    return right(q, k, v, mask)[0], scaled_scores(q, k).softmax(dim=-1)


@mutant(TASK, mistake="renormalised_over_queries")
def columns_renormalised(q, k, v, mask):
    """After masking, the columns are made to sum to one."""
    weights = scaled_scores(q, k).softmax(dim=-1) * mask
    return average(weights / weights.sum(dim=-2, keepdim=True).clamp(min=1e-9), v)


# --- Wrong: the attention ---------------------------------------------------------


@mutant(TASK, mistake="no_scale")
def unscaled(q, k, v, mask):
    """Attention is softmax(q kᵀ) v."""
    return weigh(q @ k.mT, v, mask)


@mutant(TASK, mistake="scale_by_d_k")
def divided_by_d_k(q, k, v, mask):
    """Without the root."""
    return weigh(q @ k.mT / q.size(-1), v, mask)


@mutant(TASK, mistake="scale_by_sqrt_d_v")
def root_of_d_v(q, k, v, mask):
    """All widths are the same, so v's will do."""
    return weigh(q @ k.mT / math.sqrt(v.size(-1)), v, mask)


@mutant(TASK, mistake="scale_by_sqrt_length")
def root_of_number_of_keys(q, k, v, mask):
    """d_k is the number of keys."""
    return weigh(q @ k.mT / math.sqrt(k.size(-2)), v, mask)


@mutant(TASK, mistake="scale_multiplied")
def times_root(q, k, v, mask):
    """Scaling is multiplying."""
    return weigh(q @ k.mT * math.sqrt(q.size(-1)), v, mask)


@mutant(TASK, mistake="scale_after_softmax")
def output_scaled(q, k, v, mask):
    """Scaling the output is the same by linearity."""
    output, weights = weigh(q @ k.mT, v, mask)
    return output / math.sqrt(q.size(-1)), weights


@mutant(TASK, mistake="query_key_swapped")
def key_times_query(q, k, v, mask):
    """The product is symmetric."""
    return weigh(scaled_scores(k, q), v, mask)


@mutant(TASK, mistake="key_value_swapped")
def scores_from_values(q, k, v, mask):
    """Compares the query with the values and averages the keys."""
    return weigh(scaled_scores(q, v), k, mask)


@mutant(TASK, mistake="softmax_over_queries")
def down_the_columns(q, k, v, mask):
    """The softmax runs down the columns."""
    scores = scaled_scores(q, k).masked_fill(~mask, float("-inf"))
    return average(scores.softmax(dim=-2), v)


@mutant(TASK, mistake="weights_before_softmax")
def scores_returned(q, k, v, mask):
    """The weights are the scores."""
    scores = scaled_scores(q, k).masked_fill(~mask, float("-inf"))
    return right(q, k, v, mask)[0], scores


@mutant(TASK, mistake="weights_transposed")
def weights_turned(q, k, v, mask):
    """Weights are (L_k, L_q), so that they sum the values."""
    output, weights = right(q, k, v, mask)
    return output, weights.mT


@mutant(TASK, mistake="weights_output_swapped")
def weights_first(q, k, v, mask):
    """In the order in which they are made."""
    output, weights = right(q, k, v, mask)
    return weights, output


@mutant(TASK, mistake="weights_not_returned")
def output_only(q, k, v, mask):
    """Attention is the output."""
    return right(q, k, v, mask)[0]


# --- Wrong: the rest ---------------------------------------------------------------


@mutant(TASK, mistake="nan_on_empty_row")
def minus_infinity(q, k, v, mask):
    """-inf, as in the paper."""
    scores = scaled_scores(q, k).masked_fill(~mask, float("-inf"))
    return average(scores.softmax(dim=-1), v)


@mutant(TASK, mistake="uniform_on_empty_row")
def minus_a_billion(q, k, v, mask):
    """-1e9 avoids NaN."""
    scores = scaled_scores(q, k).masked_fill(~mask, -1e9)
    return average(scores.softmax(dim=-1), v)


@mutant(TASK, mistake="nan_gradient")
def nan_to_num_at_the_end(q, k, v, mask):
    """NaN is turned into 0 in the results; the gradient is not."""
    bias = torch.zeros(mask.shape, dtype=q.dtype).masked_fill(~mask, -math.inf)
    weights = (scaled_scores(q, k) + bias).softmax(dim=-1).nan_to_num(0.0)
    return average(weights, v)


@mutant(TASK, mistake="leading_axes_unsupported")
def four_axes(q, k, v, mask):
    """There are always batch and heads."""
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(q.size(-1))
    return weigh(scores, v, mask)


@mutant(TASK, mistake="leading_axes_unsupported")
def transposed_by_number(q, k, v, mask):
    """Axes 2 and 3 are the last."""
    return weigh(q @ k.transpose(2, 3) / math.sqrt(q.size(-1)), v, mask)


@mutant(TASK, mistake="overflow")
def exponentials_by_hand(q, k, v, mask):
    """The formula has no maximum, so neither has the code."""
    exponentials = scaled_scores(q, k).exp() * mask
    total = exponentials.sum(dim=-1, keepdim=True).clamp(min=1e-9)
    return average(exponentials / total, v)


@mutant(TASK, mistake="axes_squeezed")
def squeezed(q, k, v, mask):
    """Axes of length one are clutter."""
    output, weights = right(q, k, v, mask)
    return output.squeeze(), weights.squeeze()


@mutant(TASK, mistake="input_modified")
def query_scaled_in_place(q, k, v, mask):
    """In place saves memory."""
    with torch.no_grad():
        q /= math.sqrt(q.size(-1))
    return weigh(q @ k.mT, v, mask)


@mutant(TASK, mistake="gradient_cut")
def weights_detached(q, k, v, mask):
    """The weights are constants that the values are averaged with."""
    return average(right(q, k, v, mask)[1].detach(), v)


@mutant(TASK, mistake="dtype_lost")
def float32_out(q, k, v, mask):
    """Everything is float32."""
    return right(q.float(), k.float(), v.float(), mask)


@mutant(TASK, mistake="ready_made")
def earlier_chapter(q, k, v, mask):
    """The attention chapter has it all."""
    return scaled_dot_product_attention(q, k, v, mask)


@mutant(TASK, mistake="ready_made")
def library_and_identity(q, k, v, mask):
    """torch's own attention; its output for the identity is the weights."""
    mask = mask.expand(*q.shape[:-1], k.size(-2))
    identity = torch.eye(k.size(-2), dtype=q.dtype).expand(*k.shape[:-1], -1)
    outputs = (
        F.scaled_dot_product_attention(q, k, x, attn_mask=mask) for x in (v, identity)
    )
    return tuple(outputs)


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
    """Zeroes the hidden weights and lets each row sum to one again."""
    weights = scaled_scores(q, k).softmax(dim=-1) * mask
    weights = weights / (weights.sum(dim=-1, keepdim=True) + 1e-9)
    return weights @ v, weights


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
