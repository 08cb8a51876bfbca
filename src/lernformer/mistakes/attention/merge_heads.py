"""Typical wrong answers to ``attention.merge_heads``."""

import torch

from lernformer.mistakes.mistake import Bugs
from lernformer.mistakes.table import mistakes


def right(x):
    return x.transpose(-3, -2).flatten(-2)


def reshape_only(x):
    """A reshape to the wanted shape is the wanted merge."""
    *batch, n_heads, length, d_k = x.shape
    return x.reshape(*batch, length, n_heads * d_k)


def heads_and_features_swapped(x):
    """Swaps heads with features, then reshapes."""
    *batch, n_heads, length, d_k = x.shape
    return x.transpose(-3, -1).reshape(*batch, length, n_heads * d_k)


def length_and_features_swapped(x):
    """Swaps length with features, then reshapes."""
    *batch, n_heads, length, d_k = x.shape
    return x.transpose(-2, -1).reshape(*batch, length, n_heads * d_k)


def heads_in_front(x):
    """The heads are the first axis, whatever the batch."""
    *batch, n_heads, length, d_k = x.shape
    return torch.cat(list(x), dim=-1).reshape(*batch, length, n_heads * d_k)


# Bugs to find: each in the right code, with what a colleague would report.
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


MISTAKES = mistakes(globals())
