"""Check for ``translator.nucleus``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import LEADING, PURE
from lernformer.probes.case import Case
from lernformer.probes.translator.nucleus import PROBE

KEEPS = "keeps the likeliest words, as few as reach top_p"
HEATS = "divides the logits by the temperature"
BOTH = "takes temperature first, then top_p"
ONE = "keeps one word at least"
ALL = "leaves all as they are by default"


def reaching(logits: np.ndarray, temperature: float, n: int, part: float) -> float:
    """Return a top_p that falls well inside the share of the n-th likeliest word."""
    p = np.exp(logits / temperature - (logits / temperature).max())
    ordered = np.sort(p / p.sum())[::-1]
    return float(ordered[: n - 1].sum() + part * ordered[n - 1])


def nucleus_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, logits, temperature, top_p):
        inputs = {"logits": logits, "temperature": temperature, "top_p": top_p}
        return Case(aspect, inputs, {"probabilities": "V"})

    def row(size):
        """Return logits in random order, no two of them equal."""
        return rng.permutation(np.linspace(-1.5, 1.5, size) + rng.uniform(0, 0.1, size))

    def drawn(aspect, size, temperature, n):
        logits = row(size)
        top_p = reaching(logits, temperature, n, rng.uniform(0.25, 0.75))
        return case(aspect, logits, temperature, top_p)

    return [
        case(KEEPS, np.log([0.1, 0.4, 0.3, 0.2]), 1.0, 0.55),
        case(KEEPS, np.log([0.05, 0.3, 0.15, 0.4, 0.1]) + 2, 1.0, 0.8),
        drawn(KEEPS, 7, 1.0, 3),
        drawn(KEEPS, 9, 1.0, 5),
        case(HEATS, row(5), 2.0, 1.0),
        case(HEATS, row(6), 0.5, 1.0),
        drawn(BOTH, 7, 2.0, 4),
        drawn(BOTH, 8, 0.5, 2),
        drawn(ONE, 6, 1.0, 1),
        case(ONE, np.array([0.3, 4.0, 0.0]), 1.0, 0.01),
        case(ALL, row(6), 1.0, 1.0),
        case(LEADING, np.stack([row(5), row(5) * 2, row(5) * 4]), 1.5, 0.77),
        case(LEADING, rng.normal(0, 2, (2, 3, 6)), 0.8, 0.83),
        drawn(PURE, 6, 1.5, 3),
    ]


TASK = Task(
    probe=PROBE,
    aspects={KEEPS: 4, HEATS: 2, BOTH: 1, ONE: 1, ALL: 0.5, LEADING: 1, PURE: 0.5},
    cases=nucleus_cases,
    symptoms=(modifies_input, not_finite),
)
