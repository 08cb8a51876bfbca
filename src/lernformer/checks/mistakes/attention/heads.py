"""Typical wrong answers to ``split_heads``, ``merge_heads``, ``split_projection``."""

import torch
from torch import Tensor

from lernformer.attention import merge_heads, split_heads, split_projection
from lernformer.checks.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    LAYOUT_LOST,
    fails,
    sign,
    torch_formula,
)
from lernformer.checks.task import Mistake


def _formula(id: str, cause: str, compute) -> Mistake:
    return torch_formula(id, cause, compute, "output")


def _d_k(x: Tensor, n_heads: int) -> int:
    return x.size(-1) // n_heads


OTHER_SIZES = sign(
    "sizes_confused",
    "the sizes do not multiply to those of x; read them from x.shape and n_heads, none "
    "is fixed.",
    fails("invalid for input of size", "unflatten", "split", "size of tensor"),
)
BATCH_OF_ONE_CAUSE = "it works for a batch of one only; B is x.size(0)."

SPLIT = (
    INPUT_MODIFIED,
    _formula(
        "split_without_transpose",
        "x is reshaped to (B, H, L, d_k) at once, which cuts the sequence and not the "
        "features. Reshape to (B, L, H, d_k), then transpose H and L.",
        lambda x, n_heads: x.reshape(x.size(0), n_heads, x.size(1), _d_k(x, n_heads)),
    ),
    _formula(
        "heads_after_length",
        "the result is (B, L, H, d_k); swap H and L, so that each head is a sequence "
        "of its own.",
        lambda x, n_heads: x.unflatten(-1, (n_heads, -1)),
    ),
    _formula(
        "interleaved",
        "head h takes every H-th feature; it should take the h-th slice of d_k "
        "neighbours: the last axis splits into (H, d_k), not (d_k, H).",
        lambda x, n_heads: x.unflatten(-1, (-1, n_heads)).permute(0, 3, 1, 2),
    ),
    _formula(
        "heads_and_d_k_confused",
        "the number of heads and their width are exchanged: there are n_heads heads of "
        "d_model / n_heads features.",
        lambda x, n_heads: x.unflatten(-1, (-1, n_heads)).transpose(-3, -2),
    ),
    _formula(
        "heads_reversed",
        "the heads come in reverse order; head h takes slice h.",
        lambda x, n_heads: split_heads(x, n_heads).flip(1),
    ),
    _formula(
        "features_before_length",
        "each head is transposed to (d_k, L); it should stay (L, d_k).",
        lambda x, n_heads: split_heads(x, n_heads).mT,
    ),
    _formula(
        "length_split",
        "the sequence is cut among the heads; each head sees all positions and a part "
        "of the features.",
        lambda x, n_heads: x.unflatten(-2, (n_heads, -1)),
    ),
    _formula(
        "heads_repeated",
        "every head receives all features; head h takes slice h.",
        lambda x, n_heads: torch.stack([x] * n_heads, dim=1),
    ),
    _formula(
        "overlapping_slices",
        "the slices overlap: head h starts at feature h · d_k, not at h.",
        lambda x, n_heads: torch.stack(
            [x[..., h : h + _d_k(x, n_heads)] for h in range(n_heads)], dim=1
        ),
    ),
    _formula(
        "heads_first",
        "the heads are the first axis; the batch comes first: (B, H, L, d_k).",
        lambda x, n_heads: split_heads(x, n_heads).transpose(0, 1),
    ),
    _formula(
        "heads_in_batch",
        "batch and heads are one axis; keep them apart: (B, H, L, d_k).",
        lambda x, n_heads: split_heads(x, n_heads).flatten(0, 1),
    ),
    sign(
        "list_returned",
        "the heads come as a list; torch.stack(…, dim=1) makes one tensor.",
        fails("got a tuple", "got a list"),
    ),
    _formula(
        "n_heads_hard_coded",
        "the number of heads is fixed at 8; use n_heads.",
        lambda x, n_heads: split_heads(x, 8),
    ),
    _formula(
        "batch_of_one",
        BATCH_OF_ONE_CAUSE,
        lambda x, n_heads: split_heads(x[:1], n_heads),
    ),
    AXES_SQUEEZED,
    GRADIENT_CUT,
    DTYPE_LOST,
    LAYOUT_LOST,
    OTHER_SIZES,
)

