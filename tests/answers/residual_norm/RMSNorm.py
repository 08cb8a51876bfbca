"""Answers to `class RMSNorm(d_model, eps=1e-5)` with `gamma`."""

import torch
from torch import nn

from lernformer.mistakes.residual_norm.norms import RMSNormInSteps as Right

from .. import variant

TASK = "residual_norm.RMSNorm"


@variant(TASK)
class ReciprocalRoot(Right):
    """x · rsqrt, and gamma last."""

    def forward(self, x):
        scale = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)
        return x * scale * self.gamma


@variant(TASK)
class LengthOverRootOfWidth(Right):
    """The vector's length, squared, by the number of features."""

    def mean_square(self, x):
        return (x * x).sum(-1, keepdim=True) / x.shape[-1]


@variant(TASK)
class Float32Inside(Right):
    """As in well-known models: float32 for small types, back before gamma."""

    def forward(self, x):
        wide = x.float() if x.dtype in (torch.bfloat16, torch.float16) else x
        return self.gamma * (wide / self.spread(wide)).to(x.dtype)


@variant(TASK)
class TypeAs(Right):
    """As in well-known models: float32 for every type, and back."""

    def norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        return self.norm(x.float()).type_as(x) * self.gamma


@variant(TASK)
class Float64Inside(Right):
    """All in float64, back at the end."""

    def forward(self, x):
        return super().forward(x.double()).to(x.dtype)


@variant(TASK)
class LoopOverTokens(Right):
    """One token after the other, stacked again."""

    def forward(self, x):
        tokens = x.reshape(-1, x.size(-1))
        done = [t / torch.sqrt(t.dot(t) / t.numel() + self.eps) for t in tokens]
        return torch.stack(done).reshape(x.shape) * self.gamma


@variant(TASK)
class Einsum(Right):
    """Sums and products by einsum."""

    def forward(self, x):
        square = torch.einsum("...d,...d->...", x, x) / x.size(-1)
        scale = (square + self.eps) ** -0.5
        return torch.einsum("...d,...,d->...d", x, scale, self.gamma)


@variant(TASK)
class RowParameter(nn.Module):
    """gamma as a row (1, d); a private helper."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(1, d_model))
        self.e = eps

    def _norm(self, x):
        return x * torch.rsqrt(torch.mean(x**2, dim=-1, keepdim=True) + self.e)

    def forward(self, x):
        return self._norm(x) * self.gamma


@variant(TASK)
class VariancePlusSquaredMean(Right):
    """E[x²] = variance + mean²."""

    def mean_square(self, x):
        variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return variance + mean**2
