"""Check for ``attention.merge_heads``."""

import numpy as np

from lernformer.checks.attention.heads import HEAD_SHARES, head_cases
from lernformer.checks.symptoms import loses_dtype, modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import GRADIENT
from lernformer.probes.attention.merge_heads import PROBE
from lernformer.probes.case import Case

SLICES = "puts the heads side by side"


def merge_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, b, n, length, d_k, **more):
        inputs = {"x": rng.normal(0, 1, (b, n, length, d_k))}
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (b, length, n * d_k))
        return Case(aspect, inputs, {"output": "B L d_model"}, **more)

    return head_cases(case, SLICES)


TASK = Task(
    probe=PROBE,
    aspects={SLICES: 7, **HEAD_SHARES},
    cases=merge_cases,
    symptoms=(modifies_input, loses_dtype),
)
