"""Helpers for the checks of several tasks in this chapter."""

from collections.abc import Callable

import numpy as np

from lernformer.checks.transformer.common import (
    BFLOAT16,
    DROPOUT,
    FLOAT32,
    ROUNDED,
    STEEP,
    tokens,
)
from lernformer.probes.aspects import DTYPE, GRADIENT, PURE
from lernformer.probes.case import Case
from lernformer.probes.transformer.common import MASKS, ONES, POST
from lernformer.probes.transformer.layers import BY_DEFAULT

TRANSFORMS = "runs its sublayers one after the other"


def layer_cases(decoder: bool) -> Callable[[np.random.Generator], list[Case]]:
    sublayers = ["attention 0", *["attention 1"] * decoder, "feed-forward"]

    def cases(rng: np.random.Generator) -> list[Case]:
        weights = int(rng.integers(2**31))

        def case(aspect, b, s, t, n, d_k, d_ff, setting="", masks="none", **more):
            inputs = {"d_model": n * d_k, "n_heads": n, "d_ff": d_ff}
            inputs["dropout"] = more.pop("dropout", 0.0)
            inputs["norm_first"] = more.pop("pre", True)
            inputs |= tokens(rng, b, s, t if decoder else None, n * d_k, masks)
            inputs["weights"] = weights
            if setting.startswith("dropout"):
                inputs["bias"] = rng.choice([-1, 1], n * d_k) * rng.uniform(1, 2)
            if setting == "dropout in post-norm":
                inputs["bias"][1:] = 0
            if aspect == GRADIENT:
                inputs["upstream"] = rng.normal(0, 1, inputs["x"].shape)
            axes = {"output": "B T d_model" if decoder else "B S d_model"}
            more = {"tolerance": STEEP if aspect == GRADIENT else ROUNDED, **more}
            return Case(aspect, inputs, axes, setting, **more)

        half, post = {"dropout": 0.5}, {"pre": False}
        sizes = (2, 4, 5, 3, 2, 7)  # B, S, T, H, d_k, d_ff
        dropped = [
            case(DROPOUT, *sizes, setting=f"dropout of {name}", **half)
            for name in sublayers
        ]
        return [
            case(TRANSFORMS, 2, 2, 2, 2, 2, 3),
            case(TRANSFORMS, *sizes),
            case(TRANSFORMS, *sizes, setting="second call"),
            case(MASKS, *sizes, setting="changes", masks="padding"),
            case(MASKS, 2, 3, 3, 2, 2, 3, masks="random"),  # they fit either side
            case(MASKS, 2, 5, 3, 2, 3, 4, setting="second call", masks="random"),
            case(MASKS, *sizes, masks="padding"),
            case(POST, 2, 2, 2, 2, 2, 3, **post),
            case(POST, *sizes, **post),
            case(BY_DEFAULT, *sizes, setting="train by default"),
            case(ONES, 2, 1, 3, 3, 2, 7),
            case(ONES, 1, 3, 1, 3, 2, 7),
            case(DROPOUT, *sizes, setting="eval with dropout", **half),
            case(DROPOUT, *sizes, setting="train without dropout", **post),
            *dropped,
            case(DROPOUT, *sizes, setting="dropout in post-norm", **half, **post),  # type: ignore[misc]
            case(PURE, *sizes),
            case(GRADIENT, *sizes),
            case(DTYPE, *sizes, dtype="float32", tolerance=FLOAT32),
            case(DTYPE, *sizes, dtype="bfloat16", tolerance=BFLOAT16),
        ]

    return cases


LAYER_SHARES = {
    MASKS: 3,
    POST: 1.5,
    BY_DEFAULT: 0.5,
    ONES: 0.5,
    DROPOUT: 1.5,
    PURE: 0.5,
    GRADIENT: 1,
    DTYPE: 0.5,
}
