"""Mistakes that the norms share, and right norms in steps, which norms.txt changes."""

from dataclasses import replace

import numpy as np
import torch
from torch import nn

from lernformer.mistakes.common import DTYPE_LOST, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.table import in_steps, mistakes
from lernformer.probes.residual_norm.norms import START


class LayerNormInSteps(nn.Module):
    """A right layer norm. Each mistake changes one of its steps."""

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
    """A right RMSNorm, which subtracts nothing and adds nothing."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        del self.beta

    def centre(self, x):
        return x

    def affine(self, x):
        return self.gamma * x


def as_function(mistake: Mistake) -> Mistake:
    """Turn a mistake in a module into a mistake in a function of NumPy arrays."""

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


SHARED_SIGNS = mistakes(globals(), "norms.shared.txt")

MODULE_SIGNS = mistakes(globals(), "norms.module.txt")

WRONG_START = sign(
    "wrong_start",
    "The norm starts with the wrong parameters. Start γ as all ones and β as all "
    "zeros, so that it doesn't stretch or shift anything before training.",
    lambda case, seen: case.aspect == START,
)

DTYPE_CHANGED = replace(
    DTYPE_LOST,
    shows=lambda case, seen: (
        case.dtype not in seen.facts.get("output.dtype", case.dtype)
    ),
)

LATER_SIGNS = mistakes(globals(), "norms.later.txt")
