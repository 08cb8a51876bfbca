"""How ``attention.score_variances`` is asked."""

from typing import Any

import numpy as np
import torch

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.values import Unusable, call, describe, fresh, modified

MEASURED = "unscaled", "scaled"


def probe_measured(answer: Any, case: Case) -> Observation:
    """Call it; two numbers come back, of whatever library."""
    inputs = fresh(case.inputs)
    result = call(answer, inputs)
    if not isinstance(result, tuple | list) or len(result) != len(MEASURED):
        raise Unusable(f"should return ({', '.join(MEASURED)}), got {describe(result)}")
    named = zip(MEASURED, result, strict=True)
    values = {name: _number(name, x) for name, x in named}
    return Observation(values, {"modified": modified(case.inputs, inputs)})


def _number(name: str, value: Any) -> np.ndarray:
    kinds = (int, float, np.number, np.ndarray, torch.Tensor)
    if not isinstance(value, kinds) or np.ndim(value):
        raise Unusable(f"{name} should be a number, got {describe(value)}")
    return np.array(float(value))


PROBE = Probe("attention.score_variances", probe_measured)
