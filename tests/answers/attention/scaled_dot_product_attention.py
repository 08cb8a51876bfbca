"""Answers to `scaled_dot_product_attention(q, k, v, mask=None)`.

q (..., L_q, d_k), k (..., L_k, d_k), v (..., L_k, d_v); the mask is boolean,
broadcastable to (..., L_q, L_k), True = may attend. Returns (output, weights).
"""

import math

import torch
import torch.nn.functional as F

from .. import mutant, variant

TASK = "attention.scaled_dot_product_attention"


def scaled_scores(q, k):
    return q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))


def hide(scores, mask):
    return scores if mask is None else scores.masked_fill(~mask, float("-inf"))


def weigh(scores, v, mask):
    weights = hide(scores, mask).softmax(dim=-1)
    return weights @ v, weights


def right(q, k, v, mask=None):
    return weigh(scaled_scores(q, k), v, mask)


# --- Wrong: the scores -----------------------------------------------------------


@mutant(TASK, mistake="no_scale")
def unscaled(q, k, v, mask=None):
    """Attention is softmax(q kᵀ) v."""
    return weigh(q @ k.transpose(-2, -1), v, mask)


@mutant(TASK, mistake="scale_by_d_k")
def divided_by_d_k(q, k, v, mask=None):
    """The average product, without the root."""
    return weigh(q @ k.transpose(-2, -1) / k.size(-1), v, mask)


@mutant(TASK, mistake="scale_by_sqrt_length")
def root_of_number_of_keys(q, k, v, mask=None):
    """d_k is the number of keys."""
    return weigh(q @ k.transpose(-2, -1) / math.sqrt(k.size(-2)), v, mask)


@mutant(TASK, mistake="scale_by_sqrt_length")
def root_of_number_of_queries(q, k, v, mask=None):
    """d_k is q.shape[-2]."""
    return weigh(q @ k.transpose(-2, -1) / math.sqrt(q.size(-2)), v, mask)


@mutant(TASK, mistake="scale_by_sqrt_d_v")
def root_of_d_v(q, k, v, mask=None):
    """All widths are the same, so v's will do."""
    return weigh(q @ k.transpose(-2, -1) / math.sqrt(v.size(-1)), v, mask)


@mutant(TASK, mistake="scale_multiplied")
def times_root(q, k, v, mask=None):
    """Scaling is multiplying."""
    return weigh(q @ k.transpose(-2, -1) * math.sqrt(k.size(-1)), v, mask)


@mutant(TASK, mistake="scale_by_d_k")
def query_and_key_scaled(q, k, v, mask=None):
    """The query and the key are each divided by √d_k."""
    root = math.sqrt(k.size(-1))
    return weigh((q / root) @ (k / root).transpose(-2, -1), v, mask)


@mutant(TASK, mistake="scale_precedence")
def half_power(q, k, v, mask=None):
    """d_k ** 1 / 2 is the root."""
    d_k = k.size(-1)
    return weigh(q @ k.transpose(-2, -1) / d_k**1 / 2, v, mask)


@mutant(TASK, mistake="scale_rounded")
def integer_root(q, k, v, mask=None):
    """The root is an integer."""
    return weigh(q @ k.transpose(-2, -1) / int(math.sqrt(k.size(-1))), v, mask)


@mutant(TASK, mistake="scale_hard_coded")
def eight(q, k, v, mask=None):
    """d_k is 64, as in the paper."""
    return weigh(q @ k.transpose(-2, -1) / 8.0, v, mask)


@mutant(TASK, mistake="query_key_swapped")
def key_times_query(q, k, v, mask=None):
    """The product is symmetric."""
    return weigh(scaled_scores(k, q), v, mask)


@mutant(TASK, mistake="key_value_swapped")
def scores_from_values(q, k, v, mask=None):
    """Compares the query with the values and sums the keys."""
    return weigh(scaled_scores(q, v), k, mask)


@mutant(TASK, mistake="key_ignored")
def query_times_query(q, k, v, mask=None):
    """In self-attention all are the same."""
    return weigh(scaled_scores(q, q), v, mask)


@mutant(TASK, mistake="query_ignored")
def key_times_key(q, k, v, mask=None):
    """Keys are compared with keys."""
    return weigh(scaled_scores(k, k), v, mask)


