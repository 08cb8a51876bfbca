"""Answers to `class TiedOutput(embedding)`: logits h · Eᵀ with the embedding's E."""

import copy
import math

import torch
import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.embedding.TiedOutput import Right

from .. import mutant, variant

TASK = "embedding.TiedOutput"


# --- Wrong: the weight -------------------------------------------------------------


@mutant(TASK, mistake="not_tied")
class OwnLayer(Right):
    """A linear layer of its own."""

    def keep(self, embedding):
        self.linear = nn.Linear(*embedding.weight.shape[::-1], bias=False)
        self.linear.to(embedding.weight.dtype)

    def forward(self, h):
        return self.linear(h)


@mutant(TASK, mistake="not_tied")
class OwnLayerWithBias(OwnLayer):
    """A linear layer of its own, with a bias."""

    def keep(self, embedding):
        self.linear = nn.Linear(*embedding.weight.shape[::-1])
        self.linear.to(embedding.weight.dtype)


@mutant(TASK, mistake="embedding_overwritten")
class TiedTheOtherWay(OwnLayer):
    """Gives the embedding the new layer's weight."""

    def keep(self, embedding):
        super().keep(embedding)
        embedding.weight = self.linear.weight


@mutant(TASK, mistake="extra_projection")
class ProjectsFirst(Right):
    """A layer before the output."""

    def keep(self, embedding):
        super().keep(embedding)
        d_model = embedding.weight.size(1)
        self.proj = nn.Linear(d_model, d_model, dtype=embedding.weight.dtype)

    def forward(self, h):
        return self.proj(h) @ self.weight.T


# --- Right -------------------------------------------------------------------------


@variant(TASK)
class Parameter(nn.Module):
    """The embedding's parameter under its own name, F.linear."""

    def __init__(self, embedding):
        super().__init__()
        self.weight = embedding.weight

    def forward(self, h):
        return F.linear(h, self.weight)


@variant(TASK)
class LinearLayer(nn.Module):
    """A linear layer that gets the embedding's parameter."""

    def __init__(self, embedding):
        super().__init__()
        vocab_size, d_model = embedding.weight.shape
        self.proj = nn.Linear(d_model, vocab_size, bias=False)
        self.proj.weight = embedding.weight

    def forward(self, h):
        return self.proj(h)


@variant(TASK)
class KeepsTheEmbedding(nn.Module):
    """The embedding as a part, its weight read at each call."""

    def __init__(self, embedding):
        super().__init__()
        self.embedding = embedding

    def forward(self, h):
        return h @ self.embedding.weight.T


@variant(TASK)
class HiddenInATuple(nn.Module):
    """The embedding is not registered twice, but used all the same."""

    def __init__(self, embedding):
        super().__init__()
        self.tied = (embedding,)

    def forward(self, h):
        return torch.matmul(h, self.tied[0].weight.transpose(0, 1))


@variant(TASK)
class Einsum(Right):
    """einsum over the features."""

    def forward(self, h):
        return torch.einsum("...d,vd->...v", h, self.weight)


@variant(TASK)
class WordByWord(Right):
    """One dot product a word."""

    def forward(self, h):
        return torch.stack([(h * row).sum(-1) for row in self.weight], dim=-1)


@variant(TASK)
class Tensordot(Right):
    """The last axes of both."""

    def forward(self, h):
        return torch.tensordot(h, self.weight, dims=([-1], [1]))


@variant(TASK)
class FlatAndBack(Right):
    """One table of words, reshaped at the end; float64 inside."""

    def forward(self, h):
        flat = h.reshape(-1, h.shape[-1]).double()
        logits = flat @ self.weight.double().t()
        return logits.reshape(*h.shape[:-1], -1).to(h.dtype)


@variant(TASK)
class EmbedsAndUnscales(Right):
    """All rows as the embedding gives them, without the √d."""

    def keep(self, embedding):
        self.embedding = embedding

    def forward(self, h):
        V, d = self.embedding.weight.shape
        rows = F.embedding(torch.arange(V), self.embedding.weight) * d**0.5
        return h @ rows.T / math.sqrt(d)


@variant(TASK)
class BatchesOnly(Right):
    """h is (B, L, d)."""

    def forward(self, h):
        B, L, d = h.shape
        logits = h.reshape(B * L, d) @ self.weight.T
        return logits.view(B, L, -1)
