"""Check for ``masking.masked_attention``."""

import numpy as np

from lernformer.checks.drawing import far_from_zero, random_mask
from lernformer.checks.masking.common import BFLOAT16, bad_weights, gradient_not_finite
from lernformer.checks.symptoms import loses_dtype, modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, GRADIENT, LARGE, LEADING, PURE
from lernformer.probes.attention.MultiHeadAttention import CROSS
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.common import EMPTY
from lernformer.probes.masking.masked_attention import PROBE


def attention_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lead, l_q, l_k, d_k, d_v, mask, **more):
        inputs = {
            "q": rng.uniform(-1.5, 1.5, (*lead, l_q, d_k)),
            "k": rng.uniform(-1.5, 1.5, (*lead, l_k, d_k)),
            "v": rng.normal(0, 1, (*lead, l_k, d_v)),
            "mask": random_mask(rng, *mask) if isinstance(mask, tuple) else mask,
        }
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (*lead, l_q, d_v))
        if aspect == LARGE:
            sign = rng.choice([-1, 1], (*lead, l_q))
            sign[..., 0], sign[..., 1] = 1, -1
            far_from_zero(inputs["q"], inputs["k"], ~inputs["mask"][..., 0, :], sign)
        names = {0: "", 1: "B ", 2: "B H "}[len(lead)]
        axes = {"output": f"{names}L_q d_v", "weights": f"{names}L_q L_k"}
        return Case(aspect, inputs, axes, **more)

    average, sizes = "averages the values that the mask allows", (4, 5, 7, 6)
    empty = random_mask(rng, 2, 1, 4, 5)
    empty[0, :, 1] = empty[1, :, 3] = False
    return [
        case(average, (1, 1), 2, 2, 2, 2, np.eye(2, dtype=bool)[None, None]),
        # Equal sizes, so that swapped arguments give numbers and not an error …
        case(average, (2, 3), 4, 4, 5, 5, (2, 3, 4, 4)),
        case(average, (2, 3), 4, 4, 7, 5, (1, 1, 4, 4)),
        case(average, (2, 3), 4, 4, 7, 5, (2, 1, 4, 4)),
        # … and sizes that all differ, so that none can be mistaken for another.
        case(CROSS, (2, 3), *sizes, (2, 1, 1, 5)),
        case(CROSS, (2, 3), *sizes, (2, 1, 4, 5)),
        case(CROSS, (3, 2), 1, 4, 7, 5, (1, 1, 1, 4)),
        case(EMPTY, (2, 3), *sizes, empty),
        case(EMPTY, (2, 3), *sizes, np.arange(2)[:, None, None, None] < np.ones(5)),
        case(LEADING, (2,), *sizes, (2, 1, 5)),
        case(LEADING, (2,), *sizes, (2, 4, 5)),
        case(LEADING, (), *sizes, (4, 5)),
        case(LARGE, (2, 3), 6, 5, 4, 7, (2, 1, 1, 5)),
        case(PURE, (2, 3), *sizes, np.ones((2, 1, 4, 5), bool)),
        case(GRADIENT, (2, 3), *sizes, (2, 1, 4, 5)),
        case(GRADIENT, (2, 3), *sizes, empty, setting="gradient of empty rows"),
        case(DTYPE, (2, 3), *sizes, (2, 1, 1, 5), dtype="float32", tolerance=1e-4),
        case(DTYPE, (2, 3), *sizes, (2, 1, 1, 5), dtype="bfloat16", tolerance=BFLOAT16),
    ]


def output_not_finite(case: Case, seen: Observation) -> str | None:
    output = seen.values.get("output", np.zeros(1))
    if np.isfinite(output).all():
        return None
    return f"output contains {output[~np.isfinite(output)].flat[0]}"


TASK = Task(
    probe=PROBE,
    aspects={
        "averages the values that the mask allows": 4,
        CROSS: 2,
        EMPTY: 1,
        LEADING: 1,
        LARGE: 0.5,
        PURE: 0.5,
        GRADIENT: 0.5,
        DTYPE: 0.5,
    },
    cases=attention_cases,
    symptoms=(
        modifies_input,
        loses_dtype,
        gradient_not_finite,
        bad_weights,
        output_not_finite,
    ),
)
