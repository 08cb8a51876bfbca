"""Check for ``embedding.one_hot``."""

import numpy as np

from lernformer.checks.embedding.common import ANY_SIZE, some_ids
from lernformer.checks.judging import numbers
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import LEADING, PURE, SIZE
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.one_hot import PROBE


def one_hot_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, ids, vocab_size, axes="B L V"):
        inputs = {"ids": np.array(ids), "vocab_size": vocab_size}
        return Case(aspect, inputs, {"result": axes}, tolerance=1e-6)

    places = "has its 1 at the place of the id"
    return [
        case(places, [[2, 0], [1, 1]], 3),
        case(places, [[1, 3, 0], [2, 1, 1]], 5),
        case(places, some_ids(rng, 7, 2, 5), 7),
        case(places, some_ids(rng, 4, 4, 4), 4),
        case(places, [[5, 6], [0, 6], [1, 3]], 7),
        case(LEADING, [2, 0, 1], 4, "L V"),
        case(LEADING, some_ids(rng, 6, 2, 3, 4), 6, "... L V"),
        case(LEADING, 2, 4, "V"),
        case(ANY_SIZE, some_ids(rng, 5, 3, 1), 5),
        case(ANY_SIZE, some_ids(rng, 5, 1, 4), 5),
        case(ANY_SIZE, [[0, 0, 0], [0, 0, 0]], 1),
        case(PURE, some_ids(rng, 7, 2, 5), 7),
        case(SIZE, [[1050, 2, 300], [7, 1099, 130]], 1100),
    ]


def one_place(case: Case, seen: Observation) -> str | None:
    """Return the symptom of a word that has no 1, or more than one."""
    ones = seen.values["result"].sum(axis=-1)
    if np.array_equal(ones, np.ones(ones.shape)):
        return None
    place = tuple(map(int, np.argwhere(ones != 1)[0]))
    word = case.inputs["ids"][place]
    vector = seen.values["result"][place]
    shown = numbers(vector) if case.aspect == SIZE else vector.tolist()
    return (
        f"the vector of id {word}, at {list(place)}, sums to {ones[place]:g} "
        f"instead of 1: {shown}"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        "has its 1 at the place of the id": 7,
        LEADING: 1,
        ANY_SIZE: 0.5,
        SIZE: 0.5,
        PURE: 1,
    },
    cases=one_hot_cases,
    symptoms=(modifies_input, one_place),
)