@mutant(TASK, mistake="reshape_for_transpose")
def key_reshaped(q, k, v, mask=None):
    """Reshaping to (d_k, L_k) transposes."""
    *batch, length, d_k = k.shape
    scores = q @ k.reshape(*batch, d_k, length) / math.sqrt(d_k)
    return weigh(scores, v, mask)


@mutant(TASK, mistake="cosine_scores")
def normalised_vectors(q, k, v, mask=None):
    """Similarity is the cosine, so its length goes out."""
    return weigh(F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).mT, v, mask)


@mutant(TASK, mistake="input_modified")
def query_scaled_in_place(q, k, v, mask=None):
    """Scaling the query in place saves memory."""
    with torch.no_grad():
        q /= math.sqrt(q.size(-1))
    return weigh(q @ k.transpose(-2, -1), v, mask)


@mutant(TASK, mistake="batch_of_one")
def first_sentence_for_all(q, k, v, mask=None):
    """All sentences share the keys of the first."""
    first = k[0] if k.dim() > 2 else k
    return weigh(scaled_scores(q, first), v, mask)


@mutant(TASK, mistake="keys_not_transposed")
def matrices_only(q, k, v, mask=None):
    """q, k and v are matrices."""
    return weigh(q @ k.transpose(0, 1) / math.sqrt(q.size(-1)), v, mask)


@mutant(TASK, mistake="leading_axes_unsupported")
def one_batch_axis_only(q, k, v, mask=None):
    """bmm is the product of batches."""
    scores = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(q.size(-1))
    weights = hide(scores, mask).softmax(dim=-1)
    return torch.bmm(weights, v), weights


@mutant(TASK, mistake="leading_axes_unsupported")
def batch_and_heads_only(q, k, v, mask=None):
    """There are always heads."""
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(q.size(-1))
    return weigh(scores, v, mask)


@mutant(TASK, mistake="same_length_assumed")
def keys_cut_to_queries(q, k, v, mask=None):
    """There are as many keys as queries."""
    length = q.size(-2)
    k, v = k[..., :length, :], v[..., :length, :]
    return right(q, k, v, mask)


# --- Wrong: the softmax ----------------------------------------------------------


@mutant(TASK, mistake="overflow")
def exponentials_by_hand(q, k, v, mask=None):
    """The formula has no maximum, so neither has the code."""
    exponentials = hide(scaled_scores(q, k), mask).exp()
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights @ v, weights


@mutant(TASK, mistake="overflow")
def maximum_of_everything(q, k, v, mask=None):
    """One maximum of the whole batch is as good as one a row."""
    scores = hide(scaled_scores(q, k), mask)
    exponentials = (scores - scores.max()).exp()
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights @ v, weights


@mutant(TASK, mistake="softmax_over_queries")
def softmax_over_rows(q, k, v, mask=None):
    """The softmax runs down the columns."""
    weights = hide(scaled_scores(q, k), mask).softmax(dim=-2)
    return weights @ v, weights


@mutant(TASK, mistake="softmax_over_queries")
def softmax_over_axis_one(q, k, v, mask=None):
    """dim=1, as in the matrix of the example."""
    weights = hide(scaled_scores(q, k), mask).softmax(dim=1)
    return weights @ v, weights


@mutant(TASK, mistake="softmax_dim_missing")
def softmax_over_default_axis(q, k, v, mask=None):
    """F.softmax knows its axis."""
    weights = F.softmax(hide(scaled_scores(q, k), mask))
    return weights @ v, weights


@mutant(TASK, mistake="global_sum")
def softmax_over_both(q, k, v, mask=None):
    """The whole table of weights sums to one."""
    scores = hide(scaled_scores(q, k), mask)
    weights = scores.flatten(-2).softmax(dim=-1).view_as(scores)
    return weights @ v, weights


@mutant(TASK, mistake="softmax_twice")
def twice(q, k, v, mask=None):
    """Once more cannot hurt."""
    weights = hide(scaled_scores(q, k), mask).softmax(dim=-1).softmax(dim=-1)
    return weights @ v, weights


@mutant(TASK, mistake="log_softmax")
def logarithms(q, k, v, mask=None):
    """log_softmax is the stable softmax."""
    weights = hide(scaled_scores(q, k), mask).log_softmax(dim=-1)
    return weights @ v, weights


@mutant(TASK, mistake="sigmoid")
def each_for_itself(q, k, v, mask=None):
    """Sigmoid and softmax are the same squashing function."""
    weights = hide(scaled_scores(q, k), mask).sigmoid()
    return weights @ v, weights


