"""Typical wrong answers to ``residual_norm.ResidualConnection``."""

from dataclasses import replace

import numpy as np
import torch
from torch import nn

from lernformer.mistakes.common import (
    DROPOUT_ARGUMENT_IGNORED,
    DROPOUT_DEFAULT,
    DROPOUT_IN_EVAL,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    STATE_KEPT,
    fails,
)
from lernformer.mistakes.mistake import Catalogue, Mistake
from lernformer.mistakes.residual_norm.common import (
    DROPPED_WHOLE,
    LEADING_AXES,
    MADE_HERE,
    NOT_TRAINED,
    SQUEEZED,
    SUPER_INIT,
)
from lernformer.mistakes.residual_norm.norms import (
    LAYER,
    LayerNormInSteps,
    RMSNormInSteps,
)
from lernformer.probes.case import Case, Observation, once
from lernformer.probes.modules import COPIES
from lernformer.probes.residual_norm.common import DROPOUT
from lernformer.probes.residual_norm.ResidualConnection import (
    BY_DEFAULT,
    WAY_AROUND,
    probe_residual,
)

OF_THE_NORM = (  # what else can be wrong in a norm is left to the task on norms
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
    """A right answer in two branches; each mistake gets one of them wrong."""

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
    """What comes out where nothing is dropped."""
    still = {**case.inputs, "dropout": 0.0}
    case = replace(case, inputs=still, setting="", dtype="float64")
    return probe_residual(Right, case).values["output"]


def _plainly_normed(case: Case, seen: Observation) -> bool:
    """Whether the norm has no parameters, or none that fit the type of the input."""
    return seen.facts.get("norm") == "none" or MADE_HERE(case, seen)


def _sublayer_sees_less(case: Case, seen: Observation) -> bool:
    """Whether the output is right and yet the sublayer's input is not."""
    if not seen.values:
        return False
    return np.allclose(seen.values["output"], right_output(case), atol=1e-3)


def share_dropped(case: Case, seen: Observation) -> float | None:
    """The share that is dropped of what is added, by how far the outputs scatter.

    ``None`` where their average is wrong, or hidden by a norm.
    """
    if case.setting != "dropout" or "spread" not in seen.values:
        return None
    right, spread = right_output(case)[0], seen.values["spread"]
    if (np.abs(seen.values["average"] - right) > 6 * spread + 1e-6).any():
        return None
    added = right - case.inputs["x"][0]
    ratio = COPIES * (spread**2).sum() / (added**2).sum()  # p / (1 - p)
    return float(ratio / (1 + ratio))


MISTAKES = Catalogue([SUPER_INIT])
MISTAKES.sign(
    "extra_parameters",
    "nothing is learned here but the norm's γ (ones at the start) and β (zeros), "
    "one number for each feature.",
    fails("has a parameter"),
)
MISTAKES.append(NOT_TRAINED)
MISTAKES.sign(
    "sublayer_called_wrongly",
    "sublayer is a function of one tensor: call it once, sublayer(…). It need not be a "
    "module, and what it returns is a tensor, not another function.",
    fails(
        "'function' object has no attribute",
        "and 'function'",
        "'Tensor' object is not callable",
    ),
    seen="course",
)
MISTAKES.sign(
    "post_norm_by_default",
    "without the argument it is pre-norm: norm_first=True is the default.",
    lambda case, seen: case.aspect == BY_DEFAULT,
)


@MISTAKES.answer(
    "no_residual",
    "x is not added: a residual connection adds x to what the sublayer returns.",
    seen="course",
)
class NoWayAround(Right):
    """The sublayer's output is the output."""

    def pre(self, x, sublayer):
        return self.dropout(sublayer(self.norm(x)))

    def post(self, x, sublayer):
        return self.norm(self.dropout(sublayer(x)))


@MISTAKES.answer(
    "no_residual",
    "x is not added, and no norm used: it is x + sublayer(norm(x)).",
)
class SublayerOnly(Right):
    """The sublayer is all there is, with or without a norm."""

    def pre(self, x, sublayer):
        return self.dropout(sublayer(x))


@MISTAKES.answer(
    "no_residual",
    "x is not added: a residual connection adds x to what the sublayer returns.",
)
class NoWayAroundInPostNorm(Right):
    """The residual is for pre-norm."""

    def post(self, x, sublayer):
        return self.norm(self.dropout(sublayer(x)))


@MISTAKES.answer(
    "norm_residual",
    "norm(x) is added instead of x, so that nothing goes around the norm: keep x as "
    "it came.",
    seen="issue",
)
class NormedWayAround(Right):
    """x = norm(x), and then x + sublayer(x)."""

    def pre(self, x, sublayer):
        x = self.norm(x)
        return x + self.dropout(sublayer(x))


@MISTAKES.answer(
    "norm_first_ignored",
    "with norm_first=False it is still pre-norm; it should be norm(x + sublayer(x)).",
    seen="issue",
)
class AlwaysPreNorm(Right):
    """As everybody does it today, always."""

    def post(self, x, sublayer):
        return self.pre(x, sublayer)


@MISTAKES.answer(
    "post_norm_for_pre_norm",
    "this is post-norm, norm(x + sublayer(x)); with norm_first=True it is x + "
    "sublayer(norm(x)).",
    seen="course",
)
class AlwaysPostNorm(Right):
    """As in the paper, always."""

    def pre(self, x, sublayer):
        return self.post(x, sublayer)


@MISTAKES.answer(
    "post_norm_for_pre_norm",
    "this is post-norm, norm(x + sublayer(x)); with norm_first=True it is x + "
    "sublayer(norm(x)).",
)
class FlagInverted(Right):
    """norm_first is the case of the paper."""

    def forward(self, x, sublayer):
        return self.post(x, sublayer) if self.norm_first else self.pre(x, sublayer)


@MISTAKES.answer(
    "sign_flipped",
    "one is subtracted from the other; a residual connection adds the two.",
)
class Subtracted(Right):
    """A residual is a difference."""

    def pre(self, x, sublayer):
        return x - self.dropout(sublayer(self.norm(x)))

    def post(self, x, sublayer):
        return self.norm(x - self.dropout(sublayer(x)))


@MISTAKES.answer(
    "sign_flipped",
    "one is subtracted from the other; a residual connection adds the two.",
)
class SubtractedFromTheSublayer(Right):
    """The difference the other way round."""

    def pre(self, x, sublayer):
        return self.dropout(sublayer(self.norm(x))) - x


@MISTAKES.answer(
    "norm_skipped",
    "there is no norm: pre-norm is x + sublayer(norm(x)), post-norm is norm(x + "
    "sublayer(x)).",
    seen="course",
)
class NoNorm(Right):
    """A norm is made and not used."""

    def pre(self, x, sublayer):
        return x + self.dropout(sublayer(x))

    def post(self, x, sublayer):
        return x + self.dropout(sublayer(x))


@MISTAKES.answer(
    "norm_skipped",
    "there is no norm: pre-norm is x + sublayer(norm(x)), post-norm is norm(x + "
    "sublayer(x)).",
)
class NoNormInPostNorm(Right):
    """Without norm_first there is no norm."""

    def post(self, x, sublayer):
        return x + self.dropout(sublayer(x))


@MISTAKES.answer(
    "norm_on_sublayer_output",
    "the norm acts on what the sublayer returns; pre-norm is x + sublayer(norm(x)), "
    "post-norm is norm(x + sublayer(x)).",
    seen="issue",
)
class SublayerNormed(Right):
    """The norm acts on what the sublayer returns."""

    def pre(self, x, sublayer):
        return x + self.dropout(self.norm(sublayer(x)))


@MISTAKES.answer(
    "norm_on_sublayer_output",
    "the norm acts on what the sublayer returns; pre-norm is x + sublayer(norm(x)), "
    "post-norm is norm(x + sublayer(x)).",
)
class PostNormInside(Right):
    """Post-norm: first the sublayer, then its norm, then the sum."""

    def post(self, x, sublayer):
        return x + self.norm(self.dropout(sublayer(x)))


@MISTAKES.answer(
    "normed_twice",
    "the norm is applied before the sublayer and after the sum; it is one of the two.",
)
class BothNorms(Right):
    """Before and after is better than one of them."""

    def pre(self, x, sublayer):
        return self.norm(super().pre(x, sublayer))


@MISTAKES.answer(
    "normed_twice",
    "the norm is applied before the sublayer and after the sum; it is one of the two.",
)
class BothNormsInPostNorm(Right):
    """Post-norm comes on top of pre-norm."""

    def post(self, x, sublayer):
        return self.norm(self.pre(x, sublayer))


@MISTAKES.answer(
    "halved",
    "one half is not part of it: x and the sublayer's output add up.",
)
class Mean(Right):
    """The mean of both."""

    def pre(self, x, sublayer):
        return super().pre(x, sublayer) / 2


@MISTAKES.answer(
    "halved",
    "one half is not part of it: x and the sublayer's output add up.",
)
class HalfTheSublayer(Right):
    """The sublayer counts half."""

    def pre(self, x, sublayer):
        return x + 0.5 * self.dropout(sublayer(self.norm(x)))


@MISTAKES.answer(
    "divided_by_root_2",
    "the sum is divided by √2; it stays as it is.",
    seen="literature",
)
class VarianceKept(Right):
    """Two summands have twice the variance."""

    def pre(self, x, sublayer):
        return super().pre(x, sublayer) / 2**0.5


@MISTAKES.answer(
    "multiplied",
    "x is multiplied; a residual connection adds.",
)
class Multiplied(Right):
    """A gate."""

    def pre(self, x, sublayer):
        return x * self.dropout(sublayer(self.norm(x)))


@MISTAKES.answer(
    "doubled",
    "x is added twice; once is enough.",
    seen="issue",
)
class AddedTwice(Right):
    """x is added, and once more."""

    def pre(self, x, sublayer):
        return x + super().pre(x, sublayer)


@MISTAKES.answer(
    "concatenated",
    "x and the sublayer's output stand side by side; a residual connection adds them.",
)
class Concatenated(Right):
    """Side by side nothing is lost."""

    def pre(self, x, sublayer):
        return torch.cat([x, self.dropout(sublayer(self.norm(x)))], dim=-1)


@MISTAKES.answer(
    "sublayer_skipped",
    "the sublayer is not used: call sublayer(…) on the normalised x.",
)
class SublayerForgotten(Right):
    """x + norm(x)."""

    def pre(self, x, sublayer):
        return x + self.dropout(self.norm(x))


@MISTAKES.answer(
    "sublayer_skipped",
    "the sublayer is not used: call sublayer(…) on the normalised x.",
)
class NormOnly(Right):
    """The norm is the layer."""

    def pre(self, x, sublayer):
        return self.norm(x)


@MISTAKES.answer(
    "sublayer_twice",
    "the sublayer is applied to its own result; call it once.",
)
class SublayerTwice(Right):
    """The sublayer on its own result."""

    def pre(self, x, sublayer):
        return x + self.dropout(sublayer(sublayer(self.norm(x))))


@MISTAKES.answer(
    "rms_norm",
    "the norm is RMSNorm, which neither subtracts the mean nor shifts; here it is "
    "LayerNorm.",
    seen="literature",
)
class NormIsRMS(Right):
    """Any norm will do."""

    made_of = RMSNormInSteps


def with_norm(mistake: Mistake) -> Mistake:
    """A right residual connection whose norm is wrong."""
    made = {"made_of": mistake.answer, "__doc__": mistake.answer.__doc__}
    answer = type(mistake.answer.__name__, (Right,), made)
    return replace(mistake, cause=f"in the norm {mistake.cause}", answer=answer)


MISTAKES += [with_norm(mistake) for mistake in LAYER if mistake.id in OF_THE_NORM]
MISTAKES.sign(
    "norm_without_parameters",
    "the norm's γ and β are not among the module's parameters, so that nothing "
    "learns them: make self.norm = LayerNorm(d_model) in __init__.",
    _plainly_normed,
)
MISTAKES += (INPUT_MODIFIED, SQUEEZED, LEADING_AXES, STATE_KEPT)
MISTAKES.sign(
    "dropout_before_sublayer",
    "dropout acts on what the sublayer sees; it belongs on what it returns.",
    lambda case, seen: case.aspect == WAY_AROUND and _sublayer_sees_less(case, seen),
)
MISTAKES.sign(
    "dropout_on_the_way_around",
    "the sublayer returned zeros, so that x should come through as it is; dropout "
    "acts on what the sublayer returns, before the sum.",
    lambda case, seen: case.aspect == WAY_AROUND and bool(seen.values),
    seen="issue",
)
MISTAKES += (DROPOUT_IN_EVAL, DROPOUT_DEFAULT, DROPOUT_ARGUMENT_IGNORED)
MISTAKES.sign(
    "dropout_never_applied",
    "dropout is not applied: in training, self.dropout(…) drops some of what the "
    "sublayer returns.",
    lambda case, seen: (
        case.aspect == DROPOUT
        and bool(seen.values)
        and seen.values["spread"].max() < 1e-12
    ),
    seen="course",
)
MISTAKES.append(DROPPED_WHOLE)
MISTAKES.sign(
    "dropout_twice",
    "another share than `dropout` is dropped: dropout acts twice, or with another "
    "probability.",
    lambda case, seen: share_dropped(case, seen) is not None,
)
MISTAKES.sign(
    "dropout_changes_average",
    "dropout changes the average: what stays is divided by (1 - p), as nn.Dropout "
    "does it.",
    lambda case, seen: case.setting.startswith("dropout"),
)
MISTAKES += (GRADIENT_CUT, DTYPE_LOST)
