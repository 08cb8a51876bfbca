"""Answers to `noam_learning_rate(step, d_model, warmup_steps)` (Vaswani, eq. 3)."""

import math

import numpy as np
import torch

from lernformer.mistakes.translator.noam_learning_rate import right

from .. import variant

TASK = "translator.noam_learning_rate"


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