@mutant(TASK, mistake="hard_max")
def one_for_the_largest(q, k, v, mask=None):
    """Attention looks at the best key."""
    scores = hide(scaled_scores(q, k), mask)
    weights = F.one_hot(scores.argmax(dim=-1), k.size(-2)).to(v.dtype)
    return weights @ v, weights


@mutant(TASK, mistake="softmax_missing")
def scores_as_weights(q, k, v, mask=None):
    """The scaled scores are the weights."""
    weights = scaled_scores(q, k)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    return weights @ v, weights


@mutant(TASK, mistake="scale_after_softmax")
def weights_scaled(q, k, v, mask=None):
    """The division comes last."""
    weights = hide(q @ k.transpose(-2, -1), mask).softmax(dim=-1)
    weights = weights / math.sqrt(q.size(-1))
    return weights @ v, weights


@mutant(TASK, mistake="scale_after_softmax")
def output_scaled(q, k, v, mask=None):
    """Scaling the output is the same by linearity."""
    output, weights = weigh(q @ k.transpose(-2, -1), v, mask)
    return output / math.sqrt(q.size(-1)), weights


@mutant(TASK, mistake="dropout_always")
def functional_dropout(q, k, v, mask=None):
    """F.dropout is off unless one trains."""
    _, weights = right(q, k, v, mask)
    weights = F.dropout(weights, 0.1)
    return weights @ v, weights


# --- Wrong: the mask -------------------------------------------------------------


@mutant(TASK, mistake="mask_ignored")
def no_mask(q, k, v, mask=None):
    """The mask comes in a later chapter."""
    return right(q, k, v)


@mutant(TASK, mistake="mask_inverted")
def true_is_hidden(q, k, v, mask=None):
    """True marks what is masked."""
    return right(q, k, v, None if mask is None else ~mask)


@mutant(TASK, mistake="mask_required")
def mask_always_given(q, k, v, mask=None):
    """There is always a mask."""
    scores = scaled_scores(q, k).masked_fill(~mask, float("-inf"))
    return weigh(scores, v, None)


@mutant(TASK, mistake="mask_truth_value")
def if_mask(q, k, v, mask=None):
    """`if mask` asks whether there is one."""
    scores = scaled_scores(q, k)
    if mask:
        scores = hide(scores, mask)
    return weigh(scores, v, None)


@mutant(TASK, mistake="mask_not_broadcast")
def boolean_index(q, k, v, mask=None):
    """The mask has the shape of the scores."""
    scores = scaled_scores(q, k)
    if mask is not None:
        scores[~mask] = float("-inf")
    return weigh(scores, v, None)


@mutant(TASK, mistake="mask_unsqueezed")
def head_axis_added(q, k, v, mask=None):
    """The mask lacks the heads' axis."""
    return right(q, k, v, None if mask is None else mask.unsqueeze(1))


@mutant(TASK, mistake="mask_transposed")
def keys_before_queries(q, k, v, mask=None):
    """The mask is (L_k, L_q)."""
    transposed = mask is not None and mask.dim() > 1
    return right(q, k, v, mask.mT if transposed else mask)


@mutant(TASK, mistake="mask_of_first_item")
def first_mask_for_all(q, k, v, mask=None):
    """All sentences have the same mask."""
    if mask is not None and mask.dim() > 2:
        mask = mask[:1]
    return right(q, k, v, mask)


@mutant(TASK, mistake="mask_after_softmax")
def weights_times_mask(q, k, v, mask=None):
    """A hidden weight is zero, and that is all."""
    _, weights = right(q, k, v)
    if mask is not None:
        weights = weights * mask
    return weights @ v, weights


@mutant(TASK, mistake="scores_times_mask")
def scores_zeroed_by_product(q, k, v, mask=None):
    """A hidden score is zero."""
    scores = scaled_scores(q, k)
    return weigh(scores if mask is None else scores * mask, v, None)


@mutant(TASK, mistake="scores_times_mask")
def filled_with_tiny(q, k, v, mask=None):
    """1e-9, for -1e9."""
    scores = scaled_scores(q, k)
    if mask is not None:
        scores = scores.masked_fill(~mask, 1e-9)
    return weigh(scores, v, None)


@mutant(TASK, mistake="scores_times_mask")
def filled_with_zero(q, k, v, mask=None):
    """A score of zero is a weight of zero."""
    scores = scaled_scores(q, k)
    if mask is not None:
        scores = scores.masked_fill(~mask, 0.0)
    return weigh(scores, v, None)


