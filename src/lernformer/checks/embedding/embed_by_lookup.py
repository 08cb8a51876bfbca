"""Check for ``embedding.embed_by_lookup``."""

import numpy as np

from lernformer.checks.embedding.common import ANY_SIZE, embed_cases
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import LEADING, PURE, SIZE
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.embed_by_lookup import PROBE, ROWS_ONLY


def reads_other_rows(case: Case, seen: Observation) -> str | None:
    if case.aspect != ROWS_ONLY or np.isfinite(seen.values["result"]).all():
        return None
    return (
        "the last row of E is infinite and no id names it, but the result contains nan"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        "gives each id its row of E": 6,
        ROWS_ONLY: 2,
        LEADING: 0.5,
        ANY_SIZE: 0.5,
        SIZE: 0.5,
        PURE: 0.5,
    },
    cases=lambda rng: embed_cases(rng, ROWS_ONLY),
    symptoms=(modifies_input, reads_other_rows),
)
