"""Check for ``masking.padding_mask``."""

import numpy as np

from lernformer import masking as reference
from lernformer.checks.masking.common import truths
from lernformer.checks.masking.masks import (
    ANYWHERE,
    MASK_SHARES,
    PAD_ID,
    expected_mask,
    id_cases,
    is_truth,
    leaves_device,
    not_boolean,
)
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.mistakes.masking.padding_mask import MISTAKES
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.padding_mask import PROBE

HIDES_PADDING = "hides padding and nothing else"


def padding_told(case: Case, seen: Observation) -> str | None:
    """Return the symptom of the first sentence whose mask is wrong."""
    mask = seen.values.get("mask")
    if mask is None or not is_truth(mask):
        return None
    want = expected_mask(reference.padding_mask)(case)["mask"]
    for ids, got, right in zip(case.inputs["ids"], mask, want, strict=True):
        if not np.array_equal(got, right):
            return (
                f"the ids {ids.tolist()} with pad_id = {case.inputs.get('pad_id', 0)} "
                f"give {truths(got[0, 0])}, expected {truths(right[0, 0])}"
            )
    return None


TASK = Task(
    probe=PROBE,
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Two steps: ask each id whether it is padding, then give the answer the shape "
        "of attention's scores, (B, H, L_q, L_k).",
        "ids != pad_id is a boolean table (B, L). All heads and all queries share it: "
        "an axis of length 1 for each of them broadcasts.",
        "(ids != pad_id)[:, None, None, :]: batch, heads, queries, keys.",
    ),
    aspects={HIDES_PADDING: 5, PAD_ID: 2, ANYWHERE: 1, **MASK_SHARES},
    cases=lambda rng: id_cases(rng, "ids", "B 1 1 L", HIDES_PADDING),
    expected=expected_mask(reference.padding_mask),
    symptoms=(modifies_input, leaves_device, not_boolean, padding_told),
    mistakes=MISTAKES,
)
