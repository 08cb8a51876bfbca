"""Typical wrong answers to ``translator.noam_learning_rate``."""

import numpy as np

from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.common import finite
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.noam_learning_rate import MILLIONTHS


def right(step, d_model, warmup_steps):
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)


def _rounded(case: Case, seen: Observation) -> bool:
    if "rate" not in seen.values:
        return False
    got = seen.values["rate"][0] / MILLIONTHS
    digits = range(2, 8)
    return got > 0 and any(got == round(right(**case.inputs), n) for n in digits)


def shows_step_zero(case, seen):
    return bool(case.setting)


def step_before(step, d_model, warmup_steps):
    """Steps count from 0, like everything, and arrays divide by 0."""
    step = np.float64(step - 1)
    return d_model**-0.5 * np.minimum(1 / np.sqrt(step), step / warmup_steps**1.5)


def shows_counts_from_0(case, seen):
    return case.inputs["step"] == 1 and (
        "ZeroDivision" in seen.trouble or not finite(seen)
    )


def whole_numbers(step, d_model, warmup_steps):
    """step // warmup_steps."""
    share = step // warmup_steps
    return d_model**-0.5 * min(step**-0.5, share * warmup_steps**-0.5)


MISTAKES = mistakes(globals())
