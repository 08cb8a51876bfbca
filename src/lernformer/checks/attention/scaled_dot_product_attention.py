"""Check for ``attention.scaled_dot_product_attention``."""

import numpy as np

from lernformer.checks.attention.common import ATTENTION_SYMPTOMS, MASK, ROUNDED
from lernformer.checks.drawing import far_from_zero, random_mask
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, GRADIENT, LARGE, LEADING, PURE
from lernformer.probes.attention.scaled_dot_product_attention import PROBE
from lernformer.probes.case import Case

BFLOAT16 = 0.1  # 8 bits of precision, a few roundings of numbers around 3


def attention_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lead, l_q, l_k, d_k, d_v, mask=None, size=1.5, **more):
        names = {0: "", 1: "B ", 2: "B H "}[len(lead)]
        inputs = {
            "q": rng.normal(0, size, (*lead, l_q, d_k)),
            "k": rng.normal(0, size, (*lead, l_k, d_k)),
            "v": rng.normal(0, 1, (*lead, l_k, d_v)),
        }
        if mask is not None and aspect not in (MASK, LARGE):  # the mask hides nothing
            inputs["mask"] = np.ones(mask, bool)
        elif mask is not None:
            inputs["mask"] = random_mask(rng, *mask)
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (*lead, l_q, d_v))
        if aspect == LARGE and mask is not None:
            far_from_zero(inputs["q"], inputs["k"], ~inputs["mask"][..., 0, :])
        axes = {"output": f"{names}L_q d_v", "weights": f"{names}L_q L_k"}
        return Case(aspect, inputs, axes, **more)

    average = "averages the values by weights"
    return [
        # Equal sizes, so that swapped arguments give numbers and not an error …
        case(average, (2,), 3, 3, 5, 5),
        # … and sizes that all differ, so that none can be mistaken for another.
        case(average, (2,), 3, 4, 7, 5),
        case(average, (2,), 5, 1, 3, 4),
        case(MASK, (2,), 3, 3, 5, 5, mask=(2, 3, 3)),
        case(MASK, (2,), 3, 4, 7, 5, mask=(2, 1, 4)),
        case(MASK, (2,), 3, 4, 7, 5, mask=(3, 4)),
        case(LEADING, (2, 3), 4, 5, 7, 6),
        case(LEADING, (2, 3), 4, 5, 7, 6, mask=(2, 1, 1, 5)),
        case(LARGE, (2,), 3, 4, 7, 5, size=60, tolerance=ROUNDED),
        case(LARGE, (2,), 3, 5, 4, 6, mask=(2, 1, 5)),
        case(PURE, (2,), 3, 4, 7, 5),
        case(PURE, (2,), 3, 4, 7, 5, mask=(2, 3, 4)),
        case(GRADIENT, (2,), 3, 4, 7, 5),
        case(DTYPE, (2,), 3, 4, 7, 5, dtype="float32", tolerance=1e-4),
        case(DTYPE, (2,), 3, 4, 7, 5, dtype="bfloat16", tolerance=BFLOAT16),
        case(
            DTYPE,
            (2,),
            3,
            4,
            7,
            5,
            mask=(2, 1, 4),
            dtype="bfloat16",
            tolerance=BFLOAT16,
        ),
    ]


TASK = Task(
    probe=PROBE,
    aspects={
        "averages the values by weights": 4,
        MASK: 2,
        LEADING: 1,
        LARGE: 1,
        GRADIENT: 1,
        PURE: 0.5,
        DTYPE: 0.5,
    },
    cases=attention_cases,
    symptoms=ATTENTION_SYMPTOMS,
)
