"""Check for ``residual_norm.weight_norm``."""

import numpy as np

from lernformer.checks.judging import numbers
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.residual_norm.common import ONES
from lernformer.probes.residual_norm.weight_norm import PROBE, SHORT

LENGTHS = "gives each row its length"


def weight_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, n, d, size=1.0):
        v = rng.choice([-1, 1], (n, d)) * rng.uniform(0.5, 2, (n, d))
        inputs = {"v": size * v, "g": rng.uniform(2, 5, n)}
        return Case(aspect, inputs, {"result": "n d"})

    by_hand = {"v": np.array([[3.0, 4], [0, -2]]), "g": np.array([10.0, 3])}
    return [
        # as many rows as columns: a wrong axis gives numbers, not an error
        Case(LENGTHS, by_hand, {"result": "n d"}),
        case(LENGTHS, 3, 3),
        case(LENGTHS, 3, 5),
        case(LENGTHS, 6, 4, size=1e3),
        case(ONES, 1, 4),
        case(ONES, 3, 1),
        case(ONES, 1, 1),
        case(PURE, 4, 3),
        case(SHORT, 5, 3, size=3e-3),  # an eps of 1e-8 is within rounding, 1e-6 is not
    ]


def row_length(case: Case, seen: Observation) -> str | None:
    """Return the symptom of a row whose length is not the requested one."""
    v, g = case.inputs["v"], case.inputs["g"]
    length = np.linalg.norm(seen.values["result"], axis=-1)
    off = np.abs(length / g - 1)
    if off.max() < 1e-5:
        return None
    i = int(np.argmax(off))
    return (
        f"row {i} of the result has the length {length[i]:.5g}, expected {g[i]:.5g}, "
        f"for v[{i}] = {numbers(v[i])} and g[{i}] = {g[i]:.5g}"
    )


TASK = Task(
    probe=PROBE,
    aspects={LENGTHS: 5, ONES: 0.5, PURE: 0.5, SHORT: 0.5},
    cases=weight_cases,
    symptoms=(modifies_input, not_finite, row_length),
)
