"""Typical wrong answers to ``attention.MultiHeadAttention``."""

import math
import re

import torch
from torch import nn
from torch.nn import functional as F

from lernformer.mistakes.attention.scaled_dot_product_attention import (
    MISFIT,
    PRODUCT_MISFIT,
    SUBTRACTED,
    TOO_LATE,
    TOO_SMALL,
    only_hidden_weighed,
    shrunk_by_hidden,
)
from lernformer.mistakes.attention.scaled_dot_product_attention import (
    MISTAKES as ATTENTION,
)
from lernformer.mistakes.common import (
    DROPOUT_ARGUMENT_IGNORED,
    DROPOUT_DEFAULT,
    DROPOUT_IN_EVAL,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    LAYOUT_LOST,
    STARTS_LARGE,
    STATE_KEPT,
    WRITTEN_OVER,
    derived,
    fails,
    misfit,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.aspects import DTYPE, GRADIENT, LARGE
from lernformer.probes.attention.MultiHeadAttention import CROSS, PARTLY, PLACED
from lernformer.probes.case import Case, Observation

SHARED = "one projection serves for query, key and value; each has a layer of its own."


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
    "fill_too_small",
    "scores_times_mask",
    "mask_added_as_bool",
    "renormalised_over_queries",
    "causal_by_default",
    "output_without_mask",
    "weights_without_mask",
    "weights_before_softmax",
)


def _made_features(seen: Observation) -> int:
    """How many features the first projection of another size makes; 0 if none is."""
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


MISTAKES = Catalogue()

MISTAKES += (STATE_KEPT, INPUT_MODIFIED)
MISTAKES.sign(
    "super_init_forgotten",
    "__init__ must call super().__init__() before it makes layers.",
    fails("before Module.__init__", "no attribute '_modules'"),
)
MISTAKES.sign(
    "parts_misnamed",
    "the names are part of the task, for the next chapters look for them: four "
    "nn.Linear(d_model, d_model), called q_proj, k_proj, v_proj and out_proj.",
    fails("layers are called"),
    seen="course",
)
MISTAKES.sign(
    "no_output_projection",
    "the output projection is missing: out_proj mixes the merged heads.",
    fails("no out_proj"),
    seen="course",
)
MISTAKES.sign(
    "shared_projection",
    SHARED,
    lambda case, seen: bool(seen.facts.get("shared")),
    seen="course",
)
MISTAKES.sign(
    "shared_by_all",
    "the layers belong to the class, or to a table that all share; each one that is "
    "made needs layers of its own: make them in __init__ and assign them to self.",
    fails("with one made before"),
)
MISTAKES.sign(
    "parameters_in_forward",
    "the four layers are made once, in __init__; made in forward they would be new "
    "and untrained at each call.",
    lambda case, seen: (
        fails("no q_proj", "no k_proj", "no v_proj", "while it runs")(case, seen)
        or bool(seen.facts.get("changed"))
    ),
)
MISTAKES.sign(
    "heads_summed",
    "out_proj takes d_k features: are the heads added? They are put side by side, "
    "so that H · d_k = d_model features come in.",
    fails("out_proj should"),
    seen="course",
)
MISTAKES.sign(
    "one_head_projected",
    "the layer makes the features of one head; one nn.Linear(d_model, d_model) makes "
    "those of all heads, side by side.",
    lambda case, seen: _made_features(seen) in range(1, case.inputs["d_model"]),
)
MISTAKES.sign(
    "d_k_is_d_model",
    "each head gets d_model features; they share them: d_k = d_model / n_heads.",
    lambda case, seen: _made_features(seen) > case.inputs["d_model"],
)
MISTAKES.sign(
    "projections_in_list",
    "the layers are not registered with the module (a plain Python list hides "
    "them), so that no optimiser sees them; assign each to self, or use "
    "nn.ModuleList.",
    fails("not among its parameters"),
)


@MISTAKES.answer("shared_projection", SHARED, seen="course")
class QueryProjectionForAll(Right):
    """One projection is enough."""

    def project(self, query, key, value):
        return self.q_proj(query), self.q_proj(key), self.q_proj(value)


@MISTAKES.answer(
    "k_proj_for_value", "the values pass through k_proj; they have v_proj."
)
class KeyProjectionTwice(Right):
    """Keys and values come from the same place, through the same layer."""

    def project(self, query, key, value):
        return self.q_proj(query), self.k_proj(key), self.k_proj(value)


