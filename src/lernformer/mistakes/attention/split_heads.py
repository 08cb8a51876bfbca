"""Typical wrong answers to ``attention.split_heads``."""

import torch
from torch import Tensor

from lernformer.attention import split_heads
from lernformer.mistakes.attention.heads import (
    BATCH_OF_ONE_CAUSE,
    OTHER_SIZES,
    _formula,
)
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    LAYOUT_LOST,
    fails,
    sign,
)


def _d_k(x: Tensor, n_heads: int) -> int:
    return x.size(-1) // n_heads


MISTAKES = (
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
