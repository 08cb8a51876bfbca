"""Typical wrong answers to ``attention.scaled_dot_product_attention``."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.attention import attention_weights
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
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.aspects import DTYPE, LARGE, LEADING
from lernformer.probes.case import Case, Observation
from lernformer.probes.values import tensors

# what torch says where the sizes of a product do not fit
OF_PRODUCTS = "mat1 and mat2", "dimensions of batch2"

PRODUCT_MISFIT = (
    "the sizes of a product do not fit: queries meet keys in q @ k.transpose(-2, -1), "
    "which swaps the last two axes and leaves the others, and then it is weights @ v."
)

MISFIT = (
    "the mask does not fit what it meets. It is made for the scores and fits them by "
    "broadcasting, as it comes: no axis is added, taken away or picked out."
)

SUBTRACTED = (
    "True and False cannot be subtracted from 1; the opposite of a boolean mask is "
    "~mask, and masked_fill takes it as it is."
)

BY_LENGTH = (
    "the scores are divided by the square root of the length instead of √d_k; d_k is "
    "the last axis, q.size(-1)."
)

TOO_LATE = (
    "a hidden score that is far above the others takes nearly all of the softmax, and "
    "what is left for the visible keys is lost beside the eps, or the lower bound, of "
    "the division. Hide the scores before the softmax."
)

INVERTED = (
    "the mask is read the other way round. True means: may attend. Fill where ~mask."
)

TOO_SMALL = (
    "hidden scores are filled with a number that is not below all scores that occur; "
    "use the lowest that there is, torch.finfo(scores.dtype).min."
)


def swapped(case: Case, seen: Observation) -> bool:
    if set(seen.values) != {"output", "weights"}:
        return False
    q, k, v = (case.inputs[name] for name in "qkv")
    return (
        seen.values["output"].shape[-1] == k.shape[-2] != v.shape[-1]
        and seen.values["weights"].shape[-1] == v.shape[-1]
        and seen.values["output"].shape[-2] == q.shape[-2]
    )


def _dropped(case: Case, seen: Observation) -> bool:
    """Whether some weights are 0 and the others too large, all by one factor."""
    x = tensors(case)
    weights = seen.values.get("weights")
    right = attention_weights(x["q"], x["k"], x.get("mask")).numpy()
    if weights is None or weights.shape != right.shape:
        return False
    factors = (weights / right)[weights != 0]
    return factors.size > 0 and factors[0] > 1.01 and np.ptp(factors) < 1e-6


def masked_weights(case: Case, seen: Observation) -> tuple[np.ndarray, np.ndarray]:
    """Weights and what the mask says of each; empty where there is no such thing."""
    weights, mask = seen.values.get("weights"), case.inputs.get("mask")
    if weights is None or mask is None or not_finite(seen):
        return np.zeros((0, 0)), np.zeros((0, 0), bool)
    try:
        return weights, np.broadcast_to(mask, weights.shape)
    except ValueError:
        return np.zeros((0, 0)), np.zeros((0, 0), bool)


def only_hidden_weighed(case: Case, seen: Observation) -> bool:
    """Whether low scores lose all their weight to the number that hides others."""
    weights, mask = masked_weights(case, seen)
    if case.aspect != LARGE or mask.all():
        return False
    lost = np.where(mask, weights, 0).sum(-1) < 1e-6
    hidden = np.where(mask, np.nan, weights)
    alike = np.nanmax(hidden, -1) - np.nanmin(hidden, -1) < 1e-6
    return bool(lost.any() and alike[lost].all())


def shrunk_by_hidden(case: Case, seen: Observation) -> bool:
    """Whether only visible keys have weight, but less than one, and that by little."""
    weights, mask = masked_weights(case, seen)
    if not weights.size or case.dtype != "float64":
        return False
    sums = weights.sum(-1)
    little = sums.min() < 0.9 if case.aspect == LARGE else 0.9 < sums.min() < 1 - 1e-7
    none_to_hidden = np.abs(weights[~mask]).max(initial=0) < 1e-6
    return bool(little and none_to_hidden and sums.min() > 0 and sums.max() < 1 + 1e-6)


def not_finite(seen: Observation) -> bool:
    return any(not np.isfinite(x).all() for x in seen.values.values())


def _right_shapes(case: Case, seen: Observation) -> bool:
    rows, columns = case.inputs["q"].shape[-2], case.inputs["k"].shape[-2]
    weights = seen.values.get("weights")
    return weights is not None and weights.shape[-2:] == (rows, columns)


def scaled_scores(q, k):
    return q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))


def hide(scores, mask):
    return scores if mask is None else scores.masked_fill(~mask, float("-inf"))


def average(weights, v):
    return weights @ v, weights


def weigh(scores, v, mask):
    return average(hide(scores, mask).softmax(dim=-1), v)


def right(q, k, v, mask=None):
    return weigh(scaled_scores(q, k), v, mask)


def filled(fill, cleared=False):
    """The answer that hides scores behind ``fill``, and clears the weights or not."""

    def filled_with_too_little(q, k, v, mask=None):
        """A number below the usual scores is small enough."""
        scores = scaled_scores(q, k)
        if mask is None:
            return weigh(scores, v, None)
        weights = scores.masked_fill(~mask, fill).softmax(dim=-1)
        return average(weights * mask if cleared else weights, v)

    return filled_with_too_little


MISTAKES = Catalogue()

MISTAKES.append(INPUT_MODIFIED)


@MISTAKES.answer("no_scale", "the scores are not divided by √d_k.", seen="course")
def unscaled(q, k, v, mask=None):
    """Attention is softmax(q kᵀ) v."""
    return weigh(q @ k.transpose(-2, -1), v, mask)


@MISTAKES.answer(
    "scale_by_d_k",
    "the scores are divided by d_k, not by its square root (or by √d_k twice).",
    seen="course",
)
def divided_by_d_k(q, k, v, mask=None):
    """The average product, without the root."""
    return weigh(q @ k.transpose(-2, -1) / k.size(-1), v, mask)


@MISTAKES.answer("scale_by_sqrt_length", BY_LENGTH, seen="course")
def root_of_number_of_keys(q, k, v, mask=None):
    """d_k is the number of keys."""
    return weigh(q @ k.transpose(-2, -1) / math.sqrt(k.size(-2)), v, mask)


@MISTAKES.answer("scale_by_sqrt_length", BY_LENGTH, seen="course")
def root_of_number_of_queries(q, k, v, mask=None):
    """d_k is q.shape[-2]."""
    return weigh(q @ k.transpose(-2, -1) / math.sqrt(q.size(-2)), v, mask)


@MISTAKES.answer(
    "scale_by_sqrt_d_v",
    "the scores are divided by √d_v, the width of the values; the products "
    "are sums of d_k terms, so it is √d_k.",
    seen="course",
)
def root_of_d_v(q, k, v, mask=None):
    """All widths are the same, so v's will do."""
    return weigh(q @ k.transpose(-2, -1) / math.sqrt(v.size(-1)), v, mask)


