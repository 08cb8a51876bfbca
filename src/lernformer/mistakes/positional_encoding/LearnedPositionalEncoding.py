"""Typical wrong answers to ``positional_encoding.LearnedPositionalEncoding``."""

import numpy as np
import torch
from torch import nn

from lernformer.mistakes.bugs import bugs
from lernformer.mistakes.positional_encoding.layers import (
    Steps,
    _clash,
    of_rows,
    of_sums,
)
from lernformer.mistakes.table import mistakes
from lernformer.probes.positional_encoding.layers import ADDS, LEARNS, LENGTHS


class Right(Steps):
    """A right answer in steps. Each wrong answer replaces one of them."""

    def __init__(self, d_model, max_length, dropout=0.0):
        super().__init__()
        self.d_model = d_model
        self.table = self.make(max_length, d_model)
        self.dropout = nn.Dropout(dropout)

    def make(self, max_length, d_model):
        return nn.Parameter(torch.randn(max_length, d_model) * 0.02)

    def rows(self, x, start):
        rows = super().rows(x, start)
        if len(rows) < x.size(-2):
            raise ValueError("a position lies outside the table")
        return rows


OF_SUMS = of_sums(Right)
OF_ROWS = of_rows(Right)

MISTAKES = mistakes(globals())

BUGS = bugs(globals())
