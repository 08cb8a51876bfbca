"""Check for ``transformer.silenced_heads``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.transformer.silenced_heads import PROBE

MEASURES = "measures what each head does"
MASKED = "measures under a mask"
MODE = "measures in evaluation mode"


def heads_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, n_heads, d_k, b, length, dropout=0.0):
        mask = None
        if aspect == MASKED:
            mask = np.tril(np.ones((1, 1, length, length), dtype=bool))
        inputs = {
            "d_model": n_heads * d_k,
            "n_heads": n_heads,
            "dropout": dropout,
            "weights": int(rng.integers(2**31)),
            "x": rng.normal(0, 1, (b, length, n_heads * d_k)),
            "mask": mask,
        }
        return Case(aspect, inputs, axes={"result": "H"}, tolerance=1e-6)

    return [
        case(MEASURES, 2, 3, 1, 4),
        case(MEASURES, 3, 4, 2, 5),
        case(MEASURES, 4, 2, 3, 5),
        case(MASKED, 3, 5, 2, 4),
        case(MODE, 2, 4, 3, 5, dropout=0.5),
        case(PURE, 3, 2, 2, 4),
    ]


TASK = Task(
    probe=PROBE,
    aspects={MEASURES: 3, MASKED: 1, MODE: 1, PURE: 0.5},
    cases=heads_cases,
    symptoms=(modifies_input, not_finite),
)