@MISTAKES.answer(
    "scale_multiplied", "the scores are multiplied by √d_k instead of divided."
)
def times_root(q, k, v, mask=None):
    """Scaling is multiplying."""
    return weigh(q @ k.transpose(-2, -1) * math.sqrt(k.size(-1)), v, mask)


@MISTAKES.answer(
    "scale_precedence",
    "d_k ** 1 / 2 is d_k / 2: the power binds first. Write d_k ** 0.5.",
)
def half_power(q, k, v, mask=None):
    """d_k ** 1 / 2 is the root."""
    d_k = k.size(-1)
    return weigh(q @ k.transpose(-2, -1) / d_k**1 / 2, v, mask)


@MISTAKES.answer("scale_rounded", "√d_k is rounded to an integer.")
def integer_root(q, k, v, mask=None):
    """The root is an integer."""
    return weigh(q @ k.transpose(-2, -1) / int(math.sqrt(k.size(-1))), v, mask)


@MISTAKES.answer(
    "scale_hard_coded",
    "the scores are divided by 8, which is √d_k for the paper's d_k = 64 only.",
)
def eight(q, k, v, mask=None):
    """d_k is 64, as in the paper."""
    return weigh(q @ k.transpose(-2, -1) / 8.0, v, mask)


@MISTAKES.answer(
    "softmax_over_queries",
    "the softmax runs over the queries (dim=-2): the columns of weights sum"
    " to 1. Each query shares its attention among the keys: dim=-1.",
    seen="course",
)
def softmax_over_rows(q, k, v, mask=None):
    """The softmax runs down the columns."""
    weights = hide(scaled_scores(q, k), mask).softmax(dim=-2)
    return weights @ v, weights


