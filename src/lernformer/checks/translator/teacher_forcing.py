"""Check for ``translator.teacher_forcing``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.checks.translator.common import sentences
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.teacher_forcing import IDS, PROBE

SHIFT = "reads and says the words one apart"

LONELY = "works for sentences without words"


def forcing_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, ids, **more):
        axes = {"decoder_input": "B L", "labels": "B L"}
        return Case(aspect, {"tgt": np.asarray(ids)}, axes, **more)

    return [
        case(SHIFT, [[1, 5, 6, 2]]),
        case(SHIFT, [[1, 5, 6, 2], [1, 7, 2, 0]]),
        case(SHIFT, sentences(rng, [4, 7, 5], 20)),
        case(SHIFT, sentences(rng, [6, 6], 20)),
        case(SHIFT, sentences(rng, [3, 9, 5, 4], 20)),
        case(LONELY, [[1, 2]]),
        case(LONELY, [[1, 2], [1, 2]]),
        case(LONELY, sentences(rng, [2, 5], 20)),
        case(IDS, sentences(rng, [4, 7, 5], 300)),
        case(PURE, sentences(rng, [4, 7, 5], 20)),
    ]


def wrong_cut(case: Case, seen: Observation) -> str | None:
    """Return the symptom of the first sentence that is cut differently."""
    want = TASK.expected(case)
    for name in want:
        for row, got, right in zip(
            case.inputs["tgt"], seen.values[name], want[name], strict=True
        ):
            if not np.array_equal(got, right):
                lists = [x.astype(int).tolist() for x in (row, got, right)]
                return f"{name} of {lists[0]} is {lists[1]}, expected {lists[2]}"
    return None


def no_integers(case: Case, seen: Observation) -> str | None:
    for name in ("decoder_input", "labels"):
        dtype = seen.facts[f"{name}.dtype"]
        if case.aspect == IDS and "int" not in dtype:
            return f"{name} is {dtype}, expected integers, as tgt"
    return None


TASK = Task(
    probe=PROBE,
    aspects={SHIFT: 6, LONELY: 2, IDS: 1, PURE: 1},
    cases=forcing_cases,
    symptoms=(modifies_input, no_integers, wrong_cut),
)
