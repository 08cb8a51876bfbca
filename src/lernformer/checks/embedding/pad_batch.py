"""Check for ``embedding.pad_batch``."""

import json

import numpy as np

from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE, SIZE
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.pad_batch import EMPTY, INTEGERS, PROBE


def pad_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *sequences, pad_id=None, optional=False):
        inputs = {"sequences": json.dumps(sequences)}
        inputs |= {} if pad_id is None else {"pad_id": pad_id}
        # Ids are whole numbers, so they must match exactly.
        return Case(aspect, inputs, {"result": "B L"}, tolerance=0, optional=optional)

    def sequence(length):
        return rng.integers(4, 30, length).tolist()

    fills, other = "fills up on the right", "fills with pad_id"
    lengths = rng.permutation([2, 3, 5, 7])
    return [
        case(fills, [4, 5, 6], [7]),
        case(fills, [8], [4, 5, 6, 7], [9, 3]),
        case(fills, *map(sequence, lengths)),
        case(fills, *map(sequence, (4, 4))),
        case(fills, sequence(5)),
        case(fills, [6], [7], [4]),
        case(other, [4, 5, 6], [7], pad_id=9),
        case(other, [5, 0, 6, 0], [0], [4, 8], pad_id=1),
        case(other, [5, 9, 6], [9, 4], pad_id=9),
        case(other, *map(sequence, lengths), pad_id=2),
        case(INTEGERS, [4, 300, 70_000], [7]),
        case(EMPTY, [4, 5], [], [6]),
        case(EMPTY, [], [], optional=True),
        case(EMPTY, optional=True),
        case(PURE, [4, 5, 6], [7], [8, 9]),
        case(SIZE, *map(sequence, (3, 2100, 5))),
    ]


def no_integers(case: Case, seen: Observation) -> str | None:
    dtype = seen.facts["dtype"]
    if case.aspect != INTEGERS or dtype.startswith(("int", "uint")):
        return None
    return f"the ids are {dtype}, expected integers"


TASK = Task(
    probe=PROBE,
    aspects={
        "fills up on the right": 5,
        "fills with pad_id": 2,
        INTEGERS: 1,
        EMPTY: 1,
        SIZE: 0.5,
        PURE: 0.5,
    },
    cases=pad_cases,
    symptoms=(modifies_input, no_integers),
)
