"""Typical wrong answers to ``attention.split_projection``."""

import torch

from lernformer.attention import split_projection
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
    sign,
    torch_formula,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.attention.split_projection import BIAS_MISSING

COLUMNS_CUT = (
    "the columns are cut, which belong to the features that go in. An nn.Linear keeps "
    "its weight as (out, in), so what is a column of W on paper is a row here."
)

BIAS_NOT_SPLIT = (
    "the bias is not cut: head h takes slice h of the bias too, d_k numbers of its own."
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


MISTAKES = (
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
