"""Check for ``positional_encoding.similarity_by_distance``."""

import numpy as np

from lernformer import positional_encoding as reference
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes import probe
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case

MEASURES = "measures any table, by distance"
SINUSOIDS = "finds what the formula says about sinusoids"
ONE = "measures a table of one position"


def distance_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, table):
        return Case(aspect, {"table": table}, tolerance=1e-6)

    def drawn(length, d):
        return rng.normal(0.3, 1, (length, d))

    base = float(rng.uniform(20, 200))
    return [
        case(MEASURES, np.array([[1.0, 0.0], [2.0, 1.0], [0.0, -3.0]])),
        case(MEASURES, drawn(6, 4)),
        case(MEASURES, drawn(5, 9)),
        case(SINUSOIDS, reference.sinusoidal_encoding(40, 8, base)),
        case(ONE, drawn(1, 3)),
        case(PURE, drawn(7, 5)),
    ]


TASK = Task(
    probe=probe("positional_encoding.similarity_by_distance"),
    aspects={MEASURES: 3, SINUSOIDS: 0.5, ONE: 0.5, PURE: 0.5},
    cases=distance_cases,
    symptoms=(modifies_input, not_finite),
)
