"""Check for ``residual_norm.standardize``."""

import numpy as np

from lernformer import residual_norm as reference
from lernformer.checks.expected import as_reference
from lernformer.checks.residual_norm.scaling import SCALING_SHARES, scaling_cases
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.mistakes.residual_norm.standardize import MISTAKES
from lernformer.probes.case import Case, Observation
from lernformer.probes.residual_norm.scaling import CONSTANT
from lernformer.probes.residual_norm.standardize import PROBE
from lernformer.probes.values import probe_numpy


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
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Shift, so that the mean becomes 0; divide, so that the variance becomes 1. "
        "Dividing by c divides the variance by c².",
        "x.mean and x.std take axis=axis and keepdims=True. Where all values are "
        "equal, that is max = min, let the denominator be 1. Don't test for σ = 0: the "
        "mean of 0.1, 0.1 and 0.1 is rounded, and so is σ.",
        "equal = x.max(axis=axis, keepdims=True) == x.min(axis=axis, keepdims=True); "
        "deviation = np.where(equal, 1, x.std(axis=axis, keepdims=True)); return (x - "
        "x.mean(axis=axis, keepdims=True)) / deviation.",
    ),
    aspects={"gives mean 0 and variance 1": 5, **SCALING_SHARES},
    cases=scaling_cases("gives mean 0 and variance 1"),
    expected=as_reference(reference.standardize, probe_numpy),
    symptoms=(modifies_input, not_finite, mean_and_variance),
    mistakes=MISTAKES,
)
