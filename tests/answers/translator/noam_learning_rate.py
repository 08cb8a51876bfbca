"""Answers to `noam_learning_rate(step, d_model, warmup_steps)` (Vaswani, eq. 3)."""

import math

import numpy as np
import torch

from .. import mutant, variant

TASK = "translator.noam_learning_rate"


def right(step, d_model, warmup_steps):
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="max_for_min")
def the_larger(step, d_model, warmup_steps):
    """The larger of the two."""
    return d_model**-0.5 * max(step**-0.5, step * warmup_steps**-1.5)


@mutant(TASK, mistake="d_model_forgotten")
def without_d_model(step, d_model, warmup_steps):
    """The schedule alone."""
    return min(step**-0.5, step * warmup_steps**-1.5)


@mutant(TASK, mistake="d_model_upside_down")
def grows_with_the_model(step, d_model, warmup_steps):
    """√d for 1/√d."""
    return d_model**0.5 * min(step**-0.5, step * warmup_steps**-1.5)


@mutant(TASK, mistake="d_model_upside_down")
def one_over_d(step, d_model, warmup_steps):
    """1/d for 1/√d."""
    return min(step**-0.5, step * warmup_steps**-1.5) / d_model


@mutant(TASK, mistake="no_warmup")
def only_falling(step, d_model, warmup_steps):
    """The first term alone."""
    return (d_model * step) ** -0.5


@mutant(TASK, mistake="no_decay")
def only_rising(step, d_model, warmup_steps):
    """The second term alone."""
    return d_model**-0.5 * step * warmup_steps**-1.5


@mutant(TASK, mistake="no_decay")
def rises_and_stays(step, d_model, warmup_steps):
    """Up to the peak, and there it stays."""
    return d_model**-0.5 * min(warmup_steps**-0.5, step * warmup_steps**-1.5)


@mutant(TASK, mistake="warmup_exponent")
def minus_one_half(step, d_model, warmup_steps):
    """The warm-up with -0.5 for -1.5."""
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-0.5)


@mutant(TASK, mistake="warmup_exponent")
def minus_one(step, d_model, warmup_steps):
    """The warm-up with -1."""
    return d_model**-0.5 * min(step**-0.5, step / warmup_steps)


@mutant(TASK, mistake="decay_exponent")
def falls_as_one_over_step(step, d_model, warmup_steps):
    """1/step for 1/√step."""
    return d_model**-0.5 * min(step**-1, step * warmup_steps**-1.5)


@mutant(TASK, mistake="counts_from_0")
def step_before(step, d_model, warmup_steps):
    """Steps count from 0, like everything: the first divides by 0."""
    return right(step - 1, d_model, warmup_steps)


@mutant(TASK, mistake="counts_from_0")
def step_before_in_arrays(step, d_model, warmup_steps):
    """The same, where division by zero is no error."""
    step = np.float64(step - 1)
    return float(
        d_model**-0.5 * np.minimum(1 / np.sqrt(step), step / warmup_steps**1.5)
    )


@mutant(TASK, mistake="counts_from_2")
def step_after(step, d_model, warmup_steps):
    """One is added, so that nothing divides by 0."""
    return right(step + 1, d_model, warmup_steps)


@mutant(TASK, mistake="whole_division")
def whole_numbers(step, d_model, warmup_steps):
    """step // warmup_steps."""
    share = step // warmup_steps
    return d_model**-0.5 * min(step**-0.5, share * warmup_steps**-0.5)


@mutant(TASK, mistake="sum_for_product")
def added(step, d_model, warmup_steps):
    """+ for ·."""
    return d_model**-0.5 + min(step**-0.5, step * warmup_steps**-1.5)


@mutant(TASK, mistake="no_decay")
def positive_exponents(step, d_model, warmup_steps):
    """The exponent lost its minus."""
    return d_model**-0.5 * min(step**0.5, step * warmup_steps**-1.5)


@mutant(TASK, mistake="arguments_swapped")
def warmup_for_model(step, d_model, warmup_steps):
    """Two of the arguments change places."""
    return right(step, warmup_steps, d_model)


@mutant(TASK, mistake="warmup_fixed")
def four_thousand(step, d_model, warmup_steps):
    """The paper's 4000."""
    return right(step, d_model, 4000)


@mutant(TASK, mistake="d_model_fixed")
def five_hundred_twelve(step, d_model, warmup_steps):
    """The paper's 512."""
    return right(step, 512, warmup_steps)


@mutant(TASK, mistake="multiple_of_the_peak")
def share_of_the_peak(step, d_model, warmup_steps):
    """Scaled so that the peak is 1."""
    return min((warmup_steps / step) ** 0.5, step / warmup_steps)


@mutant(TASK, mistake="step_zero")
def infinite_at_zero(step, d_model, warmup_steps):
    """Step 0 is told a rate that is none."""
    step = np.float64(step)
    rates = np.stack([1 / np.sqrt(step), step / warmup_steps**1.5])
    return float(d_model**-0.5 * (rates.max() if step == 0 else rates.min()))


@mutant(TASK, mistake="rounded")
def seven_digits(step, d_model, warmup_steps):
    """Rounded for the eye."""
    return round(right(step, d_model, warmup_steps), 4)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def as_the_paper(step, d_model, warmup_steps):
    """Without a look at step 0, which does not exist."""
    return (d_model ** (-0.5)) * min(step ** (-0.5), step * warmup_steps ** (-1.5))


@variant(TASK)
def two_branches(step, d_model, warmup_steps):
    """Up, then down."""
    if step < warmup_steps:
        return step / (math.sqrt(d_model) * warmup_steps * math.sqrt(warmup_steps))
    return 1 / math.sqrt(d_model * step)


@variant(TASK)
def by_logarithms(step, d_model, warmup_steps):
    """Powers as exponentials."""
    log_step, log_warmup = math.log(step), math.log(warmup_steps)
    rate = min(-0.5 * log_step, log_step - 1.5 * log_warmup)
    return math.exp(rate - 0.5 * math.log(d_model))


@variant(TASK)
def numpy(step, d_model, warmup_steps):
    """NumPy's floats."""
    step = np.float64(step)
    return d_model**-0.5 * np.minimum(step**-0.5, step * warmup_steps**-1.5)


@variant(TASK)
def tensor(step, d_model, warmup_steps):
    """A tensor of one number, in float32."""
    step = torch.tensor(float(step))
    return d_model**-0.5 * torch.minimum(step.rsqrt(), step * warmup_steps**-1.5)


@variant(TASK)
def from_the_peak(step, d_model, warmup_steps):
    """The peak, and how far it is away."""
    if step < 1:
        raise ValueError("steps count from 1")
    peak = (d_model * warmup_steps) ** -0.5
    return peak * min(step / warmup_steps, (warmup_steps / step) ** 0.5)


@variant(TASK)
def never_zero(step, d_model, warmup_steps):
    """Step 0 counts as the first."""
    return right(max(step, 1), d_model, warmup_steps)


@variant(TASK)
def scaled_by_the_ratio(step, d_model, warmup_steps):
    """The falling curve times how far the warm-up has come, at most all the way."""
    return min(1.0, (step / warmup_steps) ** 1.5) / math.sqrt(d_model * step)
