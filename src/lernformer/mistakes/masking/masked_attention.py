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
from lernformer.mistakes.common import fails, misfit
from lernformer.mistakes.masking.masked_softmax import not_a_number
from lernformer.mistakes.mistake import Bugs, Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.probes.aspects import LARGE, LEADING
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


def keys_as_they_are(q, k, v, mask):
    """q times k is q @ k."""
    scores = q @ k / math.sqrt(q.size(-1))
    return average(masked_softmax(scores, mask), v)


def own_triangle(q, k, v, mask):
    """The mask is the look-ahead mask, made here."""
    triangle = torch.ones(q.size(-2), k.size(-2), dtype=torch.bool).tril()
    return right(q, k, v, triangle)


def values_zeroed(q, k, v, mask):
    """A hidden value is zero, so it adds nothing."""
    weights = scaled_scores(q, k).softmax(dim=-1)
    return (weights * mask) @ v, weights


def weights_first(q, k, v, mask):
    """In the order in which they are made."""
    output, weights = right(q, k, v, mask)
    return weights, output


def shows_overflow(case, seen):
    return case.aspect == LARGE


def shows_mask_makes_nan(case, seen):
    return not_a_number(seen)


def shows_square_mask_only(case, seen):
    return case.aspect == CROSS and _no_values(case, seen)


def shows_leading_axes_unsupported(case, seen):
    return case.aspect == LEADING


shows_keys_not_transposed = fails(*OF_PRODUCTS)

# Bugs to find: each in the right code, with what a colleague would report.
BUGS = Bugs()
BUGS.plant(
    "no_scale",
    "With 4 features all is well. With 512, nearly every row has a single weight of 1, "
    "and nothing is learned.",
    right=" / math.sqrt(q.size(-1))",
    wrong="",
)
BUGS.plant(
    "scale_by_sqrt_length",
    "A query that is sure of itself among 5 keys is undecided among 500, even if the "
    "other keys do not fit it at all.",
    right="math.sqrt(q.size(-1))",
    wrong="math.sqrt(k.size(-2))",
)
BUGS.plant(
    "mask_inverted",
    "With the decoder's mask each word attends to what comes after it, never to "
    "itself; the last one gets zeros.",
    right="masked_softmax(scores, mask)",
    wrong="masked_softmax(scores, ~mask)",
)
BUGS.plant(
    "mask_transposed",
    "With the decoder's mask the first word attends to the whole sentence, and the "
    "last one only to itself.",
    right="masked_softmax(scores, mask)",
    wrong="masked_softmax(scores, mask.transpose(-2, -1))",
)
BUGS.plant(
    "mask_after_softmax",
    "Hidden keys have weight 0, as they should. But the rows no longer sum to 1, and "
    "the more is hidden, the smaller is the output.",
    right="weights = masked_softmax(scores, mask)",
    wrong="weights = scores.softmax(dim=-1) * mask",
)
BUGS.plant(
    "output_without_mask",
    "The figure of the weights is right, the future is empty. Still the output of the "
    "first word changes when I change the last one.",
    right="return weights @ v, weights",
    wrong="return scores.softmax(dim=-1) @ v, weights",
)


MISTAKES = mistakes(globals())
