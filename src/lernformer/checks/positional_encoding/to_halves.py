"""Check for ``positional_encoding.to_halves``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import LEADING, PURE
from lernformer.probes.case import Case
from lernformer.probes.positional_encoding.common import ODD
from lernformer.probes.positional_encoding.to_halves import PROBE

MOVED = 1e-5  # nothing is computed, but an answer may use float32

MOVES = "puts even features first, then odd ones"


def halves_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *shape, **more):
        inputs = {"x": rng.normal(0, 1, shape)}
        return Case(aspect, inputs, {"result": "L d"}, tolerance=MOVED, **more)

    counted = case(MOVES, 3, 6)  # row 2, feature 4 is 2.4
    counted.inputs["x"][:] = np.arange(3)[:, None] + np.arange(6) / 10
    return [
        counted,
        case(MOVES, 2, 4),
        case(MOVES, 7, 8),
        case(MOVES, int(rng.integers(4, 8)), 2 * int(rng.integers(5, 10))),
        case(ODD, 3, 5),
        case(ODD, 4, 1),
        case(ODD, int(rng.integers(4, 8)), 2 * int(rng.integers(5, 10)) + 1),
        case(LEADING, 2, 3, 6),
        case(LEADING, 8),
        case(LEADING, 3, 2, 4, 8),
        case(PURE, 3, 6),
    ]


TASK = Task(
    probe=PROBE,
    aspects={MOVES: 6, ODD: 2, LEADING: 1, PURE: 1},
    cases=halves_cases,
    symptoms=(modifies_input, not_finite),
)
