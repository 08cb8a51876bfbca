"""Answers to `class MultiHeadAttention(d_model, n_heads, dropout=0.0)`.

`forward(query, key, value, mask=None) -> (output, weights)`, weights
(..., H, L_q, L_k), the mask broadcastable to that; dropout acts on the weights.
"""

import math
from typing import ClassVar

import torch
import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.attention.MultiHeadAttention import Right, hide, merge, split

from .. import mutant, variant

TASK = "attention.MultiHeadAttention"


# --- Wrong: the projections ------------------------------------------------------


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


def named(*names):
    """Right answers whose parts have other names."""

    class OtherNames(Right):
        def __init__(self, d_model, n_heads, dropout=0.0):
            super().__init__(d_model, n_heads, dropout)
            for old in ("q_proj", "k_proj", "v_proj", "out_proj"):
                delattr(self, old)
            self.layers = [nn.Linear(d_model, d_model) for _ in names]
            for name, layer in zip(names, self.layers, strict=True):
                setattr(self, name, layer)
            del self.layers

        def project(self, *inputs):
            layers = (getattr(self, name) for name in names)
            return [f(x) for f, x in zip(layers, inputs, strict=False)]

        def finish(self, heads):
            return getattr(self, names[-1])(merge(heads))

    return OtherNames


@mutant(TASK, mistake="parts_misnamed")
class NamesOfThePaper(named("W_q", "W_k", "W_v", "W_o")):
    """Matrices are called W."""


@mutant(TASK, mistake="parts_misnamed")
class OutputLayerUnderAnotherName(named("q_proj", "k_proj", "v_proj", "fc_out")):
    """The last layer is fully connected."""


@mutant(TASK, mistake="parts_misnamed")
class FourClones(Right):
    """A ModuleList of four, as in The Annotated Transformer."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        del self.q_proj, self.k_proj, self.v_proj, self.out_proj
        self.linears = nn.ModuleList(nn.Linear(d_model, d_model) for _ in range(4))

    def project(self, *inputs):
        return [f(x) for f, x in zip(self.linears, inputs, strict=False)]

    def finish(self, heads):
        return self.linears[-1](merge(heads))


@mutant(TASK, mistake="parts_misnamed")
class Fused(FourClones):
    """One layer makes queries, keys and values, as in GPT-2."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        del self.linears
        self.c_attn = nn.Linear(d_model, 3 * d_model)
        self.c_proj = nn.Linear(d_model, d_model)

    def project(self, *inputs):
        parts = enumerate(inputs)
        return [self.c_attn(x).chunk(3, dim=-1)[i] for i, x in parts]

    def finish(self, heads):
        return self.c_proj(merge(heads))


@mutant(TASK, mistake="projections_in_list")
class OtherNamesInList(Right):
    """A Python list of layers, under a name of its own."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__(d_model, n_heads, dropout)
        del self.q_proj, self.k_proj, self.v_proj, self.out_proj
        self.projections = [nn.Linear(d_model, d_model) for _ in range(4)]

    def project(self, *inputs):
        return [f(x) for f, x in zip(self.projections, inputs, strict=False)]

    def finish(self, heads):
        return self.projections[-1](merge(heads))


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


@mutant(TASK, mistake="super_init_forgotten")
class NothingInInit(nn.Module):
    """There is nothing to be made before the sizes are known."""

    def __init__(self, d_model, n_heads, dropout=0.0):
        pass


# --- Wrong: the heads ------------------------------------------------------------


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


# --- Wrong: dropout --------------------------------------------------------------


@mutant(TASK, mistake="dropout_elsewhere")
class DropoutOnOutput(Right):
    """Dropout is the last step."""

    def combine(self, weights, v):
        return weights @ v

    def finish(self, heads):
        return self.dropout(super().finish(heads))


@mutant(TASK, mistake="dropout_elsewhere")
class DropoutOnValues(DropoutOnOutput):
    """Dropping values or weights comes to the same."""

    def combine(self, weights, v):
        return weights @ self.dropout(v)

    def finish(self, heads):
        return self.out_proj(merge(heads))


@mutant(TASK, mistake="dropout_elsewhere")
class DropoutOnHeads(DropoutOnOutput):
    """Drops features of the merged heads."""

    def finish(self, heads):
        return self.out_proj(self.dropout(merge(heads)))


@mutant(TASK, mistake="dropout_changes_average")
class DropoutOnScores(Right):
    """Dropout comes before the softmax."""

    def weigh(self, scores, mask):
        return super().weigh(self.dropout(scores), mask)

    def combine(self, weights, v):
        return weights @ v


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


@mutant(TASK, mistake="weights_after_dropout")
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
        dropped = F.dropout(weights, self.p, self.training)
        heads = dropped @ split(self.v_proj(value), self.h)
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
