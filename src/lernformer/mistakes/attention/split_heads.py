"""Typical wrong answers to ``attention.split_heads``."""

import torch

from lernformer.mistakes.table import mistakes


def right(x, n_heads):
    return x.unflatten(-1, (n_heads, -1)).transpose(-3, -2)


def reshape_only(x, n_heads):
    """A reshape to the wanted shape is the wanted split."""
    *batch, length, d_model = x.shape
    return x.reshape(*batch, n_heads, length, d_model // n_heads)


def start_not_multiplied(x, n_heads):
    """Head h starts at feature h."""
    d_k = x.size(-1) // n_heads
    return torch.stack([x[..., h : h + d_k] for h in range(n_heads)], dim=-3)


MISTAKES = mistakes(globals())
