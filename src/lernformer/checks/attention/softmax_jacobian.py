"""Check for ``attention.softmax_jacobian``."""

import numpy as np

from lernformer import attention as reference
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.attention.softmax_jacobian import PROBE
from lernformer.probes.case import Case, Observation


def jacobian_cases(rng: np.random.Generator) -> list[Case]:
    def weights(*shape):
        return reference.softmax(rng.normal(0, 1.5, shape))

    one, batch = "holds every derivative", "keeps several rows apart"
    return [
        Case(one, {"p": np.array([0.2, 0.8])}),
        Case(one, {"p": np.array([0.1, 0.2, 0.7])}),
        Case(one, {"p": weights(5)}),
        Case("is right for saturated weights", {"p": np.array([0.0, 1.0, 0.0])}),
        Case("is right for saturated weights", {"p": np.full(4, 0.25)}),
        Case("is right for saturated weights", {"p": np.ones(1)}),
        Case(batch, {"p": weights(2, 3)}),
        Case(batch, {"p": weights(3, 3)}),
        Case(batch, {"p": weights(2, 3, 4)}),
        Case(PURE, {"p": weights(3)}),
    ]


def rows_cancel(case: Case, seen: Observation) -> str | None:
    sums = seen.values["result"].sum(axis=-1)
    if np.allclose(sums, 0, atol=1e-4) or not np.isfinite(sums).all():
        return None
    row = int(np.argmax(np.abs(sums.reshape(-1)))) % sums.shape[-1]
    return (
        f"row {row} sums to {sums.reshape(-1)[np.argmax(np.abs(sums))]:.4g} instead of "
        "0 (what one weight gains, the others lose)"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        "holds every derivative": 6,
        "is right for saturated weights": 2,
        "keeps several rows apart": 1,
        PURE: 1,
    },
    cases=jacobian_cases,
    symptoms=(modifies_input, not_finite, rows_cancel),
)
