"""Mistakes that several tasks of the chapter share."""

import numpy as np

from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation

PAD_ID = "The code assumes that the padding id is 0. Compare the ids with pad_id."


def _additive(case: Case, seen: Observation) -> bool:
    mask = seen.values.get("mask", np.zeros(1))
    return mask.size > 0 and mask.max() <= 0 and mask.min() < -9


def fewer_axes(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and seen.values["mask"].ndim < 4


EVERYWHERE = mistakes(globals(), "masks.txt")