@mutant(TASK, mistake="keys_not_transposed")
def keys_as_they_are(q, k, v, mask=None):
    """q times k is q @ k."""
    return weigh(q @ k / math.sqrt(q.size(-1)), v, mask)


@mutant(TASK, mistake="keys_not_transposed")
def all_axes_turned(q, k, v, mask=None):
    """.T reverses all axes."""
    return weigh(q @ k.T / math.sqrt(q.size(-1)), v, mask)


@mutant(TASK, mistake="scores_clipped")
def clamped(q, k, v, mask=None):
    """exp of 50 still fits, in any dtype."""
    return weigh(scaled_scores(q, k).clamp(-50, 50), v, mask)


@mutant(TASK, mistake="fill_too_small")
def filled_with_minus_hundred(q, k, v, mask=None):
    """-100 is small enough for any score."""
    scores = scaled_scores(q, k)
    if mask is not None:
        scores = scores.masked_fill(~mask, -100.0)
    return weigh(scores, v, None)


@mutant(TASK, mistake="fill_too_small")
def filled_with_minus_ten(q, k, v, mask=None):
    """-10 is small enough."""
    scores = scaled_scores(q, k)
    if mask is not None:
        scores = scores.masked_fill(~mask, -10.0)
    return weigh(scores, v, None)


@mutant(TASK, mistake="mask_makes_nan")
def filled_with_plus_infinity(q, k, v, mask=None):
    """inf, without its minus."""
    scores = scaled_scores(q, k)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("inf"))
    return weigh(scores, v, None)


@mutant(TASK, mistake="mask_added_as_bool")
def mask_added(q, k, v, mask=None):
    """A mask is added to the scores."""
    scores = scaled_scores(q, k)
    return weigh(scores if mask is None else scores + mask, v, None)


@mutant(TASK, mistake="mask_makes_nan")
def product_with_infinity(q, k, v, mask=None):
    """-inf × 0 is 0."""
    scores = scaled_scores(q, k)
    if mask is not None:
        scores = scores + (1 - mask.to(scores.dtype)) * float("-inf")
    return weigh(scores, v, None)


@mutant(TASK, mistake="renormalised_over_queries")
def columns_renormalised(q, k, v, mask=None):
    """After masking, the columns are made to sum to one."""
    _, weights = right(q, k, v)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-2, keepdim=True).clamp(min=1e-9)
    return weights @ v, weights


@mutant(TASK, mistake="causal_by_default")
def always_causal(q, k, v, mask=None):
    """Attention never looks ahead."""
    if mask is None:
        mask = torch.ones(q.size(-2), k.size(-2), dtype=torch.bool).tril()
    return right(q, k, v, mask)


@mutant(TASK, mistake="output_without_mask")
def values_of_hidden_keys(q, k, v, mask=None):
    """Masks the weights it shows, not those it uses."""
    output, _ = right(q, k, v)
    _, weights = right(q, k, v, mask)
    return output, weights


@mutant(TASK, mistake="weights_without_mask")
def unmasked_weights_shown(q, k, v, mask=None):
    """Masks the weights it uses, not those it shows."""
    output, _ = right(q, k, v, mask)
    _, weights = right(q, k, v)
    return output, weights


@mutant(TASK, mistake="input_modified")
def mask_inverted_in_place(q, k, v, mask=None):
    """The mask is needed no more, so it may change."""
    scores = scaled_scores(q, k)
    if mask is not None:
        scores = scores.masked_fill(mask.logical_not_(), float("-inf"))
    return weigh(scores, v, None)


# --- Wrong: the result -----------------------------------------------------------


@mutant(TASK, mistake="weights_not_returned")
def output_only(q, k, v, mask=None):
    """Attention is the output."""
    return right(q, k, v, mask)[0]


@mutant(TASK, mistake="weights_output_swapped")
def weights_first(q, k, v, mask=None):
    """First the weights, then the output, in the order they are made."""
    output, weights = right(q, k, v, mask)
    return weights, output


@mutant(TASK, mistake="weights_before_softmax")
def scores_returned(q, k, v, mask=None):
    """The weights are the scores."""
    scores = scaled_scores(q, k)
    return weigh(scores, v, mask)[0], hide(scores, mask)


