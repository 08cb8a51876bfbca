"""Check for ``translator.noam_learning_rate``."""

import numpy as np

from lernformer.checks.task import Task
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.noam_learning_rate import MILLIONTHS, PROBE
from lernformer.translator import noam_learning_rate

RISES = "rises in a straight line, then falls"

FIRST = "counts steps from 1"


def noam_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *numbers, setting=""):
        names = ("step", "d_model", "warmup_steps")
        inputs = dict(zip(names, map(int, numbers), strict=True))
        return Case(aspect, inputs, setting=setting)

    warmup = rng.integers(300, 900)
    d_model = rng.integers(40, 90)
    return [
        case(RISES, 2, 16, 4),
        case(RISES, 3, 64, 100),
        case(RISES, 50, 64, 100),
        case(RISES, rng.integers(2, 250), d_model, warmup),
        case(RISES, 1000, 512, 4000),
        case(RISES, 9, 16, 4),
        case(RISES, 100, 64, 100),
        case(RISES, 101, 64, 100),
        case(RISES, 2 * warmup, d_model, warmup),
        case(RISES, 100_000, 512, 4000),
        case(FIRST, 1, 16, 4),
        case(FIRST, 1, 512, 4000),
        case(FIRST, 1, 64, 1),
        case(FIRST, 0, 64, 100, setting="step 0"),
    ]


def wrong_rate(case: Case, seen: Observation) -> str | None:
    if "rate" in seen.facts:
        return f"the rate is {seen.facts['rate']}"
    if case.setting:
        return None
    got = seen.values["rate"][0]
    want = noam_learning_rate(**case.inputs) * MILLIONTHS
    if np.isclose(got, want, rtol=case.tolerance, atol=0):
        return None
    return f"the rate is {got / MILLIONTHS:.6g}, expected {want / MILLIONTHS:.6g}"


TASK = Task(
    probe=PROBE,
    aspects={RISES: 8, FIRST: 2},
    cases=noam_cases,
    symptoms=(wrong_rate,),
)
