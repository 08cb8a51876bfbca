"""Probe for ``translator.noam_learning_rate``."""

from typing import Any

import numpy as np

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.values import as_number, call

MILLIONTHS = 1e6  # rates are small, but a tolerance is meant for numbers around 1


def probe_noam(answer: Any, case: Case) -> Observation:
    """Ask for a rate. Step 0 doesn't exist: an error is as good as a finite number."""
    if case.setting != "step 0":
        rate = as_number("the rate", call(answer, case.inputs))
        return Observation({"rate": np.array([rate * MILLIONTHS])})
    try:
        rate = as_number("the rate", call(answer, case.inputs))
    except (ValueError, ArithmeticError):
        return Observation()
    return Observation(facts={} if np.isfinite(rate) else {"rate": str(rate)})


PROBE = Probe("translator.noam_learning_rate", probe_noam)