@mutant(TASK, mistake="weights_transposed")
def weights_turned(q, k, v, mask=None):
    """Weights are (L_k, L_q), so that they sum the values."""
    output, weights = right(q, k, v, mask)
    return output, weights.mT


@mutant(TASK, mistake="weights_transposed")
def sum_over_queries(q, k, v, mask=None):
    """Sums over the queries' axis of the weights."""
    _, weights = right(q, k, v, mask)
    return weights.mT @ v, weights


@mutant(TASK, mistake="residual_added")
def query_added(q, k, v, mask=None):
    """The residual connection is part of attention."""
    output, weights = right(q, k, v, mask)
    return output + q, weights


@mutant(TASK, mistake="value_sum_averaged")
def divided_by_number_of_keys(q, k, v, mask=None):
    """A weighted mean divides by the number of values."""
    output, weights = right(q, k, v, mask)
    return output / k.size(-2), weights


@mutant(TASK, mistake="axes_squeezed")
def squeezed(q, k, v, mask=None):
    """Axes of length one are clutter."""
    output, weights = right(q, k, v, mask)
    return output.squeeze(), weights.squeeze()


@mutant(TASK, mistake="dtype_lost")
def float32_out(q, k, v, mask=None):
    """Everything is float32."""
    return right(q.float(), k.float(), v.float(), mask)


@mutant(TASK, mistake="dtype_lost")
def float64_out(q, k, v, mask=None):
    """More precision is always welcome."""
    return right(q.double(), k.double(), v.double(), mask)


@mutant(TASK, mistake="gradient_cut")
def no_gradient(q, k, v, mask=None):
    """Attention has no parameters, so it needs no gradient."""
    with torch.no_grad():
        return right(q, k, v, mask)


@mutant(TASK, mistake="gradient_cut")
def weights_detached(q, k, v, mask=None):
    """The weights are constants that the values are summed with."""
    _, weights = right(q, k, v, mask)
    weights = weights.detach()
    return weights @ v, weights


@mutant(TASK, mistake="gradient_cut")
def root_as_new_tensor(q, k, v, mask=None):
    """torch.tensor(...) of the scores is a safe copy."""
    scores = torch.tensor(scaled_scores(q, k).tolist(), dtype=q.dtype)
    return weigh(scores, v, mask)