MERGE = (
    INPUT_MODIFIED,
    _formula(
        "merge_without_transpose",
        "x is reshaped to (B, L, d_model) at once, which mixes positions. Swap H and L "
        "first, then join the last two axes.",
        lambda x: x.reshape(x.size(0), x.size(2), -1),
    ),
    _formula(
        "heads_summed",
        "the heads are added up (summed); they are put side by side (concatenated).",
        lambda x: x.sum(1),
    ),
    _formula(
        "heads_averaged",
        "the heads are averaged; they are put side by side (concatenated).",
        lambda x: x.mean(1),
    ),
    _formula(
        "first_head_only",
        "only the first head is left; all of them are put side by side.",
        lambda x: x[:, 0],
    ),
    _formula(
        "interleaved",
        "the features of the heads alternate; each head's d_k features stay together, "
        "head after head.",
        lambda x: x.permute(0, 2, 3, 1).flatten(-2),
    ),
    _formula(
        "heads_reversed",
        "the heads come in reverse order; head 0 comes first.",
        lambda x: merge_heads(x.flip(1)),
    ),
    _formula(
        "concatenated_along_length",
        "the heads follow one another in time; they belong side by side in the "
        "features.",
        lambda x: x.flatten(1, 2),
    ),
    _formula(
        "not_merged",
        "the heads are moved but not joined; flatten the last two axes.",
        lambda x: x.transpose(1, 2),
    ),
    _formula(
        "wrong_axes_transposed",
        "the wrong axes are swapped before the reshape: it is H and L.",
        lambda x: x.transpose(1, 3).reshape(x.size(0), x.size(2), -1),
    ),
    _formula(
        "wrong_axes_transposed",
        "the wrong axes are swapped before the reshape: it is H and L.",
        lambda x: x.mT.reshape(x.size(0), x.size(2), -1),
    ),
    _formula(
        "heads_first",
        "the batch is taken for the heads; the axes are (B, H, L, d_k).",
        lambda x: torch.cat(list(x), dim=-1).reshape(x.size(0), x.size(2), -1),
    ),
    _formula(
        "batch_of_one",
        BATCH_OF_ONE_CAUSE,
        lambda x: merge_heads(x[:1]).expand(x.size(0), -1, -1),
    ),
    AXES_SQUEEZED,
    GRADIENT_CUT,
    DTYPE_LOST,
    LAYOUT_LOST,
    OTHER_SIZES,
)


def _weights(id: str, cause: str, weights, biases=None) -> Mistake:
    """Wrong weights, (weight, H); wrong biases as well if they are cut like them."""

    def compute(weight, bias, n_heads):
        found = weights(weight, n_heads)
        if biases is None:
            return found, split_projection(weight, bias, n_heads)[1]
        return found, biases(bias, n_heads)

    return torch_formula(id, cause, compute, "weights", "biases")


def _cut(id: str, cause: str, cut) -> Mistake:
    """A mistake in the rows that a head takes, of the weight and of the bias."""
    return _weights(id, cause, cut, cut)


def _parts(id: str, cause: str, change) -> Mistake:
    """A mistake made with the right weights and biases."""

    def compute(weight, bias, n_heads):
        return change(*split_projection(weight, bias, n_heads), bias)

    return torch_formula(id, cause, compute, "weights", "biases")


COLUMNS_CUT = (
    "the columns are cut, which belong to the features that go in. An nn.Linear keeps "
    "its weight as (out, in), so what is a column of W on paper is a row here."
)
BIAS_NOT_SPLIT = (
    "the bias is not cut: head h takes slice h of the bias too, d_k numbers of its own."
)
BIAS_MISSING = "the biases are missing; return (weights, biases)."

