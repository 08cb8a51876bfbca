"""Helpers for the checks of several tasks in this chapter."""

import numpy as np

from lernformer.checks.judging import numbers
from lernformer.probes.case import Case, Observation

BFLOAT16 = 0.1  # 8 bits of precision, a few roundings of numbers around 3

NOTHING = 1e-8  # a hidden weight up to this counts as 0; a fill value of -1e4 gives 0

ROUNDED = 1e-3  # scores near 3000 have a last digit of 2e-4 in float32


def truths(row: np.ndarray) -> str:
    shown = ", ".join(str(bool(x)) for x in row[:12])
    return f"[{shown}{', …' if len(row) > 12 else ''}]"


def gradient_not_finite(case: Case, seen: Observation) -> str | None:
    for name, x in seen.values.items():
        if name.startswith("gradient") and not np.isfinite(x).all():
            where = " where a row may attend to nothing" if case.setting else ""
            return f"the {name} contains {x[~np.isfinite(x)].flat[0]}{where}"
    return None


def bad_weights(case: Case, seen: Observation) -> str | None:
    """Return the symptom of the first row of weights that the mask doesn't allow."""
    if "weights" not in seen.values:
        return None
    weights = seen.values["weights"]
    mask = np.broadcast_to(case.inputs["mask"], weights.shape)
    hidden = np.where(mask, 0, np.abs(weights)).max(-1)
    sums, want = weights.sum(-1), mask.any(-1)
    off = np.abs(sums - want) > 1e-3 + case.tolerance
    broken = np.argwhere(~np.isfinite(sums) | (hidden > NOTHING) | off)
    if not len(broken):
        return None
    at = tuple(map(int, broken[0]))
    if not mask[at].any():
        what = "be all zeros, because there is nothing to attend to"
    elif not np.isfinite(sums[at]):
        what = "hold only numbers"
    elif hidden[at] > NOTHING:
        what = f"give hidden keys 0, not {hidden[at]:.4g}"
    else:
        what = f"sum to 1, not to {sums[at]:.4g}"
    scores = ""
    if "scores" in case.inputs:
        scores = f"the scores {numbers(case.inputs['scores'][at])} and "
    return (
        f"weights{list(at)} is {numbers(weights[at])} for {scores}the mask "
        f"{truths(mask[at])}; it should {what}"
    )
