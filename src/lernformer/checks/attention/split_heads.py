"""Check for ``attention.split_heads``."""

import numpy as np

from lernformer import attention as reference
from lernformer.checks.attention.heads import HEAD_SHARES, head_cases
from lernformer.checks.expected import as_reference
from lernformer.checks.symptoms import loses_dtype, modifies_input
from lernformer.checks.task import Task
from lernformer.mistakes.attention.split_heads import MISTAKES
from lernformer.probes.aspects import GRADIENT
from lernformer.probes.attention.heads import probe_heads
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
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "d_model is H slices of d_k features, one after the other. First give the "
        "slices their own axis, then move that axis to its place.",
        "Reshape to (B, L, H, d_k): only the last axis is cut. Then swap H and L.",
        "x.reshape(B, L, n_heads, d_model // n_heads).transpose(1, 2).",
    ),
    aspects={SLICES: 7, **HEAD_SHARES},
    cases=split_cases,
    expected=as_reference(reference.split_heads, probe_heads),
    symptoms=(modifies_input, loses_dtype),
    mistakes=MISTAKES,
)
