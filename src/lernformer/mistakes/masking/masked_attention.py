"""Typical wrong answers to ``masking.masked_attention``."""

import math

import torch

from lernformer.mistakes.attention.scaled_dot_product_attention import (
    MISFIT,
    OF_PRODUCTS,
    PRODUCT_MISFIT,
    SUBTRACTED,
    TOO_LATE,
    TOO_SMALL,
    average,
    filled,
    only_hidden_weighed,
    scaled_scores,
    shrunk_by_hidden,
)
from lernformer.mistakes.attention.scaled_dot_product_attention import (
    MISTAKES as ATTENTION,
)
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    SCORES_CLIPPED,
    WRITTEN_OVER,
    fails,
    misfit,
)
from lernformer.mistakes.masking.masked_softmax import (
    EMPTY_NAN,
    EMPTY_UNIFORM,
    GRADIENT_NAN,
    TIMES_MASK,
    empty_and_nan,
    empty_and_uniform,
    gradient_is_nan,
    not_a_number,
    squeezed,
)
from lernformer.mistakes.mistake import Bugs, Catalogue
from lernformer.probes.aspects import LARGE, LEADING
from lernformer.probes.attention.MultiHeadAttention import CROSS
from lernformer.probes.case import Case, Observation

FROM_ATTENTION = {  # mistakes of the attention chapter that come back here
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
    """An error about shapes, or results of another shape."""
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


MISTAKES = Catalogue()

MISTAKES.sign("nan_on_empty_row", EMPTY_NAN, empty_and_nan, seen="course")
MISTAKES.sign("uniform_on_empty_row", EMPTY_UNIFORM, empty_and_uniform, seen="course")
MISTAKES.append(INPUT_MODIFIED)
MISTAKES += (known for known in ATTENTION if known.id in FROM_ATTENTION)
MISTAKES.answer("fill_too_small", TOO_SMALL, seen="issue")(filled(-10))
MISTAKES.answer("fill_too_small", TOO_SMALL)(filled(-10, cleared=True))


@MISTAKES.answer(
    "scale_by_sqrt_n_heads",
    "the scores are divided by the root of the number of heads, which is axis 1; d_k "
    "is the last axis, q.size(-1).",
)
def root_of_axis_one(q, k, v, mask):
    """d_k is axis 1, as in a matrix."""
    return weigh(q @ k.mT / math.sqrt(k.size(1)), v, mask)


@MISTAKES.answer("keys_not_transposed", PRODUCT_MISFIT)
def keys_as_they_are(q, k, v, mask):
    """q times k is q @ k."""
    scores = q @ k / math.sqrt(q.size(-1))
    return average(masked_softmax(scores, mask), v)


@MISTAKES.answer("scores_times_mask", TIMES_MASK, seen="course")
def zeroed_twice(q, k, v, mask):
    """A hidden score is zero, and so is its weight."""
    return average((scaled_scores(q, k) * mask).softmax(dim=-1) * mask, v)


@MISTAKES.answer(
    "causal_always", "a look-ahead mask is built in; use the mask that is passed in."
)
def own_triangle(q, k, v, mask):
    """The mask is the look-ahead mask, made here."""
    triangle = torch.ones(q.size(-2), k.size(-2), dtype=torch.bool).tril()
    return right(q, k, v, triangle)


@MISTAKES.answer(
    "values_masked",
    "the weights are returned as they were before masking, and what is left of a "
    "row does not sum to 1. Hide the scores before the softmax.",
)
def values_zeroed(q, k, v, mask):
    """A hidden value is zero, so it adds nothing."""
    weights = scaled_scores(q, k).softmax(dim=-1)
    return (weights * mask) @ v, weights


@MISTAKES.answer(
    "weights_output_swapped",
    "the two results are in the wrong order; return (output, weights).",
)
def weights_first(q, k, v, mask):
    """In the order in which they are made."""
    output, weights = right(q, k, v, mask)
    return weights, output


MISTAKES.sign(
    "weights_not_returned", "return both: output, weights.", fails("should return")
)
MISTAKES.sign(
    "mask_truth_value",
    "`if mask:` asks for the truth of many values at once; the mask is always "
    "there, so there is nothing to ask.",
    fails("Boolean value of Tensor"),
)
MISTAKES.sign("mask_subtracted", SUBTRACTED, fails("with a bool tensor"))
MISTAKES.sign(
    "mask_not_broadcast",
    "scores[~mask] needs a mask of the scores' full shape; masked_fill broadcasts "
    "a mask such as (B, 1, 1, L_k).",
    fails("shape of the mask", "invalid for input of size"),
)
MISTAKES.sign("axes_squeezed", AXES_SQUEEZED.cause, squeezed)
MISTAKES.sign("nan_gradient", GRADIENT_NAN, gradient_is_nan, seen="issue")
MISTAKES.sign("renormalised_too_late", TOO_LATE, shrunk_by_hidden, seen="issue")
MISTAKES.sign("fill_too_small", TOO_SMALL, only_hidden_weighed, seen="issue")
MISTAKES += (WRITTEN_OVER, GRADIENT_CUT, DTYPE_LOST, SCORES_CLIPPED)
MISTAKES.sign(
    "overflow",
    "exp overflows for large scores, or a whole row runs down to 0 / 0; take "
    "torch.softmax, or subtract each row's own largest score first.",
    lambda case, seen: case.aspect == LARGE,
    seen="course",
)
MISTAKES.sign(
    "mask_makes_nan",
    "hidden scores turn into inf or nan before the softmax: +inf in place of -inf, "
    "or -inf × 0. masked_fill(~mask, -inf) leaves the others alone.",
    lambda case, seen: not_a_number(seen),
    seen="issue",
)
MISTAKES.sign(
    "square_mask_only",
    "it works for as many keys as queries only; where one sentence attends to "
    "another, L_q and L_k differ.",
    lambda case, seen: case.aspect == CROSS and _no_values(case, seen),
    seen="course",
)
MISTAKES.sign(
    "leading_axes_unsupported",
    "it works for one number of axes only; count axes from the end (-1, -2), so "
    "that (B, L, d) and (B, H, L, d) both work.",
    lambda case, seen: case.aspect == LEADING,
)
MISTAKES.sign("keys_not_transposed", PRODUCT_MISFIT, fails(*OF_PRODUCTS))
MISTAKES.sign(
    "mask_unsqueezed",
    MISFIT,
    _no_values,
    seen="issue",
)

# To find: each in the right code, by what a colleague would see of it.
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
