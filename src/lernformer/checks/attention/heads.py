"""Helpers for the checks of several tasks in this chapter."""

from collections.abc import Callable

import numpy as np

from lernformer.probes.aspects import DTYPE, GRADIENT, PURE
from lernformer.probes.case import Case

HEAD_SHARES = {"works for sizes of 1": 1, GRADIENT: 1, PURE: 0.5, DTYPE: 0.5}


def head_cases(case: Callable[..., Case], essential: str) -> list[Case]:
    """Return the cases of both tasks, ``split_heads`` and ``merge_heads``.

    Args:
        case: a function that makes a case from an aspect, B, H, L and d_k.
        essential: the aspect that comes first.
    """
    counted = case(essential, 2, 2, 3, 2)
    counted.inputs["x"].flat = np.arange(24.0)
    alone = "works for sizes of 1"
    return [
        counted,
        case(essential, 2, 3, 3, 3),
        case(essential, 2, 3, 5, 4),
        case(essential, 3, 2, 6, 5),
        case(alone, 2, 1, 3, 4),
        case(alone, 2, 3, 1, 4),
        case(alone, 1, 3, 4, 1),
        case(PURE, 2, 3, 5, 4),
        case(GRADIENT, 2, 3, 5, 4),
        case(DTYPE, 2, 3, 5, 4, dtype="float32", tolerance=1e-6),
        case(DTYPE, 2, 3, 5, 4, dtype="bfloat16", tolerance=0.02),
    ]
