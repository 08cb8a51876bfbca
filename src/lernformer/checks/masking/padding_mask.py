"""Check for ``masking.padding_mask``."""

import numpy as np

from lernformer.checks.expected import right
from lernformer.checks.masking.common import truths
from lernformer.checks.masking.masks import (
    ANYWHERE,
    MASK_SHARES,
    PAD_ID,
    id_cases,
    is_truth,
    leaves_device,
    not_boolean,
)
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.padding_mask import PROBE

HIDES_PADDING = "hides padding and nothing else"


def wrong_mask(case: Case, seen: Observation) -> str | None:
    """Return the symptom of the first sentence whose mask is wrong."""
    mask = seen.values.get("mask")
    if mask is None or not is_truth(mask):
        return None
    expected = right(case, TASK.expected)["mask"]
    for ids, got, want in zip(case.inputs["ids"], mask, expected, strict=True):
        if not np.array_equal(got, want):
            return (
                f"the ids {ids.tolist()} with pad_id = {case.inputs.get('pad_id', 0)} "
                f"give {truths(got[0, 0])}, expected {truths(want[0, 0])}"
            )
    return None


TASK = Task(
    probe=PROBE,
    aspects={HIDES_PADDING: 5, PAD_ID: 2, ANYWHERE: 1, **MASK_SHARES},
    cases=lambda rng: id_cases(rng, "ids", "B 1 1 L", HIDES_PADDING),
    symptoms=(modifies_input, leaves_device, not_boolean, wrong_mask),
)
