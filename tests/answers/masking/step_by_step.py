"""Answers to `step_by_step(q, k, v)`: attention as a decoder writes.

q and k (B, H, T, d_k), v (B, H, T, d_v); returns (B, H, T, d_v).
"""

import math

import torch
import torch.nn.functional as F

from lernformer.attention import scaled_dot_product_attention
from lernformer.mistakes.masking.step_by_step import (
    at,
    each_step,
    past,
    stepping,
    triangle,
)

from .. import mutant, variant

TASK = "masking.step_by_step"


def attend(q, k, v):
    return scaled_dot_product_attention(q, k, v)[0]


# --- Wrong: what a step sees -----------------------------------------------------


@mutant(TASK, mistake="values_not_cut")
@stepping
def keys_alone_cut_for_attention(q, k, v, t):
    """The same with the last chapter's function."""
    return attend(at(q, t), past(k, t), v)


@mutant(TASK, mistake="keys_not_cut")
@stepping
def values_alone_cut(q, k, v, t):
    """Only the values are averaged, so only they are cut."""
    return attend(at(q, t), k, past(v, t))


# --- Wrong: the query ------------------------------------------------------------


@mutant(TASK, mistake="steps_overlap")
@stepping
def all_queries_so_far(q, k, v, t):
    """Attends with all queries so far and keeps all their results."""
    return attend(past(q, t), past(k, t), past(v, t))


@mutant(TASK, mistake="query_not_advanced")
@stepping
def first_of_all_queries(q, k, v, t):
    """Attends with all queries so far and keeps the first result."""
    return attend(past(q, t), past(k, t), past(v, t))[..., :1, :]


# --- Wrong: how results are put together -----------------------------------------


@mutant(TASK, mistake="pairs_joined")
@stepping
def pair_not_unpacked(q, k, v, t):
    """The pair (output, weights) taken for the output."""
    return scaled_dot_product_attention(at(q, t), past(k, t), past(v, t))


# --- Wrong: the rest ---------------------------------------------------------------


@mutant(TASK, mistake="gradient_cut")
@stepping
def cache_without_gradient(q, k, v, t):
    """What is kept for later needs no gradient."""
    return attend(at(q, t), past(k, t).detach(), past(v, t).detach())


@mutant(TASK, mistake="input_modified")
def results_over_the_values(q, k, v):
    """From the last step to the first, the values are free to be written over."""
    with torch.no_grad():
        for t in reversed(range(q.size(-2))):
            v[..., t, :] = attend(at(q, t), past(k, t), past(v, t))[..., 0, :]
    return v


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def list_and_cat(q, k, v):
    """Sizes unpacked, a loop, a list."""
    _, _, T, _ = q.shape
    outputs = []
    for t in range(T):
        output, _ = scaled_dot_product_attention(
            q[:, :, t : t + 1], k[:, :, : t + 1], v[:, :, : t + 1]
        )
        outputs.append(output)
    return torch.cat(outputs, dim=2)


@variant(TASK)
def vectors_stacked(q, k, v):
    """Queries without their axis, scores by einsum, results stacked."""
    outputs = []
    for t in range(q.size(2)):
        scores = torch.einsum("bhd,bhkd->bhk", q[:, :, t], k[:, :, : t + 1])
        weights = (scores / math.sqrt(q.size(-1))).softmax(dim=-1)
        outputs.append(torch.einsum("bhk,bhkd->bhd", weights, v[:, :, : t + 1]))
    return torch.stack(outputs, dim=2)


@variant(TASK)
def growing_cache(q, k, v):
    """A cache that each step makes longer by one, as in a decoder."""
    keys, values, output = k[:, :, :0], v[:, :, :0], []
    for query, key, value in zip(*(x.split(1, dim=2) for x in (q, k, v)), strict=True):
        keys = torch.cat([keys, key], dim=2)
        values = torch.cat([values, value], dim=2)
        output.append(attend(query, keys, values))
    return torch.cat(output, dim=2)


@variant(TASK)
def whole_beginnings(q, k, v):
    """All queries so far, of which the last counts: without a cache."""
    steps = [
        attend(past(q, t), past(k, t), past(v, t))[..., -1, :]
        for t in range(q.size(-2))
    ]
    return torch.stack(steps, dim=-2)


@variant(TASK)
def written_into_place(q, k, v):
    """An empty tensor with the dtype of the values, filled step by step."""
    output = v.new_empty(*q.shape[:-1], v.size(-1))
    for t in range(q.size(-2)):
        output[:, :, t] = attend(at(q, t), past(k, t), past(v, t)).squeeze(2)
    return output


@variant(TASK)
@stepping
def librarys_step(q, k, v, t):
    """torch's attention, one query at a time, without a mask."""
    return F.scaled_dot_product_attention(at(q, t), past(k, t), past(v, t))


@variant(TASK)
def recursive(q, k, v):
    """All but the last step, and then the last one."""
    newest = attend(q[..., -1:, :], k, v)
    if q.size(-2) == 1:
        return newest
    before = recursive(q[..., :-1, :], k[..., :-1, :], v[..., :-1, :])
    return torch.cat([before, newest], dim=-2)


@variant(TASK)
def one_vector_at_a_time(q, k, v):
    """Loops over sentences, heads and steps."""
    B, H, T, d_k = q.shape
    rows = []
    for b in range(B):
        for h in range(H):
            for t in range(T):
                weights = (k[b, h, : t + 1] @ q[b, h, t] / d_k**0.5).softmax(dim=0)
                rows.append(weights @ v[b, h, : t + 1])
    return torch.stack(rows).reshape(B, H, T, -1)


@variant(TASK)
def float64_inside(q, k, v):
    """Computes in float64 and returns the type of the input."""
    return torch.cat(each_step(q.double(), k.double(), v.double()), dim=-2).to(v.dtype)


@variant(TASK)
@stepping
def running_softmax(q, k, v, t):
    """Numerator and denominator of each step, from its own largest score on."""
    scores = (at(q, t) * past(k, t)).sum(dim=-1) / q.size(-1) ** 0.5
    shares = (scores - scores.amax(dim=-1, keepdim=True)).exp()[..., None]
    total = shares.sum(-2, keepdim=True)
    return (shares * past(v, t)).sum(-2, keepdim=True) / total


@variant(TASK)
def scores_at_once(q, k, v):
    """All scores at once, of which each step takes those of its past."""
    scores = q @ k.mT / math.sqrt(q.size(-1))
    return stepping(
        lambda q, k, v, t: scores[..., t : t + 1, : t + 1].softmax(dim=-1) @ past(v, t)
    )(q, k, v)


@variant(TASK)
def backwards(q, k, v):
    """From the last step to the first, forgetting one token after the other."""
    steps = []
    for t in reversed(range(q.size(-2))):
        steps.insert(0, attend(q[..., -1:, :], k, v))
        q, k, v = (x[..., :t, :] for x in (q, k, v))
    return torch.cat(steps, dim=-2)
