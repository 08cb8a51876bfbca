"""Check for ``embedding.embed_by_matmul``."""

import numpy as np

from lernformer import embedding as reference
from lernformer.checks.embedding.common import ANY_SIZE, embed_cases
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import LEADING, PURE, SIZE
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.embedding.embed_by_matmul import PROBE, PRODUCT
from lernformer.probes.values import probe_numpy


def no_product(case: Case, seen: Observation) -> str | None:
    """Return the symptom of not multiplying: a product has 0 · ∞, which is NaN."""
    if case.aspect != PRODUCT or np.isnan(seen.values["result"]).any():
        return None
    if not np.isnan(
        probe_numpy(reference.embed_by_matmul, case).values["result"]
    ).any():
        return None  # this computer's library skips zeros
    return (
        "the last row of E is infinite and the result does not show it: a product "
        "multiplies every row, and 0 · ∞ is NaN"
    )


def expected_product(case: Case) -> Arrays:
    """Return the right result; empty where ``no_product`` judges."""
    if case.aspect == PRODUCT:
        return {}
    return probe_numpy(reference.embed_by_matmul, case).values


TASK = Task(
    probe=PROBE,
    aspects={
        "gives each id its row of E": 6,
        PRODUCT: 2,
        LEADING: 0.5,
        ANY_SIZE: 0.5,
        SIZE: 0.5,
        PURE: 0.5,
    },
    cases=lambda rng: embed_cases(rng, PRODUCT),
    expected=expected_product,
    symptoms=(modifies_input, no_product),
)