PROJECTION = (
    INPUT_MODIFIED,
    _weights(
        "columns_sliced",
        COLUMNS_CUT,
        lambda weight, n_heads: torch.stack(weight.chunk(n_heads, dim=1)),
    ),
    _weights(
        "columns_reshaped",
        "the weight is transposed before it is cut, so columns stand for rows; the "
        "rows of weight are already the features that come out.",
        lambda weight, n_heads: weight.T.reshape(n_heads, -1, weight.size(1)),
    ),
    _parts(
        "weights_transposed",
        "each small weight is transposed; an nn.Linear(d_in, d_k) wants (d_k, d_in).",
        lambda weights, biases, bias: (weights.mT, biases),
    ),
    *(
        made_of(
            "interleaved",
            "head h takes every H-th row; it should take the h-th slice of d_k "
            "neighbours, as in split_heads.",
            lambda x, n_heads: x.unflatten(0, (-1, n_heads)).transpose(0, 1),
        )
        for made_of in (_cut, _weights)
    ),
    _cut(
        "heads_and_d_k_confused",
        "the number of heads and their width are exchanged: there are n_heads heads of "
        "d_model / n_heads features.",
        lambda x, n_heads: x.unflatten(0, (-1, n_heads)),
    ),
    _cut(
        "heads_reversed",
        "the heads come in reverse order; head h takes slice h.",
        lambda x, n_heads: x.unflatten(0, (n_heads, -1)).flip(0),
    ),
    _cut(
        "heads_repeated",
        "every head receives the whole layer; head h takes slice h of its rows.",
        lambda x, n_heads: torch.stack([x] * n_heads),
    ),
    _cut(
        "first_head_only",
        "every head receives the first slice; head h takes slice h.",
        lambda x, n_heads: torch.stack([x[: len(x) // n_heads]] * n_heads),
    ),
    _cut(
        "overlapping_slices",
        "the slices overlap: head h starts at row h · d_k, not at h.",
        lambda x, n_heads: torch.stack(
            [x[h : h + len(x) // n_heads] for h in range(n_heads)]
        ),
    ),
    _parts(
        "bias_not_split",
        BIAS_NOT_SPLIT,
        lambda weights, biases, bias: (weights, biases[:1].expand_as(biases)),
    ),
    _parts(
        "bias_not_split",
        BIAS_NOT_SPLIT,
        lambda weights, biases, bias: (weights, bias),
    ),
    _parts(
        "bias_not_split",
        BIAS_NOT_SPLIT,
        lambda weights, biases, bias: (weights, bias.expand(len(weights), -1)),
    ),
    _parts(
        "bias_interleaved",
        "the weights are cut into slices, but the bias deals out its numbers in turn; "
        "a row and its bias stay together.",
        lambda weights, biases, bias: (
            weights,
            bias.reshape(-1, len(weights)).T,
        ),
    ),
    _parts(
        "bias_missing",
        BIAS_MISSING,
        lambda weights, biases, bias: (weights, torch.zeros_like(biases)),
    ),
    sign("bias_missing", BIAS_MISSING, fails("got Tensor of shape")),
    _parts(
        "shares_divided",
        "the numbers are divided by the number of heads; the heads do not add up, each "
        "has features of its own, so its rows stay as they are.",
        lambda weights, biases, bias: (weights / len(weights), biases / len(weights)),
    ),
    _parts(
        "parts_exchanged",
        "weights and biases are exchanged; return (weights, biases).",
        lambda weights, biases, bias: (biases, weights),
    ),
    sign(
        "list_returned",
        "the heads come as a list; torch.stack(…) makes one tensor of the weights, and "
        "one of the biases.",
        fails("got a tuple", "got a list"),
    ),
    AXES_SQUEEZED,
    GRADIENT_CUT,
    DTYPE_LOST,
)
