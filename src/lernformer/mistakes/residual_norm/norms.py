"""Mistakes that the norms share: right norms in steps, which norms.txt changes."""

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
)
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.residual_norm.common import (
    IN_FORWARD,
    LEADING_AXES,
    NOT_REGISTERED,
    NOT_TRAINED,
    PARAMETER_MISSING,
    SQUEEZED,
    SUPER_INIT,
)
from lernformer.mistakes.table import in_steps
from lernformer.probes.case import Case, Observation
from lernformer.probes.residual_norm.norms import START

KEEPDIMS = (
    "keepdims_forgotten",
    "a statistic has lost its axis, so it is paired with the wrong numbers: "
    "keepdim=True in torch, keepdims=True in NumPy.",
)


class LayerNormInSteps(nn.Module):
    """A right layer norm; each mistake changes one of its steps."""

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


def as_function(mistake: Mistake) -> Mistake:
    """A module's mistake, as one in a function of NumPy arrays."""

    def answer(x, gamma, beta, *eps):
        norm = mistake.answer(len(gamma), *eps)
        norm.gamma.data, norm.beta.data = map(torch.from_numpy, (gamma, beta))
        with torch.no_grad():
            return norm(torch.from_numpy(x)).numpy()

    answer.__name__, answer.__doc__ = mistake.answer.__name__, mistake.answer.__doc__
    return replace(mistake, answer=answer)


def first(x):
    """The first sentence, kept as a batch of one."""
    return x[:1] if x.dim() > 1 else x


OF_BOTH = """
    EpsUnused OtherEps NoEps EpsOutside EpsSquared Clamped DividedByVariance
    RootOfDeviation OverTime OverAxisOne OverBatch FirstAxis WholeSentence WholeBatch
    SumOfSquares NoKeepdimInTheSpread Multiplied OffsetOfOne
"""
LAYER = in_steps(globals(), LayerNormInSteps)
RMS = [
    one
    for one in in_steps(globals(), RMSNormInSteps)
    if one.answer.__name__ in OF_BOTH.split()
]


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
        "there is one number for all features; each feature needs its own.",
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
        "in training the result differs from that in evaluation; this norm makes no "
        "difference between the two.",
        lambda case, seen: case.setting == "train",
    ),
    GRADIENT_CUT,
)
