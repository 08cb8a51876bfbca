"""Probe for ``attention.score_variances``."""

from typing import Any

import numpy as np

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.values import (
    Unusable,
    as_number,
    call,
    describe,
    fresh,
    modified,
)

MEASURED = "unscaled", "scaled"


def probe_measured(answer: Any, case: Case) -> Observation:
    """Call the answer, which returns two numbers, from any library."""
    inputs = fresh(case.inputs)
    result = call(answer, inputs)
    if not isinstance(result, tuple | list) or len(result) != len(MEASURED):
        raise Unusable(f"should return ({', '.join(MEASURED)}), got {describe(result)}")
    named = zip(MEASURED, result, strict=True)
    values = {name: np.array(as_number(name, x)) for name, x in named}
    return Observation(values, {"modified": modified(case.inputs, inputs)})


PROBE = Probe("attention.score_variances", probe_measured)
