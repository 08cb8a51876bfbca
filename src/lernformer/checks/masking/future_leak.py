"""Check for ``masking.future_leak``."""

import numpy as np

from lernformer.checks.expected import right
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.future_leak import PROBE

MEASURES = "measures what leaks, and finds nothing where nothing does"
ANYWHERE = "finds a leak wherever it is"
MODE = "measures in evaluation mode"

PAST = "attention to the past"


def leak_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, layer, b, length, d, more=0.0):
        x, noise = rng.normal(0, 1, (2, b, length, d))
        other = x + more if more else noise
        if aspect == ANYWHERE:  # in the last sentence only
            other[:-1] = x[:-1]
        inputs = {"layer": layer, "x": x, "other": other}
        return Case(aspect, inputs, tolerance=1e-6)

    return [
        case(MEASURES, "attention to everything", 2, 4, 3),
        case(MEASURES, PAST, 2, 5, 4),
        case(MEASURES, "attention that is masked after the softmax", 2, 5, 3),
        case(MEASURES, "less, the more there is to come", 2, 5, 3, more=1.5),
        case(ANYWHERE, "attention to the next token, too", 3, 6, 4),
        case(ANYWHERE, "attention in which the first token sees the second", 3, 5, 4),
        case(ANYWHERE, "the last token for all", 3, 5, 4),
        case(MODE, PAST, 2, 4, 5),
        case(PURE, "attention to everything", 2, 4, 5),
    ]


def wrong_result(case: Case, seen: Observation) -> str | None:
    """Return the symptom of a wrong measurement, with the layer in words."""
    got = float(seen.values["result"])
    want = float(right(case, TASK.expected)["result"])
    if abs(got - want) <= case.tolerance * (1 + abs(want)):
        return None
    return f"for {case.inputs['layer']} it finds {got:.4g}, expected {want:.4g}"


TASK = Task(
    probe=PROBE,
    aspects={MEASURES: 3, ANYWHERE: 2, MODE: 1, PURE: 0.5},
    cases=leak_cases,
    symptoms=(modifies_input, not_finite, wrong_result),
)
