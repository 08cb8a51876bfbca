"""Check for ``positional_encoding.rotary``."""

import numpy as np

from lernformer.checks.positional_encoding.common import BFLOAT16, FAR, LAYER
from lernformer.checks.symptoms import (
    loses_dtype,
    modifies_input,
    not_finite,
    stays_behind,
)
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, GRADIENT, LEADING, PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import BASE, DEVICE
from lernformer.probes.positional_encoding.rotary import PROBE

TURNS = "turns each pair at its own speed"

POSITIONS = "turns by the positions it is given"


def rotary_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lead, length, d, positions=None, setting="", **more):
        counted = np.arange(length) if positions is None else np.asarray(positions)
        inputs = {"x": rng.normal(0, 1.5, (*lead, length, d)), "positions": counted}
        if "base" in more:
            inputs["base"] = more.pop("base")
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (*lead, length, d))
        more = {"tolerance": LAYER, **more}
        names = {0: "", 1: "B ", 2: "B H "}[len(lead)]
        return Case(aspect, inputs, {"output": f"{names}L d"}, setting, **more)

    two = (2,)
    # torch has no complex bfloat16, so an answer may refuse this dtype
    half = {"dtype": "bfloat16", "tolerance": BFLOAT16, "optional": True}
    of_each = rng.integers(0, 50, (2, 5))
    small, far = [0, 1, 2], [257, 303, 1001]  # bfloat16 rounds all far ones
    return [
        case(TURNS, two, 3, 4),
        case(TURNS, (3,), 3, 6),
        case(TURNS, two, 5, 8),
        case(POSITIONS, two, 3, 6, [4, 1, 7]),
        case(POSITIONS, two, 5, 6, rng.integers(0, 50, 5)),
        case(POSITIONS, two, 3, 6, [900, 0, 2100], tolerance=FAR),
        case(POSITIONS, two, 1, 6, [3]),
        case(POSITIONS, two, 5, 6, of_each),
        case(LEADING, (), 3, 6),
        case(LEADING, (2, 3), 5, 4),
        case(LEADING, (3, 2), 4, 6),
        case(BASE, two, 5, 6, base=500.0),
        case(BASE, two, 4, 8, base=float(rng.integers(5, 50))),
        case(PURE, two, 3, 6),
        case(GRADIENT, two, 3, 6),
        case(DEVICE, two, 3, 6, setting="device"),
        case(DTYPE, two, 3, 6, dtype="float32"),
        case(DTYPE, two, 3, 6, small, **half),
        case(DTYPE, two, 3, 6, far, **half),
    ]


def changes_lengths(case: Case, seen: Observation) -> str | None:
    if case.aspect != TURNS:
        return None
    x, output = case.inputs["x"], seen.values["output"]
    before, after = (np.linalg.norm(each, axis=-1) for each in (x, output))
    off = np.abs(after - before)
    if off.max() < 10 * case.tolerance:
        return None
    at = np.unravel_index(np.argmax(off), off.shape)
    return (
        f"the vector at {list(map(int, at))} has length {before[at]:.4g} before and "
        f"{after[at]:.4g} after; turning changes no length"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        TURNS: 4,
        POSITIONS: 2,
        LEADING: 1,
        BASE: 0.5,
        PURE: 0.5,
        GRADIENT: 1,
        DEVICE: 0.5,
        DTYPE: 0.5,
    },
    cases=rotary_cases,
    symptoms=(modifies_input, stays_behind, loses_dtype, not_finite, changes_lengths),
)
