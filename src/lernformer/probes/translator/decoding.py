"""What several tasks of the chapter are asked with."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from lernformer.embedding import PAD_ID
from lernformer.probes.case import Case
from lernformer.probes.values import Unusable, describe, plain

ENDS_GIVEN = ("bos_id", "eos_id")

MODE = "evaluates, and leaves the model in its mode"

RECORDS = "records no gradients"

LIMIT = "says max_length words at most"


def as_ids(value: Tensor, case: Case, facts: dict[str, str]) -> np.ndarray:
    """Translations (B, L) without columns of padding alone at their end."""
    if value.is_floating_point() or value.dtype == torch.bool:
        raise Unusable(f"ids should be integers, got {describe(value)}")
    if value.dim() != 2:
        raise Unusable(f"ids should have two axes, (B, L), got {describe(value)}")
    if len(value) != len(case.inputs["src"]):
        facts["rows"] = str(len(value))
    used = (value != PAD_ID).any(0).nonzero()
    width = int(used.max()) + 1 if len(used) else 0
    if width <= case.inputs["max_length"] < value.size(1):
        facts["too wide"] = str(value.size(1))
    return plain(value[:, :width])


def arguments(case: Case, *names: str) -> dict[str, Any]:
    """The case's arguments in the order of the function's, as far as they are given."""
    return {name: case.inputs[name] for name in names if name in case.inputs}
