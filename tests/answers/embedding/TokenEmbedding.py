"""Answers to `class TokenEmbedding(vocab_size, d_model, pad_id=0)`.

`forward(ids)`, (..., L) → (..., L, d_model), scaled by √d_model, padding's row zero.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.embedding.TokenEmbedding import Right

from .. import mutant, variant

TASK = "embedding.TokenEmbedding"


# --- Wrong: the scale --------------------------------------------------------------


@mutant(TASK, mistake="no_scale")
class ScaledAtTheStart(Right):
    """Larger vectors to begin with are as good as a factor."""

    def table(self, vocab_size, d_model, pad_id):
        table = super().table(vocab_size, d_model, pad_id)
        nn.init.normal_(table.weight, std=math.sqrt(d_model))
        nn.init.zeros_(table.weight.data[pad_id])
        return table

    def scale(self, x):
        return x


# --- Wrong: the parameters ---------------------------------------------------------


class Plain(nn.Module):
    """The vectors as a tensor of the module."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        weight = torch.randn(vocab_size, d_model) / math.sqrt(d_model)
        weight[pad_id] = 0
        self.pad_id = pad_id
        self.keep(weight)

    def keep(self, weight):
        self.weight = nn.Parameter(weight)

    def forward(self, ids):
        rows = F.embedding(ids, self.weight, padding_idx=self.pad_id)
        return rows * math.sqrt(self.weight.size(1))


@mutant(TASK, mistake="extra_parameters")
class LinearWithBias(nn.Module):
    """A linear layer of one-hot vectors, bias and all."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.linear = nn.Linear(vocab_size, d_model)
        self.pad_id = pad_id
        with torch.no_grad():
            self.linear.weight[:, pad_id] = 0

    def forward(self, ids):
        weight = self.linear.weight
        vectors = F.one_hot(ids, weight.size(1)).to(weight.dtype)
        vectors = vectors * (ids != self.pad_id).unsqueeze(-1)
        return self.linear(vectors) * math.sqrt(weight.size(0))


# --- Wrong: later chapters don't find the part that they need ----------------------


@mutant(TASK, mistake="weight_unnamed")
class UnderAnotherName(nn.Module):
    """nn.Embedding as a part, as in the Annotated Transformer."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.lut = nn.Embedding(vocab_size, d_model, padding_idx=pad_id)
        self.lut.weight.data *= d_model**-0.5
        self.d_model = d_model

    def forward(self, x):
        return self.lut(x) * math.sqrt(self.d_model)


# --- Right -------------------------------------------------------------------------


@variant(TASK)
class EmbeddingLayer(nn.Module):
    """nn.Embedding as a part, as in the Annotated Transformer, and its weight."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.lut = nn.Embedding(vocab_size, d_model, padding_idx=pad_id)
        self.d_model = d_model
        with torch.no_grad():
            self.lut.weight /= math.sqrt(d_model)

    @property
    def weight(self):
        return self.lut.weight

    def forward(self, x):
        return self.lut(x) * math.sqrt(self.d_model)


@variant(TASK)
class Subclass(nn.Embedding):
    """An nn.Embedding itself."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__(vocab_size, d_model, padding_idx=pad_id)
        self.weight.data *= d_model**-0.5

    def forward(self, ids):
        return super().forward(ids) * self.embedding_dim**0.5


@variant(TASK)
class ParameterAndFunction(Plain):
    """A parameter and F.embedding with padding_idx."""


@variant(TASK)
class Masked(nn.Module):
    """Whatever padding's row holds, the output is masked."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.pad_id = pad_id
        self.scale = torch.tensor(float(d_model)).sqrt()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / self.scale)

    def forward(self, ids):
        vectors = self.weight[ids] * self.scale
        return vectors.masked_fill((ids == self.pad_id).unsqueeze(-1), 0.0)


@variant(TASK)
class MultipliedMask(nn.Module):
    """A mask of ones and zeros, and a plain embedding."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.pad_id, self.d_model = pad_id, d_model
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.weight = self.embedding.weight
        nn.init.xavier_uniform_(self.weight)

    def forward(self, ids):
        vectors = self.embedding(ids)
        words = (ids != self.pad_id).to(vectors.dtype)
        return self.d_model**0.5 * vectors * words[..., None]


@variant(TASK)
class LinearLayer(nn.Module):
    """A linear layer of one-hot vectors, whose weight is transposed."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.pad_id = pad_id
        linear = nn.Linear(d_model, vocab_size, bias=False)
        self.weight = linear.weight

    def forward(self, ids):
        vocab_size, d_model = self.weight.shape
        vectors = F.one_hot(ids, vocab_size).to(self.weight.dtype)
        vectors = vectors * (ids != self.pad_id)[..., None]
        return F.linear(vectors, self.weight.T) * math.sqrt(d_model)


@variant(TASK)
class Matmul(nn.Module):
    """A parameter and a product; padding's vector has no 1 at all."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        table = torch.empty(vocab_size, d_model).uniform_(-1, 1) / d_model**0.5
        self.E = nn.Parameter(table)
        keep = torch.ones(vocab_size, 1)
        keep[pad_id] = 0
        self.register_buffer("keep", keep)

    @property
    def weight(self):
        return self.E

    def forward(self, ids):
        vectors = torch.eye(len(self.E), dtype=self.E.dtype)[ids]
        return vectors @ (self.keep * self.E) * math.sqrt(self.E.shape[1])


@variant(TASK)
class ZeroedAtEachCall(nn.Module):
    """Padding's row may learn, but is zeroed before it is used."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.pad_id, self.d_model = pad_id, d_model
        self.embedding = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.embedding.weight, 0, d_model**-0.5)
        self.weight = self.embedding.weight

    def forward(self, ids):
        with torch.no_grad():
            self.embedding.weight[self.pad_id].zero_()
        return self.embedding(ids) * math.sqrt(self.d_model)


@variant(TASK)
class GradientHook(nn.Module):
    """A hook keeps padding's gradient at zero."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.embedding.weight, std=d_model**-0.5)
        self.embedding.weight.data[pad_id] = 0
        self.weight = self.embedding.weight
        words = torch.ones(vocab_size, 1)
        words[pad_id] = 0
        self.embedding.weight.register_hook(lambda g: g * words.to(g.dtype))

    def forward(self, ids):
        return self.embedding(ids) * math.sqrt(self.embedding.embedding_dim)


@variant(TASK)
class DoubleInside(Plain):
    """Computes in float64 and gives back the weight's dtype."""

    def forward(self, ids):
        return super().forward(ids).double().to(self.weight.dtype)


@variant(TASK)
class GatheredRows(Plain):
    """index_select of the flat ids."""

    def forward(self, ids):
        flat = self.weight.index_select(0, ids.reshape(-1))
        flat = flat * (ids.reshape(-1, 1) != self.pad_id)
        scale = self.weight.shape[-1] ** 0.5
        return scale * flat.reshape(*ids.shape, self.weight.shape[-1])


@variant(TASK)
class BatchesOnly(Right):
    """ids is always a batch."""

    def forward(self, ids):
        B, L = ids.shape
        return super().forward(ids).view(B, L, self.d_model)
