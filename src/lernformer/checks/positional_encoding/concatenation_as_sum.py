"""Check for ``positional_encoding.concatenation_as_sum``."""

import numpy as np

from lernformer.checks.judging import numbers
from lernformer.checks.positional_encoding.common import BFLOAT16
from lernformer.checks.symptoms import dtype_kept, modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, GRADIENT, PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.concatenation_as_sum import (
    PARTS,
    PROBE,
    WIDTH,
)

SUMS = 1e-4  # sums of a few products, perhaps in float32

ADDS_UP = "splits the mixture into its two parts"


def concatenation_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, b, length, d, d_p, d_out, **more):
        inputs = {
            "x": rng.normal(0, 1, (b, length, d)),
            "positions": rng.normal(0, 1, (length, d_p)),
            "weight": rng.normal(0, 1, (d + d_p, d_out)),
        }
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (b + 1) * length * d_out)
        axes = {"from_words": "B L d_out", "from_positions": "L d_out"}
        return Case(aspect, inputs, axes, **{"tolerance": SUMS, **more})

    return [
        # Sizes for which transposing W, or a block of it, gives numbers and no error …
        case(ADDS_UP, 2, 3, 2, 2, 4),
        case(ADDS_UP, 2, 3, 2, 2, 2),
        # … and sizes that differ, so that none can be mistaken for another.
        case(ADDS_UP, 2, 3, 4, 4, 5),
        case(ADDS_UP, 3, 1, 5, 5, 4),
        case(WIDTH, 2, 3, 4, 6, 5),
        case(WIDTH, 2, 5, 7, 3, 4),
        case(WIDTH, 1, 4, 3, 1, 2),
        case(PURE, 2, 3, 4, 4, 5),
        case(GRADIENT, 2, 3, 4, 4, 5),
        case(DTYPE, 2, 3, 4, 4, 5),
        case(DTYPE, 2, 3, 4, 4, 5, dtype="float32"),
        case(DTYPE, 2, 3, 4, 4, 5, dtype="bfloat16", tolerance=BFLOAT16),
    ]


def misses_the_mixture(case: Case, seen: Observation) -> str | None:
    if case.aspect not in (ADDS_UP, WIDTH):
        return None
    word, place = case.inputs["x"][0, -1], case.inputs["positions"][-1]
    want = np.concatenate([word, place]) @ case.inputs["weight"]
    words, places = (seen.values[name] for name in PARTS)
    got = words[0, -1] + places[-1]
    if np.allclose(got, want, atol=10 * case.tolerance):
        return None
    return (
        f"for the last word of a sentence the parts add up to {numbers(got)}, but "
        f"[X; P] W is {numbers(want)}"
    )


TASK = Task(
    probe=PROBE,
    aspects={ADDS_UP: 5, WIDTH: 2, GRADIENT: 1, PURE: 1, DTYPE: 1},
    cases=concatenation_cases,
    symptoms=(modifies_input, dtype_kept(*PARTS), not_finite, misses_the_mixture),
)
