"""Answers to `class RMSNorm(d_model, eps=1e-5)` with `gamma`."""

import torch
from torch import nn

from .. import mutant, variant

TASK = "residual_norm.RMSNorm"


class Right(nn.Module):
    """A right answer in steps; each mutant gets one of them wrong."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.gamma = nn.Parameter(torch.ones(d_model))

    def forward(self, x):
        return self.gamma * x / self.size(x)

    def mean_square(self, x):
        return x.square().mean(dim=-1, keepdim=True)

    def size(self, x):
        return (self.mean_square(x) + self.eps).sqrt()


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="mean_subtracted")
class LayerNormWithoutBeta(Right):
    """A norm subtracts the mean."""

    def forward(self, x):
        return super().forward(x - x.mean(dim=-1, keepdim=True))


@mutant(TASK, mistake="mean_subtracted")
class CentredAboveOnly(Right):
    """The mean goes from the numerator."""

    def forward(self, x):
        return self.gamma * (x - x.mean(dim=-1, keepdim=True)) / self.size(x)


@mutant(TASK, mistake="deviation_for_rms")
class DividedByDeviation(Right):
    """The root mean square is the standard deviation."""

    def mean_square(self, x):
        return x.var(dim=-1, keepdim=True, unbiased=False)


@mutant(TASK, mistake="deviation_for_rms")
class DividedBySampleDeviation(Right):
    """x / std, as torch does it by default."""

    def mean_square(self, x):
        return x.var(dim=-1, keepdim=True)


@mutant(TASK, mistake="sum_for_mean")
class SumOfSquares(Right):
    """The length of the vector."""

    def mean_square(self, x):
        return x.square().sum(dim=-1, keepdim=True)


@mutant(TASK, mistake="unbiased_variance")
class DividedByOneLess(Right):
    """The mean of squares divides by n - 1."""

    def mean_square(self, x):
        return x.square().sum(dim=-1, keepdim=True) / (x.size(-1) - 1)


@mutant(TASK, mistake="mean_absolute")
class MeanOfMagnitudes(Right):
    """The mean size is the mean of the magnitudes."""

    def size(self, x):
        return x.abs().mean(dim=-1, keepdim=True) + self.eps


@mutant(TASK, mistake="divided_by_max")
class LargestMagnitude(Right):
    """The largest becomes one."""

    def size(self, x):
        return x.abs().amax(dim=-1, keepdim=True) + self.eps


@mutant(TASK, mistake="square_forgotten")
class RootOfTheMean(Right):
    """The root of the mean, with the square left out."""

    def mean_square(self, x):
        return x.mean(dim=-1, keepdim=True)


@mutant(TASK, mistake="mean_before_square")
class SquareOfTheMean(Right):
    """First the mean, then the square."""

    def mean_square(self, x):
        return x.mean(dim=-1, keepdim=True).square()


@mutant(TASK, mistake="root_forgotten")
class DividedByMeanSquare(Right):
    """x / (mean square + eps)."""

    def size(self, x):
        return self.mean_square(x) + self.eps


@mutant(TASK, mistake="multiplied")
class Multiplied(Right):
    """Scaling is multiplying."""

    def forward(self, x):
        return self.gamma * x * self.size(x)


@mutant(TASK, mistake="not_scaled")
class GammaOnly(Right):
    """A learned scale is enough."""

    def forward(self, x):
        return self.gamma * x


@mutant(TASK, mistake="eps_outside_root")
class EpsOutside(Right):
    """eps is added to the root."""

    def size(self, x):
        return self.mean_square(x).sqrt() + self.eps


@mutant(TASK, mistake="eps_forgotten")
class NoEps(Right):
    """A token is never all zeros."""

    def size(self, x):
        return self.mean_square(x).sqrt()


@mutant(TASK, mistake="eps_as_floor")
class Clamped(Right):
    """eps is the smallest mean square allowed."""

    def size(self, x):
        return self.mean_square(x).clamp(min=self.eps).sqrt()


@mutant(TASK, mistake="eps_squared")
class EpsSquared(Right):
    """eps is a length, so it is squared in the root."""

    def size(self, x):
        return (self.mean_square(x) + self.eps**2).sqrt()


@mutant(TASK, mistake="eps_default_changed")
class EpsOfLlama(Right):
    """1e-6, as in well-known models."""

    def __init__(self, d_model, eps=1e-6):
        super().__init__(d_model, eps)


@mutant(TASK, mistake="eps_default_changed")
class EpsOfThePaper(Right):
    """1e-8."""

    def __init__(self, d_model, eps=1e-8):
        super().__init__(d_model, eps)


@mutant(TASK, mistake="eps_hard_coded")
class EpsUnused(Right):
    """eps is 1e-5."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model)


