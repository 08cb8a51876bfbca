"""Check for ``masking.look_ahead_mask``."""

import numpy as np

from lernformer import masking as reference
from lernformer.checks.masking.masks import not_boolean, wrong_cell
from lernformer.checks.task import Task
from lernformer.probes.aspects import SIZE
from lernformer.probes.case import Case
from lernformer.probes.masking.look_ahead_mask import LAST, PROBE
from lernformer.probes.masking.masks import BOOLEAN, SINGLE


def look_ahead_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *lengths):
        names = ("query_length", "key_length")
        inputs = dict(zip(names, map(int, lengths), strict=False))
        return Case(aspect, inputs, {"mask": "1 1 L_q L_k"})

    future = "hides the future and nothing else"
    queries = rng.integers(6, 9)
    return [
        case(future, 3),
        case(future, 5),
        case(future, queries),
        case(future, 4, 4),
        case(LAST, 2, 3),
        case(LAST, 3, 5),
        case(LAST, 4, queries),
        case(SINGLE, 1),
        case(SINGLE, 1, 4),
        case(BOOLEAN, 4),
        case(SIZE, rng.integers(130, 140)),
        case(SIZE, 3, 2100),  # longer than a precomputed table
    ]


TASK = Task(
    probe=PROBE,
    aspects={
        "hides the future and nothing else": 5,
        LAST: 3,
        SINGLE: 0.5,
        SIZE: 0.5,
        BOOLEAN: 1,
    },
    cases=look_ahead_cases,
    symptoms=(not_boolean, wrong_cell(reference.look_ahead_mask)),
)