@MISTAKES.answer(
    "projection_missing", "the query is not projected; it passes through q_proj first."
)
class QueryNotProjected(Right):
    """The query is what it is."""

    def project(self, query, key, value):
        return query, self.k_proj(key), self.v_proj(value)


@MISTAKES.answer(
    "projection_missing", "the key is not projected; it passes through k_proj first."
)
class KeyNotProjected(Right):
    """The key is what it is."""

    def project(self, query, key, value):
        return self.q_proj(query), key, self.v_proj(value)


@MISTAKES.answer(
    "projection_missing", "the value is not projected; it passes through v_proj first."
)
class ValueNotProjected(Right):
    """Values are only summed."""

    def project(self, query, key, value):
        return self.q_proj(query), self.k_proj(key), value


@MISTAKES.answer(
    "activation_added", "the projections are followed by a ReLU; they are linear."
)
class RectifiedProjections(Right):
    """A layer needs an activation."""

    def project(self, query, key, value):
        return tuple(F.relu(x) for x in super().project(query, key, value))


@MISTAKES.answer(
    "key_value_swapped",
    "key and value are swapped: the query meets the keys, the weights average the "
    "values.",
    seen="course",
)
class KeyAndValueSwapped(Right):
    """The keys come from the values and the values from the keys."""

    def project(self, query, key, value):
        return super().project(query, value, key)


@MISTAKES.answer(
    "arguments_reversed",
    "forward takes the value first and the query last; it is called with query, key "
    "and value, in this order.",
    seen="course",
)
class ValueFirst(Right):
    """Values, keys, query: as some tutorials have it."""

    def project(self, query, key, value):
        return super().project(value, key, query)


@MISTAKES.answer(
    "query_key_swapped",
    "query and key are swapped: row i of the weights belongs to query i.",
    seen="course",
)
class QueryAndKeySwapped(Right):
    """Query and key play the same part."""

    def project(self, query, key, value):
        return super().project(key, query, value)


@MISTAKES.answer(
    "self_attention_only",
    "key and value are ignored: in cross-attention they come from elsewhere.",
)
class AttendsToItself(Right):
    """Attention is self-attention."""

    def project(self, query, key, value):
        return super().project(query, query, query)


@MISTAKES.answer(
    "value_from_query", "the values are made from the query; they belong to the keys."
)
class ValueFromQuery(Right):
    """The values come from the sentence that asks."""

    def project(self, query, key, value):
        return super().project(query, key, query)


@MISTAKES.answer(
    "value_ignored",
    "the values are made from the key; value is an argument of its own.",
)
class ValueFromKey(Right):
    """Key and value are always the same tensor."""

    def project(self, query, key, value):
        return super().project(query, key, key)


