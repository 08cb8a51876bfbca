"""Helpers for the checks of several tasks in this chapter."""

import numpy as np

from lernformer.checks.symptoms import loses_dtype, modifies_input, not_finite
from lernformer.probes.aspects import LARGE
from lernformer.probes.case import Case, Observation

ROUNDED = 0.02  # scores near 20,000 have a last digit of 2e-3 in float32

MASK = "hides what the mask forbids"


def mask_respected(case: Case, seen: Observation) -> str | None:
    mask = case.inputs.get("mask")
    if mask is None:
        return None
    weights = seen.values["weights"]
    hidden = weights[np.broadcast_to(~mask, weights.shape)]
    if np.isfinite(hidden).all() and np.abs(hidden).max(initial=0) < 1e-3:
        return None
    worst = hidden[np.argmax(np.abs(hidden))]
    where = " among scores near -3,000,000" if case.aspect == LARGE else ""
    return f"a key that the mask hides (False) has weight {worst:.4g}, not 0{where}"


def rows_sum_to_one(case: Case, seen: Observation) -> str | None:
    weights = seen.values["weights"]
    off = np.abs(weights.sum(-1) - 1)
    if not off.max() > 1e-3 + case.tolerance:
        return None
    at = np.unravel_index(np.argmax(off), off.shape)
    start = f"row {list(map(int, at))} of the weights sums to {weights[at].sum():.4g}"
    columns = weights.shape[-2] > 1 and np.allclose(weights.sum(-2), 1, atol=1e-3)
    return f"{start} instead of 1" + (", but each column sums to 1" if columns else "")


ATTENTION_SYMPTOMS = (
    modifies_input,
    loses_dtype,
    not_finite,
    mask_respected,
    rows_sum_to_one,
)
