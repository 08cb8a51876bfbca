"""Typical wrong answers to ``residual_norm.ResidualConnection``."""

from dataclasses import replace

import numpy as np
import torch
from torch import nn

from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.residual_norm.common import MADE_HERE
from lernformer.mistakes.residual_norm.norms import (
    LAYER,
    LayerNormInSteps,
    RMSNormInSteps,
)
from lernformer.mistakes.table import in_steps
from lernformer.probes.case import Case, Observation, once
from lernformer.probes.modules import COPIES
from lernformer.probes.residual_norm.common import DROPOUT
from lernformer.probes.residual_norm.ResidualConnection import probe_residual

OF_THE_NORM = (  # the tasks on norms cover the other mistakes
    "unbiased_variance",
    "eps_forgotten",
    "mean_not_subtracted",
    "root_forgotten",
    "over_time",
    "over_batch",
    "over_whole_sentence",
    "over_everything",
)


class Right(nn.Module):
    """A right answer in two branches. Each mistake gets one of them wrong."""

    made_of = LayerNormInSteps

    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = self.made_of(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        return self.pre(x, sublayer) if self.norm_first else self.post(x, sublayer)

    def pre(self, x, sublayer):
        return x + self.dropout(sublayer(self.norm(x)))

    def post(self, x, sublayer):
        return self.norm(x + self.dropout(sublayer(x)))


@once
def right_output(case: Case) -> np.ndarray:
    """The right output when nothing is dropped."""
    still = {**case.inputs, "dropout": 0.0}
    case = replace(case, inputs=still, setting="", dtype="float64")
    return probe_residual(Right, case).values["output"]


def _plainly_normed(case: Case, seen: Observation) -> bool:
    """Whether the norm has no parameters, or none of the input's type."""
    return seen.facts.get("norm") == "none" or MADE_HERE(case, seen)


def _sublayer_sees_less(case: Case, seen: Observation) -> bool:
    """Whether the output is right although the sublayer's input is not."""
    if not seen.values:
        return False
    return np.allclose(seen.values["output"], right_output(case), atol=1e-3)


def share_dropped(case: Case, seen: Observation) -> float | None:
    """The share that is dropped of what is added, from the spread of the outputs.

    ``None`` if their average is wrong, or a norm hides it.
    """
    if case.setting != "dropout" or "spread" not in seen.values:
        return None
    right, spread = right_output(case)[0], seen.values["spread"]
    if (np.abs(seen.values["average"] - right) > 6 * spread + 1e-6).any():
        return None
    added = right - case.inputs["x"][0]
    ratio = COPIES * (spread**2).sum() / (added**2).sum()  # p / (1 - p)
    return float(ratio / (1 + ratio))


def with_norm(mistake: Mistake) -> Mistake:
    """A right residual connection whose norm is wrong."""
    made = {"made_of": mistake.answer, "__doc__": mistake.answer.__doc__}
    answer = type(mistake.answer.__name__, (Right,), made)
    cause = f"In the norm, {mistake.cause[0].lower()}{mistake.cause[1:]}"
    return replace(mistake, cause=cause, answer=answer)


OTHERS = [with_norm(mistake) for mistake in LAYER if mistake.id in OF_THE_NORM]


MISTAKES = in_steps(globals(), Right)