@MISTAKES.answer(
    "softmax_dim_missing",
    "the softmax runs over the first axis, which torch guesses without "
    "dim=…; the keys are the last: dim=-1.",
    seen="issue",
)
def softmax_over_default_axis(q, k, v, mask=None):
    """F.softmax knows its axis: 0 of three, 1 of four."""
    scores = hide(scaled_scores(q, k), mask)
    return average(scores.softmax(dim=int(scores.dim() == 4)), v)


@MISTAKES.answer(
    "global_sum",
    "all weights of a table together sum to 1; each row should, so dim=-1.",
)
def softmax_over_both(q, k, v, mask=None):
    """The whole table of weights sums to one."""
    scores = hide(scaled_scores(q, k), mask)
    weights = scores.flatten(-2).softmax(dim=-1).view_as(scores)
    return weights @ v, weights


@MISTAKES.answer(
    "query_key_swapped",
    "query and key are swapped: row i belongs to query i, so it is q @ kᵀ, not k @ qᵀ.",
    seen="course",
)
def key_times_query(q, k, v, mask=None):
    """The product is symmetric."""
    return weigh(scaled_scores(k, q), v, mask)


@MISTAKES.answer(
    "key_value_swapped",
    "keys and values are swapped: the query meets the keys, the weights "
    "average the values.",
    seen="course",
)
def scores_from_values(q, k, v, mask=None):
    """Compares the query with the values and sums the keys."""
    return weigh(scaled_scores(q, v), k, mask)


@MISTAKES.answer(
    "key_ignored", "the queries are compared with themselves; the keys are not used."
)
def query_times_query(q, k, v, mask=None):
    """In self-attention all are the same."""
    return weigh(scaled_scores(q, q), v, mask)


@MISTAKES.answer(
    "query_ignored", "the keys are compared with themselves; the queries are not used."
)
def key_times_key(q, k, v, mask=None):
    """Keys are compared with keys."""
    return weigh(scaled_scores(k, k), v, mask)


@MISTAKES.answer(
    "reshape_for_transpose",
    "k is reshaped to (d_k, L_k), which mixes its numbers; transpose(-2, "
    "-1) turns rows into columns.",
)
def key_reshaped(q, k, v, mask=None):
    """Reshaping to (d_k, L_k) transposes."""
    *batch, length, d_k = k.shape
    scores = q @ k.reshape(*batch, d_k, length) / math.sqrt(d_k)
    return weigh(scores, v, mask)


@MISTAKES.answer(
    "cosine_scores",
    "the vectors are normalised, so the scores are cosines; attention takes"
    " the plain dot product over √d_k.",
)
def normalised_vectors(q, k, v, mask=None):
    """Similarity is the cosine, so its length goes out."""
    return weigh(F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).mT, v, mask)


@MISTAKES.answer(
    "batch_of_one", "the first item of the batch serves for all; each has its own keys."
)
def first_sentence_for_all(q, k, v, mask=None):
    """All sentences share the keys of the first."""
    first = k[0] if k.dim() > 2 else k
    return weigh(scaled_scores(q, first), v, mask)


