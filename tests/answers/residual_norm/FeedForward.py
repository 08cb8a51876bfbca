"""Answers to `class FeedForward(d_model, d_ff, dropout=0.0)`.

Two linear layers, `linear_1` and `linear_2`, with a ReLU between.
"""

import torch
import torch.nn.functional as F
from torch import nn

from .. import mutant, variant

TASK = "residual_norm.FeedForward"


class Right(nn.Module):
    """A right answer in steps; each mutant gets one of them wrong."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return self.linear_2(self.dropout(self.activate(self.linear_1(x))))

    def activate(self, x):
        return F.relu(x)


# --- Wrong: the function ---------------------------------------------------------


@mutant(TASK, mistake="no_nonlinearity")
class TwoLinearLayers(Right):
    """Two layers see more than one."""

    def activate(self, x):
        return x


@mutant(TASK, mistake="other_activation")
class Gelu(Right):
    """GELU is the modern ReLU."""

    def activate(self, x):
        return F.gelu(x)


@mutant(TASK, mistake="other_activation")
class GeluByTanh(Right):
    """GELU, in its approximation."""

    def activate(self, x):
        return F.gelu(x, approximate="tanh")


@mutant(TASK, mistake="other_activation")
class Swish(Right):
    """x · sigmoid(x)."""

    def activate(self, x):
        return F.silu(x)


@mutant(TASK, mistake="other_activation")
class Sigmoid(Right):
    """A neuron fires or not."""

    def activate(self, x):
        return torch.sigmoid(x)


@mutant(TASK, mistake="other_activation")
class Tanh(Right):
    """The classic."""

    def activate(self, x):
        return torch.tanh(x)


@mutant(TASK, mistake="other_activation")
class Leaky(Right):
    """No neuron shall die."""

    def activate(self, x):
        return F.leaky_relu(x)


@mutant(TASK, mistake="other_activation")
class Softmax(Right):
    """Attention had a softmax too."""

    def activate(self, x):
        return x.softmax(dim=-1)


@mutant(TASK, mistake="other_activation")
class Softplus(Right):
    """A smooth ReLU."""

    def activate(self, x):
        return F.softplus(x)


@mutant(TASK, mistake="other_activation")
class SquaredRelu(Right):
    """Squared, as in later work."""

    def activate(self, x):
        return F.relu(x) ** 2


@mutant(TASK, mistake="other_activation")
class Magnitude(Right):
    """|x| is positive as well."""

    def activate(self, x):
        return x.abs()


@mutant(TASK, mistake="relu_clipped")
class ReluSix(Right):
    """ReLU with a lid."""

    def activate(self, x):
        return F.hardtanh(x, 0, 1)


@mutant(TASK, mistake="relu_at_the_end")
class ReluLast(Right):
    """The activation follows the second layer."""

    def forward(self, x):
        return F.relu(self.linear_2(self.dropout(self.linear_1(x))))


@mutant(TASK, mistake="relu_at_the_end")
class ReluTwice(Right):
    """An activation after each layer."""

    def forward(self, x):
        return F.relu(super().forward(x))


@mutant(TASK, mistake="relu_first")
class ReluBefore(Right):
    """The activation comes first."""

    def forward(self, x):
        return self.linear_2(self.dropout(self.linear_1(F.relu(x))))


@mutant(TASK, mistake="second_layer_missing")
class OneLayer(Right):
    """The first layer maps back to the width at once."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(d_model, d_ff, dropout)
        del self.linear_2
        self.linear_1 = nn.Linear(d_model, d_model)

    def forward(self, x):
        return F.relu(self.linear_1(x))


@mutant(TASK, mistake="second_layer_missing")
class HiddenReturned(Right):
    """The hidden features are the result."""

    def forward(self, x):
        return self.dropout(F.relu(self.linear_1(x)))


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


@mutant(TASK, mistake="layers_swapped")
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


@mutant(TASK, mistake="bias_missing")
class WeightsOnly(Right):
    """The weights are the layer."""

    def forward(self, x):
        hidden = self.activate(F.linear(x, self.linear_1.weight))
        return F.linear(self.dropout(hidden), self.linear_2.weight)


@mutant(TASK, mistake="residual_added")
class ResidualInside(Right):
    """x is added here."""

    def forward(self, x):
        return x + super().forward(x)


@mutant(TASK, mistake="norm_added")
class NormedBefore(Right):
    """Pre-norm starts here."""

    def forward(self, x):
        return super().forward(F.layer_norm(x, x.shape[-1:]))


@mutant(TASK, mistake="norm_added")
class NormedAfter(Right):
    """Add & Norm ends here."""

    def forward(self, x):
        return F.layer_norm(super().forward(x), x.shape[-1:])


@mutant(TASK, mistake="tokens_mixed")
class MixesTokens(Right):
    """The layers run along the sentence as well."""

    def activate(self, x):
        hidden = F.relu(x)
        return hidden + hidden.mean(dim=-2, keepdim=True)


@mutant(TASK, mistake="tokens_mixed")
class LooksBack(Right):
    """A convolution of width two: a token sees the one before it."""

    def activate(self, x):
        hidden = F.relu(x)
        before = torch.zeros_like(hidden)
        before[..., 1:, :] = hidden[..., :-1, :]
        return hidden + before


@mutant(TASK, mistake="first_item_only")
class FirstSentenceOnly(Right):
    """All sentences of a batch are alike."""

    def forward(self, x):
        return super().forward(x[:1]).expand_as(x)


# --- Wrong: the layers -----------------------------------------------------------


@mutant(TASK, mistake="parameter_missing")
class OtherNames(Right):
    """w_1 and w_2, as in a well-known tutorial."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        nn.Module.__init__(self)
        self.w_1 = nn.Linear(d_model, d_ff)
        self.w_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.w_2(F.relu(self.w_1(x)))


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


@mutant(TASK, mistake="dropout_on_input")
class DropoutOnInput(Right):
    """Dropout comes first."""

    def forward(self, x):
        return self.linear_2(F.relu(self.linear_1(self.dropout(x))))


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
class DropoutOnOutput(Right):
    """Dropout as the last step."""

    def forward(self, x):
        return self.dropout(self.linear_2(self.linear_1(x).clamp(min=0)))


@variant(TASK)
class DropoutTwice(Right):
    """After the ReLU and at the end, by F.dropout."""

    def forward(self, x):
        p, training = self.dropout.p, self.training
        hidden = F.dropout(F.relu(self.linear_1(x)), p, training)
        return F.dropout(self.linear_2(hidden), p=p, training=training)


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
class ThreeAxesOnly(Right):
    """Unpacks the shape and flattens the tokens."""

    def forward(self, x):
        B, L, d_model = x.shape
        hidden = torch.where((h := self.linear_1(x.view(-1, d_model))) > 0, h, 0.0)
        return self.linear_2(self.dropout(hidden)).view(B, L, d_model)


@variant(TASK)
class TokenByToken(Right):
    """A loop over the positions."""

    def forward(self, x):
        tokens = [super(TokenByToken, self).forward(t) for t in x.unbind(dim=-2)]
        return torch.stack(tokens, dim=-2)


@variant(TASK)
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


@mutant(TASK, mistake="dropout_of_whole_tokens")
class DropoutOfTokens(Right):
    """F.dropout1d drops all features of a token or none."""

    def forward(self, x):
        hidden = F.dropout1d(self.linear_1(x).relu(), self.dropout.p, self.training)
        return self.linear_2(hidden)
