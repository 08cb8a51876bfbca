"""Check for ``masking.decoder_mask``."""

import numpy as np

from lernformer import masking as reference
from lernformer.checks.masking.masks import (
    ANYWHERE,
    MASK_SHARES,
    PAD_ID,
    cell_told,
    expected_mask,
    id_cases,
    leaves_device,
    not_boolean,
    padded,
)
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.mistakes.masking.decoder_mask import MISTAKES
from lernformer.probes.aspects import SIZE
from lernformer.probes.case import Case
from lernformer.probes.masking.decoder_mask import PROBE

HIDES_BOTH = "hides the future and padding"


def decoder_cases(rng: np.random.Generator) -> list[Case]:
    long = {"tgt_ids": padded(rng, [130], 140)}
    return [
        *id_cases(rng, "tgt_ids", "B 1 L_q L_k", HIDES_BOTH),
        Case(SIZE, long, {"mask": "B 1 L_q L_k"}),
    ]


TASK = Task(
    probe=PROBE,
    points=2,
    difficulty=1,
    minutes=10,
    hints=(
        "You already have both masks. Is a key visible if one mask allows it or the "
        "other does, or is “or” the wrong word?",
        "Both have to allow it: &. The shapes (B, 1, 1, L) and (1, 1, L, L) broadcast "
        "to (B, 1, L, L). On which device is each of them?",
        "padding_mask(tgt_ids, pad_id) & "
        "look_ahead_mask(tgt_ids.size(-1)).to(tgt_ids.device).",
    ),
    aspects={HIDES_BOTH: 5, PAD_ID: 2, ANYWHERE: 0.5, SIZE: 0.5, **MASK_SHARES},
    cases=decoder_cases,
    expected=expected_mask(reference.decoder_mask),
    symptoms=(
        modifies_input,
        leaves_device,
        not_boolean,
        cell_told(reference.decoder_mask),
    ),
    mistakes=MISTAKES,
)
