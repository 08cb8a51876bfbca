"""Check for ``residual_norm.min_max``."""

import numpy as np

from lernformer.checks.residual_norm.scaling import SCALING_SHARES, scaling_cases
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.case import Case, Observation
from lernformer.probes.residual_norm.min_max import PROBE
from lernformer.probes.residual_norm.scaling import CONSTANT


def fills_interval(case: Case, seen: Observation) -> str | None:
    """Return the symptom of a minimum that isn't 0 or a maximum that isn't 1."""
    if case.aspect == CONSTANT:
        return None
    x, axis = seen.values["result"], case.inputs["axis"]
    for name, want in (("smallest", 0), ("largest", 1)):
        got = np.asarray((x.min if want == 0 else x.max)(axis=axis)).reshape(-1)
        if np.ptp(case.inputs["x"], axis=axis).all() and np.abs(got - want).max() > 0.1:
            wrong = got[np.argmax(np.abs(got - want))]
            return (
                f"the {name} value along axis {axis} is {wrong:.4g} instead of {want}"
            )
    return None


TASK = Task(
    probe=PROBE,
    aspects={"scales into [0, 1]": 5, **SCALING_SHARES},
    cases=scaling_cases("scales into [0, 1]"),
    symptoms=(modifies_input, not_finite, fills_interval),
)
