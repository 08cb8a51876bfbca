"""Answers to `class MultiHeadAttention(d_model, n_heads, dropout=0.0)`.

`forward(query, key, value, mask=None) -> (output, weights)`, weights
(..., H, L_q, L_k), the mask broadcastable to that; dropout acts on the weights.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

from .. import mutant, variant

TASK = "attention.MultiHeadAttention"


def split(x, n_heads):
    return x.unflatten(-1, (n_heads, -1)).transpose(-3, -2)


def merge(x):
    return x.transpose(-3, -2).flatten(-2)


def hide(scores, mask, fill=float("-inf")):
    return scores if mask is None else scores.masked_fill(~mask, fill)


class Right(nn.Module):
    """A right answer in steps; each mutant gets one of them wrong."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.d_model, self.n_heads = d_model, n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        q, k, v = self.project(query, key, value)
        q, k, v = (self.split(x) for x in (q, k, v))  # (..., H, L, d_k)
        weights = self.weigh(self.compare(q, k), mask)  # (..., H, L_q, L_k)
        return self.combine(weights, v), weights

    def project(self, query, key, value):
        return self.q_proj(query), self.k_proj(key), self.v_proj(value)

    def split(self, x):
        return split(x, self.n_heads)

    def compare(self, q, k):
        return q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))

    def weigh(self, scores, mask):
        return hide(scores, mask).softmax(dim=-1)

    def combine(self, weights, v):
        return self.out_proj(merge(self.dropout(weights) @ v))


# --- Wrong: the projections ------------------------------------------------------


@mutant(TASK, mistake="shared_projection")
class QueryProjectionForAll(Right):
    """One projection is enough."""

    def project(self, query, key, value):
        return self.q_proj(query), self.q_proj(key), self.q_proj(value)


@mutant(TASK, mistake="shared_projection")
class OneLayerThreeNames(Right):
    """Three names for one layer are three layers."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        self.q_proj = self.k_proj = self.v_proj = nn.Linear(d_model, d_model)


@mutant(TASK, mistake="k_proj_for_value")
class KeyProjectionTwice(Right):
    """Keys and values come from the same place, through the same layer."""

    def project(self, query, key, value):
        return self.q_proj(query), self.k_proj(key), self.k_proj(value)


@mutant(TASK, mistake="projection_missing")
class QueryNotProjected(Right):
    """The query is what it is."""

    def project(self, query, key, value):
        return query, self.k_proj(key), self.v_proj(value)


@mutant(TASK, mistake="projection_missing")
class ValueNotProjected(Right):
    """Values are only summed."""

    def project(self, query, key, value):
        return self.q_proj(query), self.k_proj(key), value


@mutant(TASK, mistake="activation_added")
class RectifiedProjections(Right):
    """A layer needs an activation."""

    def project(self, query, key, value):
        return tuple(F.relu(x) for x in super().project(query, key, value))


@mutant(TASK, mistake="key_value_swapped")
class KeyAndValueSwapped(Right):
    """The keys come from the values and the values from the keys."""

    def project(self, query, key, value):
        return super().project(query, value, key)


@mutant(TASK, mistake="key_value_swapped")
class AttendsQueryValueKey(Right):
    """Compares with the projected values and sums the projected keys."""

    def project(self, query, key, value):
        q, k, v = super().project(query, key, value)
        return q, v, k


@mutant(TASK, mistake="query_key_swapped")
class QueryAndKeySwapped(Right):
    """Query and key play the same part."""

    def project(self, query, key, value):
        return super().project(key, query, value)


@mutant(TASK, mistake="query_key_swapped")
class KeysTimesQueries(Right):
    """The product is symmetric."""

    def compare(self, q, k):
        return super().compare(k, q)


@mutant(TASK, mistake="self_attention_only")
class AttendsToItself(Right):
    """Attention is self-attention."""

    def project(self, query, key, value):
        return super().project(query, query, query)


@mutant(TASK, mistake="value_from_query")
class ValueFromQuery(Right):
    """The values come from the sentence that asks."""

    def project(self, query, key, value):
        return super().project(query, key, query)


@mutant(TASK, mistake="value_ignored")
class ValueFromKey(Right):
    """Key and value are always the same tensor."""

    def project(self, query, key, value):
        return super().project(query, key, key)


@mutant(TASK, mistake="projections_in_list")
class ProjectionsInList(Right):
    """A Python list of layers is a part of the module."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        names = ("q_proj", "k_proj", "v_proj", "out_proj")
        for name in names:
            delattr(self, name)
        self.layers = [nn.Linear(d_model, d_model) for _ in names]

    q_proj = property(lambda self: self.layers[0])
    k_proj = property(lambda self: self.layers[1])
    v_proj = property(lambda self: self.layers[2])
    out_proj = property(lambda self: self.layers[3])


