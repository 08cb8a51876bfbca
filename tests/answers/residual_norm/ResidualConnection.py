"""Answers to `class ResidualConnection(d_model, dropout=0.0, norm_first=True)`.

`forward(x, sublayer)`: x + sublayer(norm(x)), or norm(x + sublayer(x)) with
`norm_first=False`; dropout acts on what the sublayer returns.
"""

import torch
import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.residual_norm.ResidualConnection import Right
from lernformer.residual_norm import LayerNorm

from .. import mutant, variant

TASK = "residual_norm.ResidualConnection"


# --- Wrong: the norm -------------------------------------------------------------


@mutant(TASK, mistake="norm_without_parameters")
class NormMadeInForward(Right):
    """The width is known in forward, so the norm is made there."""

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__(d_model, dropout, norm_first)
        del self.norm

    def pre(self, x, sublayer):
        norm = nn.LayerNorm(x.size(-1)).to(x)
        return x + self.dropout(sublayer(norm(x)))

    def post(self, x, sublayer):
        norm = nn.LayerNorm(x.size(-1)).to(x)
        return norm(x + self.dropout(sublayer(x)))


@mutant(TASK, mistake="norm_without_parameters")
class NormMadeInForwardInFloat32(Right):
    """The norm is made in forward, and not in the type of the input."""

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__(d_model, dropout, norm_first)
        del self.norm

    def norm(self, x):
        return nn.LayerNorm(x.size(-1))(x)


# --- Wrong: dropout --------------------------------------------------------------


@mutant(TASK, mistake="dropout_changes_average")
class DropoutUnscaled(Right):
    """Dropout sets to zero, and that is all."""

    def drop(self, x):
        return x * (torch.rand_like(x) >= self.dropout.p) if self.training else x

    def pre(self, x, sublayer):
        return x + self.drop(sublayer(self.norm(x)))

    def post(self, x, sublayer):
        return self.norm(x + self.drop(sublayer(x)))


@mutant(TASK, mistake="dropout_changes_average")
class DropoutUnscaledInPostNorm(DropoutUnscaled):
    """The norm that follows brings the size back."""

    def pre(self, x, sublayer):
        return Right.pre(self, x, sublayer)


# --- Wrong: how it is computed ---------------------------------------------------


@mutant(TASK, mistake="dropout_of_whole_tokens")
class DropoutOfTokens(Right):
    """A token's change is dropped as a whole."""

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__(d_model, dropout, norm_first)
        del self.dropout
        self.drop = nn.Dropout(dropout)

    def dropout(self, change):
        return change * self.drop(torch.ones_like(change[..., :1]))


# --- Right ---------------------------------------------------------------------


@variant(TASK)
class Textbook(nn.Module):
    """torch's norm under another name; one return."""

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm_first = norm_first
        self.layer_norm = nn.LayerNorm(d_model)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, sublayer):
        residual = x
        if self.norm_first:
            x = self.layer_norm(x)
        x = residual + self.drop(sublayer(x))
        if not self.norm_first:
            x = self.layer_norm(x)
        return x


class OwnNorm(nn.Module):
    """The norm of a well-known tutorial, with its names, put right."""

    def __init__(self, features):
        super().__init__()
        self.a_2 = nn.Parameter(torch.ones(features))
        self.b_2 = nn.Parameter(torch.zeros(features))

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        variance = ((x - mean) ** 2).mean(-1, keepdim=True)
        return self.a_2 * (x - mean) / torch.sqrt(variance + 1e-6) + self.b_2


@variant(TASK)
class WithOwnNorm(Right):
    """A norm of one's own, with names and an eps of its own."""

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__(d_model, dropout, norm_first)
        del self.norm
        self.ln = OwnNorm(d_model)

    norm = property(lambda self: self.ln)


@variant(TASK)
class IdentityForTheOther(nn.Module):
    """Two norms, one of which does nothing."""

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__()
        self.before = nn.LayerNorm(d_model) if norm_first else nn.Identity()
        self.after = nn.Identity() if norm_first else nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, sublayer):
        return self.after(x + self.dropout(sublayer(self.before(x))))


@variant(TASK)
class TwoNorms(nn.Module):
    """Two norms, one of which is never used."""

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__()
        self.p, self.pre_norm = dropout, norm_first
        self.norm_1, self.norm_2 = LayerNorm(d_model), LayerNorm(d_model)

    def forward(self, x, sublayer):
        if self.pre_norm:
            return F.dropout(sublayer(self.norm_1(x)), self.p, self.training) + x
        return self.norm_2(F.dropout(sublayer(x), self.p, self.training) + x)


@variant(TASK)
class ParametersOfItsOwn(nn.Module):
    """The norm written out in the module itself, parameters as rows."""

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__()
        self.shift = nn.Parameter(torch.zeros(1, d_model))
        self.scale = nn.Parameter(torch.ones(1, d_model))
        self.dropout, self.first = nn.Dropout(dropout), norm_first

    def normalise(self, x):
        variance, mean = torch.var_mean(x, -1, correction=0, keepdim=True)
        return (x - mean) * torch.rsqrt(variance + 1e-5) * self.scale + self.shift

    def forward(self, x, sublayer):
        if not self.first:
            return self.normalise(x + self.dropout(sublayer(x)))
        return x + self.dropout(sublayer(self.normalise(x)))


@variant(TASK)
class ChosenInInit(nn.Module):
    """The constructor picks one of two functions."""

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.run = self.pre_norm if norm_first else self.post_norm

    def pre_norm(self, x, sublayer):
        return torch.add(self.dropout(sublayer(self.norm(x))), x)

    def post_norm(self, x, sublayer):
        return self.norm(torch.add(x, self.dropout(sublayer(x))))

    def forward(self, x, sublayer):
        return self.run(x, sublayer)


@variant(TASK)
class FunctionalNormWithParameters(nn.Module):
    """F.layer_norm with parameters in a ParameterDict."""

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__()
        self.p, self.norm_first, self.size = dropout, norm_first, (d_model,)
        parameters = {"b": torch.zeros(d_model), "g": torch.ones(d_model)}
        self.of_norm = nn.ParameterDict(parameters)

    def norm(self, x):
        return F.layer_norm(x, self.size, self.of_norm["g"], self.of_norm["b"])

    def forward(self, x, sublayer):
        seen = self.norm(x) if self.norm_first else x
        out = F.dropout(sublayer(seen), p=self.p, training=self.training)
        total = out.add(x)
        return total if self.norm_first else self.norm(total)


@variant(TASK)
class DropoutByHand(Right):
    """A mask of one's own, scaled."""

    def drop(self, x):
        p = self.dropout.p
        if not self.training or p == 0:
            return x
        return torch.where(torch.rand_like(x) < p, torch.zeros_like(x), x / (1 - p))

    def pre(self, x, sublayer):
        return x + self.drop(sublayer(self.norm(x)))

    def post(self, x, sublayer):
        return self.norm(x + self.drop(sublayer(x)))


@variant(TASK)
class InPlaceOnItsOwn(Right):
    """Adds in place, but to a tensor of its own."""

    def pre(self, x, sublayer):
        total = x.clone()
        total += self.dropout(sublayer(self.norm(x)))
        return total

    def post(self, x, sublayer):
        added = self.dropout(sublayer(x.clone()))
        return self.norm(added + x)


@variant(TASK)
class Float64Norm(Right):
    """The sum in float64, then back to the type of the input."""

    def pre(self, x, sublayer):
        added = self.dropout(sublayer(self.norm(x)))
        return (x.double() + added.double()).to(x.dtype)
