"""Answers to `score_variances(q, k)`: variance of q kᵀ, and of q kᵀ / √d_k."""

import statistics

import numpy as np
import torch

from .. import variant

TASK = "attention.score_variances"


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