@mutant(TASK, mistake="parameters_in_forward")
class LayersMadeInForward(Right):
    """The sizes are known in forward, so the layers are made there."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        del self.q_proj, self.k_proj, self.v_proj

    def project(self, query, key, value):
        self.q_proj = nn.Linear(self.d_model, self.d_model).to(query)
        self.k_proj = nn.Linear(self.d_model, self.d_model).to(key)
        self.v_proj = nn.Linear(self.d_model, self.d_model).to(value)
        return super().project(query, key, value)


@mutant(TASK, mistake="parameters_in_forward")
class ReinitialisedEachTime(Right):
    """Forward starts from fresh weights."""

    def project(self, query, key, value):
        for layer in (self.q_proj, self.k_proj, self.v_proj):
            layer.reset_parameters()
        return super().project(query, key, value)


@mutant(TASK, mistake="d_k_is_d_model")
class EveryHeadFullWidth(Right):
    """Each head works with d_model features."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        self.q_proj = nn.Linear(d_model, n_heads * d_model)
        self.k_proj = nn.Linear(d_model, n_heads * d_model)
        self.v_proj = nn.Linear(d_model, n_heads * d_model)
        self.out_proj = nn.Linear(n_heads * d_model, d_model)


@mutant(TASK, mistake="super_init_forgotten")
class NoSuperInit(Right):
    """The parent needs no initialising."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)


# --- Wrong: the heads ------------------------------------------------------------


@mutant(TASK, mistake="split_without_transpose")
class SplitByReshape(Right):
    """A reshape to the wanted shape is the wanted split."""

    def split(self, x):
        *batch, length, d_model = x.shape
        return x.reshape(*batch, self.n_heads, length, d_model // self.n_heads)


@mutant(TASK, mistake="split_without_transpose")
class SplitAndMergeByReshape(SplitByReshape):
    """What a reshape splits a reshape merges."""

    def combine(self, weights, v):
        heads = self.dropout(weights) @ v
        *batch, n_heads, length, d_k = heads.shape
        return self.out_proj(heads.reshape(*batch, length, n_heads * d_k))


@mutant(TASK, mistake="heads_after_length")
class AttendsAcrossHeads(Right):
    """Splitting the last axis is all: each position's heads attend to each other."""

    def split(self, x):
        return x.unflatten(-1, (self.n_heads, -1))

    def weigh(self, scores, mask):
        return scores.softmax(dim=-1)

    def combine(self, weights, v):
        return self.out_proj((self.dropout(weights) @ v).flatten(-2))


@mutant(TASK, mistake="merge_without_transpose")
class MergeByReshape(Right):
    """A reshape to the wanted shape is the wanted merge."""

    def combine(self, weights, v):
        heads = self.dropout(weights) @ v
        *batch, n_heads, length, d_k = heads.shape
        return self.out_proj(heads.reshape(*batch, length, n_heads * d_k))


@mutant(TASK, mistake="view_on_non_contiguous")
class MergeByView(Right):
    """view and reshape are the same."""

    def combine(self, weights, v):
        heads = (self.dropout(weights) @ v).transpose(-3, -2)
        return self.out_proj(heads.view(*heads.shape[:-2], self.d_model))


@mutant(TASK, mistake="heads_summed")
class HeadsSummed(Right):
    """The heads are added, and the output layer restores the width."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        self.out_proj = nn.Linear(d_model // n_heads, d_model)

    def combine(self, weights, v):
        return self.out_proj((self.dropout(weights) @ v).sum(dim=-3))


@mutant(TASK, mistake="heads_summed")
class HeadsSummedAndRepeated(Right):
    """Every head's place receives the sum of the heads."""

    def combine(self, weights, v):
        heads = self.dropout(weights) @ v
        return self.out_proj(merge(heads.sum(dim=-3, keepdim=True).expand_as(heads)))


@mutant(TASK, mistake="one_head_only")
class NumberOfHeadsIgnored(Right):
    """n_heads is a matter of speed."""

    def split(self, x):
        return split(x, 1)


@mutant(TASK, mistake="n_heads_hard_coded")
class EightHeads(Right):
    """There are eight heads, as in the paper."""

    def split(self, x):
        return split(x, 8)