@MISTAKES.answer("softmax_twice", "the softmax is applied to its own result.")
def twice(q, k, v, mask=None):
    """Once more cannot hurt."""
    weights = hide(scaled_scores(q, k), mask).softmax(dim=-1).softmax(dim=-1)
    return weights @ v, weights


@MISTAKES.answer(
    "log_softmax", "log_softmax gives the logarithm of the weights; use softmax."
)
def logarithms(q, k, v, mask=None):
    """log_softmax is the stable softmax."""
    weights = hide(scaled_scores(q, k), mask).log_softmax(dim=-1)
    return weights @ v, weights


@MISTAKES.answer(
    "sigmoid", "this is the sigmoid of each score alone; in a softmax the keys compete."
)
def each_for_itself(q, k, v, mask=None):
    """Sigmoid and softmax are the same squashing function."""
    weights = hide(scaled_scores(q, k), mask).sigmoid()
    return weights @ v, weights


@MISTAKES.answer(
    "hard_max", "all weight goes to the best key; a softmax leaves some for the others."
)
def one_for_the_largest(q, k, v, mask=None):
    """Attention looks at the best key."""
    scores = hide(scaled_scores(q, k), mask)
    weights = F.one_hot(scores.argmax(dim=-1), k.size(-2)).to(v.dtype)
    return weights @ v, weights


@MISTAKES.answer(
    "softmax_missing",
    "the scores are used as weights; softmax turns them into shares of one.",
)
def scores_as_weights(q, k, v, mask=None):
    """The scaled scores are the weights."""
    weights = scaled_scores(q, k)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    return weights @ v, weights


@MISTAKES.answer(
    "scale_after_softmax",
    "√d_k divides the weights; it must divide the scores, before the softmax.",
)
def weights_scaled(q, k, v, mask=None):
    """The division comes last."""
    weights = hide(q @ k.transpose(-2, -1), mask).softmax(dim=-1)
    weights = weights / math.sqrt(q.size(-1))
    return weights @ v, weights


@MISTAKES.answer(
    "mask_ignored",
    "the mask has no effect: hidden keys still get weight.",
)
def no_mask(q, k, v, mask=None):
    """The mask comes in a later chapter."""
    return right(q, k, v)


@MISTAKES.answer("mask_inverted", INVERTED, seen="issue")
def true_is_hidden(q, k, v, mask=None):
    """True marks what is masked."""
    return right(q, k, v, None if mask is None else ~mask)


@MISTAKES.answer("mask_inverted", INVERTED, seen="course")
def true_is_lowered(q, k, v, mask=None):
    """The mask is 1 where there is padding, as in TensorFlow's tutorial."""
    scores = scaled_scores(q, k)
    return weigh(scores if mask is None else scores + mask * -1e9, v, None)


@MISTAKES.answer(
    "mask_transposed",
    "the mask's last two axes are swapped; it is (L_q, L_k), like the scores.",
)
def keys_before_queries(q, k, v, mask=None):
    """The mask is (L_k, L_q)."""
    transposed = mask is not None and mask.dim() > 1
    return right(q, k, v, mask.mT if transposed else mask)


@MISTAKES.answer(
    "mask_of_first_item",
    "the first item's mask hides the same keys in the whole batch; each "
    "item has its own.",
)
def first_mask_for_all(q, k, v, mask=None):
    """All sentences have the same mask."""
    if mask is not None and mask.dim() > 2:
        mask = mask[:1]
    return right(q, k, v, mask)


@MISTAKES.answer(
    "mask_after_softmax",
    "the mask is applied after the softmax, so the rows that are left no "
    "longer sum to 1. Hide the scores before the softmax.",
    seen="course",
)
def weights_times_mask(q, k, v, mask=None):
    """A hidden weight is zero, and that is all."""
    _, weights = right(q, k, v)
    if mask is not None:
        weights = weights * mask
    return weights @ v, weights


