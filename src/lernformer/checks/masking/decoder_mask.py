"""Check for ``masking.decoder_mask``."""

import numpy as np

from lernformer import masking as reference
from lernformer.checks.masking.masks import (
    ANYWHERE,
    MASK_SHARES,
    PAD_ID,
    id_cases,
    leaves_device,
    not_boolean,
    padded,
    wrong_cell,
)
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
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
    aspects={HIDES_BOTH: 5, PAD_ID: 2, ANYWHERE: 0.5, SIZE: 0.5, **MASK_SHARES},
    cases=decoder_cases,
    symptoms=(
        modifies_input,
        leaves_device,
        not_boolean,
        wrong_cell(reference.decoder_mask),
    ),
)
