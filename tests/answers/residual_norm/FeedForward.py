"""Answers to `class FeedForward(d_model, d_ff, dropout=0.0)`.

Two linear layers, `linear_1` and `linear_2`, with a ReLU between.
"""

import torch
import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.residual_norm.FeedForward import DropoutOnInput, Right

from .. import mutant, variant

TASK = "residual_norm.FeedForward"


# --- Wrong: the function ---------------------------------------------------------


@mutant(TASK, mistake="second_layer_missing")
class OneLayer(Right):
    """The first layer maps back to the width at once."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        del self.linear_2
        self.linear_1 = nn.Linear(d_model, d_model)

    def forward(self, x):
        return F.relu(self.linear_1(x))


@mutant(TASK, mistake="d_ff_ignored")
class FourTimesWide(Right):
    """d_ff is four times d_model."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, 4 * d_model, dropout)


@mutant(TASK, mistake="d_ff_ignored")
class SquareLayers(Right):
    """All layers have the width of the model."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_model, dropout)


@variant(TASK)
class NarrowFirst(Right):
    """linear_2 is the first and linear_1 the second."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        self.linear_1, self.linear_2 = self.linear_2, self.linear_1

    def forward(self, x):
        return self.linear_1(self.dropout(F.relu(self.linear_2(x))))


@mutant(TASK, mistake="bias_missing")
class NoBias(Right):
    """A bias is not worth it."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        self.linear_1 = nn.Linear(d_model, d_ff, bias=False)
        self.linear_2 = nn.Linear(d_ff, d_model, bias=False)


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


@mutant(TASK, mistake="starts_large")
class DrawnFromStandardNormal(ParametersOfItsOwn):
    """torch.randn draws weights."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        self.W1 = nn.Parameter(torch.randn(d_model, d_ff))
        self.W2 = nn.Parameter(torch.randn(d_ff, d_model))


@mutant(TASK, mistake="parameter_not_registered")
class LayersInList(Right):
    """A Python list of layers is a part of the module."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        nn.Module.__init__(self)
        self.layers = [nn.Linear(d_model, d_ff), nn.Linear(d_ff, d_model)]
        self.dropout = nn.Dropout(dropout)

    linear_1 = property(lambda self: self.layers[0])
    linear_2 = property(lambda self: self.layers[1])


@mutant(TASK, mistake="parameters_in_forward")
class MadeInForwardInFloat32(Right):
    """The sizes are known in forward; the dtype is not thought of."""

    def forward(self, x):
        self.linear_1 = nn.Linear(x.size(-1), self.linear_1.out_features)
        self.linear_2 = nn.Linear(self.linear_1.out_features, x.size(-1))
        return super().forward(x)


@mutant(TASK, mistake="activation_not_made")
class ClassCalled(Right):
    """nn.ReLU is the function."""

    def activate(self, x):
        return nn.ReLU(x)


@mutant(TASK, mistake="second_layer_missing")
class SecondLayerTurned(Right):
    """Both layers lead to d_ff features."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        self.linear_2 = nn.Linear(d_model, d_ff)


@mutant(TASK, mistake="dtype_lost")
class CastBefore(Right):
    """Layers are float32."""

    def forward(self, x):
        return super().forward(x.float())


@mutant(TASK, mistake="layer_too_many")
class Gated(Right):
    """SwiGLU's gate, with ReLU."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        self.gate = nn.Linear(d_model, d_ff)

    def forward(self, x):
        return self.linear_2(self.gate(x) * F.relu(self.linear_1(x)))


@mutant(TASK, mistake="relu_first")
class ReluBeforeInPlace(Right):
    """The activation comes first, in place."""

    def forward(self, x):
        return self.linear_2(self.linear_1(x.relu_()))


@mutant(TASK, mistake="parameters_in_forward")
class MadeInForward(Right):
    """The sizes are known in forward, so the layers are made there."""

    def forward(self, x):
        d_ff = self.linear_1.out_features
        self.linear_1 = nn.Linear(x.size(-1), d_ff).to(x)
        self.linear_2 = nn.Linear(d_ff, x.size(-1)).to(x)
        return super().forward(x)


@mutant(TASK, mistake="super_init_forgotten")
class NoSuperInit(Right):
    """The parent needs no initialising."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)


@mutant(TASK, mistake="state_kept")
class FirstHiddenKept(Right):
    """A module may remember what it computed."""

    def activate(self, x):
        if not hasattr(self, "hidden") or self.hidden.shape != x.shape:
            self.hidden = F.relu(x)
        return self.hidden


# --- Wrong: dropout --------------------------------------------------------------