@MISTAKES.answer(
    "split_without_transpose",
    "the heads are split by one reshape, which cuts the sequence and not the "
    "features. Reshape to (B, L, H, d_k), then transpose H and L.",
    seen="course",
)
class SplitByReshape(Right):
    """A reshape to the wanted shape is the wanted split."""

    def split(self, x):
        *batch, length, d_model = x.shape
        return x.reshape(*batch, self.n_heads, length, d_model // self.n_heads)


@MISTAKES.answer(
    "merge_without_transpose",
    "the heads are merged by one reshape, which mixes positions. Swap H and L first.",
    seen="course",
)
class MergeByReshape(Right):
    """A reshape to the wanted shape is the wanted merge."""

    def finish(self, heads):
        *batch, n_heads, length, d_k = heads.shape
        return self.out_proj(heads.reshape(*batch, length, n_heads * d_k))


@MISTAKES.answer(
    "split_without_transpose",
    "the heads are split and merged by one reshape each, which cuts the sequence "
    "and not the features. Reshape to (B, L, H, d_k), then transpose H and L.",
    seen="course",
)
class SplitAndMergeByReshape(SplitByReshape, MergeByReshape):
    """What a reshape splits a reshape merges."""


@MISTAKES.answer(
    "interleaved",
    "head h takes every H-th feature; it should take the h-th slice of d_k neighbours: "
    "the last axis splits into (H, d_k), not (d_k, H).",
)
class HeadsInterleaved(Right):
    """The last axis is (d_k, H)."""

    def split(self, x):
        return x.unflatten(-1, (-1, self.n_heads)).movedim(-1, -3)

    def finish(self, heads):
        return self.out_proj(heads.movedim(-3, -1).flatten(-2))


@MISTAKES.answer(
    "heads_after_length",
    "the heads stay behind the length, so that the heads of one position attend to "
    "each other; transpose to (B, H, L, d_k).",
)
class AttendsAcrossHeads(Right):
    """Splitting the last axis is all: each position's heads attend to each other."""

    def split(self, x):
        return x.unflatten(-1, (self.n_heads, -1))

    def weigh(self, scores, mask):
        return scores.softmax(dim=-1)

    def finish(self, heads):
        return self.out_proj(heads.flatten(-2))


@MISTAKES.answer(
    "heads_summed",
    "the heads are added up (summed); they are put side by side (concatenated).",
    seen="course",
)
class HeadsSummedAndRepeated(Right):
    """Every head's place receives the sum of the heads."""

    def finish(self, heads):
        return super().finish(heads.sum(dim=-3, keepdim=True).expand_as(heads))


@MISTAKES.answer(
    "one_head_only", "there is one head only; split d_model into n_heads heads."
)
class NumberOfHeadsIgnored(Right):
    """n_heads is a matter of speed."""

    def split(self, x):
        return split(x, 1)


@MISTAKES.answer(
    "scale_by_sqrt_d_model",
    "the scores are divided by √d_model; a head's products are sums of d_k terms, "
    "so it is √d_k.",
    seen="course",
)
class RootOfModelWidth(Right):
    """The root of the width of the model, not of the head."""

    def attend(self, q, k, v, mask):
        return super().attend(q / math.sqrt(self.n_heads), k, v, mask)


@MISTAKES.answer(
    "scale_by_sqrt_n_heads", "the scores are divided by √n_heads instead of √d_k."
)
class RootOfHeads(Right):
    """More heads make larger scores."""

    def attend(self, q, k, v, mask):
        return super().attend(q * math.sqrt(q.size(-1) / self.n_heads), k, v, mask)


@MISTAKES.answer(
    "softmax_over_heads",
    "the softmax runs over the heads (dim=1); each query shares its attention "
    "among the keys: dim=-1.",
)
class SoftmaxOverHeads(Right):
    """dim=1: the heads share the weight."""

    def weigh(self, scores, mask):
        return hide(scores, mask).softmax(dim=-3)


@MISTAKES.answer(
    "weights_averaged",
    "the weights are averaged over the heads; return those of each head: "
    "(B, H, L_q, L_k).",
)
class WeightsAveraged(Right):
    """The weights are averaged over the heads, as in torch's own layer."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return output, weights.mean(dim=-3)


@MISTAKES.answer(
    "heads_in_batch",
    "batch and heads are one axis of the weights; keep them apart: (B, H, L_q, L_k).",
)
class HeadsLeftInBatch(Right):
    """Batch and heads are one axis, ready for bmm."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return output, weights.flatten(0, -3)


MISTAKES += derived(ATTENTION, in_heads, *FROM_ONE_HEAD)


@MISTAKES.answer(
    "mask_of_first_head",
    "the first head's mask hides the same keys in all heads; each has its own.",
)
class FirstHeadsMaskForAll(Right):
    """All heads have the same mask."""

    def weigh(self, scores, mask):
        if mask is not None and mask.dim() > 2:
            mask = mask[..., :1, :, :]
        return super().weigh(scores, mask)


@MISTAKES.answer("mask_on_first_head_only", "the mask reaches the first head only.")
class OneHeadMasked(Right):
    """The mask is for one of the heads."""

    def weigh(self, scores, mask):
        free = super().weigh(scores, None)
        masked = super().weigh(scores, mask)
        return torch.cat([masked[..., :1, :, :], free[..., 1:, :, :]], dim=-3)


@MISTAKES.answer(
    "no_output_projection",
    "the output projection is not applied: out_proj mixes the merged heads.",
    seen="course",
)
class OutputProjectionUnused(Right):
    """Makes the output layer and forgets it in forward."""

    def finish(self, heads):
        return merge(heads)


@MISTAKES.answer(
    "out_proj_before_merge",
    "out_proj is applied to the values; it comes last, after the heads are merged.",
)
class OutputProjectionOnValues(Right):
    """The layers commute, so the output layer may come before attention."""

    def project(self, query, key, value):
        q, k, v = super().project(query, key, value)
        return q, k, self.out_proj(v)

    def finish(self, heads):
        return merge(heads)


@MISTAKES.answer(
    "residual_added",
    "the query is added to the output; the residual connection comes later, around "
    "attention.",
)
class QueryAdded(Right):
    """The residual connection is part of attention."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return output + query, weights


@MISTAKES.answer(
    "layer_norm_added",
    "the output is normalised; LayerNorm comes later, around attention.",
)
class Normalised(Right):
    """Add & Norm is part of attention."""

    def finish(self, heads):
        return F.layer_norm(super().finish(heads), (self.d_model,))


@MISTAKES.answer(
    "batch_and_length_swapped",
    "batch and length are exchanged: inputs are (B, L, d_model), not (L, B, …).",
)
class LengthFirst(Right):
    """Inputs are (L, B, d_model), as torch's own layer has it."""

    def forward(self, query, key, value, mask=None):
        if query.dim() < 3:
            return super().forward(query, key, value, mask)
        query, key, value = (x.transpose(0, -2) for x in (query, key, value))
        output, weights = super().forward(query, key, value, mask)
        return output.transpose(0, -2), weights


MISTAKES.sign(
    "weights_output_swapped",
    "the two results are in the wrong order; return (output, weights).",
    lambda case, seen: (
        seen.values
        and next(iter(seen.values.values())).ndim == 4
        and seen.values["weights"].ndim == 3
    ),
)
MISTAKES.sign(
    "weights_not_returned",
    "return both: output, weights.",
    fails("should return", "weights should be a torch.Tensor, got None"),
)
MISTAKES.sign(
    "mask_required",
    "without a mask nothing is hidden; handle mask=None.",
    lambda case, seen: case.inputs["mask"] is None and fails("NoneType")(case, seen),
)
MISTAKES.sign(
    "mask_truth_value",
    "`if mask:` asks for the truth of many values at once; write "
    "`if mask is not None:`.",
    fails("Boolean value of Tensor"),
)
MISTAKES.sign("mask_subtracted", SUBTRACTED, fails("with a bool tensor"))
MISTAKES.sign(
    "mask_unsqueezed",
    MISFIT,
    lambda case, seen: (
        case.inputs["mask"] is not None
        and case.aspect != DTYPE
        and (misfit(seen) or _weights_axes(seen) not in (0, 4))
    ),
    seen="issue",
)
MISTAKES += (DROPOUT_IN_EVAL, DROPOUT_DEFAULT, DROPOUT_ARGUMENT_IGNORED)
MISTAKES.sign(
    "dropout_never_applied",
    "dropout is not applied: in training, self.dropout(weights) drops some.",
    lambda case, seen: (
        case.setting == "dropout"
        and bool(seen.values)
        and seen.values["spread"].max() < 1e-12
    ),
)
MISTAKES.sign(
    "dropout_changes_average",
    "dropout changes the average: the weights that stay are divided by (1 - p), as "
    "nn.Dropout does; it acts on the weights, after the softmax.",
    lambda case, seen: case.setting == "dropout",
)
MISTAKES.sign(
    "weights_after_dropout",
    "the weights that are returned have been through dropout; return those before it, "
    "whose rows sum to 1, and let self.dropout(weights) meet the values.",
    _returns_dropped,
    seen="course",
)
MISTAKES.sign(
    "dropout_elsewhere",
    "dropout acts on the values, on the heads or on the output, of which single "
    "features are lost; it acts on the weights, so that a head loses whole keys: "
    "self.dropout(weights) @ v.",
    lambda case, seen: case.setting == PLACED and seen.values.get(PARTLY, 0) > 0,
    seen="course",
)
MISTAKES.sign(
    "parameters_frozen",
    "a parameter is frozen (requires_grad=False); it is to be learned.",
    lambda case, seen: case.aspect == GRADIENT and bool(seen.facts.get("frozen")),
)
MISTAKES += (STARTS_LARGE, WRITTEN_OVER, GRADIENT_CUT, DTYPE_LOST, LAYOUT_LOST)
MISTAKES.sign(
    "n_heads_hard_coded",
    "the heads do not fit d_model: d_k is d_model // n_heads, none is fixed.",
    fails("unflatten", "must be divisible"),
)
MISTAKES.sign(
    "same_length_assumed",
    "it works for as many keys as queries only; in cross-attention L_q and L_k "
    "differ: read the length of each tensor.",
    lambda case, seen: case.aspect == CROSS,
)
MISTAKES.sign("keys_not_transposed", PRODUCT_MISFIT, fails("dimensions of batch2"))
MISTAKES.sign("renormalised_too_late", TOO_LATE, shrunk_by_hidden, seen="issue")
MISTAKES.sign("fill_too_small", TOO_SMALL, only_hidden_weighed, seen="issue")
MISTAKES.sign(
    "overflow",
    "exp overflows for large scores; take torch.softmax, or subtract each row's "
    "own largest score first.",
    lambda case, seen: case.aspect == LARGE,
    seen="course",
)
