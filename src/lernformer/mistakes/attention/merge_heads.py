"""Typical wrong answers to ``attention.merge_heads``."""

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
)
from lernformer.mistakes.mistake import Bugs, Catalogue

WRONG_AXES = "the wrong axes are swapped before the reshape: it is H and L."


def right(x):
    return x.transpose(-3, -2).flatten(-2)


MISTAKES = Catalogue()

MISTAKES.append(INPUT_MODIFIED)


@MISTAKES.answer(
    "merge_without_transpose",
    "x is reshaped to (B, L, d_model) at once, which mixes positions. Swap H and L "
    "first, then join the last two axes.",
    seen="course",
)
def reshape_only(x):
    """A reshape to the wanted shape is the wanted merge."""
    *batch, n_heads, length, d_k = x.shape
    return x.reshape(*batch, length, n_heads * d_k)


@MISTAKES.answer(
    "heads_summed",
    "the heads are added up (summed); they are put side by side (concatenated).",
    seen="course",
)
def sum_of_heads(x):
    """Merging is adding."""
    return x.sum(dim=-3)


@MISTAKES.answer(
    "heads_averaged",
    "the heads are averaged; they are put side by side (concatenated).",
)
def mean_of_heads(x):
    """The heads vote."""
    return x.mean(dim=-3)


@MISTAKES.answer(
    "first_head_only", "only the first head is left; all of them are put side by side."
)
def one_head(x):
    """Selects a head where it should join them."""
    return x[..., 0, :, :]


@MISTAKES.answer(
    "interleaved",
    "the features of the heads alternate; each head's d_k features stay together, "
    "head after head.",
)
def heads_innermost(x):
    """Features run slowest, heads fastest."""
    return x.movedim(-3, -1).flatten(-2)


@MISTAKES.answer(
    "heads_reversed", "the heads come in reverse order; head 0 comes first."
)
def last_head_first(x):
    """The order of heads is free."""
    return right(x.flip(-3))


@MISTAKES.answer(
    "concatenated_along_length",
    "the heads follow one another in time; they belong side by side in the features.",
)
def sentences_in_a_row(x):
    """Concatenates the heads one after the other in time."""
    return x.flatten(-3, -2)


@MISTAKES.answer(
    "not_merged", "the heads are moved but not joined; flatten the last two axes."
)
def transposed_only(x):
    """The transpose undoes the split."""
    return x.transpose(-3, -2)


@MISTAKES.answer("wrong_axes_transposed", WRONG_AXES)
def heads_and_features_swapped(x):
    """Swaps heads with features, then reshapes."""
    *batch, n_heads, length, d_k = x.shape
    return x.transpose(-3, -1).reshape(*batch, length, n_heads * d_k)


@MISTAKES.answer("wrong_axes_transposed", WRONG_AXES)
def length_and_features_swapped(x):
    """Swaps length with features, then reshapes."""
    *batch, n_heads, length, d_k = x.shape
    return x.transpose(-2, -1).reshape(*batch, length, n_heads * d_k)


@MISTAKES.answer(
    "heads_first", "the batch is taken for the heads; the axes are (B, H, L, d_k)."
)
def heads_in_front(x):
    """The heads are the first axis, whatever the batch."""
    *batch, n_heads, length, d_k = x.shape
    return torch.cat(list(x), dim=-1).reshape(*batch, length, n_heads * d_k)


@MISTAKES.answer("batch_of_one", BATCH_OF_ONE_CAUSE)
def first_sentence_for_all(x):
    """There is one sentence."""
    return right(x.flatten(0, -4)[:1] if x.dim() > 3 else x).expand(
        *x.shape[:-3], -1, -1
    )


MISTAKES += (
    NUMPY_RETURNED,
    FLOAT_SIZE,
    AXES_SQUEEZED,
    GRADIENT_CUT,
    DTYPE_LOST,
    LAYOUT_LOST,
    OTHER_SIZES,
)

# To find: each in the right code, by what a colleague would see of it.
BUGS = Bugs(
    (
        "    return x.transpose(-3, -2).flatten(-2)"
        "  # (..., L, H, d_k) → (..., L, d_model)",
        "    *batch, n_heads, length, d_k = x.shape\n"
        "    x = x.transpose(-3, -2)  # (B, L, H, d_k)\n"
        "    return x.reshape(*batch, length, n_heads * d_k)",
    )
)
BUGS.plant(
    "merge_without_transpose",
    "All shapes fit. With one head it is right; with two, what comes out for the first "
    "word changes when I change the last one.",
    right="    x = x.transpose(-3, -2)  # (B, L, H, d_k)\n",
    wrong="",
)
BUGS.plant(
    "wrong_axes_transposed",
    "All shapes fit, but even with one head the features of different words are mixed.",
    right="x = x.transpose(-3, -2)  # (B, L, H, d_k)",
    wrong="x = x.transpose(-2, -1)  # (B, L, H, d_k)",
)
BUGS.plant(
    "wrong_axes_transposed",
    "All shapes fit. With one feature a head and one head it is right, else words are "
    "mixed, and heads as well.",
    right="x = x.transpose(-3, -2)  # (B, L, H, d_k)",
    wrong="x = x.transpose(-3, -1)  # (B, L, H, d_k)",
)
BUGS.plant(
    "interleaved",
    "Words are not mixed, and with one head it is right. With two heads, head 0 should "
    "fill the first half of the features; I find its numbers in every second place.",
    right="x = x.transpose(-3, -2)  # (B, L, H, d_k)",
    wrong="x = x.movedim(-3, -1)  # (B, L, H, d_k)",
)
BUGS.plant(
    "view_on_non_contiguous",
    "It stops: “view size is not compatible with input tensor's size and stride”. With "
    "one head it runs.",
    right="return x.reshape(",
    wrong="return x.view(",
)
