"""Typical wrong answers to ``attention.split_projection``."""

import torch

from lernformer.mistakes.attention.heads import FLOAT_SIZE
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    NUMPY_RETURNED,
    fails,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.attention.split_projection import BIAS_MISSING

COLUMNS_CUT = (
    "the columns are cut, which belong to the features that go in. An nn.Linear keeps "
    "its weight as (out, in), so what is a column of W on paper is a row here."
)

IN_TURN = (
    "head h takes every H-th row; it should take the h-th slice of d_k neighbours, as "
    "in split_heads."
)

BIAS_NOT_SPLIT = (
    "the bias is not cut: head h takes slice h of the bias too, d_k numbers of its own."
)


def right(weight, bias, n_heads):
    return weight.unflatten(0, (n_heads, -1)), bias.unflatten(0, (n_heads, -1))


MISTAKES = Catalogue()

MISTAKES.append(INPUT_MODIFIED)


@MISTAKES.answer("columns_sliced", COLUMNS_CUT)
def slices_of_columns(weight, bias, n_heads):
    """W^Q_h are columns of W^Q, as on paper."""
    weights = torch.stack(weight.chunk(n_heads, dim=1))
    return weights, bias.unflatten(0, (n_heads, -1))


@MISTAKES.answer(
    "columns_reshaped",
    "the weight is transposed before it is cut, so columns stand for rows; the "
    "rows of weight are already the features that come out.",
)
def transposed_first(weight, bias, n_heads):
    """Transposes, cuts, and has columns for rows."""
    _, biases = right(weight, bias, n_heads)
    return weight.T.reshape(n_heads, -1, weight.size(1)), biases


@MISTAKES.answer(
    "weights_transposed",
    "each small weight is transposed; an nn.Linear(d_in, d_k) wants (d_k, d_in).",
)
def as_on_paper(weight, bias, n_heads):
    """Small matrices that are multiplied from the right."""
    weights, biases = right(weight, bias, n_heads)
    return weights.mT, biases


@MISTAKES.answer("interleaved", IN_TURN)
def every_nth_row(weight, bias, n_heads):
    """Head h takes every H-th row."""
    weights = torch.stack([weight[h::n_heads] for h in range(n_heads)])
    return weights, torch.stack([bias[h::n_heads] for h in range(n_heads)])


@MISTAKES.answer("interleaved", IN_TURN)
def weight_alone_interleaved(weight, bias, n_heads):
    """The rows dealt out in turn, the bias in slices."""
    weights = weight.reshape(-1, n_heads, weight.size(1)).permute(1, 0, 2)
    return weights, bias.reshape(n_heads, -1)


@MISTAKES.answer(
    "heads_and_d_k_confused",
    "the number of heads and their width are exchanged: there are n_heads heads of "
    "d_model / n_heads features.",
)
def n_heads_as_width(weight, bias, n_heads):
    """n_heads is the width of a head."""
    return weight.unflatten(0, (-1, n_heads)), bias.unflatten(0, (-1, n_heads))


@MISTAKES.answer(
    "heads_reversed", "the heads come in reverse order; head h takes slice h."
)
def last_head_first(weight, bias, n_heads):
    """The order of heads is free."""
    weights, biases = right(weight, bias, n_heads)
    return weights.flip(0), biases.flip(0)


@MISTAKES.answer(
    "heads_repeated",
    "every head receives the whole layer; head h takes slice h of its rows.",
)
def every_head_gets_all(weight, bias, n_heads):
    """Each head has the whole layer."""
    return torch.stack([weight] * n_heads), torch.stack([bias] * n_heads)


@MISTAKES.answer(
    "first_head_only", "every head receives the first slice; head h takes slice h."
)
def one_for_all(weight, bias, n_heads):
    """All heads are alike."""
    weights, biases = right(weight, bias, n_heads)
    return weights[:1].expand_as(weights), biases[:1].expand_as(biases)


@MISTAKES.answer(
    "overlapping_slices", "the slices overlap: head h starts at row h · d_k, not at h."
)
def start_not_multiplied(weight, bias, n_heads):
    """Head h starts at row h."""
    d_k = weight.size(0) // n_heads
    weights = torch.stack([weight[h : h + d_k] for h in range(n_heads)])
    return weights, torch.stack([bias[h : h + d_k] for h in range(n_heads)])


@MISTAKES.answer("bias_not_split", BIAS_NOT_SPLIT)
def same_bias(weight, bias, n_heads):
    """Every head starts from the first slice of the bias."""
    weights, biases = right(weight, bias, n_heads)
    return weights, biases[0].repeat(n_heads, 1)


@MISTAKES.answer("bias_not_split", BIAS_NOT_SPLIT)
def bias_left_whole(weight, bias, n_heads):
    """Only matrices have to be cut."""
    return right(weight, bias, n_heads)[0], bias


@MISTAKES.answer("bias_not_split", BIAS_NOT_SPLIT)
def bias_for_each_head(weight, bias, n_heads):
    """Each head adds the whole bias."""
    return right(weight, bias, n_heads)[0], bias.expand(n_heads, -1)


@MISTAKES.answer(
    "bias_interleaved",
    "the weights are cut into slices, but the bias deals out its numbers in turn; "
    "a row and its bias stay together.",
)
def bias_by_columns(weight, bias, n_heads):
    """The bias cut into (d_k, H) and transposed."""
    weights, _ = right(weight, bias, n_heads)
    return weights, bias.reshape(-1, n_heads).T


@MISTAKES.answer("bias_missing", BIAS_MISSING)
def no_bias(weight, bias, n_heads):
    """The heads need no bias."""
    weights, biases = right(weight, bias, n_heads)
    return weights, torch.zeros_like(biases)


MISTAKES.sign("bias_missing", BIAS_MISSING, fails("got Tensor of shape"))


@MISTAKES.answer(
    "shares_divided",
    "the numbers are divided by the number of heads; the heads do not add up, each "
    "has features of its own, so its rows stay as they are.",
)
def divided_by_heads(weight, bias, n_heads):
    """H layers add up to one, so each has a share of it."""
    weights, biases = right(weight, bias, n_heads)
    return weights / n_heads, biases / n_heads


@MISTAKES.answer(
    "parts_exchanged", "weights and biases are exchanged; return (weights, biases)."
)
def bias_first(weight, bias, n_heads):
    """Biases, then weights."""
    return right(weight, bias, n_heads)[::-1]


MISTAKES.sign(
    "list_returned",
    "the heads come as a list; torch.stack(…) makes one tensor of the weights, and "
    "one of the biases.",
    fails("got a tuple", "got a list"),
)
MISTAKES += (NUMPY_RETURNED, FLOAT_SIZE, AXES_SQUEEZED, GRADIENT_CUT, DTYPE_LOST)
