"""Check for ``residual_norm.FeedForward``."""

import numpy as np

from lernformer import residual_norm as reference
from lernformer.checks.residual_norm.common import BFLOAT16, FLOAT32, NORM_SYMPTOMS
from lernformer.checks.symptoms import dropout_averages, starts_large
from lernformer.checks.task import Task
from lernformer.mistakes.residual_norm.FeedForward import share_dropped, zeros_in_output
from lernformer.probes.aspects import DTYPE, FITS, GRADIENT, LEADING, PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.residual_norm.common import DROPOUT, ONES
from lernformer.probes.residual_norm.FeedForward import PROBE, probe_feed_forward

LAYERS = "computes two layers with a ReLU between"


def feed_forward_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, d, d_ff, *leading, setting="", dropout=0.0, **more):
        inputs = {"d_model": d, "d_ff": d_ff, "dropout": dropout}
        inputs["x"] = rng.normal(0, 1.5, (*leading, d))
        for name, n_in, n_out in (("linear_1", d, d_ff), ("linear_2", d_ff, d)):
            inputs[f"{name}.weight"] = rng.normal(0, 1.5 / n_in**0.5, (n_out, n_in))
            inputs[f"{name}.bias"] = rng.normal(0, 0.5, n_out)
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (*leading, d))
        axes = {2: "B L d_model"}.get(len(leading), "")
        return Case(aspect, inputs, {"output": axes}, setting, **more)

    half = {"dropout": 0.5}

    def dropping():
        """Return a case with a token that has most hidden features above 0."""
        while True:
            made = case(DROPOUT, 4, 7, 1, 3, setting="dropout", **half)
            x = made.inputs
            hidden = x["x"] @ x["linear_1.weight"].T + x["linear_1.bias"]
            if (hidden > 0).sum(axis=-1).max() > 3:
                return made

    return [
        case(LAYERS, 3, 4, 2, 2),
        case(LAYERS, 4, 7, 2, 3),
        case(LAYERS, 6, 5, 3, 4),
        case(LAYERS, 4, 7, 2, 3, setting="second call"),
        case(ONES, 4, 5, 2, 1),
        case(ONES, 4, 5, 1, 3),
        case(ONES, 3, 1, 2, 4),
        case(ONES, 1, 5, 2, 3),
        case(LEADING, 4, 7, 3),
        case(LEADING, 4, 7, 2, 3, 5),
        case(DROPOUT, 4, 7, 2, 3, setting="eval with dropout", **half),
        case(DROPOUT, 4, 7, 2, 3, setting="train without dropout"),
        case(DROPOUT, 4, 7, 2, 3, setting="train by default"),
        dropping(),
        case(PURE, 4, 7, 2, 3),
        case(GRADIENT, 4, 7, 2, 3),
        case(DTYPE, 4, 7, 2, 3),
        case(DTYPE, 4, 7, 2, 3, dtype="float32", tolerance=FLOAT32),
        case(DTYPE, 4, 7, 2, 3, dtype="bfloat16", tolerance=BFLOAT16),
        case(FITS, 64, 256, 2, 5),
    ]


def result_dropped(case: Case, seen: Observation) -> str | None:
    """Return the symptom of dropout on the result."""
    if (share := zeros_in_output(case, seen)) < 0.1:
        return None
    p = case.inputs["dropout"]
    return (
        f"with dropout = {p} a share of {share:.2f} of the output is 0; "
        "dropout belongs between the two layers"
    )


def dropped_as_often(case: Case, seen: Observation) -> str | None:
    """Return the symptom of dropping a wrong share; it varies by ± 0.02 by chance."""
    share, p = share_dropped(case, seen), case.inputs["dropout"]
    if share is None or abs(share - p) < 0.1:
        return None
    return (
        f"with dropout = {p} the outputs scatter as if a share of {share:.2f} of the "
        "features in between were dropped"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        LAYERS: 5,
        ONES: 0.5,
        LEADING: 0.5,
        DROPOUT: 2,
        FITS: 0.5,
        GRADIENT: 1,
        PURE: 0.5,
        DTYPE: 0.5,
    },
    cases=feed_forward_cases,
    symptoms=(
        result_dropped,
        dropout_averages(probe_feed_forward, reference.FeedForward),
        dropped_as_often,
        starts_large,
        *NORM_SYMPTOMS,
    ),
)
