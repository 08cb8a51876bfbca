"""Typical wrong answers to ``masking.look_ahead_mask``."""

import numpy as np
import torch

from lernformer.mistakes.common import misfit
from lernformer.mistakes.masking.masks import fewer_axes
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.look_ahead_mask import LAST
from lernformer.probes.masking.masks import SINGLE


def _not_a_number(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and bool(np.isnan(seen.values["mask"]).any())


def _shape(seen: Observation) -> tuple[int, ...]:
    """The last two axes of the mask."""
    return seen.values["mask"].shape[-2:] if seen.values else ()


def _sizes(case: Case) -> tuple[int, ...]:
    return case.inputs["query_length"], case.inputs["key_length"]


def _not_square(case: Case, seen: Observation) -> bool:
    """Whether different lengths lead to an error or a square mask."""
    mask = seen.values.get("mask")
    square = mask is not None and mask.ndim == 4 and mask.shape[2] == mask.shape[3]
    return case.aspect == LAST and (misfit(seen) or square)


def sizes(query_length, key_length):
    return query_length, query_length if key_length is None else key_length


def ones(query_length, key_length=None):
    rows, columns = sizes(query_length, key_length)
    return torch.ones(rows, columns, dtype=torch.bool), columns - rows


def right(query_length, key_length=None):
    mask, before = ones(query_length, key_length)
    return mask.tril(before)[None, None]


def new_keys_at_the_end(query_length, key_length=None):
    """Only the last keys belong to the queries, so the keys before them are hidden."""
    rows, columns = sizes(query_length, key_length)
    mask = torch.zeros(rows, columns, dtype=torch.bool)
    mask[:, -rows:] = right(rows)
    return mask[None, None]


MISTAKES = mistakes(globals())