MISTAKES.answer("fill_too_small", TOO_SMALL, seen="issue")(filled(-10))
MISTAKES.answer("fill_too_small", TOO_SMALL)(filled(-10, cleared=True))


@MISTAKES.answer(
    "scores_times_mask",
    "hidden scores become 0 (scores × mask, or a fill of 0 or 1e-9), and "
    "exp(0) = 1 is weight. Fill with the lowest number that there is: "
    "torch.finfo(scores.dtype).min.",
    seen="course",
)
def scores_zeroed_by_product(q, k, v, mask=None):
    """A hidden score is zero."""
    scores = scaled_scores(q, k)
    return weigh(scores if mask is None else scores * mask, v, None)


@MISTAKES.answer(
    "mask_added_as_bool",
    "the mask is added to the scores as 0 and 1, which hides no key. Fill with "
    "torch.finfo(scores.dtype).min where it is False.",
)
def mask_added(q, k, v, mask=None):
    """A mask is added to the scores."""
    scores = scaled_scores(q, k)
    return weigh(scores if mask is None else scores + mask, v, None)


@MISTAKES.answer(
    "renormalised_over_queries",
    "after masking, the columns are made to sum to 1; the rows should.",
)
def columns_renormalised(q, k, v, mask=None):
    """After masking, the columns are made to sum to one."""
    _, weights = right(q, k, v)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-2, keepdim=True).clamp(min=1e-9)
    return weights @ v, weights


@MISTAKES.answer(
    "causal_by_default", "without a mask nothing is hidden, but here later keys are."
)
def always_causal(q, k, v, mask=None):
    """Attention never looks ahead."""
    if mask is None:
        mask = torch.ones(q.size(-2), k.size(-2), dtype=torch.bool).tril()
    return right(q, k, v, mask)


@MISTAKES.answer(
    "output_without_mask",
    "the weights that are returned respect the mask, those that average the values "
    "do not.",
)
def values_of_hidden_keys(q, k, v, mask=None):
    """Masks the weights it shows, not those it uses."""
    output, _ = right(q, k, v)
    _, weights = right(q, k, v, mask)
    return output, weights


@MISTAKES.answer(
    "weights_without_mask",
    "the output respects the mask, the weights that are returned do not.",
)
def unmasked_weights_shown(q, k, v, mask=None):
    """Masks the weights it uses, not those it shows."""
    output, _ = right(q, k, v, mask)
    _, weights = right(q, k, v)
    return output, weights


@MISTAKES.answer(
    "weights_before_softmax",
    "the second result holds the scores; return the weights, after the softmax.",
)
def scores_returned(q, k, v, mask=None):
    """The weights are the scores."""
    scores = scaled_scores(q, k)
    return weigh(scores, v, mask)[0], hide(scores, mask)


@MISTAKES.answer(
    "weights_transposed",
    "the weights are transposed: one row a query, (..., L_q, L_k).",
)
def weights_turned(q, k, v, mask=None):
    """Weights are (L_k, L_q), so that they sum the values."""
    output, weights = right(q, k, v, mask)
    return output, weights.mT


@MISTAKES.answer(
    "weights_transposed",
    "the values are averaged with the weights' columns; it is weights @ v.",
)
def sum_over_queries(q, k, v, mask=None):
    """Sums over the queries' axis of the weights."""
    _, weights = right(q, k, v, mask)
    return weights.mT @ v, weights


@MISTAKES.answer(
    "scale_after_softmax",
    "√d_k divides the output; it must divide the scores, before the softmax.",
)
def output_scaled(q, k, v, mask=None):
    """Scaling the output is the same by linearity."""
    output, weights = weigh(q @ k.transpose(-2, -1), v, mask)
    return output / math.sqrt(q.size(-1)), weights


@MISTAKES.answer(
    "residual_added",
    "the query is added to the output; the residual connection comes later, around "
    "attention.",
)
def query_added(q, k, v, mask=None):
    """The residual connection is part of attention."""
    output, weights = right(q, k, v, mask)
    return output + q, weights


