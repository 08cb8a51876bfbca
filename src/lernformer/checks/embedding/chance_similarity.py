"""Check for ``embedding.chance_similarity``."""

import numpy as np

from lernformer import embedding as reference
from lernformer.checks.expected import as_reference
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.mistakes.embedding.chance_similarity import MISTAKES
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.embedding.chance_similarity import PROBE
from lernformer.probes.values import probe_number

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
    points=1,
    difficulty=1,
    minutes=8,
    hints=(
        "Which pairs are there if no row is compared with itself? And what happens to "
        "positive and negative similarities if you only take their mean?",
        "cosine_similarity(E[:, None], E) compares every row with every row: a table "
        "(V, V), whose diagonal does not count. ~np.eye(V, dtype=bool) is True for the "
        "rest.",
        "pairs = cosine_similarity(E[:, None], E)[~np.eye(len(E), dtype=bool)]; "
        "return np.sqrt((pairs**2).mean()).",
    ),
    aspects={MEASURES: 3, LEANING: 1, PURE: 0.5},
    cases=chance_cases,
    expected=as_reference(reference.chance_similarity, probe_number),
    symptoms=(modifies_input, not_finite),
    mistakes=MISTAKES,
)
