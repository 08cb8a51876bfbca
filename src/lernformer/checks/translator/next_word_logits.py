"""Check for ``translator.next_word_logits``."""

import numpy as np

from lernformer.checks.symptoms import (
    loses_dtype,
    modifies_input,
    not_finite,
    stays_behind,
)
from lernformer.checks.task import Task
from lernformer.checks.transformer.common import FLOAT32, noticed
from lernformer.probes.aspects import DTYPE, GRADIENT, PURE
from lernformer.probes.case import Case
from lernformer.probes.translator.next_word_logits import BY_LATER, PROBE, WORDS

FIRST = "gives logits for the word after the first one"
ALL = "gives logits for the word after each prefix"
LOOKS_BACK = "sees no later word"
DEVICE = "follows its inputs to another device"


def logits_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, b, length, n_layers=1, setting="", **more):
        inputs = {
            "ids": rng.integers(3, WORDS, (b, length)),
            "weights": int(rng.integers(2**31)),
            "n_layers": n_layers,
        }
        inputs["ids"][:, 0] = 1  # <bos>
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (b, length, WORDS))
        return Case(aspect, inputs, {"output": "B L V"}, setting, **more)

    return [
        case(FIRST, 2, 1),
        case(FIRST, 3, 1, 2),
        case(ALL, 2, 4),
        case(ALL, 3, 5, 2),
        case(ALL, 1, 7),
        case(LOOKS_BACK, 2, 5, setting="other last word"),
        case(LOOKS_BACK, 3, 4, 2, setting="other last word"),
        case(PURE, 2, 4),
        case(PURE, 2, 4, setting="training"),
        case(GRADIENT, 2, 4, 2),
        case(DEVICE, 2, 4, setting="device"),
        case(DTYPE, 2, 4, dtype="float32", tolerance=FLOAT32),
    ]


TASK = Task(
    probe=PROBE,
    aspects={FIRST: 2, ALL: 2, LOOKS_BACK: 2, PURE: 0.5, GRADIENT: 0.5}
    | {DEVICE: 0.5, DTYPE: 0.5},
    cases=logits_cases,
    symptoms=(
        modifies_input,
        loses_dtype,
        stays_behind,
        not_finite,
        noticed({BY_LATER: "a different last word"}),
    ),
)
