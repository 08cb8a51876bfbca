"""Answers to `class FeedForward(d_model, d_ff, dropout=0.0)`.

Two linear layers, `linear_1` and `linear_2`, with a ReLU between them.
"""

import torch
import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.residual_norm.FeedForward import DropoutOnInput, Right

from .. import mutant, variant

TASK = "residual_norm.FeedForward"


# --- Wrong: the function ---------------------------------------------------------


@variant(TASK)
class NarrowFirst(Right):
    """linear_2 is the first and linear_1 the second."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        self.linear_1, self.linear_2 = self.linear_2, self.linear_1

    def forward(self, x):
        return self.linear_1(self.dropout(F.relu(self.linear_2(x))))


# --- Wrong: the layers -----------------------------------------------------------


@variant(TASK)
class OtherNames(Right):
    """w_1 and w_2, as in a well-known tutorial."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        nn.Module.__init__(self)
        self.w_1 = nn.Linear(d_model, d_ff)
        self.w_2 = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return self.w_2(self.dropout(F.relu(self.w_1(x))))


@variant(TASK)
class SequenceOnly(nn.Module):
    """One nn.Sequential and nothing else."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(d_model, d_ff),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(d_ff, d_model),
        )

    def forward(self, x):
        return self.net(x)


@variant(TASK)
class ParametersOfItsOwn(nn.Module):
    """x W₁ + b₁, as in the paper, with parameters of the module itself."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.W1 = nn.Parameter(torch.randn(d_model, d_ff) * d_model**-0.5)
        self.b1 = nn.Parameter(torch.zeros(d_ff))
        self.W2 = nn.Parameter(torch.randn(d_ff, d_model) * d_ff**-0.5)
        self.b2 = nn.Parameter(torch.zeros(d_model))
        self.p = dropout

    def forward(self, x):
        hidden = (x @ self.W1 + self.b1).clamp(min=0)
        return F.dropout(hidden, self.p, self.training) @ self.W2 + self.b2


@mutant(TASK, mistake="parameter_not_registered")
class LayersInList(Right):
    """A Python list of layers is a part of the module."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        nn.Module.__init__(self)
        self.layers = [nn.Linear(d_model, d_ff), nn.Linear(d_ff, d_model)]
        self.dropout = nn.Dropout(dropout)

    linear_1 = property(lambda self: self.layers[0])
    linear_2 = property(lambda self: self.layers[1])


# --- Wrong: how it is computed ---------------------------------------------------


mutant(TASK, mistake="dropout_on_input")(DropoutOnInput)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
class Textbook(nn.Module):
    """nn.ReLU as a layer; more attributes than asked for."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.d_model, self.d_ff = d_model, d_ff
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.relu = nn.ReLU()
        self.drop = nn.Dropout(p=dropout)

    def forward(self, x):
        return self.linear_2(self.drop(self.relu(self.linear_1(x))))


@variant(TASK)
class InSequence(Right):
    """The same layers in nn.Sequential as well."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        self.net = nn.Sequential(
            self.linear_1, nn.ReLU(inplace=True), self.dropout, self.linear_2
        )

    def forward(self, x):
        return self.net(x)


@variant(TASK)
class DropoutBeforeRelu(Right):
    """Dropout and ReLU commute."""

    def forward(self, x):
        return self.linear_2(torch.relu(self.dropout(self.linear_1(x))))


@variant(TASK)
class Matrices(Right):
    """x @ Wᵀ + b, by hand."""

    def forward(self, x):
        one, two = self.linear_1, self.linear_2
        hidden = torch.maximum(x @ one.weight.T + one.bias, torch.zeros(()).to(x))
        return self.dropout(hidden) @ two.weight.T + two.bias


@variant(TASK)
class Einsum(Right):
    """The letters put all in place; ReLU by a comparison."""

    def forward(self, x):
        one, two = self.linear_1, self.linear_2
        hidden = torch.einsum("...d,fd->...f", x, one.weight) + one.bias
        hidden = self.dropout(hidden * (hidden > 0))
        return torch.einsum("...f,df->...d", hidden, two.weight) + two.bias


@variant(TASK)
class TokenByToken(Right):
    """A loop over the positions."""

    def forward(self, x):
        tokens = [super(TokenByToken, self).forward(t) for t in x.unbind(dim=-2)]
        return torch.stack(tokens, dim=-2)


class OwnLinear(nn.Module):
    """A linear layer whose weight maps from the left."""

    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_in, n_out) / n_in**0.5)
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x):
        return torch.matmul(x, self.weight) + self.bias


@variant(TASK)
class OwnLayers(Right):
    """Layers of one's own, x @ W + b."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        self.linear_1 = OwnLinear(d_model, d_ff)
        self.linear_2 = OwnLinear(d_ff, d_model)


@variant(TASK)
class MaskByHand(Right):
    """Dropout by hand, scaled; xavier initialisation."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        for layer in (self.linear_1, self.linear_2):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)
        self.p = dropout

    def forward(self, x):
        hidden = F.relu(self.linear_1(x))
        if self.training and self.p > 0:
            keep = torch.rand(hidden.shape, device=x.device) >= self.p
            hidden = hidden * keep / (1 - self.p)
        return self.linear_2(hidden)
