"""Check for ``residual_norm.ResidualConnection``."""

import numpy as np

from lernformer import residual_norm as reference
from lernformer.checks.drawing import spread_out
from lernformer.checks.residual_norm.common import BFLOAT16, NORM_SYMPTOMS
from lernformer.checks.symptoms import dropout_averages
from lernformer.checks.task import Task
from lernformer.mistakes.residual_norm.ResidualConnection import share_dropped
from lernformer.probes.aspects import DTYPE, GRADIENT, LEADING, PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.residual_norm.common import DROPOUT, ONES
from lernformer.probes.residual_norm.ResidualConnection import (
    BY_DEFAULT,
    PROBE,
    WAY_AROUND,
    probe_residual,
)

FINITE = "survives equal features"

ADDS = "adds what the sublayer makes of the normalised x"

POST = "normalises the sum with norm_first=False"


def residual_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *shape, pre=True, setting="", dropout=0.0, silent=False, **more):
        d = shape[-1]
        inputs = {"d_model": d, "dropout": dropout, "norm_first": pre}
        inputs["silent"] = silent  # the sublayer returns zeros
        inputs["x"] = 1 + 5 * spread_out(rng, *shape)
        inputs["gamma"], inputs["beta"] = rng.normal(1, 0.5, d), rng.normal(0, 1, d)
        inputs["weight"] = rng.normal(0, 1 / d**0.5, (d, d))
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, shape)
        axes = {3: "B L d_model"}.get(len(shape), "")
        # The norm's eps is free: 1e-6 instead of 1e-5 changes the sixth digit.
        return Case(
            aspect, inputs, {"output": axes}, setting, **{"tolerance": 1e-4, **more}
        )

    def equal(pre):
        made = case(FINITE, 2, 3, 5, pre=pre)
        made.inputs["x"][0, 1] = 7
        made.inputs["x"][1] = 0
        if not pre:
            made.inputs["silent"] = True
        return made

    half, post = {"dropout": 0.5}, {"pre": False}
    silent = {**half, "silent": True, "setting": "train"}
    return [
        case(ADDS, 2, 2, 3),
        case(ADDS, 3, 3, 3),
        case(ADDS, 2, 4, 5),
        case(ADDS, 2, 4, 5, setting="second call"),
        case(POST, 2, 2, 3, **post),
        case(POST, 2, 4, 5, **post),
        case(BY_DEFAULT, 2, 4, 5, setting="by default"),
        case(ONES, 2, 1, 5),
        case(ONES, 1, 3, 4),
        case(ONES, 2, 1, 5, **post),
        case(LEADING, 3, 5),
        case(LEADING, 2, 3, 2, 5),
        equal(True),
        equal(False),
        case(WAY_AROUND, 2, 4, 5, **silent),
        case(WAY_AROUND, 2, 4, 5, **silent, **post),
        case(DROPOUT, 2, 4, 5, setting="eval with dropout", **half),
        case(DROPOUT, 2, 4, 5, setting="eval with dropout", **half, **post),
        case(DROPOUT, 2, 4, 5, setting="train without dropout"),
        case(DROPOUT, 2, 4, 5, setting="train without dropout", **post),
        case(DROPOUT, 2, 4, 5, setting="train by default"),
        case(DROPOUT, 1, 4, 5, setting="dropout", **half),
        case(DROPOUT, 1, 4, 5, setting="dropout, post-norm", **half, **post),
        case(PURE, 2, 4, 5),
        case(PURE, 2, 4, 5, **post),
        case(GRADIENT, 2, 4, 5),
        case(GRADIENT, 2, 4, 5, silent=True),
        case(GRADIENT, 2, 4, 5, **post),
        case(DTYPE, 2, 4, 5),
        case(DTYPE, 2, 4, 5, dtype="float32"),
        case(DTYPE, 2, 4, 5, dtype="float32", **post),
        case(DTYPE, 2, 4, 5, dtype="bfloat16", tolerance=BFLOAT16),
    ]


def dropped_as_often(case: Case, seen: Observation) -> str | None:
    """Return the symptom of dropping a wrong share; it varies by ± 0.01 by chance."""
    share, p = share_dropped(case, seen), case.inputs["dropout"]
    if share is None or abs(share - p) < 0.05:
        return None
    return f"with dropout = {p} a share of {share:.2f} of what is added is dropped"


TASK = Task(
    probe=PROBE,
    aspects={
        ADDS: 4,
        POST: 2,
        BY_DEFAULT: 0.5,
        ONES: 0.5,
        LEADING: 0.5,
        FINITE: 0.5,
        WAY_AROUND: 1,
        DROPOUT: 1,
        GRADIENT: 1,
        PURE: 0.5,
        DTYPE: 0.5,
    },
    cases=residual_cases,
    symptoms=(
        dropout_averages(probe_residual, reference.ResidualConnection),
        dropped_as_often,
        *NORM_SYMPTOMS,
    ),
)
