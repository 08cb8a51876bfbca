"""Typical wrong answers to ``translator.noam_learning_rate``."""

import numpy as np

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.translator.common import finite
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.noam_learning_rate import MILLIONTHS

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


def right(step, d_model, warmup_steps):
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)


def _rounded(case: Case, seen: Observation) -> bool:
    if "rate" not in seen.values:
        return False
    got = seen.values["rate"][0] / MILLIONTHS
    digits = range(2, 8)
    return got > 0 and any(got == round(right(**case.inputs), n) for n in digits)


MISTAKES = Catalogue()

MISTAKES.sign(
    "step_zero",
    "1/√0 is infinite. Steps count from 1: leave the ValueError for a smaller step "
    "where it stands.",
    lambda case, seen: bool(case.setting),
    seen="course",
)


@MISTAKES.answer("d_model_forgotten", "the factor d_model**-0.5 is missing.")
def without_d_model(step, d_model, warmup_steps):
    """The schedule alone."""
    return min(step**-0.5, step * warmup_steps**-1.5)


@MISTAKES.answer("d_model_upside_down", D_MODEL)
def grows_with_the_model(step, d_model, warmup_steps):
    """√d for 1/√d."""
    return d_model**0.5 * min(step**-0.5, step * warmup_steps**-1.5)


@MISTAKES.answer("d_model_upside_down", D_MODEL)
def one_over_d(step, d_model, warmup_steps):
    """1/d for 1/√d."""
    return min(step**-0.5, step * warmup_steps**-1.5) / d_model


@MISTAKES.answer(
    "no_warmup",
    "the rate falls from the beginning; in the warm-up the rising term, "
    "step · warmup_steps**-1.5, is the lower one.",
)
def only_falling(step, d_model, warmup_steps):
    """The first term alone."""
    return (d_model * step) ** -0.5


@MISTAKES.answer("no_decay", NO_DECAY)
def only_rising(step, d_model, warmup_steps):
    """The second term alone."""
    return d_model**-0.5 * step * warmup_steps**-1.5


@MISTAKES.answer("no_decay", NO_DECAY)
def rises_and_stays(step, d_model, warmup_steps):
    """Up to the peak, and there it stays."""
    return d_model**-0.5 * min(warmup_steps**-0.5, step * warmup_steps**-1.5)


@MISTAKES.answer(
    "max_for_min",
    "max in place of min: the lower of the two curves counts.",
    seen="course",
)
def the_larger(step, d_model, warmup_steps):
    """The larger of the two."""
    return d_model**-0.5 * max(step**-0.5, step * warmup_steps**-1.5)


@MISTAKES.answer("warmup_exponent", EXPONENT)
def minus_one_half(step, d_model, warmup_steps):
    """The warm-up with -0.5 for -1.5."""
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-0.5)


@MISTAKES.answer("warmup_exponent", EXPONENT)
def minus_one(step, d_model, warmup_steps):
    """The warm-up with -1."""
    return d_model**-0.5 * min(step**-0.5, step / warmup_steps)


@MISTAKES.answer(
    "decay_exponent", "the falling term is 1/√step, step**-0.5, not 1/step."
)
def falls_as_one_over_step(step, d_model, warmup_steps):
    """1/step for 1/√step."""
    return d_model**-0.5 * min(step**-1, step * warmup_steps**-1.5)


@MISTAKES.answer("counts_from_0", COUNTS_FROM_0, seen="course")
def step_before(step, d_model, warmup_steps):
    """Steps count from 0, like everything, and arrays divide by 0."""
    step = np.float64(step - 1)
    return d_model**-0.5 * np.minimum(1 / np.sqrt(step), step / warmup_steps**1.5)


MISTAKES.sign(
    "counts_from_0",
    COUNTS_FROM_0,
    lambda case, seen: (
        case.inputs["step"] == 1
        and ("ZeroDivision" in seen.trouble or not finite(seen))
    ),
    seen="course",
)


@MISTAKES.answer(
    "counts_from_2",
    "the step after is computed: steps count from 1 already; do not add 1.",
    seen="course",
)
def step_after(step, d_model, warmup_steps):
    """One is added, so that nothing divides by 0."""
    return right(step + 1, d_model, warmup_steps)


@MISTAKES.answer(
    "whole_division",
    "// drops what is behind the decimal point: in the warm-up step // warmup_steps is "
    "0. Use /.",
)
def whole_numbers(step, d_model, warmup_steps):
    """step // warmup_steps."""
    share = step // warmup_steps
    return d_model**-0.5 * min(step**-0.5, share * warmup_steps**-0.5)


@MISTAKES.answer("sum_for_product", "d_model**-0.5 is a factor, not a summand.")
def added(step, d_model, warmup_steps):
    """+ for ·."""
    return d_model**-0.5 + min(step**-0.5, step * warmup_steps**-1.5)


@MISTAKES.answer("no_decay", NO_DECAY)
def positive_exponents(step, d_model, warmup_steps):
    """The exponent lost its minus."""
    return d_model**-0.5 * min(step**0.5, step * warmup_steps**-1.5)


@MISTAKES.answer("arguments_swapped", "d_model and warmup_steps have changed places.")
def warmup_for_model(step, d_model, warmup_steps):
    """Two of the arguments change places."""
    return right(step, warmup_steps, d_model)


@MISTAKES.answer(
    "warmup_fixed", "the warm-up is the paper's 4000 steps; use warmup_steps."
)
def four_thousand(step, d_model, warmup_steps):
    """The paper's 4000."""
    return right(step, d_model, 4000)


@MISTAKES.answer(
    "d_model_fixed", "the model is the paper's, with 512 features; use d_model."
)
def five_hundred_twelve(step, d_model, warmup_steps):
    """The paper's 512."""
    return right(step, 512, warmup_steps)


@MISTAKES.answer(
    "multiple_of_the_peak",
    "this is a share of the highest rate, between 0 and 1; the highest rate itself is "
    "(d_model · warmup_steps)**-0.5.",
)
def share_of_the_peak(step, d_model, warmup_steps):
    """Scaled so that the peak is 1."""
    return min((warmup_steps / step) ** 0.5, step / warmup_steps)


MISTAKES.sign("rounded", "the rate is rounded; leave it as it is.", _rounded)
