"""Check for ``residual_norm.gradient_lengths``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.residual_norm.gradient_lengths import PROBE

MEASURES = "measures what arrives at each layer"
AROUND = "measures stacks with residuals and norms"
ONE = "measures a single layer"


def gradient_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, around, n, b, d):
        inputs = {
            "around": around,
            "weights": rng.normal(0, 1.2 * d**-0.5, (n, d, d)),
            "x": rng.normal(0, 1, (b, d)),
            "upstream": rng.normal(0.4, 2, (b, d)),
        }
        return Case(aspect, inputs, axes={"result": "n+1"}, tolerance=1e-6)

    return [
        case(MEASURES, "nothing", 2, 3, 4),
        case(MEASURES, "nothing", 6, 5, 8),
        case(AROUND, "a residual", 5, 3, 4),
        case(AROUND, "a residual, then a norm", 7, 2, 6),
        case(ONE, "nothing", 1, 2, 3),
        case(PURE, "a residual", 3, 2, 5),
    ]


TASK = Task(
    probe=PROBE,
    aspects={MEASURES: 3, AROUND: 1, ONE: 0.5, PURE: 0.5},
    cases=gradient_cases,
    symptoms=(modifies_input, not_finite),
)
