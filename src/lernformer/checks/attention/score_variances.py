"""Check for ``attention.score_variances``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.attention.score_variances import PROBE
from lernformer.probes.case import Case

MEASURES = "measures the scores that it is given"
OTHER = "measures, and does not assume mean 0 and variance 1"


def variance_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, rows, columns, d_k, mean=0.0, spread=1.0):
        q = rng.normal(mean, spread, (rows, d_k))
        k = rng.normal(mean, spread, (columns, d_k))
        return Case(aspect, {"q": q, "k": k}, tolerance=1e-6)

    return [
        case(MEASURES, 3, 5, 4),
        case(MEASURES, 7, 9, 64),
        case(MEASURES, 40, 30, 512),
        case(OTHER, 6, 4, 9, spread=3.0),
        case(OTHER, 5, 8, 16, mean=1.5),
        case(PURE, 4, 6, 5),
    ]


TASK = Task(
    probe=PROBE,
    aspects={MEASURES: 3, OTHER: 1, PURE: 0.5},
    cases=variance_cases,
    symptoms=(modifies_input, not_finite),
)
