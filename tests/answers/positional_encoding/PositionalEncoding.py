"""Answers to `class PositionalEncoding(d_model, max_length=5000, dropout=0.0)`."""

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.positional_encoding.PositionalEncoding import Right

from .. import mutant, variant

TASK = "positional_encoding.PositionalEncoding"


def table_of(max_length, d_model, base=10000.0, first=0):
    """(max_length, d_model) in float32."""
    i = torch.arange(d_model)
    positions = torch.arange(first, first + max_length, dtype=torch.float64)
    angles = positions[:, None] * base ** (-(i - i % 2).double() / d_model)
    return torch.where(i % 2 == 0, angles.sin(), angles.cos()).float()


# --- Wrong: the table ------------------------------------------------------------


@mutant(TASK, mistake="odd_size")
class CrashOnOdd(Right):
    """As many cosines as sines."""

    def make(self, max_length, d_model):
        position = torch.arange(max_length).unsqueeze(1)
        i = torch.arange(0, d_model, 2)
        angles = position * torch.exp(i * (-math.log(10000.0) / d_model))
        table = torch.zeros(max_length, d_model)
        table[:, 0::2] = torch.sin(angles)
        table[:, 1::2] = torch.cos(angles)
        return table


@mutant(TASK, mistake="table_trained")
class EmbeddingFromTable(Right):
    """nn.Embedding holds the table, and trains it."""

    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__(d_model, max_length, dropout)
        self.lookup = nn.Embedding(max_length, d_model)
        self.lookup.weight.data = self.table

    def rows(self, x, start):
        return self.lookup(torch.arange(start, start + x.size(-2), device=x.device))


@mutant(TASK, mistake="not_on_device")
class PlainAttribute(Right):
    """A tensor in self is a part of the module."""

    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__(d_model, max_length, dropout)
        table = self.table
        del self.table
        self.table = table

    def combine(self, x, rows):
        return x + rows.to(x.dtype)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
class Textbook(nn.Module):
    """The module of most tutorials, but for `start` and an axis for the batch."""

    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        pe = torch.zeros(max_length, d_model)
        position = torch.arange(0, max_length, dtype=torch.float).unsqueeze(1)
        div_term = torch.exp(
            torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model)
        )
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)[:, : d_model // 2]
        self.register_buffer("pe", pe)

    def forward(self, x, start=0):
        return self.dropout(x + self.pe[start : start + x.size(-2)])


@variant(TASK)
class RequiresGradOff(Textbook):
    """As in The Annotated Transformer."""

    def forward(self, x, start=0):
        x = x + self.pe[start : start + x.size(-2)].requires_grad_(False)
        return self.dropout(x)


@variant(TASK)
class FrozenParameter(Right):
    """A parameter that needs no gradient."""

    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__(d_model, max_length, dropout)
        table = self.table
        del self.table
        self.table = nn.Parameter(table, requires_grad=False)


@variant(TASK)
class FrozenEmbedding(nn.Module):
    """nn.Embedding holds the table, frozen."""

    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__()
        self.lookup = nn.Embedding.from_pretrained(table_of(max_length, d_model))
        self.p = dropout

    def forward(self, x, start=0):
        places = torch.arange(start, start + x.shape[-2], device=x.device)
        return F.dropout(x + self.lookup(places), self.p, self.training)


@variant(TASK)
class NumPyTable(nn.Module):
    """Made by a loop over NumPy numbers, not saved with the model."""

    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__()
        angles = np.arange(max_length)[:, None] / 10000 ** (
            2 * (np.arange(d_model) // 2) / d_model
        )
        angles[:, 0::2], angles[:, 1::2] = (
            np.sin(angles[:, 0::2]),
            np.cos(angles[:, 1::2]),
        )
        self.register_buffer("pe", torch.tensor(angles).float(), persistent=False)
        self.drop = nn.Dropout(dropout) if dropout > 0 else nn.Identity()

    def forward(self, x, start=0):
        return self.drop(x + self.pe[start : start + x.size(-2), :])


@variant(TASK)
class DoubleTable(Right):
    """A table in float64, in the type of x when it is used."""

    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__(d_model, max_length, dropout)
        self.table = self.table.double()

    def forward(self, x, start=0):
        rows = self.table.narrow(0, start, x.size(-2))
        return self.dropout(x + rows.to(dtype=x.dtype, device=x.device))


@variant(TASK)
class PlainAttributeMovedInForward(nn.Module):
    """No buffer, but the table follows x."""

    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__()
        self.table = table_of(max_length, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, start=0):
        self.table = self.table.to(x.device)
        return self.dropout(x + self.table[start : start + x.size(-2)].to(x.dtype))


@variant(TASK)
class ComputedInForward(nn.Module):
    """No table: the formula in each call, for any length."""

    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__()
        self.d_model, self.dropout = d_model, nn.Dropout(dropout)

    def forward(self, x, start=0):
        i = torch.arange(self.d_model, device=x.device)
        p = torch.arange(start, start + x.size(-2), device=x.device)
        angles = p[:, None].float() / 10000 ** ((i - i % 2).float() / self.d_model)
        rows = torch.where(i % 2 == 1, angles.cos(), angles.sin())
        return self.dropout(x + rows.to(x.dtype))


@variant(TASK)
class GrowsOnDemand(Right):
    """A longer input makes a longer table."""

    def rows(self, x, start):
        if start + x.size(-2) > len(self.table):
            longer = table_of(start + x.size(-2), x.size(-1))
            self.table = longer.to(self.table)
        return super().rows(x, start)


@variant(TASK)
class OwnDropout(Right):
    """Dropout by hand: a mask, divided by the probability to keep."""

    def forward(self, x, start=0):
        total = x + self.rows(x, start)
        if self.training and self.dropout.p > 0:
            keep = 1 - self.dropout.p
            total = total * torch.bernoulli(torch.full_like(total, keep)) / keep
        return total


@variant(TASK)
class LoopOverPositions(Right):
    """Token by token."""

    def forward(self, x, start=0):
        tokens = [
            x[..., p, :] + self.table[start + p].to(x.dtype) for p in range(x.size(-2))
        ]
        return self.dropout(torch.stack(tokens, dim=-2))
