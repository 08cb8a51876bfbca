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


MISTAKES = mistakes(globals())
