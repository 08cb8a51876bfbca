"""Helpers for the checks of several tasks in this chapter."""

import numpy as np

from lernformer.checks.drawing import spread_out
from lernformer.checks.residual_norm.common import BFLOAT16, FLOAT32
from lernformer.probes.aspects import DTYPE, GRADIENT, LEADING, PURE
from lernformer.probes.case import Case
from lernformer.probes.residual_norm.common import ONES
from lernformer.probes.residual_norm.norms import START

TOKENS = "normalises each token"

EPS = "keeps eps inside the root"


def norm_cases(
    rng: np.random.Generator, *, module: bool, beta: bool = True
) -> list[Case]:
    """Return cases for a norm, as a function or as a module, with or without β."""

    def case(aspect, *shape, size=30.0, offset=10.0, eps=None, upstream=False, **more):
        d = shape[-1]
        parameters = {"gamma": rng.normal(1, 1, d)}
        if beta:
            parameters["beta"] = rng.normal(0, 2, d)
        given = {} if eps is None else {"eps": eps}
        x = {"x": offset + size * spread_out(rng, *shape)}
        if module:
            inputs = {"d_model": d, **given, **x, **parameters}
        else:
            inputs = {**x, **parameters, **given}
        if upstream:
            inputs["upstream"] = rng.normal(0, 1, shape)
        axes = " ".join(("B", "L", "d")[-len(shape) :]) if len(shape) < 4 else ""
        names = {"output" if module else "result": axes}
        return Case(aspect, inputs, names, **more)

    def by_hand():
        small = case(TOKENS, 3, optional=True)
        small.inputs["x"][:] = 10, 20, 60
        small.inputs["gamma"][:] = 1, 2, -1
        if beta:
            small.inputs["beta"][:] = 0, 0.5, 2
        return small

    equal = case(EPS, 2, 3, 5, size=3e-3, offset=0.05 * beta)
    equal.inputs["x"][0, 0] = 7 if beta else 0
    cases = [
        # Few numbers first. Then equal sizes, so that a statistic along the wrong axis
        # gives numbers and not an error; then sizes that all differ.
        by_hand(),
        case(TOKENS, 3, 3, 3),
        case(TOKENS, 2, 3, 5),
        case(TOKENS, 2, 4, 6, size=1e4),
        case(ONES, 2, 1, 5),
        case(ONES, 1, 3, 4),
        case(LEADING, 4, 5),
        case(LEADING, 2, 3, 2, 5),
        equal,
        case(EPS, 2, 3, 1),  # a single feature equals its mean
        case(EPS, 3, 2, 4, size=4e-3, offset=-0.03 * beta),
        case(EPS, 2, 3, 5, size=1.0, offset=beta, eps=0.5),
        case(PURE, 2, 3, 5),
    ]
    if not module:
        return cases
    float32 = {"dtype": "float32", "tolerance": FLOAT32}
    return [
        *cases[:3],
        case(TOKENS, 2, 3, 5, setting="second call"),
        case(TOKENS, 2, 3, 5, setting="train"),
        *cases[3:],
        case(START, 2, 3, 5, setting="fresh"),
        case(GRADIENT, 2, 3, 5, size=1.5, upstream=True, tolerance=FLOAT32),
        case(DTYPE, 2, 3, 5, size=1.5, offset=0),
        case(DTYPE, 2, 3, 5, size=1.5, offset=0, **float32),
        case(DTYPE, 2, 3, 5, size=1.5, offset=0, dtype="bfloat16", tolerance=BFLOAT16),
    ]


NORM_SHARES = {
    TOKENS: 5,
    ONES: 0.5,
    LEADING: 0.5,
    EPS: 1.5,
    START: 0.5,
    GRADIENT: 1,
    PURE: 0.5,
    DTYPE: 0.5,
}