@mutant(TASK, mistake="over_time")
class OverTime(Right):
    """The mean runs along the sentence."""

    def mean_square(self, x):
        return x.square().mean(dim=-2, keepdim=True)


@mutant(TASK, mistake="over_batch")
class OverBatch(Right):
    """The mean runs over the batch."""

    def mean_square(self, x):
        return x.square().mean(dim=0, keepdim=True)


@mutant(TASK, mistake="over_whole_sentence")
class WholeSentence(Right):
    """One size for a whole sentence."""

    def mean_square(self, x):
        return x.square().mean(dim=(-2, -1), keepdim=True)


@mutant(TASK, mistake="over_everything")
class WholeBatch(Right):
    """x.square().mean(), without dim."""

    def mean_square(self, x):
        return x.square().mean()


@mutant(TASK, mistake="keepdims_forgotten")
class NoKeepdim(Right):
    """Broadcasting finds the right axis by itself."""

    def mean_square(self, x):
        return x.square().mean(dim=-1)


@mutant(TASK, mistake="gamma_ignored")
class GammaIgnored(Right):
    """gamma is one anyway."""

    def forward(self, x):
        return x / self.size(x)


@mutant(TASK, mistake="gamma_plus_one")
class OffsetOfOne(Right):
    """gamma is a correction to one, and starts at zero."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        nn.init.zeros_(self.gamma)

    def forward(self, x):
        return (1 + self.gamma) * x / self.size(x)


@mutant(TASK, mistake="gamma_added")
class GammaAdded(Right):
    """gamma shifts."""

    def forward(self, x):
        return x / self.size(x) + self.gamma


@mutant(TASK, mistake="gamma_divides")
class GammaBelow(Right):
    """gamma belongs to the size, and that stands below."""

    def forward(self, x):
        return x / (self.gamma * self.size(x))


@mutant(TASK, mistake="wrong_start")
class StartsAtZero(Right):
    """All parameters start at zero."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        nn.init.zeros_(self.gamma)


@mutant(TASK, mistake="wrong_start")
class StartsAtRootOfWidth(Right):
    """The length of a token should be √d."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        nn.init.constant_(self.gamma, (d_model + 1) ** 0.5)


@mutant(TASK, mistake="beta_added")
class WithBeta(Right):
    """A norm has a shift."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        self.beta = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        return super().forward(x) + self.beta


@mutant(TASK, mistake="parameter_not_registered")
class PlainTensor(Right):
    """A tensor is a parameter."""

    def __init__(self, d_model, eps=1e-5):
        nn.Module.__init__(self)
        self.eps = eps
        self.gamma = torch.ones(d_model)


@mutant(TASK, mistake="parameter_not_trained")
class Frozen(Right):
    """gamma is one and stays one."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        self.gamma.requires_grad_(False)


@mutant(TASK, mistake="scalar_parameter")
class OneGammaForAll(Right):
    """One stretch for all features."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        self.gamma = nn.Parameter(torch.ones(1))


@mutant(TASK, mistake="parameter_missing")
class NoGamma(Right):
    """There is nothing to learn in a norm."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        del self.gamma

    def forward(self, x):
        return x / self.size(x)


@mutant(TASK, mistake="gradient_cut")
class SizeDetached(Right):
    """The size is a constant."""

    def size(self, x):
        return super().size(x).detach()


@mutant(TASK, mistake="dtype_lost")
class Float32Out(Right):
    """Everything is float32."""

    def forward(self, x):
        return super().forward(x.float()).float()


@mutant(TASK, mistake="input_modified")
class InPlace(Right):
    """Working in place saves memory."""

    def forward(self, x):
        normed = super().forward(x)
        with torch.no_grad():
            x *= 0.5
        return normed


@mutant(TASK, mistake="not_scaled")
class InTrainingOnly(Right):
    """A norm is for training."""

    def size(self, x):
        return super().size(x) if self.training else 1.0


# --- Right ---------------------------------------------------------------------


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
class ThreeAxesOnly(Right):
    """Unpacks the shape and multiplies with itself."""

    def forward(self, x):
        B, L, d = x.shape
        square = torch.bmm(x.reshape(B * L, 1, d), x.reshape(B * L, d, 1)) / d
        return x / torch.sqrt(square.view(B, L, 1) + self.eps) * self.gamma


@variant(TASK)
class Float32Inside(Right):
    """As in well-known models: float32 for small types, back before gamma."""

    def forward(self, x):
        wide = x.float() if x.dtype in (torch.bfloat16, torch.float16) else x
        return self.gamma * (wide / self.size(wide)).to(x.dtype)


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
