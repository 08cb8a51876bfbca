"""Typical wrong answers to ``residual_norm.RMSNorm``."""

import numpy as np
import torch.nn.functional as F

from lernformer.mistakes.mistake import Bugs
from lernformer.mistakes.residual_norm.norms import (
    RMSNormInSteps as Right,
)
from lernformer.mistakes.table import in_steps
from lernformer.probes.residual_norm.norms import START


def shows_beta_added(case, seen):
    return (
        case.aspect == START
        and bool(seen.values)
        and np.all(seen.values["number of parameters"] > case.inputs["d_model"])
    )


class DividedBySampleDeviation(Right):
    """x / std, as torch does it by default."""

    def mean_square(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return centred.square().sum(-1, keepdim=True) / (x.size(-1) - 1)


class InTrainingOnly(Right):
    """A norm is for training."""

    def spread(self, x):
        return super().spread(x) if self.training else 1.0


class GammaIgnored(Right):
    """gamma is one anyway."""

    def forward(self, x):
        return x / self.spread(x)


# Bugs to find: each in the right code, with what a colleague would report.
BUGS = Bugs()
BUGS.plant(
    "eps_outside_root",
    "With usual numbers it agrees with the solution to five digits. With numbers of "
    "the size of 1e-4 it is far too large.",
    right="torch.sqrt(mean_square + self.eps)",
    wrong="(torch.sqrt(mean_square) + self.eps)",
)
BUGS.plant(
    "over_time",
    "What comes out for one word changes when I change another word of its sentence.",
    right="mean(dim=-1, keepdim=True)",
    wrong="mean(dim=-2, keepdim=True)",
)
BUGS.plant(
    "mean_subtracted",
    "When I add 5 to all features of a word, the same comes out as before. It should "
    "not.",
    right="return self.gamma * x / ",
    wrong="x = x - x.mean(dim=-1, keepdim=True)\n        return self.gamma * x / ",
)
BUGS.plant(
    "mean_before_square",
    "For most words the numbers are far too large. It is worst where a word's features "
    "add up to nearly 0.",
    right="x.square().mean(dim=-1, keepdim=True)",
    wrong="x.mean(dim=-1, keepdim=True).square()",
)
BUGS.plant(
    "root_forgotten",
    "Twice the input should give the same output. It gives half of it.",
    right="torch.sqrt(mean_square + self.eps)",
    wrong="(mean_square + self.eps)",
)
BUGS.plant(
    "sum_for_mean",
    "The outputs are too small, and the wider the model, the smaller: with 4 features "
    "by a factor of 2, with 400 by 20.",
    right="x.square().mean(dim=-1, keepdim=True)",
    wrong="x.square().sum(dim=-1, keepdim=True)",
)


MISTAKES = in_steps(globals(), Right)
