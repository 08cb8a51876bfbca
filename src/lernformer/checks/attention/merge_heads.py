"""Check for ``attention.merge_heads``."""

import numpy as np

from lernformer import attention as reference
from lernformer.checks.attention.heads import HEAD_SHARES, head_cases
from lernformer.checks.expected import as_reference
from lernformer.checks.symptoms import loses_dtype, modifies_input
from lernformer.checks.task import Task
from lernformer.mistakes.attention.merge_heads import BUGS, MISTAKES
from lernformer.probes.aspects import GRADIENT
from lernformer.probes.attention.heads import probe_heads
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
    points=1,
    difficulty=1,
    minutes=5,
    hints=(
        "Undo split_heads, its steps in reverse order.",
        "First swap H and L, so that a position's heads are next to each other; then "
        "join the last two axes.",
        "x.transpose(1, 2).flatten(2). If you use view() instead of flatten(), call "
        ".contiguous() first.",
    ),
    aspects={SLICES: 7, **HEAD_SHARES},
    cases=merge_cases,
    expected=as_reference(reference.merge_heads, probe_heads),
    symptoms=(modifies_input, loses_dtype),
    mistakes=MISTAKES,
    bugs=BUGS,
)
