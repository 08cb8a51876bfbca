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


@mutant(TASK, mistake="tied_by_copy")
class Clone(Right):
    """A clone of the weight."""

    def keep(self, embedding):
        self.weight = nn.Parameter(embedding.weight.clone())


@mutant(TASK, mistake="tied_by_copy")
class CopiedData(Right):
    """A linear layer whose weight begins with the same numbers."""

    def keep(self, embedding):
        self.linear = nn.Linear(*embedding.weight.shape[::-1], bias=False)
        self.linear.to(embedding.weight.dtype)
        self.linear.weight.data.copy_(embedding.weight.data)

    def forward(self, h):
        return self.linear(h)


@mutant(TASK, mistake="tied_by_copy")
class LoadedState(Right):
    """Loads the embedding's state into a copy."""

    def keep(self, embedding):
        self.embedding = copy.deepcopy(embedding)

    def forward(self, h):
        return h @ self.embedding.weight.T


@mutant(TASK, mistake="tied_by_copy")
class TransposedOnce(Right):
    """The transposed weight as a parameter of its own."""

    def keep(self, embedding):
        self.weight = nn.Parameter(embedding.weight.detach().T.contiguous())

    def forward(self, h):
        return h @ self.weight


@mutant(TASK, mistake="two_parameters")
class ParameterOfAParameter(Right):
    """The same numbers in memory, but a parameter of its own."""

    def keep(self, embedding):
        self.weight = nn.Parameter(embedding.weight)


@mutant(TASK, mistake="two_parameters")
class SharedData(Right):
    """A linear layer that shares the memory, not the parameter."""

    def keep(self, embedding):
        self.linear = nn.Linear(*embedding.weight.shape[::-1], bias=False)
        self.linear.weight.data = embedding.weight.data

    def forward(self, h):
        return self.linear(h)


@mutant(TASK, mistake="weight_detached")
class Detached(Right):
    """Shares the numbers, and no gradient."""

    def keep(self, embedding):
        self.weight = embedding.weight.detach()


@mutant(TASK, mistake="weight_detached")
class DataInForward(Right):
    """.data of the weight at each call."""

    def forward(self, h):
        return h @ self.weight.data.T


@mutant(TASK, mistake="view_kept")
class TransposedInInit(Right):
    """Transposing once is enough."""

    def keep(self, embedding):
        self.transposed = embedding.weight.T

    def forward(self, h):
        return h @ self.transposed


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


@mutant(TASK, mistake="embedding_overwritten")
class DrawnAgain(Right):
    """An output layer is initialised."""

    def keep(self, embedding):
        super().keep(embedding)
        nn.init.xavier_uniform_(self.weight)


@mutant(TASK, mistake="bias_added")
class WithBias(Right):
    """An output layer has a bias."""

    def keep(self, embedding):
        super().keep(embedding)
        self.bias = nn.Parameter(torch.randn(len(self.weight)).to(self.weight.dtype))

    def forward(self, h):
        return F.linear(h, self.weight, self.bias)


@mutant(TASK, mistake="bias_added")
class BiasOfZeros(Right):
    """A bias that starts at zero."""

    def keep(self, embedding):
        super().keep(embedding)
        self.bias = nn.Parameter(torch.zeros(len(self.weight)).to(self.weight.dtype))

    def forward(self, h):
        return F.linear(h, self.weight, self.bias)


@mutant(TASK, mistake="extra_projection")
class ProjectsFirst(Right):
    """A layer before the output."""

    def keep(self, embedding):
        super().keep(embedding)
        d_model = embedding.weight.size(1)
        self.proj = nn.Linear(d_model, d_model, dtype=embedding.weight.dtype)

    def forward(self, h):
        return self.proj(h) @ self.weight.T


# --- Wrong: the product ------------------------------------------------------------


@mutant(TASK, mistake="scaled_by_sqrt_d")
class EmbedsAllWords(Right):
    """Takes the rows as the embedding gives them."""

    def keep(self, embedding):
        self.embedding = embedding

    def forward(self, h):
        ids = torch.arange(len(self.embedding.weight))
        return h @ self.embedding(ids).T


@mutant(TASK, mistake="axes_squeezed")
class Squeezed(Right):
    """Axes of length one are clutter."""

    def forward(self, h):
        return super().forward(h).squeeze()


@mutant(TASK, mistake="input_modified")
class CentresInPlace(Right):
    """Writes into h."""

    def forward(self, h):
        logits = super().forward(h)
        with torch.no_grad():
            h.zero_()
        return logits


@mutant(TASK, mistake="gradient_cut")
class HiddenDetached(Right):
    """The gradient of h stops."""

    def forward(self, h):
        return super().forward(h.detach())


@mutant(TASK, mistake="dtype_lost")
class AlwaysFloat(Right):
    """float32, whatever comes."""

    def forward(self, h):
        return super().forward(h).float()


@mutant(TASK, mistake="super_init_forgotten")
class NoSuperInit(Right):
    """A class needs no super().__init__()."""

    def __init__(self, embedding):
        self.weight = embedding.weight


@mutant(TASK, mistake="embedding_called")
class CallsTheEmbedding(Right):
    """What turned words into vectors turns them back."""

    def keep(self, embedding):
        self.embedding = embedding

    def forward(self, h):
        return self.embedding(h)


@mutant(TASK, mistake="matrices_only")
class ProductOfMatrices(Right):
    """torch.mm is the product."""

    def forward(self, h):
        return torch.mm(h, self.weight.T)


@mutant(TASK, mistake="weight_not_found")
class WeightOfALayerInside(Right):
    """The embedding has a layer inside."""

    def keep(self, embedding):
        self.weight = embedding.embedding.weight


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
