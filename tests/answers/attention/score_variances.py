"""Answers to `score_variances(q, k)`: variance of q kᵀ, and of q kᵀ / √d_k."""

import statistics

import numpy as np
import torch

from .. import mutant, variant

TASK = "attention.score_variances"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="unbiased_variance")
def by_torch_as_it_is(q, k):
    """torch.var is np.var."""
    scores = torch.from_numpy(q) @ torch.from_numpy(k).mT
    return scores.var(), (scores / q.shape[-1] ** 0.5).var()


@mutant(TASK, mistake="paired")
def own_key_alone(q, k):
    """A query has one key."""
    scores = (q * k).sum(-1)
    return scores.var(), (scores / np.sqrt(q.shape[-1])).var()


@mutant(TASK, mistake="input_modified")
def divided_in_place(q, k):
    """The queries are scaled first, as some do."""
    unscaled = (q @ k.T).var()
    q /= np.sqrt(q.shape[-1])
    return unscaled, (q @ k.T).var()


@mutant(TASK, mistake="scaled_by_d_k")
def mean_of_products(q, k):
    """The mean of the products is scaled enough."""
    return (q @ k.T).var(), (q[:, None] * k).mean(-1).var()


@mutant(TASK, mistake="never_scaled")
def by_heart(q, k):
    """Scaling a variance leaves it."""
    variance = np.var(np.einsum("id,jd->ij", q, k))
    return variance, variance


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def by_einsum(q, k):
    scores = np.einsum("id,jd->ij", q, k)
    return np.var(scores), np.var(scores) / q.shape[1]


@variant(TASK)
def by_torch(q, k):
    scores = torch.from_numpy(q) @ torch.from_numpy(k).T
    scaled = scores / q.shape[-1] ** 0.5
    return scores.var(correction=0), scaled.var(correction=0).item()


@variant(TASK)
def in_loops(q, k):
    scores = [sum(x * y for x, y in zip(a, b, strict=True)) for a in q for b in k]
    scaled = [float(score) / q.shape[-1] ** 0.5 for score in scores]
    return [statistics.pvariance(map(float, scores)), statistics.pvariance(scaled)]


@variant(TASK)
def by_its_definition(q, k):
    unscaled = q @ k.T
    found = []
    for scores in (unscaled, unscaled / np.sqrt(q.shape[-1])):
        found.append(((scores - scores.mean()) ** 2).sum() / scores.size)
    return tuple(found)