@mutant(TASK, mistake="heads_in_batch")
class HeadsLeftInBatch(Right):
    """Batch and heads are one axis, ready for bmm."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return output, weights.flatten(0, -3)


@variant(TASK)
class ThreeAxesOnly(Right):
    """Inputs are (B, L, d_model), always."""

    def split(self, x):
        batch, length, _ = x.shape
        return x.reshape(batch, length, self.n_heads, -1).permute(0, 2, 1, 3)


@mutant(TASK, mistake="same_length_assumed")
class SameLengthAssumed(Right):
    """Keys are as many as queries."""

    def forward(self, query, key, value, mask=None):
        self.shape = (*query.shape[:-1], self.n_heads, self.d_model // self.n_heads)
        return super().forward(query, key, value, mask)

    def split(self, x):
        return x.reshape(self.shape).transpose(-3, -2)


@mutant(TASK, mistake="batch_and_length_swapped")
class LengthFirst(Right):
    """Inputs are (L, B, d_model), as torch's own layer has it."""

    def forward(self, query, key, value, mask=None):
        if query.dim() < 3:
            return super().forward(query, key, value, mask)
        query, key, value = (x.transpose(0, -2) for x in (query, key, value))
        output, weights = super().forward(query, key, value, mask)
        return output.transpose(0, -2), weights


# --- Wrong: the scores and the softmax -------------------------------------------


@mutant(TASK, mistake="no_scale")
class Unscaled(Right):
    """Attention is softmax(q kᵀ) v."""

    def compare(self, q, k):
        return q @ k.transpose(-2, -1)


@mutant(TASK, mistake="scale_by_d_k")
class DividedByWidth(Right):
    """The average product, without the root."""

    def compare(self, q, k):
        return q @ k.transpose(-2, -1) / q.size(-1)


@mutant(TASK, mistake="scale_by_sqrt_d_model")
class RootOfModelWidth(Right):
    """The root of the width of the model, not of the head."""

    def compare(self, q, k):
        return q @ k.transpose(-2, -1) / math.sqrt(self.d_model)


@mutant(TASK, mistake="scale_by_sqrt_length")
class RootOfLength(Right):
    """d_k is the number of keys."""

    def compare(self, q, k):
        return q @ k.transpose(-2, -1) / math.sqrt(k.size(-2))


@mutant(TASK, mistake="scale_by_sqrt_n_heads")
class RootOfHeads(Right):
    """More heads make larger scores."""

    def compare(self, q, k):
        return q @ k.transpose(-2, -1) / math.sqrt(self.n_heads)


@mutant(TASK, mistake="scale_multiplied")
class TimesRoot(Right):
    """Scaling is multiplying."""

    def compare(self, q, k):
        return q @ k.transpose(-2, -1) * math.sqrt(q.size(-1))


@mutant(TASK, mistake="scale_hard_coded")
class DividedByEight(Right):
    """d_k is 64, as in the paper."""

    def compare(self, q, k):
        return q @ k.transpose(-2, -1) / 8.0


@mutant(TASK, mistake="scale_after_softmax")
class WeightsScaled(Right):
    """The division comes last."""

    def compare(self, q, k):
        return q @ k.transpose(-2, -1)

    def weigh(self, scores, mask):
        d_k = self.d_model // self.n_heads
        return super().weigh(scores, mask) / math.sqrt(d_k)


@mutant(TASK, mistake="keys_not_transposed")
class KeysAsTheyAre(Right):
    """q times k is q @ k."""

    def compare(self, q, k):
        return q @ k / math.sqrt(q.size(-1))


@mutant(TASK, mistake="fill_too_small")
class FilledWithMinusHundred(Right):
    """-100 is small enough for any score."""

    def weigh(self, scores, mask):
        if mask is not None:
            scores = scores.masked_fill(~mask, -100.0)
        return scores.softmax(dim=-1)


@mutant(TASK, mistake="softmax_over_queries")
class SoftmaxOverQueries(Right):
    """The softmax runs down the columns."""

    def weigh(self, scores, mask):
        return hide(scores, mask).softmax(dim=-2)


@mutant(TASK, mistake="softmax_over_heads")
class SoftmaxOverHeads(Right):
    """dim=1: the heads share the weight."""

    def weigh(self, scores, mask):
        return hide(scores, mask).softmax(dim=-3)


@mutant(TASK, mistake="softmax_twice")
class SoftmaxTwice(Right):
    """Once more cannot hurt."""

    def weigh(self, scores, mask):
        return super().weigh(scores, mask).softmax(dim=-1)


