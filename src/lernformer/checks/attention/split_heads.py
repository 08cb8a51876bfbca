"""Check for ``attention.split_heads``."""

import numpy as np

from lernformer.checks.attention.heads import HEAD_SHARES, head_cases
from lernformer.checks.symptoms import loses_dtype, modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import GRADIENT
from lernformer.probes.attention.split_heads import PROBE
from lernformer.probes.case import Case

SLICES = "gives head h the h-th slice"


def split_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, b, n, length, d_k, **more):
        x = rng.normal(0, 1, (b, length, n * d_k))
        inputs = {"x": x, "n_heads": n}
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (b, n, length, d_k))
        return Case(aspect, inputs, {"output": "B H L d_k"}, **more)

    return head_cases(case, SLICES)


TASK = Task(
    probe=PROBE,
    aspects={SLICES: 7, **HEAD_SHARES},
    cases=split_cases,
    symptoms=(modifies_input, loses_dtype),
)
