"""Check for ``masking.step_by_step``."""

from typing import Any

import numpy as np

from lernformer.checks.expected import right
from lernformer.checks.judging import numbers
from lernformer.checks.masking.common import BFLOAT16, ROUNDED
from lernformer.checks.symptoms import loses_dtype, modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, GRADIENT, LARGE, PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.step_by_step import GONE, PROBE

SEES = "attends to what there is at each step"

NAN = 3  # the place of the NaN token; one more token follows


def step_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, b, h, length, d_k, d_v, **more):
        inputs = {
            "q": rng.uniform(-1.5, 1.5, (b, h, length, d_k)),
            "k": rng.uniform(-1.5, 1.5, (b, h, length, d_k)),
            "v": rng.normal(0, 1, (b, h, length, d_v)),
        }
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (b, h, length, d_v))
        if aspect == LARGE:  # in each row, scores are far from 0 but close together
            inputs["q"][..., 0] = rng.choice([-9.0, 9.0], (b, h, length))
            inputs["q"][..., 0, 0], inputs["q"][..., 1, 0] = 9, -9
            inputs["k"][..., 0] = 300 * d_k**0.5
        return Case(aspect, inputs, {"output": "B H T d_v"}, **more)

    # A later NaN token shows up even with weight 0, as 0 · NaN is NaN. It isn't the
    # last token, so replacing NaN by numbers would hide it from later tokens, too.
    gone = case(SEES, 2, 3, 5, 7, 6, setting=GONE)
    for x in gone.inputs.values():
        x[..., NAN, :] = np.nan
    sizes = (2, 3, 5, 7, 6)  # all different
    return [
        case(SEES, 1, 2, 3, 2, 2),
        # Equal sizes, so that swapped arguments give numbers and not an error …
        case(SEES, 2, 2, 4, 4, 4),
        # … and sizes that all differ, so that none can be mistaken for another.
        case(SEES, *sizes),
        case(SEES, 3, 2, 6, 4, 5),
        gone,
        case("works for a single token", 2, 3, 1, 4, 5),
        case(LARGE, *sizes, tolerance=ROUNDED),
        case(PURE, *sizes),
        case(GRADIENT, *sizes),
        case(DTYPE, *sizes),
        case(DTYPE, *sizes, dtype="float32", tolerance=1e-4),
        case(DTYPE, *sizes, dtype="bfloat16", tolerance=BFLOAT16),
    ]


def first_wrong_step(case: Case, seen: Observation) -> str | None:
    """Return the symptom of the first step that is wrong."""
    if case.aspect != SEES:
        return None
    want, got = right(case, TASK.expected)["output"], seen.values["output"]
    tolerance: dict[str, Any] = {
        "rtol": case.tolerance,
        "atol": case.tolerance,
        "equal_nan": True,
    }
    wrong = ~np.isclose(got, want, **tolerance).all(axis=(0, 1, 3))
    if not wrong.any():
        return None
    t = int(np.argmax(wrong))
    b, h = np.argwhere(~np.isclose(got, want, **tolerance).all(-1)[:, :, t])[0]
    later = f" (token {NAN} is NaN: it is in the steps from {NAN} on and in no other)"
    return (
        f"step {t}, which may attend to {t + 1} of {len(wrong)} keys, gives "
        f"{numbers(got[b, h, t])}, expected {numbers(want[b, h, t])}"
        f"{later if case.setting == GONE else ''}"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        SEES: 6,
        "works for a single token": 1,
        LARGE: 0.5,
        PURE: 0.5,
        GRADIENT: 1,
        DTYPE: 1,
    },
    cases=step_cases,
    symptoms=(modifies_input, loses_dtype, first_wrong_step),
)