@mutant(TASK, mistake="dropout_in_eval")
class DropoutInEval(Right):
    """F.dropout knows whether one trains."""

    def activate(self, x):
        return F.dropout(F.relu(x), self.dropout.p)


@mutant(TASK, mistake="dropout_never_applied")
class DropoutForgotten(Right):
    """Making the layer is enough."""

    def forward(self, x):
        return self.linear_2(F.relu(self.linear_1(x)))


@mutant(TASK, mistake="dropout_never_applied")
class DropoutOnNothing(Right):
    """The result of dropout is thrown away."""

    def forward(self, x):
        hidden = F.relu(self.linear_1(x))
        self.dropout(hidden)
        return self.linear_2(hidden)


@mutant(TASK, mistake="dropout_changes_average")
class DropoutUnscaled(Right):
    """Dropout sets to zero, and that is all."""

    def forward(self, x):
        hidden = F.relu(self.linear_1(x))
        if self.training:
            hidden = hidden * (torch.rand_like(hidden) >= self.dropout.p)
        return self.linear_2(hidden)


@mutant(TASK, mistake="dropout_twice")
class DroppedTwiceBetween(Right):
    """Before the ReLU and after it."""

    def forward(self, x):
        hidden = self.dropout(F.relu(self.dropout(self.linear_1(x))))
        return self.linear_2(hidden)


@mutant(TASK, mistake="dropout_argument_ignored")
class KeepProbability(Right):
    """Dropout takes the probability to keep."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, 1 - dropout)


@mutant(TASK, mistake="dropout_argument_ignored")
class DropoutOfThePaper(Right):
    """Dropout is 0.1."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout=0.1)


@mutant(TASK, mistake="dropout_default")
class DropoutByDefault(Right):
    """The default of the paper is a better default."""

    def __init__(self, d_model, d_ff, dropout=0.1):
        super().__init__(d_model, d_ff, dropout)


# --- Wrong: how it is computed ---------------------------------------------------


@mutant(TASK, mistake="gradient_cut")
class NoGradient(Right):
    """no_grad makes it fast."""

    def forward(self, x):
        with torch.no_grad():
            return super().forward(x)


@mutant(TASK, mistake="gradient_cut")
class HiddenDetached(Right):
    """The hidden features are constants."""

    def activate(self, x):
        return F.relu(x).detach()


@mutant(TASK, mistake="dtype_lost")
class Float32Out(Right):
    """Everything is float32."""

    def forward(self, x):
        return super().forward(x).float()


@mutant(TASK, mistake="input_modified")
class InPlace(Right):
    """ReLU in place saves memory."""

    def forward(self, x):
        output = super().forward(x)
        with torch.no_grad():
            x.relu_()
        return output


@mutant(TASK, mistake="axes_squeezed")
class Squeezed(Right):
    """Axes of length one are clutter."""

    def forward(self, x):
        return super().forward(x).squeeze()


@mutant(TASK, mistake="dropout_on_output")
class DropoutOnOutput(Right):
    """Dropout as the last step."""

    def forward(self, x):
        return self.dropout(self.linear_2(self.linear_1(x).clamp(min=0)))


@mutant(TASK, mistake="dropout_on_output")
class DropoutTwice(Right):
    """After the ReLU and at the end, by F.dropout."""

    def forward(self, x):
        p, training = self.dropout.p, self.training
        hidden = F.dropout(F.relu(self.linear_1(x)), p, training)
        return F.dropout(self.linear_2(hidden), p=p, training=training)


@mutant(TASK, mistake="leading_axes_unsupported")
class ThreeAxesOnly(Right):
    """Unpacks the shape and flattens the tokens."""

    def forward(self, x):
        B, L, d_model = x.shape
        hidden = torch.where((h := self.linear_1(x.view(-1, d_model))) > 0, h, 0.0)
        return self.linear_2(self.dropout(hidden)).view(B, L, d_model)


@mutant(TASK, mistake="leading_axes_unsupported")
class Convolutions(nn.Module):
    """Two convolutions of width 1."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.linear_1 = nn.Conv1d(d_model, d_ff, 1)
        self.linear_2 = nn.Conv1d(d_ff, d_model, 1)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        hidden = self.linear_1(x.transpose(1, 2)).relu()
        return self.linear_2(self.dropout(hidden)).transpose(1, 2)


@mutant(TASK, mistake="dropout_of_whole_tokens")
class DropoutOfTokens(Right):
    """All features of a token are dropped or none."""

    def forward(self, x):
        hidden = self.linear_1(x).relu()
        return self.linear_2(hidden * self.dropout(torch.ones_like(hidden[..., :1])))


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
