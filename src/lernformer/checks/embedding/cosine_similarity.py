"""Check for ``embedding.cosine_similarity``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import LEADING, PURE
from lernformer.probes.case import Case
from lernformer.probes.embedding.cosine_similarity import BROADCAST, PROBE, ZERO

ANGLE = "measures the angle"


def cosine_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, a, b, axes="", tolerance=1e-5):
        # Adding 1e-8 to the lengths is right, too; all lengths here are above 0.1.
        inputs = {"a": np.asarray(a), "b": np.asarray(b)}
        return Case(aspect, inputs, {"result": axes}, tolerance=tolerance)

    def vectors(*shape):
        x = rng.normal(0, 2, shape)
        return x + np.sign(x)  # no number near 0, so none is short

    small = vectors(4, 3).astype(np.float32), vectors(4, 3).astype(np.float32)
    hidden, none = vectors(3, 4), np.zeros(4)
    hidden[1] = 0
    return [
        case(ANGLE, [3.0, 4.0], [4.0, 3.0]),
        case(ANGLE, [1.0, 0.0], [0.0, 2.0]),
        case(ANGLE, [1.0, 2.0, 2.0], [-3.0, 0.0, 0.0]),
        case(ANGLE, vectors(5), vectors(5)),
        case(ANGLE, vectors(4, 3), vectors(4, 3), "B"),
        case(ANGLE, vectors(3, 3), vectors(3, 3), "B"),
        case(ANGLE, 1000 * vectors(2, 5), 0.5 * vectors(2, 5), "B"),
        case(ANGLE, *small, "B"),
        case(LEADING, vectors(2, 3, 4), vectors(2, 3, 4), "B L"),
        case(LEADING, vectors(1, 3, 4), vectors(1, 3, 4), "B L"),
        case(LEADING, vectors(2, 4, 1), vectors(2, 4, 1), "B L"),
        case(BROADCAST, vectors(6, 4), vectors(4), "V"),
        case(BROADCAST, vectors(4), vectors(6, 4), "V"),
        case(BROADCAST, vectors(3, 1, 4), vectors(5, 4), "L V"),
        case(ZERO, none, vectors(4)),
        case(ZERO, hidden, vectors(3, 4), "B"),
        case(ZERO, hidden, none, "B"),
        case(PURE, vectors(2, 5), vectors(2, 5), "B"),
    ]


TASK = Task(
    probe=PROBE,
    aspects={ANGLE: 6, LEADING: 1, BROADCAST: 1, ZERO: 1, PURE: 1},
    cases=cosine_cases,
    symptoms=(modifies_input, not_finite),
)