@MISTAKES.answer(
    "value_sum_averaged",
    "the output is divided by the number of keys; the weights sum to 1 already.",
)
def divided_by_number_of_keys(q, k, v, mask=None):
    """A weighted mean divides by the number of values."""
    output, weights = right(q, k, v, mask)
    return output / k.size(-2), weights


MISTAKES.sign(
    "weights_output_swapped",
    "the two results are in the wrong order; return (output, weights).",
    swapped,
)
MISTAKES.sign(
    "weights_not_returned",
    "return both: output, weights.",
    fails("should return"),
)
MISTAKES.sign(
    "mask_required",
    "without a mask nothing is hidden; handle mask=None.",
    lambda case, seen: (
        case.inputs.get("mask") is None and fails("NoneType")(case, seen)
    ),
)
MISTAKES.sign(
    "mask_truth_value",
    "`if mask:` asks for the truth of many values at once; write "
    "`if mask is not None:`.",
    fails("Boolean value of Tensor"),
)
MISTAKES.sign(
    "mask_not_broadcast",
    "scores[~mask] needs a mask of the scores' full shape; masked_fill broadcasts "
    "a mask such as (B, 1, L_k).",
    fails("shape of the mask"),
)
MISTAKES.sign(
    "mask_makes_nan",
    "hidden scores turn into inf or nan before the softmax: +inf in place of -inf, "
    "or -inf × 0. masked_fill(~mask, -inf) leaves the others alone.",
    lambda case, seen: case.inputs.get("mask") is not None and not_finite(seen),
    seen="issue",
)
MISTAKES.sign("mask_subtracted", SUBTRACTED, fails("with a bool tensor"))
MISTAKES.sign(
    "mask_unsqueezed",
    MISFIT,
    lambda case, seen: (
        case.inputs.get("mask") is not None
        and case.aspect != DTYPE
        and (
            misfit(seen)
            or (seen.values and seen.values["weights"].ndim != case.inputs["q"].ndim)
        )
    ),
    seen="issue",
)
MISTAKES.sign("renormalised_too_late", TOO_LATE, shrunk_by_hidden, seen="issue")
MISTAKES.sign("fill_too_small", TOO_SMALL, only_hidden_weighed, seen="issue")
MISTAKES += (AXES_SQUEEZED, WRITTEN_OVER, GRADIENT_CUT, DTYPE_LOST, SCORES_CLIPPED)
MISTAKES.sign(
    "overflow",
    "exp overflows for large scores, or a whole row runs down to 0/0; take "
    "torch.softmax, or subtract each row's own largest score first.",
    lambda case, seen: case.aspect == LARGE,
    seen="course",
)
MISTAKES.sign(
    "keys_not_transposed",
    PRODUCT_MISFIT,
    lambda case, seen: (
        case.aspect != LEADING
        and case.inputs.get("mask") is None
        and fails(*OF_PRODUCTS, "must match the size of tensor b")(case, seen)
    ),
)
MISTAKES.sign(
    "same_length_assumed",
    "it works for as many keys as queries only; in cross-attention L_q and L_k differ.",
    lambda case, seen: (
        case.inputs["q"].shape[-2] != case.inputs["k"].shape[-2]
        and case.aspect != LEADING
        and (misfit(seen) or (seen.values and not _right_shapes(case, seen)))
    ),
)
MISTAKES.sign(
    "leading_axes_unsupported",
    "it works for one number of axes only; count axes from the end (-1, -2), so "
    "that (B, L, d) and (B, H, L, d) both work.",
    lambda case, seen: (
        case.aspect == LEADING or (misfit(seen) and case.inputs["q"].ndim == 3)
    ),
)
MISTAKES.sign(
    "dropout_always",
    "the weights change at random: dropout is at work. It belongs to training, and "
    "not into this function.",
    _dropped,
)
