"""Mistakes that the norms share: a right norm in steps, and wrong steps."""

from dataclasses import replace

import numpy as np
import torch
from torch import nn

from lernformer.mistakes.common import (
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
    misfit,
    sign,
    step_of_each,
)
from lernformer.mistakes.mistake import Catalogue, Mistake
from lernformer.mistakes.residual_norm.common import (
    IN_FORWARD,
    LEADING_AXES,
    NOT_REGISTERED,
    NOT_TRAINED,
    PARAMETER_MISSING,
    SQUEEZED,
    SUPER_INIT,
)
from lernformer.probes.case import Case, Observation
from lernformer.probes.residual_norm.norms import START

OTHER_EPS = (1e-3, 1e-4, 1e-6, 1e-8, 1e-12)

KEEPDIMS = (
    "keepdims_forgotten",
    "a statistic has lost its axis, so that it meets the wrong numbers: "
    "keepdim=True in torch, keepdims=True in NumPy.",
)


class LayerNormInSteps(nn.Module):
    """A right layer norm; each mistake gets one of its steps wrong."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        return self.affine(self.centre(x) / self.spread(x))

    def along(self, x):
        return -1

    def centre(self, x):
        return x - x.mean(dim=self.along(x), keepdim=True)

    def mean_square(self, x):
        return self.centre(x).square().mean(dim=self.along(x), keepdim=True)

    def spread(self, x):
        return (self.mean_square(x) + self.eps).sqrt()

    def affine(self, x):
        return self.gamma * x + self.beta


class RMSNormInSteps(LayerNormInSteps):
    """A right RMSNorm: nothing is subtracted, nothing is added."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        del self.beta

    def centre(self, x):
        return x

    def affine(self, x):
        return self.gamma * x


LAYER, RMS = Catalogue(), Catalogue()
both = step_of_each((LAYER, LayerNormInSteps), (RMS, RMSNormInSteps))


def as_function(mistake: Mistake) -> Mistake:
    """The mistake of a module in a function of NumPy arrays."""

    def answer(x, gamma, beta, *eps):
        norm = mistake.answer(len(gamma), *eps)
        norm.gamma.data, norm.beta.data = map(torch.from_numpy, (gamma, beta))
        with torch.no_grad():
            return norm(torch.from_numpy(x)).numpy()

    answer.__name__, answer.__doc__ = mistake.answer.__name__, mistake.answer.__doc__
    return replace(mistake, answer=answer)


# What is wrong with eps ---------------------------------------------------------------


