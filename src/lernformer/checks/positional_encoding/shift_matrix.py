"""Check for ``positional_encoding.shift_matrix``."""

import numpy as np

from lernformer import positional_encoding as reference
from lernformer.checks.judging import numbers
from lernformer.checks.positional_encoding.common import FAR, NEAR
from lernformer.checks.symptoms import not_finite
from lernformer.checks.task import Task
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import BASE
from lernformer.probes.positional_encoding.shift_matrix import BACKWARDS, PROBE


def shift_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, offset, d_model, tolerance=NEAR, **base):
        inputs = {"offset": offset, "d_model": d_model, **base}
        return Case(aspect, inputs, {"result": "d_model d_model"}, tolerance=tolerance)

    moves = "moves every position by the offset"
    return [
        case(moves, 1, 4),
        case(moves, 2, 2),
        case(moves, 3, 6),
        case(moves, int(rng.integers(4, 8)), 10),
        case(BACKWARDS, -2, 4),
        case(BACKWARDS, -int(rng.integers(3, 8)), 6),
        case(BACKWARDS, 0, 6),
        case(BASE, 3, 6, base=500.0),
        case(BASE, 2, 8, base=float(rng.integers(5, 50))),
        case("is right for far positions", 1000, 6, tolerance=FAR),
    ]


def misses_the_position(case: Case, seen: Observation) -> str | None:
    offset, matrix = case.inputs["offset"], seen.values["result"]
    start = 2 + max(0, -offset)
    sizes = {name: x for name, x in case.inputs.items() if name != "offset"}
    table = reference.sinusoidal_encoding(start + abs(offset) + 1, **sizes)
    moved, want = matrix @ table[start], table[start + offset]
    if np.allclose(moved, want, atol=100 * case.tolerance):
        return None
    return (
        f"M @ PE[{start}] is {numbers(moved)}, but PE[{start + offset}] is "
        f"{numbers(want)}"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        "moves every position by the offset": 6,
        BACKWARDS: 2,
        BASE: 1,
        "is right for far positions": 1,
    },
    cases=shift_cases,
    symptoms=(not_finite, misses_the_position),
)
