"""Check for ``residual_norm.standardize``."""

import numpy as np

from lernformer.checks.residual_norm.scaling import SCALING_SHARES, scaling_cases
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.case import Case, Observation
from lernformer.probes.residual_norm.scaling import CONSTANT
from lernformer.probes.residual_norm.standardize import PROBE


def mean_and_variance(case: Case, seen: Observation) -> str | None:
    """Return the symptom of a mean that isn't 0 or a variance that isn't 1."""
    if (
        case.aspect == CONSTANT
        or not np.ptp(case.inputs["x"], case.inputs["axis"]).all()
    ):
        return None
    x, axis = seen.values["result"], case.inputs["axis"]
    for name, got, want in (
        ("mean", np.ravel(x.mean(axis=axis)), 0),
        ("variance", np.ravel(x.var(axis=axis)), 1),
    ):
        if np.abs(got - want).max() > 1e-2:
            wrong = got[np.argmax(np.abs(got - want))]
            return f"the {name} along axis {axis} is {wrong:.4g} instead of {want}"
    return None


TASK = Task(
    probe=PROBE,
    aspects={"gives mean 0 and variance 1": 5, **SCALING_SHARES},
    cases=scaling_cases("gives mean 0 and variance 1"),
    symptoms=(modifies_input, not_finite, mean_and_variance),
)
