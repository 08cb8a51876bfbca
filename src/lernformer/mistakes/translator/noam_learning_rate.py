"""Typical wrong answers to ``translator.noam_learning_rate``."""

import math
from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import sign
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.translator.common import _finite
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.translator.noam_learning_rate import MILLIONTHS
from lernformer.translator.recipe import noam_learning_rate

COUNTS_FROM_0 = (
    "the step before is computed: steps count from 1 here, so the first has the rate "
    "of step = 1 and nothing is divided by 0; do not subtract 1."
)

D_MODEL = (
    "d_model enters with the wrong power: the larger the model the smaller the rate, "
    "by 1/√d_model, d_model**-0.5."
)

NO_DECAY = (
    "the rate never falls: after the warm-up it is 1/√(d_model · step), the other term "
    "of the minimum, with step**-0.5."
)

EXPONENT = (
    "the rising term is step · warmup_steps**-1.5, so that both terms meet at "
    "step = warmup_steps."
)


def _noam(id: str, cause: str, compute: Callable) -> Mistake:
    """``compute`` takes step, d_model and warmup_steps."""

    def gives(case: Case) -> Arrays:
        if case.setting:
            raise ValueError("step 0 does not exist")
        return {"rate": np.array([compute(*case.inputs.values()) * MILLIONTHS])}

    return Mistake(id, cause, gives)


def _changed(
    of_d: float = -0.5, fall: float = -0.5, rise: float = -1.5, choose: Callable = min
) -> Callable:
    """The formula with other exponents, or max for min."""
    return lambda n, d, w: d**of_d * choose(n**fall, n * w**rise)


def _before(n: int, d: int, w: int) -> float:
    return noam_learning_rate(n - 1, d, w) if n > 1 else math.nan


def _rounded(case: Case, seen: Observation) -> bool:
    if "rate" not in seen.values:
        return False
    got = seen.values["rate"][0] / MILLIONTHS
    want = noam_learning_rate(**case.inputs)
    return got > 0 and any(got == round(want, n) for n in range(2, 8))


MISTAKES = (
    sign(
        "step_zero",
        "1/√0 is infinite. Steps count from 1: leave the ValueError for a smaller step "
        "where it stands.",
        lambda case, seen: bool(case.setting),
    ),
    _noam(
        "d_model_forgotten",
        "the factor d_model**-0.5 is missing.",
        _changed(of_d=0),
    ),
    _noam("d_model_upside_down", D_MODEL, _changed(of_d=0.5)),
    _noam("d_model_upside_down", D_MODEL, _changed(of_d=-1)),
    _noam(
        "no_warmup",
        "the rate falls from the beginning; in the warm-up the rising term, "
        "step · warmup_steps**-1.5, is the lower one.",
        lambda n, d, w: (d * n) ** -0.5,
    ),
    _noam("no_decay", NO_DECAY, lambda n, d, w: d**-0.5 * n * w**-1.5),
    _noam("no_decay", NO_DECAY, lambda n, d, w: d**-0.5 * min(w**-0.5, n * w**-1.5)),
    _noam(
        "max_for_min",
        "max in place of min: the lower of the two curves counts.",
        _changed(choose=max),
    ),
    _noam("warmup_exponent", EXPONENT, _changed(rise=-0.5)),
    _noam("warmup_exponent", EXPONENT, _changed(rise=-1)),
    _noam(
        "decay_exponent",
        "the falling term is 1/√step, step**-0.5, not 1/step.",
        _changed(fall=-1),
    ),
    _noam("counts_from_0", COUNTS_FROM_0, _before),
    sign(
        "counts_from_0",
        COUNTS_FROM_0,
        lambda case, seen: (
            case.inputs["step"] == 1
            and ("ZeroDivision" in seen.trouble or not _finite(seen))
        ),
    ),
    _noam(
        "counts_from_2",
        "the step after is computed: steps count from 1 already; do not add 1.",
        lambda n, d, w: noam_learning_rate(n + 1, d, w),
    ),
    _noam(
        "whole_division",
        "// drops what is behind the decimal point: in the warm-up step // "
        "warmup_steps is 0. Use /.",
        lambda n, d, w: d**-0.5 * min(n**-0.5, n // w * w**-0.5),
    ),
    _noam(
        "sum_for_product",
        "d_model**-0.5 is a factor, not a summand.",
        lambda n, d, w: d**-0.5 + min(n**-0.5, n * w**-1.5),
    ),
    _noam("no_decay", NO_DECAY, _changed(fall=0.5)),
    _noam(
        "arguments_swapped",
        "d_model and warmup_steps have changed places.",
        lambda n, d, w: noam_learning_rate(n, w, d),
    ),
    _noam(
        "warmup_fixed",
        "the warm-up is the paper's 4000 steps; use warmup_steps.",
        lambda n, d, w: noam_learning_rate(n, d, 4000),
    ),
    _noam(
        "d_model_fixed",
        "the model is the paper's, with 512 features; use d_model.",
        lambda n, d, w: noam_learning_rate(n, 512, w),
    ),
    _noam(
        "multiple_of_the_peak",
        "this is a share of the highest rate, between 0 and 1; the highest rate itself "
        "is (d_model · warmup_steps)**-0.5.",
        lambda n, d, w: min((w / n) ** 0.5, n / w),
    ),
    sign("rounded", "the rate is rounded; leave it as it is.", _rounded),
)
