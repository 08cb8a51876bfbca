"""Check for ``attention.softmax``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import LARGE, PURE
from lernformer.probes.attention.softmax import ANY_AXIS, INTEGERS, PROBE
from lernformer.probes.case import Case, Observation


def softmax_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, scores, *axis, tolerance=1e-6):
        inputs = {"scores": np.asarray(scores)} | ({"axis": axis[0]} if axis else {})
        return Case(aspect, inputs, tolerance=tolerance)

    weights, any_axis = "turns scores into weights", ANY_AXIS
    return [
        case(weights, [1.0, 2.0, 3.0, 4.0]),
        case(weights, rng.normal(0, 2, (3, 4))),
        case(weights, rng.normal(0, 2, (3, 3))),
        case(weights, rng.normal(0, 2, (3, 4)).astype(np.float32), tolerance=1e-5),
        case(weights, [[0.5], [-2.0]]),
        case(weights, np.full((2, 3), 7.0)),
        case(INTEGERS, [1, 2, 3, 4]),
        case(INTEGERS, rng.integers(-3, 4, (3, 4))),
        case(any_axis, rng.normal(0, 2, (2, 3, 4))),
        case(any_axis, rng.normal(0, 2, (2, 3)), 0),
        case(any_axis, rng.normal(0, 2, (2, 3, 4)), 1),
        case(any_axis, rng.normal(0, 2, (3, 3, 3)), -3),
        case(LARGE, [1000.0, 1001.0]),
        case(LARGE, [-1000.0, -1001.0]),
        case(LARGE, [[0.0, 1.0], [-3000.0, -3001.0]]),
        case(LARGE, [[0.0, 1.0, 2.0], [800.0, -900.0, 801.0]]),
        case(LARGE, rng.normal(0, 1e4, (3, 4))),
        case(LARGE, [[-1e4, 1e4, 0.0], [5e3, 5e3, -1e4]], 0),
        case(PURE, rng.normal(0, 2, (3, 4))),
    ]


def weights_sum_to_one(case: Case, seen: Observation) -> str | None:
    axis = case.inputs.get("axis", -1)
    sums = seen.values["result"].sum(axis=axis)
    if np.allclose(sums, 1, atol=1e-4):
        return None
    wrong = sums[~np.isclose(sums, 1, atol=1e-4)].flat[0]
    return f"the weights along axis {axis} sum to {wrong:.4g} instead of 1"


TASK = Task(
    probe=PROBE,
    aspects={
        "turns scores into weights": 4,
        ANY_AXIS: 2,
        INTEGERS: 0.5,
        LARGE: 3,
        PURE: 1,
    },
    cases=softmax_cases,
    symptoms=(modifies_input, not_finite, weights_sum_to_one),
)
