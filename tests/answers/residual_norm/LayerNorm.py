"""Answers to `class LayerNorm(d_model, eps=1e-5)` with `gamma` and `beta`."""

import torch
from torch import nn

from lernformer.mistakes.residual_norm.norms import LayerNormInSteps as Right

from .. import mutant, variant

TASK = "residual_norm.LayerNorm"


# --- Wrong: the statistics -------------------------------------------------------


@mutant(TASK, mistake="running_statistics")
class RunningMean(Right):
    """A norm remembers what it saw in training."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        self.register_buffer("running", torch.zeros(1))
        self.seen = False

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        if not self.seen:
            self.running, self.seen = mean.mean().detach(), True
            return super().forward(x)
        centred = x - 0.9 * mean - 0.1 * self.running
        return self.affine(centred / self.spread(x))


# --- Right ---------------------------------------------------------------------


@variant(TASK)
class Textbook(nn.Module):
    """torch.var_mean, and the scale by rsqrt."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.epsilon = eps

    def forward(self, x):
        variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return (x - mean) * torch.rsqrt(
            variance + self.epsilon
        ) * self.gamma + self.beta


@variant(TASK)
class OnePass(Right):
    """E[x²] - E[x]²."""

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        variance = (x * x).mean(-1, keepdim=True) - mean * mean
        return self.affine((x - mean) / torch.sqrt(variance.clamp(min=0) + self.eps))


@variant(TASK)
class Float64Inside(Right):
    """Statistics in float64, then back to the type of the input."""

    def forward(self, x):
        wide = x.double()
        normed = (wide - wide.mean(-1, keepdim=True)) / self.spread(wide)
        return self.affine(normed.to(x.dtype))


@variant(TASK)
class Float32Inside(Right):
    """As in mixed precision: float32 for small types, and back."""

    def forward(self, x):
        wide = x.float() if x.dtype in (torch.bfloat16, torch.float16) else x
        return self.affine(self.centre(wide) / self.spread(wide)).to(x.dtype)


@variant(TASK)
class AlwaysFloat32Inside(Right):
    """float32 for every type, and back."""

    def forward(self, x):
        wide = x.float()
        return self.affine((self.centre(wide) / self.spread(wide)).to(x.dtype))


@variant(TASK)
class LoopOverTokens(Right):
    """One token after the other, stacked again."""

    def forward(self, x):
        tokens = []
        for token in x.reshape(-1, x.size(-1)).unbind(0):
            centred = token - token.sum() / token.numel()
            variance = centred.dot(centred) / token.numel()
            tokens.append(self.gamma * centred / (variance + self.eps).sqrt())
        return torch.stack(tokens).reshape(x.shape) + self.beta


@variant(TASK)
class Einsum(Right):
    """Sums by einsum, the affine part by addcmul."""

    def forward(self, x):
        d = x.size(-1)
        centred = x - torch.einsum("...d->...", x).unsqueeze(-1) / d
        square = torch.einsum("...d,...d->...", centred, centred) / d
        scale = (square + self.eps).pow(-0.5).unsqueeze(-1)
        return torch.addcmul(self.beta, self.gamma, centred * scale)


@variant(TASK)
class RowParameters(nn.Module):
    """gamma and beta as rows (1, d), ready to broadcast; eps as a buffer."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(1, d_model))
        self.beta = nn.Parameter(torch.zeros(1, d_model))
        self.register_buffer("eps", torch.tensor(eps, dtype=torch.float64))

    def forward(self, x):
        centred = x - torch.mean(x, -1, keepdim=True)
        root = torch.sqrt(centred.square().mean(-1, keepdim=True) + self.eps)
        return (centred / root * self.gamma + self.beta).reshape(x.shape)


@variant(TASK)
class Functional(Right):
    """forward hands over to a function; scale and offset."""

    def forward(self, x):
        return normalise(x, self.gamma, self.beta, self.eps)


def normalise(x, gamma, beta, eps):
    scale = gamma / torch.sqrt(x.var(dim=-1, correction=0, keepdim=True) + eps)
    return x * scale + (beta - x.mean(-1, keepdim=True) * scale)
