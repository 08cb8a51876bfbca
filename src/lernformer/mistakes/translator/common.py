"""Mistakes that several tasks of the chapter share."""

import numpy as np

from lernformer.probes.case import Observation

SHIFT_BY_TWO = "the labels are two words ahead; they are one ahead: tgt[:, 1:]."

SWAPPED = (
    "input and labels have changed places: tgt[:, :-1], which begins with <bos>, is "
    "read, and tgt[:, 1:] is said."
)


def finite(seen: Observation) -> bool:
    return all(np.isfinite(x).all() for x in seen.values.values())
