"""Typical wrong answers to ``positional_encoding.PositionalEncoding``."""

import numpy as np
import torch
from torch import nn

from lernformer.mistakes.positional_encoding import sinusoidal_encoding
from lernformer.mistakes.positional_encoding.common import using
from lernformer.mistakes.positional_encoding.layers import Steps, of_rows, of_sums
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.layers import LENGTHS, TRAINED

SPECIAL = ("dropout", "too long", "device")  # settings that give no plain output

# These make no table or no difference: a layer has no base, and it adds different rows
# if it counts positions differently.
NO_TABLES = (
    "base_ignored positions_from_one positions_reversed positions_normalised "
    "arguments_swapped table_transposed scaled"
)


class Right(Steps):
    """A right answer in steps. Each wrong answer replaces one of them."""

    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__()
        self.register_buffer("table", self.make(max_length, d_model))
        self.dropout = nn.Dropout(dropout)

    def make(self, max_length, d_model):
        return torch.from_numpy(sinusoidal_encoding.right(max_length, d_model)).float()


def _with_table(table):
    """A layer that adds the rows of a table, as an answer."""

    class Layer(Right):
        def make(self, max_length, d_model):
            return torch.from_numpy(table(max_length, d_model).copy()).float()

    return Layer


def _rows_without_sinusoids(case: Case, seen: Observation) -> bool:
    """Whether all sentences get the same rows, but these aren't sines and cosines."""
    output, x = seen.values.get("output"), case.inputs["x"]
    if case.setting in SPECIAL or output is None or output.shape != x.shape:
        return False
    rows = output - x
    pairs = rows[..., 0::2][..., : x.shape[-1] // 2] ** 2 + rows[..., 1::2] ** 2
    return np.allclose(rows, rows[:1], atol=1e-4) and not np.allclose(
        pairs, 1, atol=0.1
    )


USING = using(sinusoidal_encoding.MISTAKES, _with_table, leaving_out=NO_TABLES)
OF_SUMS = of_sums(Right)
OF_ROWS = of_rows(Right)


MISTAKES = mistakes(globals())
