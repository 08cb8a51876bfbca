"""Check for ``masking.masked_softmax``."""

import numpy as np

from lernformer.checks.drawing import random_mask
from lernformer.checks.masking.common import (
    BFLOAT16,
    ROUNDED,
    bad_weights,
    gradient_not_finite,
)
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, GRADIENT, LARGE, LEADING, PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.common import EMPTY
from lernformer.probes.masking.masked_softmax import PROBE


def softmax_cases(rng: np.random.Generator) -> list[Case]:
    # Hidden scores are at most 36 above the visible ones. With a larger gap, exp would
    # underflow in answers that renormalise, although those answers are right.
    def case(aspect, *shape, mask, **more):
        scores = rng.uniform(-3, 3, shape)
        return made(aspect, scores, random_mask(rng, *mask), **more)

    def made(aspect, scores, mask, **more):
        inputs = {"scores": np.asarray(scores, float), "mask": np.asarray(mask)}
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, inputs["scores"].shape)
        lead = {2: "", 3: "B ", 4: "B H "}[inputs["scores"].ndim]
        return Case(aspect, inputs, {"weights": f"{lead}L_q L_k"}, **more)

    def with_empty_rows(*shape):
        mask = random_mask(rng, *shape)
        mask[0, :, 0] = mask[-1, :, -1] = False
        return mask

    share = "shares one among the visible keys"
    # Whole numbers in the lowest row, so that nothing is rounded, not even in float32.
    rows = np.array([0.0, 1000.0, -3e6])[:, None]
    large = rows + rng.uniform(-3, 3, (2, 4, 3, 5))
    large[..., 2, :] = large[..., 2, :].round()
    wide = rng.normal(0, 1000, (2, 3, 4, 5))
    best = random_mask(rng, 2, 3, 4, 5) | (wide == wide.max(-1, keepdims=True))
    size = (2, 3, 4, 5)  # all different
    some = random_mask(rng, *size)
    return [
        made(share, [[[[1, 2, 3]]]], [[[[True, True, False]]]]),
        case(share, 2, 3, 4, 4, mask=(2, 3, 4, 4)),
        case(share, *size, mask=(2, 1, 1, 5)),
        case(share, 2, 3, 4, 4, mask=(1, 1, 4, 4)),
        case(share, *size, mask=(2, 1, 4, 5)),
        made(share, np.full(size, 2.0), random_mask(rng, 2, 1, 4, 5)),
        made(EMPTY, [[[[1, 2, 3], [4, 6, 5]]]], [[[[True, False, True], [False] * 3]]]),
        made(EMPTY, rng.uniform(-3, 3, size), with_empty_rows(2, 1, 4, 5)),
        made(EMPTY, rng.uniform(-3, 3, size), np.zeros((2, 1, 1, 5), bool)),
        case(LEADING, 4, 5, mask=(4, 5)),
        case(LEADING, 3, 4, 5, mask=(3, 1, 5)),
        case(LEADING, 3, 4, 5, mask=(3, 4, 5)),
        made(LARGE, large, random_mask(rng, 2, 1, 3, 5), tolerance=ROUNDED),
        made(LARGE, wide, best, tolerance=ROUNDED),
        made(LARGE, rng.uniform(-3, 3, size) + 30 * ~some, some),
        case(PURE, *size, mask=(2, 1, 4, 5)),
        case(GRADIENT, *size, mask=(2, 1, 4, 5)),
        made(
            GRADIENT,
            rng.uniform(-3, 3, size),
            with_empty_rows(2, 1, 4, 5),
            setting="gradient of empty rows",
        ),
        case(DTYPE, *size, mask=(2, 1, 4, 5), dtype="float32", tolerance=1e-4),
        case(DTYPE, *size, mask=(2, 1, 4, 5), dtype="bfloat16", tolerance=BFLOAT16),
    ]


def loses_its_dtype(case: Case, seen: Observation) -> str | None:
    """Like ``loses_dtype``, but for answers that return only the weights."""
    got = seen.facts.get("weights.dtype", "").removeprefix("torch.")
    if case.aspect == DTYPE and got != case.dtype:
        return f"the scores are {case.dtype} but the weights are {got}"
    return None


TASK = Task(
    probe=PROBE,
    aspects={
        "shares one among the visible keys": 4,
        EMPTY: 2,
        LEADING: 1,
        LARGE: 1,
        PURE: 0.5,
        GRADIENT: 1,
        DTYPE: 0.5,
    },
    cases=softmax_cases,
    symptoms=(modifies_input, loses_its_dtype, gradient_not_finite, bad_weights),
)
