"""Typical wrong answers to ``attention.merge_heads``."""

import torch

from lernformer.attention import merge_heads
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
)

MISTAKES = (
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
