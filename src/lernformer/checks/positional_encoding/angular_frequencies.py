"""Check for ``positional_encoding.angular_frequencies``."""

import numpy as np

from lernformer.checks.positional_encoding.common import NEAR
from lernformer.checks.symptoms import not_finite
from lernformer.checks.task import Task
from lernformer.probes.case import Case
from lernformer.probes.positional_encoding.angular_frequencies import PROBE
from lernformer.probes.positional_encoding.common import BASE, ODD


def frequency_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, d_model, **base):
        inputs = {"d_model": d_model, **base}
        return Case(aspect, inputs, {"result": "clocks"}, tolerance=NEAR)

    falls = "falls from 1 by the same factor"
    return [
        case(falls, 4),
        case(falls, 6),
        case(falls, 2 * int(rng.integers(5, 30))),
        case(falls, 512),
        case(BASE, 6, base=500.0),
        case(BASE, 8, base=float(rng.integers(2, 50))),
        case(ODD, 5),
        case(ODD, 1),
        case(ODD, 2 * int(rng.integers(5, 30)) + 1),
    ]


TASK = Task(
    probe=PROBE,
    aspects={"falls from 1 by the same factor": 6, BASE: 2, ODD: 2},
    cases=frequency_cases,
    symptoms=(not_finite,),
)
