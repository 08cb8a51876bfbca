"""Answers to `scaled_dot_product_attention(q, k, v, mask=None)`.

q (..., L_q, d_k), k (..., L_k, d_k), v (..., L_k, d_v); the mask is boolean,
broadcastable to (..., L_q, L_k), True = may attend. Returns (output, weights).
"""

import math

import torch
import torch.nn.functional as F

from lernformer.mistakes.attention.scaled_dot_product_attention import (
    hide,
    right,
    scaled_scores,
    weigh,
)

from .. import mutant, variant

TASK = "attention.scaled_dot_product_attention"


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
