"""Check for ``positional_encoding.angular_frequencies``."""

import numpy as np

from lernformer import positional_encoding as reference
from lernformer.checks.expected import as_reference
from lernformer.checks.positional_encoding.common import NEAR
from lernformer.checks.symptoms import not_finite
from lernformer.checks.task import Task
from lernformer.mistakes.positional_encoding.angular_frequencies import MISTAKES
from lernformer.probes.case import Case
from lernformer.probes.positional_encoding.angular_frequencies import PROBE
from lernformer.probes.positional_encoding.common import BASE, ODD
from lernformer.probes.values import probe_numpy


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
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Write down the ω_k for d_model = 4 by hand: there are two. How many are there "
        "for d_model = 5?",
        "k counts 0, 1, 2, … up to ⌈d/2⌉ - 1. np.arange gives them all at once, and "
        "base ** (an array) is an array.",
        "k = np.arange((d_model + 1) // 2); then base ** (-2.0 * k / d_model).",
    ),
    aspects={"falls from 1 by the same factor": 6, BASE: 2, ODD: 2},
    cases=frequency_cases,
    expected=as_reference(reference.angular_frequencies, probe_numpy),
    symptoms=(not_finite,),
    mistakes=MISTAKES,
)
