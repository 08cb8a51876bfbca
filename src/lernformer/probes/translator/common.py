"""What several tasks of the chapter are asked with."""

from numbers import Real
from typing import Any

import numpy as np
import torch

from lernformer.probes.values import Unusable, describe


def as_number(name: str, value: Any) -> float:
    """A Python, NumPy or torch number, or ``Unusable`` with what it is instead."""
    if isinstance(value, np.ndarray | torch.Tensor) and value.ndim == 0:
        value = value.item()
    if not isinstance(value, Real) or isinstance(value, bool):
        raise Unusable(f"{name} should be a number, got {describe(value)}")
    return float(value)
