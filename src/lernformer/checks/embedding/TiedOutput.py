"""Check for ``embedding.TiedOutput``."""

from dataclasses import replace

import numpy as np

from lernformer import embedding as reference
from lernformer.checks.embedding.common import ANY_SIZE, BFLOAT16
from lernformer.checks.symptoms import loses_dtype, modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, GRADIENT, PURE
from lernformer.probes.case import Arrays, Case
from lernformer.probes.embedding.TiedOutput import PROBE, probe_tied

SHARED = "shares the embedding's weight"


def tied_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, vocab_size, d, *shape, setting="", **more):
        inputs = {"weight": rng.normal(0, 1, (vocab_size, d))}
        inputs["h"] = rng.normal(0, 1, (*shape, d))
        if setting == "follows":
            inputs["weight later"] = rng.normal(0, 1, (vocab_size, d))
        if setting.startswith("gradient"):
            inputs["upstream"] = rng.normal(0, 1, (*shape, vocab_size))
        return Case(aspect, inputs, {"output": "B L V"}, setting, **more)

    compares = "compares h with each row of the weight"
    first = case(compares, 3, 2, 1, 1)
    first.inputs["weight"][:] = [[1, -1], [1, 0], [1, 1]]
    first.inputs["h"][:] = [1, 2]
    return [
        first,
        case(compares, 7, 4, 2, 5),
        case(compares, 5, 5, 2, 3),  # square: an untransposed weight gives no error
        case(compares, 6, 8, 3, 3),
        case(compares, 7, 4, 2, 5, setting="second call"),
        case(ANY_SIZE, 7, 4, 3, 1),
        case(ANY_SIZE, 7, 4, 1, 5),
        case(ANY_SIZE, 7, 1, 2, 4),
        case(PURE, 7, 4, 2, 5),
        case(SHARED, 7, 4, 2, 5, setting="follows"),
        case(SHARED, 7, 4, 2, 5, setting="gradient of weight"),
        case(GRADIENT, 7, 4, 2, 5, setting="gradient of h"),
        case(DTYPE, 7, 4, 2, 5, dtype="float32", tolerance=1e-4),
        case(DTYPE, 7, 4, 2, 5, dtype="bfloat16", tolerance=BFLOAT16),
    ]


def expected_tied(case: Case) -> Arrays:
    case = replace(case, dtype="float64")
    found = probe_tied(reference.TiedOutput, case).values
    names = {
        "gradient of h": ["gradient of h"],
        "gradient of weight": ["gradient of weight", "output after a step"],
    }
    return {name: found[name] for name in names.get(case.setting, ["output"])}


TASK = Task(
    probe=PROBE,
    aspects={
        "compares h with each row of the weight": 4,
        SHARED: 3,
        ANY_SIZE: 0.5,
        GRADIENT: 1,
        PURE: 0.5,
        DTYPE: 1,
    },
    cases=tied_cases,
    expected=expected_tied,
    symptoms=(modifies_input, loses_dtype),
)
