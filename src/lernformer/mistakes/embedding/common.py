"""Mistakes that several tasks of the chapter share."""

import math
from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import fails, sign
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.probes.aspects import LEADING

NOT_AN_ARRAY = sign(
    "not_an_array",
    "The code returns a list or a tensor. Return a NumPy array.",
    fails("should be a NumPy array, got a list", "got Tensor"),
)

BATCHES_ONLY = sign(
    "leading_axes_unsupported",
    "The function works only for a batch, (B, L), but ids may have any number of "
    "axes. Count axes from the end, as in ids[..., None], and take shapes from "
    "ids.shape.",
    lambda case, seen: case.aspect == LEADING,
)


def of_rows(right: Callable) -> Catalogue:
    """Mistakes in either way of embedding; ``right`` is the right answer."""
    return mistakes({**globals(), "right": right}, "rows.txt")
