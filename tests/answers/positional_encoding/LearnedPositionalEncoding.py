"""Answers to `class LearnedPositionalEncoding(d_model, max_length, dropout=0.0)`."""

import torch
import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.positional_encoding.LearnedPositionalEncoding import Right

from .. import mutant, variant
from .PositionalEncoding import table_of

TASK = "positional_encoding.LearnedPositionalEncoding"


def checked(rows, x):
    """Rows of a table, one for each token."""
    assert len(rows) == x.size(-2), "a position lies outside the table"
    return rows


# --- Wrong: what is learned ------------------------------------------------------


@mutant(TASK, mistake="nothing_learned")
class ListOfParameters(Right):
    """A plain list of parameters."""

    def make(self, max_length, d_model):
        return [nn.Parameter(torch.randn(d_model)) for _ in range(max_length)]

    def rows(self, x, start):
        return torch.stack(self.table[start : start + x.size(-2)])


@mutant(TASK, mistake="nothing_learned")
class MadeInForward(Right):
    """The length is known in forward, so the table is made there."""

    def make(self, max_length, d_model):
        return None

    def rows(self, x, start):
        self.table = nn.Parameter(torch.randn(x.size(-2), self.d_model).to(x))
        return self.table


@mutant(TASK, mistake="padding_row")
class FirstRowNotLearned(Right):
    """Id 0 is padding, so position 0 is."""

    def make(self, max_length, d_model):
        return nn.Embedding(max_length, d_model, padding_idx=0)

    def rows(self, x, start):
        return self.table(torch.arange(start, start + x.size(-2), device=x.device))


@mutant(TASK, mistake="table_too_small")
class LinearLayer(Right):
    """A layer that maps the position's number to a vector."""

    def make(self, max_length, d_model):
        return nn.Linear(1, d_model)

    def rows(self, x, start):
        positions = torch.arange(start, start + x.size(-2), device=x.device)
        return self.table(positions[:, None].to(x.dtype))


@mutant(TASK, mistake="sizes_swapped")
class SizesSwapped(Right):
    """nn.Embedding(d_model, max_length)."""

    def make(self, max_length, d_model):
        return nn.Embedding(d_model, max_length)

    def rows(self, x, start):
        return self.table(torch.arange(start, start + x.size(-2), device=x.device))


# --- Wrong: which rows -----------------------------------------------------------


@mutant(TASK, mistake="leading_axes_unsupported")
class BatchesOnly(nn.Module):
    """As in BERT: position ids in a buffer, one for each token of the batch."""

    def __init__(self, d_model, max_length, dropout=0.0):
        super().__init__()
        self.position_embeddings = nn.Embedding(max_length, d_model)
        self.register_buffer("position_ids", torch.arange(max_length).expand((1, -1)))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, start=0):
        batch, length, _ = x.shape
        ids = checked(self.position_ids[0, start : start + length], x)
        ids = ids.expand(batch, length)
        return self.dropout(x + self.position_embeddings(ids))


@mutant(TASK, mistake="not_on_device")
class PositionsOnTheProcessor(Right):
    """arange without a device."""

    def make(self, max_length, d_model):
        return nn.Embedding(max_length, d_model)

    def rows(self, x, start):
        return self.table(torch.arange(start, start + x.size(-2)))


# --- Right ---------------------------------------------------------------------


@variant(TASK)
class Lookup(nn.Module):
    """nn.Embedding and arange."""

    def __init__(self, d_model, max_length, dropout=0.0):
        super().__init__()
        self.embedding = nn.Embedding(max_length, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, start=0):
        positions = torch.arange(start, start + x.size(-2), device=x.device)
        return self.dropout(x + self.embedding(positions))


@variant(TASK)
class ZerosAtTheStart(nn.Module):
    """A parameter of zeros with an axis for the batch, which is taken off."""

    def __init__(self, d_model, max_length, dropout=0.0):
        super().__init__()
        self.pos = nn.Parameter(torch.zeros(1, max_length, d_model))
        self.p = dropout

    def forward(self, x, start=0):
        x = x + checked(self.pos.squeeze(0)[start : start + x.size(-2), :], x)
        return F.dropout(x, p=self.p, training=self.training)


@variant(TASK)
class DimensionsFirst(nn.Module):
    """(d_model, max_length), transposed when used."""

    def __init__(self, d_model, max_length, dropout=0.0):
        super().__init__()
        self.table = nn.Parameter(torch.empty(d_model, max_length))
        nn.init.xavier_uniform_(self.table)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, start=0):
        end = start + x.size(-2)
        if end > self.table.size(1):
            raise ValueError("too long")
        return self.dropout(x + self.table.T[start:end])


@variant(TASK)
class OneHotTimesLinear(nn.Module):
    """A linear layer without bias, fed with one-hot positions."""

    def __init__(self, d_model, max_length, dropout=0.0):
        super().__init__()
        self.linear = nn.Linear(max_length, d_model, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, start=0):
        identity = torch.eye(self.linear.in_features, device=x.device, dtype=x.dtype)
        return self.dropout(
            x + self.linear(checked(identity[start : start + x.size(-2)], x))
        )


@variant(TASK)
class ListOfVectors(nn.Module):
    """A ParameterList, one vector a position."""

    def __init__(self, d_model, max_length, dropout=0.0):
        super().__init__()
        vectors = [nn.Parameter(torch.randn(d_model)) for _ in range(max_length)]
        self.vectors = nn.ParameterList(vectors)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, start=0):
        rows = [self.vectors[start + p] for p in range(x.size(-2))]
        return self.dropout(x + torch.stack(rows))


@variant(TASK)
class SpareRows(nn.Module):
    """Two rows more than needed, as in OPT: positions are looked up from 2 on."""

    def __init__(self, d_model, max_length, dropout=0.0):
        super().__init__()
        self.embedding = nn.Embedding(max_length + 2, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, start=0):
        places = torch.arange(start, start + x.size(-2), device=x.device) + 2
        return self.dropout(self.embedding(places) + x)


@variant(TASK)
class StartsFromSinusoids(Right):
    """A parameter that starts from the sinusoids."""

    def make(self, max_length, d_model):
        return nn.Parameter(table_of(max_length, d_model).clone())


@variant(TASK)
class LoopOverTheBatch(Right):
    """One sentence after the other."""

    def forward(self, x, start=0):
        rows = checked(self.table[start : start + x.size(-2)], x)
        if x.dim() == 2:
            return self.dropout(x + rows)
        return self.dropout(torch.stack([sentence + rows for sentence in x]))


@variant(TASK)
class MatrixOfChoices(Right):
    """Rows by a product with a band of the identity."""

    def forward(self, x, start=0):
        identity = torch.eye(len(self.table), dtype=x.dtype, device=x.device)
        return self.dropout(
            x + checked(identity[start : start + x.size(-2)], x) @ self.table
        )
