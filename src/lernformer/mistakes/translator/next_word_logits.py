"""Typical wrong answers to ``translator.next_word_logits``."""

import numpy as np
import torch

from lernformer.masking import look_ahead_mask
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.next_word_logits import WORDS


def _last_word_only(case: Case, seen: Observation) -> bool:
    b, length = case.inputs["ids"].shape
    shape = np.shape(seen.values.get("output", np.zeros(0)))
    return shape == (b, WORDS) or (length > 1 and shape == (b, 1, WORDS))


MISTAKES = mistakes(globals())
