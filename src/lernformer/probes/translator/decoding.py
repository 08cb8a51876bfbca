"""Helpers for several probes in this chapter."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from lernformer.embedding import PAD_ID
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.values import Unusable, describe, plain

ENDS_GIVEN = ("bos_id", "eos_id")

MODE = "evaluates, and leaves the model in its mode"

RECORDS = "records no gradients"

LIMIT = "says max_length words at most"


WORDLESS = (MODE, RECORDS, PURE)  # aspects for which the words don't matter


def as_ids(value: Tensor, src: Tensor, limit: int, facts: dict) -> np.ndarray:
    """Return translations (B, limit), padded or cut to that length."""
    if value.is_floating_point() or value.dtype == torch.bool:
        raise Unusable(f"ids should be integers, got {describe(value)}")
    if value.dim() != 2:
        raise Unusable(f"ids should have two axes, (B, L), got {describe(value)}")
    if len(value) != len(src):
        raise Unusable(f"gives {len(value)} translations of {len(src)} sentences")
    used = (value != PAD_ID).any(0).nonzero()
    words = int(used.max()) + 1 if len(used) else 0
    if words > limit:
        facts["words"] = str(words)
    elif value.size(1) > limit:
        facts["too wide"] = str(value.size(1))
    table = value.new_full((len(value), limit), PAD_ID)
    table[:, : value.size(1)] = value[:, :limit]
    return plain(table)


def arguments(case: Case, *names: str) -> dict[str, Any]:
    """Return the case's arguments in the order of ``names``, if they are given."""
    return {name: case.inputs[name] for name in names if name in case.inputs}