@mutant(TASK, mistake="softmax_missing")
class ScoresAsWeights(Right):
    """The scaled scores are the weights."""

    def weigh(self, scores, mask):
        return hide(scores, mask, fill=0.0)


@mutant(TASK, mistake="overflow")
class ExponentialsByHand(Right):
    """The formula has no maximum, so neither has the code."""

    def weigh(self, scores, mask):
        exponentials = hide(scores, mask).exp()
        return exponentials / exponentials.sum(dim=-1, keepdim=True)


# --- Wrong: the mask -------------------------------------------------------------


@mutant(TASK, mistake="mask_ignored")
class MaskNotPassedOn(Right):
    """The mask is an argument, that is enough."""

    def weigh(self, scores, mask):
        return scores.softmax(dim=-1)


@mutant(TASK, mistake="mask_inverted")
class TrueIsHidden(Right):
    """True marks what is hidden, as in torch's own layer."""

    def weigh(self, scores, mask):
        return super().weigh(scores, None if mask is None else ~mask)


@mutant(TASK, mistake="mask_unsqueezed")
class HeadAxisAdded(Right):
    """The mask lacks the heads' axis."""

    def weigh(self, scores, mask):
        return super().weigh(scores, None if mask is None else mask.unsqueeze(1))


@mutant(TASK, mistake="mask_transposed")
class MaskTransposed(Right):
    """The mask is (L_k, L_q)."""

    def weigh(self, scores, mask):
        transposed = mask is not None and mask.dim() > 1
        return super().weigh(scores, mask.mT if transposed else mask)


@mutant(TASK, mistake="mask_of_first_item")
class FirstMaskForAll(Right):
    """All sentences have the same mask."""

    def weigh(self, scores, mask):
        if mask is not None and mask.dim() == scores.dim() > 3:
            mask = mask[:1]
        return super().weigh(scores, mask)


@mutant(TASK, mistake="mask_of_first_head")
class FirstHeadsMaskForAll(Right):
    """All heads have the same mask."""

    def weigh(self, scores, mask):
        if mask is not None and mask.dim() > 2:
            mask = mask[..., :1, :, :]
        return super().weigh(scores, mask)


@mutant(TASK, mistake="mask_on_first_head_only")
class OneHeadMasked(Right):
    """The mask is for one of the heads."""

    def weigh(self, scores, mask):
        free = super().weigh(scores, None)
        masked = super().weigh(scores, mask)
        return torch.cat([masked[..., :1, :, :], free[..., 1:, :, :]], dim=-3)


@mutant(TASK, mistake="mask_required")
class MaskAlwaysGiven(Right):
    """There is always a mask."""

    def weigh(self, scores, mask):
        return scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)


@mutant(TASK, mistake="mask_truth_value")
class IfMask(Right):
    """`if mask` asks whether there is one."""

    def weigh(self, scores, mask):
        return super().weigh(scores, mask if mask else None)


@mutant(TASK, mistake="mask_after_softmax")
class WeightsTimesMask(Right):
    """A hidden weight is zero, and that is all."""

    def weigh(self, scores, mask):
        weights = scores.softmax(dim=-1)
        return weights if mask is None else weights * mask


@mutant(TASK, mistake="scores_times_mask")
class ScoresTimesMask(Right):
    """A hidden score is zero."""

    def weigh(self, scores, mask):
        return (scores if mask is None else scores * mask).softmax(dim=-1)


@mutant(TASK, mistake="scores_times_mask")
class FilledWithTiny(Right):
    """1e-9, for -1e9."""

    def weigh(self, scores, mask):
        return hide(scores, mask, fill=1e-9).softmax(dim=-1)


@mutant(TASK, mistake="mask_added_as_bool")
class MaskAdded(Right):
    """A mask is added to the scores."""

    def weigh(self, scores, mask):
        return (scores if mask is None else scores + mask).softmax(dim=-1)


@mutant(TASK, mistake="causal_by_default")
class AlwaysCausal(Right):
    """Attention never looks ahead."""

    def weigh(self, scores, mask):
        if mask is None:
            mask = torch.ones_like(scores, dtype=torch.bool).tril()
        return super().weigh(scores, mask)


# --- Wrong: dropout --------------------------------------------------------------


@mutant(TASK, mistake="dropout_in_eval")
class DropoutInEval(Right):
    """F.dropout knows whether one trains."""

    def combine(self, weights, v):
        return self.out_proj(merge(F.dropout(weights, self.dropout.p) @ v))


