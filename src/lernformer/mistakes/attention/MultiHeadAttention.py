"""Typical wrong answers to ``attention.MultiHeadAttention``."""

import math
import re

import torch
from torch import nn
from torch.nn import functional as F

from lernformer.mistakes.attention.scaled_dot_product_attention import (
    MISTAKES as ATTENTION,
)
from lernformer.mistakes.common import derived
from lernformer.mistakes.table import in_steps
from lernformer.probes.attention.MultiHeadAttention import PLACED
from lernformer.probes.case import Case, Observation

FROM_ONE_HEAD = (
    "no_scale",
    "scale_by_d_k",
    "scale_by_sqrt_length",
    "scale_multiplied",
    "scale_precedence",
    "scale_rounded",
    "scale_hard_coded",
    "softmax_over_queries",
    "global_sum",
    "query_key_swapped",
    "key_value_swapped",
    "key_ignored",
    "query_ignored",
    "reshape_for_transpose",
    "cosine_scores",
    "batch_of_one",
    "softmax_twice",
    "log_softmax",
    "sigmoid",
    "hard_max",
    "softmax_missing",
    "scale_after_softmax",
    "mask_ignored",
    "mask_inverted",
    "mask_transposed",
    "mask_of_first_item",
    "mask_after_softmax",
    "fill_not_low_enough",
    "scores_times_mask",
    "mask_added_as_bool",
    "renormalised_over_queries",
    "causal_by_default",
    "output_without_mask",
    "weights_without_mask",
    "weights_before_softmax",
)


def _made_features(seen: Observation) -> int:
    """How many features the first projection of a wrong size makes, or 0."""
    found = re.search(r"_proj should map .* weight has shape \((\d+), ", seen.trouble)
    return int(found[1]) if found else 0


def _returns_dropped(case: Case, seen: Observation) -> bool:
    weights = seen.values.get("weights")
    return case.setting == PLACED and weights is not None and (weights != 1).any()


def _weights_axes(seen: Observation) -> int:
    return seen.values["weights"].ndim if seen.values else 0


def split(x, n_heads):
    return x.unflatten(-1, (n_heads, -1)).transpose(-3, -2)


def merge(x):
    return x.transpose(-3, -2).flatten(-2)


def hide(scores, mask, fill=float("-inf")):
    return scores if mask is None else scores.masked_fill(~mask, fill)


class Right(nn.Module):
    """A right answer in steps. Each wrong answer gets one of these steps wrong."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.d_model, self.n_heads = d_model, n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        projected = self.project(query, key, value)
        heads, weights = self.attend(*map(self.split, projected), mask)
        return self.finish(heads), weights

    def project(self, query, key, value):
        return self.q_proj(query), self.k_proj(key), self.v_proj(value)

    def split(self, x):
        return split(x, self.n_heads)

    def attend(self, q, k, v, mask):  # each (..., H, L, d_k)
        weights = self.weigh(q @ k.mT / math.sqrt(q.size(-1)), mask)
        return self.combine(weights, v), weights

    def weigh(self, scores, mask):
        return hide(scores, mask).softmax(dim=-1)

    def combine(self, weights, v):
        return self.dropout(weights) @ v

    def finish(self, heads):
        return self.out_proj(merge(heads))


def in_heads(attention):
    """Multi-head attention that calls ``attention`` in each head."""

    class InHeads(Right):
        def attend(self, q, k, v, mask):
            output, weights = attention(q, k, v, mask)
            if self.training and self.dropout.p:
                output = self.dropout(weights) @ v
            return output, weights

    return InHeads


class SplitByReshape(Right):
    """Any reshape to the right shape splits the heads."""

    def split(self, x):
        *batch, length, d_model = x.shape
        return x.reshape(*batch, self.n_heads, length, d_model // self.n_heads)


class MergeByReshape(Right):
    """Any reshape to the right shape merges the heads."""

    def finish(self, heads):
        *batch, n_heads, length, d_k = heads.shape
        return self.out_proj(heads.reshape(*batch, length, n_heads * d_k))


class SplitAndMergeByReshape(SplitByReshape, MergeByReshape):
    """If a reshape has split the heads, a reshape can merge them again."""


DERIVED = derived(ATTENTION, in_heads, *FROM_ONE_HEAD)


class OutputProjectionOnValues(Right):
    """Layers can be in any order, so the output layer may come before attention."""

    def project(self, query, key, value):
        q, k, v = super().project(query, key, value)
        return q, k, self.out_proj(v)

    def finish(self, heads):
        return merge(heads)


MISTAKES = in_steps(globals(), Right)
