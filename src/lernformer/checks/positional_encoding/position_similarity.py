"""Check for ``positional_encoding.position_similarity``."""

import numpy as np

from lernformer.checks.positional_encoding.common import LAYER
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.positional_encoding.common import BASE
from lernformer.probes.positional_encoding.position_similarity import (
    NEGATIVE,
    PROBE,
    SHAPES,
)


def similarity_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, offsets, d_model, base=None):
        inputs = {"offsets": np.asarray(offsets), "d_model": d_model}
        if base is not None:
            inputs["base"] = base
        # sums of cosines of angles up to 50, perhaps in float32
        return Case(aspect, inputs, tolerance=LAYER)

    dot = "is the dot product of two positions"
    return [
        case(dot, [0, 1, 2], 4),
        case(dot, [1, 2, 5], 6),  # as many offsets as clocks
        case(dot, [3, 2], 2),  # the positions point in different directions
        case(dot, rng.integers(0, 50, 7), 10),
        case(dot, rng.integers(1, 10, 5), 512),
        case(NEGATIVE, [-1, 2, -3, 0], 6),
        case(NEGATIVE, rng.integers(-50, 0, 5), 8),
        case(SHAPES, [4], 6),
        case(SHAPES, rng.integers(0, 50, (2, 3)), 8),
        case(SHAPES, 3, 6),
        case(BASE, [0, 1, 2, 3], 6, base=500.0),
        case(BASE, rng.integers(1, 50, 5), 8, base=float(rng.integers(5, 50))),
        case(PURE, rng.integers(-50, 0, 5), 6),
    ]


TASK = Task(
    probe=PROBE,
    aspects={
        "is the dot product of two positions": 6,
        NEGATIVE: 1,
        SHAPES: 1,
        BASE: 1,
        PURE: 1,
    },
    cases=similarity_cases,
    symptoms=(modifies_input, not_finite),
)
