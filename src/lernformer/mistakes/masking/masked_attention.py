"""Typical wrong answers to ``masking.masked_attention``."""

import math

import torch

from lernformer.mistakes.attention.scaled_dot_product_attention import (
    MISTAKES as ATTENTION,
)
from lernformer.mistakes.attention.scaled_dot_product_attention import (
    OF_PRODUCTS,
    TOO_SMALL,
    average,
    filled,
    scaled_scores,
)
from lernformer.mistakes.bugs import bugs
from lernformer.mistakes.common import misfit
from lernformer.mistakes.masking.masked_softmax import not_a_number
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.probes.attention.MultiHeadAttention import CROSS
from lernformer.probes.case import Case, Observation

FROM_ATTENTION = {  # mistakes from the attention chapter that reappear here
    "no_scale",
    "scale_by_d_k",
    "scale_by_sqrt_length",
    "scale_by_sqrt_d_v",
    "scale_multiplied",
    "scale_after_softmax",
    "softmax_over_queries",
    "query_key_swapped",
    "key_value_swapped",
    "mask_ignored",
    "mask_inverted",
    "mask_transposed",
    "mask_of_first_item",
    "mask_after_softmax",
    "scores_times_mask",
    "mask_added_as_bool",
    "renormalised_over_queries",
    "output_without_mask",
    "weights_without_mask",
    "weights_before_softmax",
    "weights_transposed",
}


def _no_values(case: Case, seen: Observation) -> bool:
    """Whether there is an error about shapes, or the weights have a wrong shape."""
    right = case.inputs["q"].shape[:-1], case.inputs["k"].shape[-2]
    weights = seen.values.get("weights")
    return misfit(seen) or (
        weights is not None and weights.shape != (*right[0], right[1])
    )


def masked_softmax(scores, mask):
    weights = scores.masked_fill(~mask, -1e9).softmax(dim=-1)
    return weights.masked_fill(~mask, 0.0)


def weigh(scores, v, mask):
    return average(masked_softmax(scores, mask), v)


def right(q, k, v, mask):
    return weigh(scaled_scores(q, k), v, mask)


OTHERS = [known for known in ATTENTION if known.id in FROM_ATTENTION]
FILL_NOT_LOW_ENOUGH_FAMILY = Catalogue()

FILL_NOT_LOW_ENOUGH_FAMILY.answer("fill_not_low_enough", TOO_SMALL, seen="issue")(
    filled(-10)
)
FILL_NOT_LOW_ENOUGH_FAMILY.answer("fill_not_low_enough", TOO_SMALL)(
    filled(-10, cleared=True)
)


BUGS = bugs(globals())
MISTAKES = mistakes(globals())
