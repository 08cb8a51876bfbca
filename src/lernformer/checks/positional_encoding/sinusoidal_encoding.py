"""Check for ``positional_encoding.sinusoidal_encoding``."""

import numpy as np

from lernformer.checks.positional_encoding.common import FAR, NEAR
from lernformer.checks.symptoms import not_finite
from lernformer.checks.task import Task
from lernformer.probes.case import Case
from lernformer.probes.positional_encoding.common import BASE, ODD
from lernformer.probes.positional_encoding.sinusoidal_encoding import LONG, PROBE


def sinusoidal_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, length, d_model, tolerance=NEAR, **base):
        inputs = {"length": length, "d_model": d_model, **base}
        return Case(aspect, inputs, {"result": "L d_model"}, tolerance=tolerance)

    waves = "gives each position its sines and cosines"
    return [
        case(waves, 3, 4),
        case(waves, 4, 4),
        case(waves, 5, 6),
        case(waves, int(rng.integers(6, 10)), 2 * int(rng.integers(6, 10))),
        case(ODD, 4, 5),
        case(ODD, 3, 1),
        case(ODD, int(rng.integers(4, 8)), 2 * int(rng.integers(5, 10)) + 1),
        case(BASE, 5, 6, base=500.0),  # size as above: a table cached by size is wrong
        case(BASE, 5, 8, base=float(rng.integers(2, 50))),
        case(LONG, 1, 6),
        case(LONG, 5100, 4, tolerance=FAR),
    ]


TASK = Task(
    probe=PROBE,
    aspects={
        "gives each position its sines and cosines": 6,
        ODD: 2,
        BASE: 1,
        LONG: 1,
    },
    cases=sinusoidal_cases,
    symptoms=(not_finite,),
)
