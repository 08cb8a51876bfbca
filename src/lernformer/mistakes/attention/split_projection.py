"""Typical wrong answers to ``attention.split_projection``."""

import torch

from lernformer.mistakes.table import mistakes


def right(weight, bias, n_heads):
    return weight.unflatten(0, (n_heads, -1)), bias.unflatten(0, (n_heads, -1))


MISTAKES = mistakes(globals())