@mutant(TASK, mistake="gradient_cut")
def through_numpy(q, k, v, mask=None):
    """NumPy's products are the same products."""
    scores = torch.from_numpy(scaled_scores(q, k).detach().double().numpy())
    return weigh(scores.to(q.dtype), v, mask)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def textbook(q, k, v, mask=None):
    """The equation, line by line."""
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(k.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return torch.matmul(weights, v), weights


@variant(TASK)
def einsum_with_minus_1e9(q, k, v, mask=None):
    """einsum, the query scaled first, -1e9."""
    scores = torch.einsum("...qd,...kd->...qk", q * q.size(-1) ** -0.5, k)
    if mask is not None:
        scores = scores.masked_fill(mask.logical_not(), -1e9)
    weights = F.softmax(scores, dim=-1)
    return torch.einsum("...qk,...kd->...qd", weights, v), weights


@variant(TASK)
def key_scaled_and_where(q, k, v, mask=None):
    """The key scaled first, torch.where with the smallest number."""
    scores = q @ (k * (1 / math.sqrt(k.size(-1)))).mT
    if mask is not None:
        smallest = torch.finfo(scores.dtype).min
        scores = torch.where(mask, scores, smallest)
    weights = scores.softmax(-1)
    return weights @ v, weights


@variant(TASK)
def quarter_power(q, k, v, mask=None):
    """Both scaled by the fourth root, softmax by its logarithm."""
    scale = q.size(-1) ** -0.25
    scores = (q * scale) @ (k * scale).transpose(-1, -2)
    scores = hide(scores, mask)
    weights = (scores - scores.logsumexp(dim=-1, keepdim=True)).exp()
    return weights @ v, weights


@variant(TASK)
def softmax_by_hand(q, k, v, mask=None):
    """The root as a tensor; exp and sum after subtracting the maximum."""
    d_k = torch.tensor(q.shape[-1], dtype=q.dtype, device=q.device)
    scores = hide(q @ k.swapaxes(-1, -2) / torch.sqrt(d_k), mask)
    exponentials = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights @ v, weights


@variant(TASK)
def additive_mask(q, k, v, mask=None):
    """A float mask of 0 and -inf, added."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    if mask is not None:
        bias = torch.zeros(mask.shape, dtype=q.dtype, device=q.device)
        scores = scores + bias.masked_fill_(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


@variant(TASK)
def batched_baddbmm(q, k, v, mask=None):
    """Flat batches, the mask as the bias of baddbmm."""
    *batch, length, d_k = q.shape
    bias = q.new_zeros(*batch, length, k.size(-2))
    bias = hide(bias, mask).reshape(-1, *bias.shape[-2:])
    flat_k = k.reshape(-1, *k.shape[-2:])
    scores = torch.baddbmm(
        bias, q.reshape(-1, length, d_k), flat_k.transpose(1, 2), alpha=d_k**-0.5
    )
    weights = scores.softmax(dim=2)
    output = torch.bmm(weights, v.reshape(-1, *v.shape[-2:]))
    return output.view(*batch, length, -1), weights.view(*batch, length, -1)


@variant(TASK)
def masked_after_softmax_and_renormalised(q, k, v, mask=None):
    """Zeroes the hidden weights and lets each row sum to one again."""
    weights = (q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))).softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights @ v, weights


@variant(TASK)
def float64_inside(q, k, v, mask=None):
    """Computes in float64 and returns the type of the input."""
    output, weights = right(q.double(), k.double(), v.double(), mask)
    return output.to(q.dtype), weights.to(q.dtype)


@variant(TASK)
def softmax_in_float32(q, k, v, mask=None):
    """Language models take the softmax in float32, whatever the inputs have."""
    scores = hide(q @ k.mT / math.sqrt(q.size(-1)), mask)
    weights = F.softmax(scores, dim=-1, dtype=torch.float32).to(q.dtype)
    return weights @ v, weights


@variant(TASK)
def query_by_query(q, k, v, mask=None):
    """One query at a time."""
    shape = (*q.shape[:-1], k.size(-2))
    mask = None if mask is None else mask.expand(shape)
    weights = []
    for i in range(q.size(-2)):
        scores = (k @ q[..., i, :, None]).squeeze(-1) / q.size(-1) ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask[..., i, :], float("-inf"))
        weights.append(scores.softmax(dim=-1))
    weights = torch.stack(weights, dim=-2)
    return weights @ v, weights


@variant(TASK)
def plain_sums(q, k, v, mask=None):
    """Broadcast products and sums, no matrix product."""
    scores = (q.unsqueeze(-2) * k.unsqueeze(-3)).sum(dim=-1) / q.size(-1) ** 0.5
    weights = torch.softmax(hide(scores, mask), dim=-1)
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).sum(dim=-2), weights


@variant(TASK)
def sentence_by_sentence(q, k, v, mask=None):
    """Recursion over the leading axes down to matrices."""
    if mask is not None:
        mask = mask.expand(*q.shape[:-1], k.size(-2))
    if q.dim() == 2:
        return textbook(q, k, v, mask)
    masks = [None] * len(q) if mask is None else mask
    pairs = [sentence_by_sentence(*item) for item in zip(q, k, v, masks, strict=True)]
    outputs, weights = zip(*pairs, strict=True)
    return torch.stack(outputs), torch.stack(weights)


@mutant(TASK, mistake="ready_made")
def library_and_identity(q, k, v, mask=None):
    """torch's own attention; its output for the identity is the weights."""
    if mask is not None:  # torch wants two axes at least
        mask = mask.expand(*q.shape[:-1], k.size(-2))
    output = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    identity = torch.eye(k.size(-2), dtype=q.dtype, device=q.device)
    identity = identity.expand(*k.shape[:-1], -1)
    return output, F.scaled_dot_product_attention(q, k, identity, attn_mask=mask)


@variant(TASK)
def helper_functions(q, k, v, mask=None):
    """Flat batches; the comparison in a helper, by tensordot."""

    def compare(queries, keys):
        return torch.tensordot(queries, keys, dims=([-1], [-1])) / len(keys[0]) ** 0.5

    flat_q, flat_k = q.reshape(-1, *q.shape[-2:]), k.reshape(-1, *k.shape[-2:])
    pairs = zip(flat_q, flat_k, strict=True)
    scores = torch.stack([compare(queries, keys) for queries, keys in pairs])
    scores = hide(scores.reshape(*q.shape[:-1], k.size(-2)), mask)
    weights = scores.softmax(dim=-1)
    return weights.matmul(v), weights
