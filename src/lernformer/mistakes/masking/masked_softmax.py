"""Typical wrong answers to ``masking.masked_softmax``."""

import math

import numpy as np
import torch

from lernformer.mistakes.attention.scaled_dot_product_attention import (
    TOO_SMALL,
    only_hidden_weighed,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.probes.aspects import GRADIENT
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.common import EMPTY

AXIS = (
    "The softmax runs along the wrong axis. The keys are the last axis, so pass dim=-1."
)

OVER_QUERIES = (
    "The softmax runs over the queries (dim=-2). Each query shares its attention "
    "among the keys, so pass dim=-1."
)


TINY = 1e-4  # a weight this small is not intended


def low_scores_lost(case: Case, seen: Observation) -> bool:
    """``only_hidden_weighed``, but only in the rows with very low scores."""
    if not only_hidden_weighed(case, seen):
        return False
    weights, scores = seen.values["weights"], case.inputs["scores"]
    mask = np.broadcast_to(case.inputs["mask"], weights.shape)
    visible = np.where(mask, weights, 0).sum(-1)
    low = np.where(mask, scores, -np.inf).max(-1) < -20
    return np.allclose(visible[~low], 1)


def _most_hidden(case: Case, seen: Observation) -> float:
    """The largest weight of a hidden key, or 0 if weights are missing or misshapen."""
    weights, mask = seen.values.get("weights"), case.inputs["mask"]
    if weights is None or weights.shape != case.inputs["scores"].shape:
        return 0.0
    return np.nan_to_num(np.where(mask, 0, weights)).max()


def squeezed(case: Case, seen: Observation) -> bool:
    """Whether weights with an axis of length 1 have lost it."""
    leading = case.inputs["scores" if "scores" in case.inputs else "q"].shape[:-1]
    weights = seen.values.get("weights")
    return weights is not None and 1 in leading and weights.ndim <= len(leading)


def rows_without_key(case: Case, seen: Observation) -> np.ndarray:
    """The weights of the rows with nothing to attend to. Empty if there are none."""
    weights = seen.values.get("weights", np.zeros(0))
    mask = case.inputs["mask"]
    if case.aspect != EMPTY or weights.ndim < 2:
        return np.zeros(0)
    return weights[np.broadcast_to(~mask.any(-1), weights.shape[:-1])]


def empty_and_nan(case: Case, seen: Observation) -> bool:
    return bool(np.isnan(rows_without_key(case, seen)).any())


def empty_and_uniform(case: Case, seen: Observation) -> bool:
    rows = rows_without_key(case, seen)
    return rows.size > 0 and np.allclose(rows, 1 / rows.shape[-1])


def gradient_is_nan(case: Case, seen: Observation) -> bool:
    return case.aspect == GRADIENT and not_a_number(seen)


def not_a_number(seen: Observation) -> bool:
    return any(not np.isfinite(x).all() for x in seen.values.values())


def right(scores, mask):
    hidden = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    return hidden.softmax(dim=-1).masked_fill(~mask, 0.0)


def clean(weights, mask):
    return weights.masked_fill(~mask, 0.0)


def along(axis, fill, cleared=False):
    """The answer whose softmax runs along ``axis``. Hides keys as ``filled`` does."""

    def softmax_along_another_axis(scores, mask):
        """The softmax finds the right axis by itself."""
        weights = scores.masked_fill(~mask, fill).softmax(dim=axis)
        return clean(weights, mask) if cleared else weights

    return softmax_along_another_axis


def filled(fill, cleared=False):
    """The answer that fills hidden scores with ``fill`` and may clear their weights."""

    def filled_with_too_little(scores, mask):
        """A number below the usual scores is small enough."""
        weights = scores.masked_fill(~mask, fill).softmax(dim=-1)
        return clean(weights, mask) if cleared else weights

    return filled_with_too_little


def lowered(amount):
    """The answer that subtracts ``amount`` from hidden scores."""

    def lowered_by_too_little(scores, mask):
        """To hide a key, it is enough to lower its score."""
        return (scores - amount * ~mask).softmax(dim=-1)

    return lowered_by_too_little


FILL_NOT_LOW_ENOUGH_FAMILY = Catalogue()

for fill in (-1, -5, -10):  # a sign names mistakes that only large scores show
    FILL_NOT_LOW_ENOUGH_FAMILY.answer("fill_not_low_enough", TOO_SMALL, seen="issue")(
        filled(fill)
    )
    FILL_NOT_LOW_ENOUGH_FAMILY.answer("fill_not_low_enough", TOO_SMALL)(
        filled(fill, cleared=True)
    )

for amount in (5, 10):
    FILL_NOT_LOW_ENOUGH_FAMILY.answer("fill_not_low_enough", TOO_SMALL)(lowered(amount))


SOFTMAX_OVER_QUERIES_FAMILY = Catalogue()

for other, id, cause in (
    (-2, "softmax_over_queries", OVER_QUERIES),
    (1, "softmax_dim_missing", AXIS),
    (0, "softmax_dim_missing", AXIS),
):
    SOFTMAX_OVER_QUERIES_FAMILY.answer(id, cause, seen="course")(
        along(other, -math.inf)
    )
    SOFTMAX_OVER_QUERIES_FAMILY.answer(id, cause)(along(other, -1e9))
    SOFTMAX_OVER_QUERIES_FAMILY.answer(id, cause)(along(other, -1e9, cleared=True))


MISTAKES = mistakes(globals())
