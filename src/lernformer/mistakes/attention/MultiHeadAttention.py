"""Typical wrong answers to ``attention.MultiHeadAttention``."""

import math
import re

import torch
from torch import nn
from torch.nn import functional as F

from lernformer.mistakes.attention.scaled_dot_product_attention import (
    MISTAKES as ATTENTION,
)
from lernformer.mistakes.common import derived, fails, misfit
from lernformer.mistakes.table import in_steps
from lernformer.probes.aspects import DTYPE, GRADIENT, LARGE
from lernformer.probes.attention.MultiHeadAttention import CROSS, PARTLY, PLACED
from lernformer.probes.case import Case, Observation

SHARED = "one projection serves query, key and value alike; each needs its own layer."


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
    """How many features the first projection of a wrong size makes; 0 if none is."""
    told = re.search(r"_proj should map .* weight has shape \((\d+), ", seen.trouble)
    return int(told[1]) if told else 0


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
    """A right answer in steps; each wrong one gets one of them wrong."""

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


def shows_shared_projection(case, seen):
    return bool(seen.facts.get("shared"))


def shows_parameters_in_forward(case, seen):
    return fails("no q_proj", "no k_proj", "no v_proj", "while it runs")(
        case, seen
    ) or bool(seen.facts.get("changed"))


def shows_one_head_projected(case, seen):
    return _made_features(seen) in range(1, case.inputs["d_model"])


def shows_d_k_is_d_model(case, seen):
    return _made_features(seen) > case.inputs["d_model"]


class SplitByReshape(Right):
    """A reshape to the wanted shape is the wanted split."""

    def split(self, x):
        *batch, length, d_model = x.shape
        return x.reshape(*batch, self.n_heads, length, d_model // self.n_heads)


class MergeByReshape(Right):
    """A reshape to the wanted shape is the wanted merge."""

    def finish(self, heads):
        *batch, n_heads, length, d_k = heads.shape
        return self.out_proj(heads.reshape(*batch, length, n_heads * d_k))


class SplitAndMergeByReshape(SplitByReshape, MergeByReshape):
    """What a reshape splits a reshape merges."""


class WeightsAveraged(Right):
    """The weights are averaged over the heads, as in torch's own layer."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return output, weights.mean(dim=-3)


class HeadsLeftInBatch(Right):
    """Batch and heads are one axis, ready for bmm."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return output, weights.flatten(0, -3)


DERIVED = derived(ATTENTION, in_heads, *FROM_ONE_HEAD)


class FirstHeadsMaskForAll(Right):
    """All heads have the same mask."""

    def weigh(self, scores, mask):
        if mask is not None and mask.dim() > 2:
            mask = mask[..., :1, :, :]
        return super().weigh(scores, mask)


class OneHeadMasked(Right):
    """The mask is for one of the heads."""

    def weigh(self, scores, mask):
        free = super().weigh(scores, None)
        masked = super().weigh(scores, mask)
        return torch.cat([masked[..., :1, :, :], free[..., 1:, :, :]], dim=-3)


class OutputProjectionOnValues(Right):
    """The layers commute, so the output layer may come before attention."""

    def project(self, query, key, value):
        q, k, v = super().project(query, key, value)
        return q, k, self.out_proj(v)

    def finish(self, heads):
        return merge(heads)


class QueryAdded(Right):
    """The residual connection is part of attention."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return output + query, weights


class Normalised(Right):
    """Add & Norm is part of attention."""

    def finish(self, heads):
        return F.layer_norm(super().finish(heads), (self.d_model,))


class LengthFirst(Right):
    """Inputs are (L, B, d_model), as torch's own layer has it."""

    def forward(self, query, key, value, mask=None):
        if query.dim() < 3:
            return super().forward(query, key, value, mask)
        query, key, value = (x.transpose(0, -2) for x in (query, key, value))
        output, weights = super().forward(query, key, value, mask)
        return output.transpose(0, -2), weights


def shows_weights_output_swapped(case, seen):
    return (
        seen.values
        and next(iter(seen.values.values())).ndim == 4
        and seen.values["weights"].ndim == 3
    )


def shows_mask_required(case, seen):
    return case.inputs["mask"] is None and fails("NoneType")(case, seen)


def shows_mask_unsqueezed(case, seen):
    return (
        case.inputs["mask"] is not None
        and case.aspect != DTYPE
        and (misfit(seen) or _weights_axes(seen) not in (0, 4))
    )


def shows_dropout_never_applied(case, seen):
    return (
        case.setting == "dropout"
        and bool(seen.values)
        and seen.values["spread"].max() < 1e-12
    )


def shows_dropout_changes_average(case, seen):
    return case.setting == "dropout"


def shows_dropout_elsewhere(case, seen):
    return case.setting == PLACED and seen.values.get(PARTLY, 0) > 0


def shows_parameters_frozen(case, seen):
    return case.aspect == GRADIENT and bool(seen.facts.get("frozen"))


def shows_same_length_assumed(case, seen):
    return case.aspect == CROSS


def shows_overflow(case, seen):
    return case.aspect == LARGE


MISTAKES = in_steps(globals(), Right)