@both(
    "eps_hard_coded",
    "the argument eps has no effect; add eps to what stands under the root.",
    seen="issue",
)
class EpsUnused:
    """eps is 1e-5."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model)


def _by_default(default: float) -> type:
    class OtherEps:
        """eps is some small number."""

        def __init__(self, d_model, eps=default):
            super().__init__(d_model, eps)

    return OtherEps


for eps in OTHER_EPS:
    both(
        "eps_default_changed",
        f"without the argument eps is {eps:g} here; its default is 1e-5.",
        seen="course",
    )(_by_default(eps))


@both(
    "eps_forgotten",
    "eps is missing in the root: where there is 0 under it, the result is 0/0.",
    seen="course",
)
class NoEps:
    """What stands under the root is never 0."""

    def spread(self, x):
        return self.mean_square(x).sqrt()


@both(
    "eps_outside_root",
    "eps is added to the root; it belongs under it.",
    seen="course",
)
class EpsOutside:
    """eps is added to the standard deviation."""

    def spread(self, x):
        return self.mean_square(x).sqrt() + self.eps


@both("eps_squared", "eps is squared; add it under the root as it is.")
class EpsSquared:
    """eps is a length, so it is squared in the root."""

    def spread(self, x):
        return (self.mean_square(x) + self.eps**2).sqrt()


@both(
    "eps_as_floor",
    "eps is used as a lower limit; it is added under the root, whatever stands there.",
)
class Clamped:
    """eps is the smallest variance allowed."""

    def spread(self, x):
        return self.mean_square(x).clamp(min=self.eps).sqrt()


# What is wrong with the statistics ----------------------------------------------------


@LAYER.answer(
    "unbiased_variance",
    "the variance is divided by d - 1; here it is the mean over all d features "
    "(unbiased=False in torch, where True is the default; ddof=0 in NumPy).",
    seen="issue",
)
class DefaultVariance(LayerNormInSteps):
    """x.var(-1), as torch does it by default."""

    def mean_square(self, x):
        return self.centre(x).square().sum(-1, keepdim=True) / (x.size(-1) - 1)


@LAYER.answer(
    "mean_not_subtracted",
    "the mean is not subtracted: it is γ (x - μ) / √(σ² + eps) + β.",
    seen="course",
)
class NotCentred(LayerNormInSteps):
    """The mean goes into the variance only."""

    def forward(self, x):
        return self.affine(x / self.spread(x))


@LAYER.answer(
    "rms_norm", "this is RMSNorm, which subtracts no mean; layer norm does.", "course"
)
class RootMeanSquare(LayerNormInSteps):
    """RMSNorm is the modern layer norm."""

    def centre(self, x):
        return x


@both(
    "root_forgotten",
    "the root is missing: divide by the root of what you divide by.",
    seen="issue",
)
class DividedByVariance:
    """(x - mean) / (variance + eps)."""

    def spread(self, x):
        return self.mean_square(x) + self.eps


ROOT_TWICE = (
    "root_twice",
    "the root is taken twice: std is a root already; divide by the root of the "
    "variance and eps.",
    "course",
)


@both(*ROOT_TWICE)
class RootOfDeviation:
    """√(std + eps)."""

    def spread(self, x):
        return (self.mean_square(x).sqrt() + self.eps).sqrt()


@LAYER.answer(*ROOT_TWICE)
class RootOfSampleDeviation(LayerNormInSteps):
    """√(std + eps), with the std that torch gives by default."""

    def spread(self, x):
        square = self.centre(x).square().sum(-1, keepdim=True)
        return ((square / (x.size(-1) - 1)).sqrt() + self.eps).sqrt()


OVER_TIME = (
    "over_time",
    "the statistics run along the sentence; each token has its own, over its "
    "features: the last axis.",
    "course",
)


@both(*OVER_TIME)
class OverTime:
    """The statistics run along the sentence."""

    def along(self, x):
        return -2


@both(*OVER_TIME)
class OverAxisOne:
    """The features are axis 1, as in a table."""

    def along(self, x):
        return 1


OVER_BATCH = (
    "over_batch",
    "the statistics run over the batch, as in a batch norm; each token has its own, "
    "over its features: the last axis.",
    "course",
)


@both(*OVER_BATCH)
class OverBatch:
    """The statistics run over batch and length: a batch norm."""

    def along(self, x):
        return tuple(range(x.dim() - 1))


@both(*OVER_BATCH)
class FirstAxis:
    """The statistics run over the first axis."""

    def along(self, x):
        return 0


@both(
    "over_whole_sentence",
    "the statistics run over a whole sentence; each token has its own, over its "
    "features: the last axis.",
    seen="literature",
)
class WholeSentence:
    """One mean for a whole sentence."""

    def along(self, x):
        return (-2, -1) if x.dim() > 1 else -1


OVER_EVERYTHING = (
    "over_everything",
    "the statistics run over the whole array; each token has its own, over its "
    "features: the last axis, with keepdims.",
    "course",
)


@LAYER.answer(*OVER_EVERYTHING)
class MeanOfAll(LayerNormInSteps):
    """There is one mean, and a variance for each token."""

    def forward(self, x):
        return self.affine((x - x.mean()) / self.spread(x))


@LAYER.answer(*OVER_EVERYTHING)
class VarianceOfAll(LayerNormInSteps):
    """There is a mean for each token, and one variance."""

    def mean_square(self, x):
        return super().mean_square(x).mean()


@both(*OVER_EVERYTHING)
class WholeBatch:
    """One mean for all there is."""

    def along(self, x):
        return tuple(range(x.dim()))


@LAYER.answer(
    "variance_not_centred",
    "under the root is the mean of x²; the variance is the mean of (x - μ)².",
)
class MeanSquareForVariance(LayerNormInSteps):
    """The variance is the mean of the squares."""

    def mean_square(self, x):
        return x.square().mean(dim=-1, keepdim=True)


@both(
    "sum_for_mean",
    "the squares are added up; take their mean, so that the number of features does "
    "not matter.",
)
class SumOfSquares:
    """The variance is the sum of the squared distances."""

    def mean_square(self, x):
        return self.centre(x).square().sum(-1, keepdim=True)


@LAYER.answer(
    "first_item_only",
    "the statistics of the first sentence serve for all; each token has its own.",
)
class OfFirstSentence(LayerNormInSteps):
    """The statistics of the first sentence serve for all."""

    def first(self, x):
        return x[:1] if x.dim() > 1 else x

    def centre(self, x):
        return x - self.first(x).mean(dim=-1, keepdim=True)

    def spread(self, x):
        return super().spread(self.first(x))


@LAYER.answer(*KEEPDIMS, seen="course")
class NoKeepdim(LayerNormInSteps):
    """Broadcasting finds the right axis by itself."""

    def centre(self, x):
        return x - x.mean(dim=-1)

    def spread(self, x):
        return (x.var(dim=-1, correction=0) + self.eps).sqrt()


@LAYER.answer(*KEEPDIMS)
class NoKeepdimInTheMean(LayerNormInSteps):
    """keepdim is for the variance."""

    def forward(self, x):
        return self.affine((x - x.mean(dim=-1)) / self.spread(x))


@both(*KEEPDIMS)
class NoKeepdimInTheSpread:
    """keepdim is for the mean."""

    def spread(self, x):
        return super().spread(x).squeeze(-1)


# What is wrong with what is done with them --------------------------------------------


@LAYER.answer(
    "not_scaled", "the mean is subtracted, but nothing is divided by √(σ² + eps)."
)
class CentredOnly(LayerNormInSteps):
    """Centring is normalising."""

    def spread(self, x):
        return 1.0


@both("multiplied", "it is multiplied by the root; divide by it.")
class Multiplied:
    """Scaling is multiplying."""

    def spread(self, x):
        return 1 / super().spread(x)


@LAYER.answer(
    "not_normalised",
    "x is stretched and shifted only; normalise it first, in training and in "
    "evaluation alike.",
)
class StretchedOnly(LayerNormInSteps):
    """γ and β are what is learned, so they are the norm."""

    def forward(self, x):
        return self.affine(x)


@LAYER.answer(
    "gamma_ignored", "γ is not used; each feature is stretched by its γ.", "course"
)
class GammaIgnored(LayerNormInSteps):
    """gamma is one anyway."""

    def affine(self, x):
        return x + self.beta


@LAYER.answer("beta_ignored", "β is not used; it is added last.", seen="course")
class BetaIgnored(LayerNormInSteps):
    """beta is zero anyway."""

    def affine(self, x):
        return self.gamma * x


@LAYER.answer(
    "affine_ignored",
    "γ and β are not used: it is γ (x - μ) / √(σ² + eps) + β.",
    seen="course",
)
class BothIgnored(LayerNormInSteps):
    """Neither does anything at the start."""

    def affine(self, x):
        return x


@LAYER.answer(
    "gamma_beta_swapped", "γ and β are exchanged: γ stretches, β shifts.", "course"
)
class Swapped(LayerNormInSteps):
    """beta stretches, gamma shifts."""

    def affine(self, x):
        return self.beta * x + self.gamma


@LAYER.answer("shift_before_stretch", "β is added before γ multiplies; it comes last.")
class ShiftedFirst(LayerNormInSteps):
    """First shift, then stretch."""

    def affine(self, x):
        return self.gamma * (x + self.beta)


@LAYER.answer(
    "affine_before_norm",
    "γ and β are applied before the norm, which undoes them; they come last.",
)
class StretchedFirst(LayerNormInSteps):
    """First stretch and shift, then normalise."""

    def forward(self, x):
        x = self.affine(x)
        return self.centre(x) / self.spread(x)


@both(
    "gamma_plus_one",
    "1 is added to γ; γ itself is the factor, and starts at 1.",
    seen="course",
)
class OffsetOfOne:
    """gamma is a correction to one."""

    def affine(self, x):
        return x + super().affine(x)


@LAYER.answer("sign_flipped", "it is x - μ, not μ - x.")
class MeanMinusX(LayerNormInSteps):
    """The difference the other way round."""

    def affine(self, x):
        return super().affine(-x)


@LAYER.answer(
    "gamma_per_token",
    "γ and β run along the sentence; they belong to the features: no new axis is "
    "needed.",
)
class AlongTheSentence(LayerNormInSteps):
    """One gamma for each position."""

    def affine(self, x):
        return self.gamma[:, None] * x + self.beta[:, None]


@LAYER.answer(
    "residual_added",
    "x is added to the result; that is the work of the residual connection.",
    seen="course",
)
class Added(LayerNormInSteps):
    """Add & Norm is one thing."""

    def forward(self, x):
        return x + super().forward(x)


# How mistakes show --------------------------------------------------------------------


def _broadcast(case: Case, seen: Observation) -> bool:
    return fails("broadcast", "must match the size")(case, seen)


SHARED_SIGNS = (
    SQUEEZED,
    sign(
        "eps_does_not_help",
        "a token whose numbers are all alike is divided by 0, so eps is added in the "
        "wrong place, after the division perhaps; add it to the variance, under the "
        "root: √(variance + eps).",
        lambda case, seen: any(np.isnan(x).any() for x in seen.values.values()),
        seen="course",
    ),
    sign(*KEEPDIMS, lambda case, seen: misfit(seen) and _broadcast(case, seen)),
)

MODULE_SIGNS = (
    SUPER_INIT,
    PARAMETER_MISSING,
    NOT_REGISTERED,
    IN_FORWARD,
    sign(
        "scalar_parameter",
        "there is one number for all features; each feature has its own.",
        fails("should have shape"),
    ),
    NOT_TRAINED,
    LEADING_AXES,
)

WRONG_START = sign(
    "wrong_start",
    "before training the norm stretches and shifts nothing: γ starts as ones, β as "
    "zeros.",
    lambda case, seen: case.aspect == START,
)

LATER_SIGNS = (
    INPUT_MODIFIED,
    *SHARED_SIGNS,
    replace(
        DTYPE_LOST,
        shows=lambda case, seen: (
            case.dtype not in seen.facts.get("output.dtype", case.dtype)
        ),
    ),
    sign(
        "running_statistics",
        "the second call gives what belongs to the first: something is kept in self. "
        "Each token is normalised by its own statistics.",
        lambda case, seen: case.setting == "second call",
    ),
    sign(
        "differs_in_training",
        "in training the result is another than in evaluation; this norm knows no "
        "difference.",
        lambda case, seen: case.setting == "train",
    ),
    GRADIENT_CUT,
)
