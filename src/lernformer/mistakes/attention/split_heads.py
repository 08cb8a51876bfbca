"""Typical wrong answers to ``attention.split_heads``."""

import torch

from lernformer.mistakes.attention.heads import (
    BATCH_OF_ONE_CAUSE,
    FLOAT_SIZE,
    OTHER_SIZES,
)
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    LAYOUT_LOST,
    NUMPY_RETURNED,
    fails,
)
from lernformer.mistakes.mistake import Catalogue


def right(x, n_heads):
    return x.unflatten(-1, (n_heads, -1)).transpose(-3, -2)


MISTAKES = Catalogue()

MISTAKES.append(INPUT_MODIFIED)


@MISTAKES.answer(
    "split_without_transpose",
    "x is reshaped to (B, H, L, d_k) at once, which cuts the sequence and not the "
    "features. Reshape to (B, L, H, d_k), then transpose H and L.",
    seen="course",
)
def reshape_only(x, n_heads):
    """A reshape to the wanted shape is the wanted split."""
    *batch, length, d_model = x.shape
    return x.reshape(*batch, n_heads, length, d_model // n_heads)


@MISTAKES.answer(
    "heads_after_length",
    "the result is (B, L, H, d_k); swap H and L, so that each head is a sequence "
    "of its own.",
)
def transpose_forgotten(x, n_heads):
    """Splitting the last axis is all."""
    return x.unflatten(-1, (n_heads, -1))


@MISTAKES.answer(
    "interleaved",
    "head h takes every H-th feature; it should take the h-th slice of d_k "
    "neighbours: the last axis splits into (H, d_k), not (d_k, H).",
)
def heads_innermost(x, n_heads):
    """The last axis is (d_k, H)."""
    return x.unflatten(-1, (-1, n_heads)).movedim(-1, -3)


@MISTAKES.answer(
    "heads_and_d_k_confused",
    "the number of heads and their width are exchanged: there are n_heads heads of "
    "d_model / n_heads features.",
)
def n_heads_as_width(x, n_heads):
    """n_heads is the width of a head."""
    return x.unflatten(-1, (-1, n_heads)).transpose(-3, -2)


@MISTAKES.answer(
    "heads_reversed", "the heads come in reverse order; head h takes slice h."
)
def last_head_first(x, n_heads):
    """The order of heads is free."""
    return right(x, n_heads).flip(-3)


@MISTAKES.answer(
    "features_before_length",
    "each head is transposed to (d_k, L); it should stay (L, d_k).",
)
def keys_as_columns(x, n_heads):
    """Prepares the transposed keys, for queries and values too."""
    return right(x, n_heads).transpose(-2, -1)


@MISTAKES.answer(
    "wrong_axes_transposed",
    "the wrong axes are swapped after the reshape: it is L and H.",
)
def heads_and_features_swapped(x, n_heads):
    """The last two axes are swapped, as in k.transpose(-2, -1)."""
    return x.unflatten(-1, (n_heads, -1)).transpose(-2, -1)


@MISTAKES.answer(
    "length_split",
    "the sequence is cut among the heads; each head sees all positions and a part "
    "of the features.",
)
def positions_shared_out(x, n_heads):
    """Each head reads its own part of the sentence."""
    return x.unflatten(-2, (n_heads, -1))


@MISTAKES.answer(
    "heads_repeated", "every head receives all features; head h takes slice h."
)
def every_head_sees_all(x, n_heads):
    """Each head gets the whole vector."""
    return torch.stack([x] * n_heads, dim=-3)


@MISTAKES.answer(
    "overlapping_slices",
    "the slices overlap: head h starts at feature h · d_k, not at h.",
)
def start_not_multiplied(x, n_heads):
    """Head h starts at feature h."""
    d_k = x.size(-1) // n_heads
    return torch.stack([x[..., h : h + d_k] for h in range(n_heads)], dim=-3)


@MISTAKES.answer(
    "heads_first",
    "the heads are the first axis; the batch comes first: (B, H, L, d_k).",
)
def stacked_in_front(x, n_heads):
    """torch.stack puts the heads in their place."""
    return torch.stack(x.chunk(n_heads, dim=-1))


@MISTAKES.answer(
    "heads_in_batch", "batch and heads are one axis; keep them apart: (B, H, L, d_k)."
)
def heads_joined_to_batch(x, n_heads):
    """Batch and heads are one axis, ready for bmm."""
    return right(x, n_heads).flatten(0, -3)


MISTAKES.sign(
    "list_returned",
    "the heads come as a list; torch.stack(…, dim=1) makes one tensor.",
    fails("got a tuple", "got a list"),
)


@MISTAKES.answer("batch_of_one", BATCH_OF_ONE_CAUSE)
def first_sentence_only(x, n_heads):
    """There is one sentence."""
    return right(x[:1], n_heads)


MISTAKES += (
    NUMPY_RETURNED,
    FLOAT_SIZE,
    AXES_SQUEEZED,
    GRADIENT_CUT,
    DTYPE_LOST,
    LAYOUT_LOST,
    OTHER_SIZES,
)