@mutant(TASK, mistake="dropout_never_applied")
class DropoutForgotten(Right):
    """Making the layer is enough."""

    def combine(self, weights, v):
        return self.out_proj(merge(weights @ v))


@variant(TASK)
class DropoutOnOutput(Right):
    """Dropout is the last step."""

    def combine(self, weights, v):
        return self.dropout(self.out_proj(merge(weights @ v)))


@mutant(TASK, mistake="dropout_changes_average")
class DropoutOnScores(Right):
    """Dropout comes before the softmax."""

    def weigh(self, scores, mask):
        return super().weigh(self.dropout(scores), mask)

    def combine(self, weights, v):
        return self.out_proj(merge(weights @ v))


@mutant(TASK, mistake="dropout_changes_average")
class DropoutUnscaled(Right):
    """Dropout sets to zero, and that is all."""

    def combine(self, weights, v):
        if self.training:
            weights = weights * (torch.rand_like(weights) >= self.dropout.p)
        return self.out_proj(merge(weights @ v))


@mutant(TASK, mistake="dropout_argument_ignored")
class KeepProbability(Right):
    """Dropout takes the probability to keep."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        self.dropout = nn.Dropout(1 - dropout)


@mutant(TASK, mistake="dropout_argument_ignored")
class DropoutOfThePaper(Right):
    """Dropout is 0.1."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout=0.1)


@mutant(TASK, mistake="dropout_default")
class DropoutByDefault(Right):
    """The default of the paper is a better default."""

    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)


# --- Wrong: the result -----------------------------------------------------------


@mutant(TASK, mistake="no_output_projection")
class OutputProjectionUnused(Right):
    """Makes the output layer and forgets it in forward."""

    def combine(self, weights, v):
        return merge(self.dropout(weights) @ v)


@mutant(TASK, mistake="no_output_projection")
class OutputProjectionMissing(OutputProjectionUnused):
    """The merged heads are the output."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        del self.out_proj


@mutant(TASK, mistake="out_proj_before_merge")
class OutputProjectionOnValues(Right):
    """The layers commute, so the output layer may come before attention."""

    def project(self, query, key, value):
        q, k, v = super().project(query, key, value)
        return q, k, self.out_proj(v)

    def combine(self, weights, v):
        return merge(self.dropout(weights) @ v)


@mutant(TASK, mistake="residual_added")
class QueryAdded(Right):
    """The residual connection is part of attention."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return output + query, weights


@mutant(TASK, mistake="layer_norm_added")
class Normalised(Right):
    """Add & Norm is part of attention."""

    def combine(self, weights, v):
        return F.layer_norm(super().combine(weights, v), (self.d_model,))


@mutant(TASK, mistake="weights_not_returned")
class OutputOnly(Right):
    """Attention is the output."""

    def forward(self, query, key, value, mask=None):
        return super().forward(query, key, value, mask)[0]


@mutant(TASK, mistake="weights_not_returned")
class NoneForWeights(Right):
    """Nobody needs the weights."""

    def forward(self, query, key, value, mask=None):
        return super().forward(query, key, value, mask)[0], None


@mutant(TASK, mistake="weights_output_swapped")
class WeightsFirst(Right):
    """First the weights, then the output, in the order they are made."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return weights, output


@mutant(TASK, mistake="weights_averaged")
class WeightsAveraged(Right):
    """The weights are averaged over the heads, as in torch's own layer."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return output, weights.mean(dim=-3)


@mutant(TASK, mistake="weights_before_softmax")
class ScoresReturned(Right):
    """The weights are the scores."""

    def forward(self, query, key, value, mask=None):
        output, _ = super().forward(query, key, value, mask)
        q, k, _ = (self.split(x) for x in self.project(query, key, value))
        return output, hide(self.compare(q, k), mask)


