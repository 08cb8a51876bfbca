"""Typical wrong answers to ``attention.split_heads``."""

import torch

from lernformer.mistakes.table import mistakes


def right(x, n_heads):
    return x.unflatten(-1, (n_heads, -1)).transpose(-3, -2)


MISTAKES = mistakes(globals())
