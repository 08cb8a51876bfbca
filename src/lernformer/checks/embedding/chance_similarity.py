"""Check for ``embedding.chance_similarity``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.embedding.chance_similarity import PROBE

MEASURES = "measures the table that it is given"
LEANING = "measures rows that lean to one side, too"


def chance_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, rows, d, mean=0.0):
        lengths = rng.uniform(0.5, 3, (rows, 1))
        E = lengths * (mean + rng.normal(0, 1, (rows, d)))
        return Case(aspect, {"E": E}, tolerance=1e-6)

    small = np.array([[3.0, 4.0], [0.0, 2.0], [-1.0, 0.0]])
    return [
        Case(MEASURES, {"E": small}, tolerance=1e-6),
        case(MEASURES, 7, 4),
        case(MEASURES, 30, 64),
        case(LEANING, 9, 5, mean=1.0),
        case(LEANING, 4, 6, mean=-2.0),
        case(PURE, 5, 3),
    ]


TASK = Task(
    probe=PROBE,
    aspects={MEASURES: 3, LEANING: 1, PURE: 0.5},
    cases=chance_cases,
    symptoms=(modifies_input, not_finite),
)