@mutant(TASK, mistake="dtype_lost")
class Float32Out(Right):
    """Everything is float32."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        return output.float(), weights.float()


@mutant(TASK, mistake="gradient_cut")
class NoGradient(Right):
    """no_grad makes it fast."""

    def forward(self, query, key, value, mask=None):
        with torch.no_grad():
            return super().forward(query, key, value, mask)


@mutant(TASK, mistake="gradient_cut")
class WeightsDetached(Right):
    """The weights are constants that the values are summed with."""

    def combine(self, weights, v):
        return super().combine(weights.detach(), v)


@mutant(TASK, mistake="gradient_cut")
class DataOfTheParameters(Right):
    """The numbers of a parameter are in its .data."""

    def project(self, query, key, value):
        inputs = ((self.q_proj, query), (self.k_proj, key), (self.v_proj, value))
        return tuple(F.linear(x, p.weight.data, p.bias.data) for p, x in inputs)


@mutant(TASK, mistake="gradient_cut")
class ThroughNumPy(Right):
    """NumPy can join the heads too."""

    def combine(self, weights, v):
        heads = merge(self.dropout(weights) @ v)
        return self.out_proj(torch.from_numpy(heads.detach().numpy()))


@mutant(TASK, mistake="input_modified")
class QueryChangedInPlace(Right):
    """The input is needed no more, so it may change."""

    def forward(self, query, key, value, mask=None):
        output, weights = super().forward(query, key, value, mask)
        with torch.no_grad():
            query += output
        return output, weights


@mutant(TASK, mistake="input_modified")
class MaskChangedInPlace(Right):
    """The mask is needed no more, so it may change."""

    def weigh(self, scores, mask):
        weights = super().weigh(scores, mask)
        if mask is not None:
            mask.logical_not_()
        return weights


@mutant(TASK, mistake="state_kept")
class FirstKeysKept(Right):
    """A module may remember its keys and values."""

    def project(self, query, key, value):
        q, k, v = super().project(query, key, value)
        if not hasattr(self, "cached"):
            self.cached = k, v
        return q, *self.cached


@mutant(TASK, mistake="state_kept")
class FirstMaskKept(Right):
    """All sentences are padded alike, or so it seems."""

    def weigh(self, scores, mask):
        if not hasattr(self, "cached") or self.cached is None:
            self.cached = mask
        return super().weigh(scores, self.cached)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
class SoftmaxInFloat32(Right):
    """Language models take the softmax in float32, whatever the inputs have."""

    def weigh(self, scores, mask):
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        return scores.softmax(dim=-1, dtype=torch.float32).to(scores.dtype)


@variant(TASK)
class Textbook(nn.Module):
    """Project, split, attend, merge, project; the weights before dropout."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.n_heads = n_heads
        self.d_k = d_model // n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def split_heads(self, x):
        return x.reshape(*x.shape[:-1], self.n_heads, self.d_k).transpose(-3, -2)

    def forward(self, query, key, value, mask=None):
        q = self.split_heads(self.q_proj(query))
        k = self.split_heads(self.k_proj(key))
        v = self.split_heads(self.v_proj(value))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
        if mask is not None:
            scores = scores.masked_fill(~mask, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        heads = (self.dropout(weights) @ v).transpose(-3, -2)
        return self.out_proj(heads.reshape(*query.shape)), weights


class Skeleton(nn.Module):
    """Layers in another order, and more attributes than asked for."""

    bias = True

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.out_proj = nn.Linear(d_model, d_model, bias=self.bias)
        self.v_proj = nn.Linear(d_model, d_model, bias=self.bias)
        self.k_proj = nn.Linear(d_model, d_model, bias=self.bias)
        self.q_proj = nn.Linear(d_model, d_model, bias=self.bias)
        self.h, self.d_k, self.p = n_heads, d_model // n_heads, dropout
        self.scale = 1 / math.sqrt(self.d_k)


@variant(TASK)
class DropoutBeforeReturning(Skeleton):
    """F.dropout with self.training; the weights after dropout; -1e9."""

    def forward(self, query, key, value, mask=None):
        q, k, v = self.q_proj(query), self.k_proj(key), self.v_proj(value)
        q, k, v = (x.unflatten(-1, (self.h, -1)).movedim(-2, -3) for x in (q, k, v))
        scores = (q * self.scale) @ k.mT
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        weights = F.dropout(scores.softmax(-1), p=self.p, training=self.training)
        merged = (weights @ v).movedim(-3, -2).flatten(-2)
        return self.out_proj(merged), weights


@variant(TASK)
class LoopOverHeads(Skeleton):
    """Each head slices the projected tensors; the heads are concatenated."""

    def forward(self, query, key, value, mask=None):
        q, k, v = self.q_proj(query), self.k_proj(key), self.v_proj(value)
        if mask is not None:
            mask = mask.expand(*q.shape[:-2], self.h, q.size(-2), k.size(-2))
        outputs, all_weights = [], []
        for i in range(self.h):
            part = slice(i * self.d_k, (i + 1) * self.d_k)
            scores = q[..., part] @ k[..., part].transpose(-2, -1) * self.scale
            if mask is not None:
                smallest = torch.finfo(scores.dtype).min
                scores = torch.where(mask[..., i, :, :], scores, smallest)
            weights = scores.softmax(dim=-1)
            all_weights.append(weights)
            weights = F.dropout(weights, self.p, self.training)
            outputs.append(weights @ v[..., part])
        output = self.out_proj(torch.cat(outputs, dim=-1))
        return output, torch.stack(all_weights, dim=-3)


@variant(TASK)
class WeightMatricesSliced(Skeleton):
    """A head has its own rows of the projections; no bias anywhere."""

    bias = False

    def one_head(self, head, query, key, value, mask):
        rows = slice(head * self.d_k, (head + 1) * self.d_k)
        q = F.linear(query, self.q_proj.weight[rows])
        k = F.linear(key, self.k_proj.weight[rows])
        v = F.linear(value, self.v_proj.weight[rows])
        weights = hide(self.scale * (q @ k.mT), mask).softmax(dim=-1)
        return F.dropout(weights, self.p, self.training) @ v, weights

    def forward(self, query, key, value, mask=None):
        masks = [None] * self.h
        if mask is not None:
            shape = (*query.shape[:-2], self.h, query.size(-2), key.size(-2))
            masks = mask.expand(shape).unbind(dim=-3)
        results = [self.one_head(i, query, key, value, masks[i]) for i in range(self.h)]
        heads, weights = zip(*results, strict=True)
        return self.out_proj(torch.cat(heads, dim=-1)), torch.stack(weights, dim=-3)


@variant(TASK)
class HeadsSummedAfterTheirOwnOutput(Skeleton):
    """Each head through its columns of the output layer, then the sum."""

    def forward(self, query, key, value, mask=None):
        q = torch.stack(self.q_proj(query).chunk(self.h, dim=-1), dim=-3)
        k = torch.stack(self.k_proj(key).chunk(self.h, dim=-1), dim=-3)
        v = torch.stack(self.v_proj(value).chunk(self.h, dim=-1), dim=-3)
        weights = hide(q @ k.mT * self.scale, mask).softmax(dim=-1)
        heads = F.dropout(weights, self.p, self.training) @ v  # (..., H, L_q, d_k)
        columns = self.out_proj.weight.unflatten(1, (self.h, self.d_k))
        output = torch.einsum("...hqk,dhk->...qd", heads, columns)
        return output + self.out_proj.bias, weights


@variant(TASK)
class EinsumThroughout(Skeleton):
    """Length before heads, and the letters put all in place."""

    def heads(self, x, projection):
        return projection(x).unflatten(-1, (self.h, self.d_k))  # (..., L, H, d_k)

    def forward(self, query, key, value, mask=None):
        q = self.heads(query, self.q_proj)
        k = self.heads(key, self.k_proj)
        v = self.heads(value, self.v_proj)
        scores = torch.einsum("...qhd,...khd->...hqk", q, k) / self.d_k**0.5
        weights = hide(scores, mask).softmax(dim=-1)
        dropped = F.dropout(weights, self.p, self.training)
        merged = torch.einsum("...hqk,...khd->...qhd", dropped, v).flatten(-2)
        return self.out_proj(merged), weights


@variant(TASK)
class FlatBatches(Skeleton):
    """Batch and heads are one axis for baddbmm, and come apart at the end."""

    def flatten(self, x):
        x = x.reshape(-1, x.size(-2), self.h, self.d_k).permute(0, 2, 1, 3)
        return x.reshape(-1, x.size(-2), self.d_k)  # (B * H, L, d_k)

    def forward(self, query, key, value, mask=None):
        shape = (*query.shape[:-2], self.h, query.size(-2), key.size(-2))
        bias = torch.zeros(shape, dtype=query.dtype, device=query.device)
        bias = hide(bias, mask).reshape(-1, *shape[-2:])
        q, k = self.flatten(self.q_proj(query)), self.flatten(self.k_proj(key))
        v = self.flatten(self.v_proj(value))
        weights = torch.baddbmm(bias, q, k.mT, alpha=self.scale).softmax(dim=-1)
        heads = torch.bmm(F.dropout(weights, self.p, self.training), v)
        heads = heads.reshape(*shape[:-1], self.d_k).transpose(-3, -2)
        return self.out_proj(heads.reshape(query.shape)), weights.reshape(shape)


@variant(TASK)
class AdditiveMaskQuarterPower(Skeleton):
    """A float mask; the fourth root on both sides; softmax by its logarithm."""

    def forward(self, query, key, value, mask=None):
        root = self.d_k**-0.25
        q = split(self.q_proj(query) * root, self.h)
        k = split(self.k_proj(key) * root, self.h)
        scores = q.matmul(k.transpose(-2, -1))
        if mask is not None:
            closed = torch.zeros_like(mask, dtype=scores.dtype)
            scores = scores + closed.masked_fill(~mask, float("-inf"))
        weights = (scores - scores.logsumexp(-1, keepdim=True)).exp()
        v = split(self.v_proj(value), self.h)
        heads = F.dropout(weights, self.p, self.training) @ v
        return self.out_proj(merge(heads)), weights


@variant(TASK)
class MaskedAfterSoftmaxAndRenormalised(Skeleton):
    """Zeroes the hidden weights and lets each row sum to one again."""

    def forward(self, query, key, value, mask=None):
        q, k = split(self.q_proj(query), self.h), split(self.k_proj(key), self.h)
        weights = (q @ k.mT * self.scale).softmax(dim=-1)
        if mask is not None:
            weights = weights * mask
            weights = weights / weights.sum(dim=-1, keepdim=True)
        weights = F.dropout(weights, self.p, self.training)
        heads = weights @ split(self.v_proj(value), self.h)
        return self.out_proj(merge(heads)), weights


@variant(TASK)
class Float64Inside(Skeleton):
    """Scores and softmax in float64, then back to the type of the input."""

    def forward(self, query, key, value, mask=None):
        q, k = split(self.q_proj(query), self.h), split(self.k_proj(key), self.h)
        scores = q.double() @ k.double().mT * self.scale
        weights = hide(scores, mask).softmax(dim=-1).to(query.dtype)
        v = split(self.v_proj(value), self.h)
        heads = F.dropout(weights, self.p, self.training) @ v
        return self.out_proj(merge(heads)), weights


@variant(TASK)
class StackedProjectionForSelfAttention(Skeleton):
    """One product for q, k and v where all three come from one tensor."""

    def project(self, query, key, value):
        layers = (self.q_proj, self.k_proj, self.v_proj)
        if not (query is key is value):
            inputs = (query, key, value)
            return [layer(x) for layer, x in zip(layers, inputs, strict=True)]
        weight = torch.cat([layer.weight for layer in layers])
        bias = torch.cat([layer.bias for layer in layers])
        return F.linear(query, weight, bias).chunk(3, dim=-1)

    def forward(self, query, key, value, mask=None):
        q, k, v = (split(x, self.h) for x in self.project(query, key, value))
        weights = hide(q @ k.mT * self.scale, mask).softmax(dim=-1)
        dropped = F.dropout(weights, self.p, self.training)
        return self.out_proj(merge(dropped @ v)), weights


@variant(TASK)
class BufferAndKeptWeights(Textbook):
    """A subclass with a buffer, own initialisation and the last weights kept."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        root = torch.tensor(math.sqrt(self.d_k), dtype=torch.float64)
        self.register_buffer("root", root)
        self.last_weights = None
        for layer in (self.q_proj, self.k_proj, self.v_proj, self.out_proj):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)

    def attend(self, q, k, v, mask):
        weights = hide(q @ k.mT / self.root, mask).softmax(dim=-1)
        self.last_weights = weights
        return self.dropout(weights) @ v

    def forward(self, query, key, value, mask=None):
        q = self.split_heads(self.q_proj(query))
        k = self.split_heads(self.k_proj(key))
        v = self.split_heads(self.v_proj(value))
        heads = self.attend(q, k, v, mask)
        return self.out_proj(torch.cat(heads.unbind(-3), dim=-1)), self.last_weights


@variant(TASK)
class LibraryAttention(Skeleton):
    """torch's own attention; its output for the identity is the weights."""

    def forward(self, query, key, value, mask=None):
        q, k = split(self.q_proj(query), self.h), split(self.k_proj(key), self.h)
        v = split(self.v_proj(value), self.h)
        if mask is not None:  # torch wants two axes at least
            mask = mask.expand(*q.shape[:-1], k.size(-2))
        identity = torch.eye(k.size(-2), dtype=k.dtype, device=k.device)
        identity = identity.expand(*k.shape[:-1], -1)
        attend = F.scaled_dot_product_attention
        weights = attend(q, k, identity, mask)
        p = self.p if self.training else 0.0
        return self.out_proj(merge(attend(q, k, v, mask, p))), weights
