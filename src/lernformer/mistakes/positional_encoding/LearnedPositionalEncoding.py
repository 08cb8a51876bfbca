"""Typical wrong answers to ``positional_encoding.LearnedPositionalEncoding``."""

import numpy as np
import torch
from torch import nn

from lernformer.mistakes.common import (
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
    sign,
)
from lernformer.mistakes.embedding.layers import SUPER_INIT
from lernformer.mistakes.mistake import Bugs
from lernformer.mistakes.positional_encoding.layers import (
    DROPPED,
    ROWS_SHOW,
    Steps,
    _clash,
    of_rows,
    of_sums,
)
from lernformer.mistakes.positional_encoding.rotary import NOT_ON_DEVICE
from lernformer.probes.positional_encoding.layers import ADDS, LEARNS, LENGTHS


class Right(Steps):
    """A right answer in steps; each wrong one replaces a step."""

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


MISTAKES = (
    INPUT_MODIFIED,
    SUPER_INIT,
    sign(
        "nothing_learned",
        "parameters() holds nothing that is learned: a buffer, a plain tensor or list, "
        "requires_grad=False, or a tensor made in forward are none. In __init__: "
        "self.table = nn.Parameter(torch.randn(max_length, d_model)).",
        fails("no trainable parameter"),
    ),
    sign(
        "table_too_small",
        "positions share numbers; each of the max_length positions has its own d_model "
        "numbers.",
        fails("numbers to learn"),
    ),
    sign(
        "sizes_swapped",
        "max_length and d_model are swapped: use nn.Embedding(max_length, d_model), a "
        "row for each position.",
        _clash("d_model", "max_length"),
    ),
    sign(
        "tokens_for_positions",
        "the numbers of x are looked up; x holds vectors, and what is looked up are "
        "their positions, torch.arange(start, start + L).",
        lambda case, seen: (
            case.aspect == ADDS and "index out of range in self" in seen.trouble
        ),
    ),
    *of_sums(Right),
    *of_rows(Right),
    sign(
        "positions_from_one",
        "token p gets row p + 1, and the last one none; positions count from 0.",
        lambda case, seen: (
            case.aspect == LENGTHS
            and case.inputs["x"].shape[-2] == case.inputs["max_length"]
            and seen.trouble.startswith("raises IndexError")
        ),
        seen="course",
    ),
    *ROWS_SHOW,
    sign(
        "padding_row",
        "row 0 is never learned: is it treated as padding (padding_idx=0)? Token ids "
        "have a padding, positions do not.",
        lambda case, seen: (
            case.aspect == LEARNS
            and "gradient of table" in seen.values
            and not seen.values["gradient of table"][0].any()
            and seen.values["gradient of table"].any()
        ),
    ),
    sign(
        INPUT_MODIFIED.id,
        INPUT_MODIFIED.cause,
        fails("a leaf Variable that requires grad is being used in an in-place"),
    ),
    sign(
        "table_gradient_cut",
        "no gradient reaches the table: .detach(), .data or torch.no_grad() cuts it "
        "off.",
        lambda case, seen: (
            case.aspect == LEARNS
            and (
                seen.facts.get("learns") == "no"
                or not seen.values.get("gradient of table", np.zeros(1)).any()
            )
        ),
    ),
    *DROPPED,
    GRADIENT_CUT,
    NOT_ON_DEVICE,
    DTYPE_LOST,
)

# Bugs to find: each in the right code, with what a colleague would report.
BUGS = Bugs()
BUGS.plant(
    "nothing_learned",
    "It runs, and the model trains. But after an hour the table is, number for number, "
    "what it was at the start.",
    right="self.table = nn.Parameter(torch.randn(max_length, d_model) * 0.02)",
    wrong='self.register_buffer("table", torch.randn(max_length, d_model) * 0.02)',
)
BUGS.plant(
    "start_ignored",
    "Training is as good as with sinusoids. When I translate word by word and pass "
    "only the newest word, with its start, each word is taken for the first.",
    right="_rows(self.table, x, start)",
    wrong="_rows(self.table, x, 0)",
)
BUGS.plant(
    "dropout_on_positions_only",
    "In evaluation it is right. In training with dropout=0.5 I expect half of the "
    "numbers that come out to be zero, and none is.",
    right="return self.dropout(x + _rows(self.table, x, start))",
    wrong="return x + self.dropout(_rows(self.table, x, start))",
)
BUGS.plant(
    "dropout_argument_ignored",
    "In evaluation it is right. In training with dropout=0.1 nearly everything is "
    "zero, and with dropout=0.9 hardly anything.",
    right="nn.Dropout(dropout)",
    wrong="nn.Dropout(1 - dropout)",
)
BUGS.plant(
    "tokens_scaled",
    "With the embedding in front of it, positions have no effect to speak of: the "
    "model hardly tells the order of words. The wider the model, the worse.",
    right="self.dropout(x + _rows(",
    wrong="self.dropout(x * x.size(-1) ** 0.5 + _rows(",
)
BUGS.plant(
    "table_gradient_cut",
    "The table is among the parameters, but in every step its gradient is None.",
    right="_rows(self.table, x, start)",
    wrong="_rows(self.table.detach(), x, start)",
)
