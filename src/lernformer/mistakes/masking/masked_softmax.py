"""Typical wrong answers to ``masking.masked_softmax``."""

import math

import numpy as np
import torch

from lernformer.mistakes.attention.scaled_dot_product_attention import (
    INVERTED,
    SUBTRACTED,
    TOO_LATE,
    TOO_SMALL,
    only_hidden_weighed,
    shrunk_by_hidden,
)
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    SCORES_CLIPPED,
    WRITTEN_OVER,
    fails,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.aspects import GRADIENT, LARGE, LEADING
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.common import EMPTY

TIMES_MASK = (
    "hidden scores become 0 (scores × mask, or a fill of 0 or 1e-9), and exp(0) = 1 is "
    "weight. Fill with the lowest number that there is: torch.finfo(scores.dtype).min."
)

AXIS = "the softmax runs along another axis; the keys are the last: dim=-1."

OVER_QUERIES = (
    "the softmax runs over the queries (dim=-2); each query shares its attention among "
    "the keys: dim=-1."
)

EMPTY_NAN = (
    "a row of -inf alone, or 0 / 0, is NaN. Fill with a finite number, and set the "
    "hidden weights to 0 after the softmax."
)

EMPTY_UNIFORM = (
    "in a row with nothing to attend to all scores are equal, so the weights are too. "
    "Set the hidden weights to 0 after the softmax."
)

TINY = 1e-4  # a weight that nobody means


GRADIENT_NAN = (
    "the NaN of an empty row is replaced in the result, but its gradient is NaN still: "
    "0 × NaN is NaN. Let it not come up: fill with a finite number, or clamp the sum "
    "before the division."
)


def low_scores_lost(case: Case, seen: Observation) -> bool:
    """``only_hidden_weighed``, and that in the rows of very low scores alone."""
    if not only_hidden_weighed(case, seen):
        return False
    weights, scores = seen.values["weights"], case.inputs["scores"]
    mask = np.broadcast_to(case.inputs["mask"], weights.shape)
    visible = np.where(mask, weights, 0).sum(-1)
    low = np.where(mask, scores, -np.inf).max(-1) < -20
    return np.allclose(visible[~low], 1)


def _most_hidden(case: Case, seen: Observation) -> float:
    """The largest weight of a hidden key; 0 where the weights are no weights."""
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
    """The weights of the rows with nothing to attend to; empty if there are none."""
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
    """The answer whose softmax runs along another axis, in the ways to hide a key."""

    def softmax_along_another_axis(scores, mask):
        """The softmax knows its axis."""
        weights = scores.masked_fill(~mask, fill).softmax(dim=axis)
        return clean(weights, mask) if cleared else weights

    return softmax_along_another_axis


def filled(fill, cleared=False):
    """The answer that hides scores behind ``fill``, and clears the weights or not."""

    def filled_with_too_little(scores, mask):
        """A number below the usual scores is small enough."""
        weights = scores.masked_fill(~mask, fill).softmax(dim=-1)
        return clean(weights, mask) if cleared else weights

    return filled_with_too_little


def lowered(amount):
    """The answer that subtracts ``amount`` from hidden scores."""

    def lowered_by_too_little(scores, mask):
        """A hidden score is a lower score."""
        return (scores - amount * ~mask).softmax(dim=-1)

    return lowered_by_too_little


MISTAKES = Catalogue()

MISTAKES.append(INPUT_MODIFIED)
MISTAKES.sign("nan_on_empty_row", EMPTY_NAN, empty_and_nan, seen="course")
MISTAKES.sign(
    "uniform_on_empty_row",
    EMPTY_UNIFORM,
    empty_and_uniform,
    seen="course",
)


@MISTAKES.answer(
    "empty_row_clears_all",
    "one row with nothing to attend to clears all the others; each row is judged "
    "alone.",
)
def zeros_if_any_nan(scores, mask):
    """Where there is NaN, all is zero."""
    weights = scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)
    return torch.zeros_like(weights) if weights.isnan().any() else weights


@MISTAKES.answer(
    "empty_row_unmasked",
    "a row with nothing to attend to falls back to all keys; it should be zeros.",
)
def unmasked_if_empty(scores, mask):
    """Who may see nothing sees everything."""
    return right(scores, mask | ~mask.any(dim=-1, keepdim=True))


MISTAKES.sign(
    "empty_row_to_one_key",
    "a row with nothing to attend to falls back to one key; it should be zeros.",
    lambda case, seen: (
        rows_without_key(case, seen).size > 0
        and set(np.unique(rows_without_key(case, seen))) == {0.0, 1.0}
    ),
)


@MISTAKES.answer(
    "mask_ignored",
    "the mask has no effect. masked_fill returns a new tensor and leaves the old "
    "one alone.",
)
def no_mask(scores, mask):
    """A softmax is a softmax."""
    return scores.softmax(dim=-1)


@MISTAKES.answer(
    "mask_after_softmax",
    "the mask is applied after the softmax, so what is left of a row no longer "
    "sums to 1. Hide the scores before the softmax.",
    seen="course",
)
def weights_times_mask(scores, mask):
    """A hidden weight is zero, and that is all."""
    return scores.softmax(dim=-1) * mask


@MISTAKES.answer("scores_times_mask", TIMES_MASK, seen="course")
def scores_zeroed_by_product(scores, mask):
    """A hidden score is zero."""
    return (scores * mask).softmax(dim=-1)


@MISTAKES.answer("scores_times_mask", TIMES_MASK, seen="course")
def zeroed_twice(scores, mask):
    """A hidden score is zero, and so is its weight."""
    return clean(scores.masked_fill(~mask, 0.0).softmax(dim=-1), mask)


@MISTAKES.answer("mask_inverted", INVERTED, seen="course")
def true_is_lowered(scores, mask):
    """The mask is 1 where there is padding, as in TensorFlow's tutorial."""
    return (scores + mask * -1e9).softmax(dim=-1)


@MISTAKES.answer("mask_inverted", INVERTED, seen="issue")
def true_is_hidden(scores, mask):
    """True marks what is masked."""
    return scores.masked_fill(mask, float("-inf")).softmax(dim=-1)


@MISTAKES.answer(
    "mask_added_as_bool",
    "the mask is added to the scores as 0 and 1, which hides no key. Fill with "
    "torch.finfo(scores.dtype).min where it is False.",
)
def mask_added(scores, mask):
    """A mask is added to the scores."""
    return (scores + mask).softmax(dim=-1)


for fill in (-1, -5, -10):  # what only large scores feel is named by a sign
    MISTAKES.answer("fill_too_small", TOO_SMALL, seen="issue")(filled(fill))
    MISTAKES.answer("fill_too_small", TOO_SMALL)(filled(fill, cleared=True))

for amount in (5, 10):
    MISTAKES.answer("fill_too_small", TOO_SMALL)(lowered(amount))


@MISTAKES.answer(
    "fill_positive",
    "hidden scores are filled with +1e9, so they win; the minus sign is missing.",
)
def filled_with_a_billion(scores, mask):
    """1e9, without its minus."""
    return scores.masked_fill(~mask, 1e9).softmax(dim=-1)


@MISTAKES.answer(
    "row_hidden_for_one_key",
    "a row with one hidden key is hidden altogether; only that key is.",
)
def whole_row_or_nothing(scores, mask):
    """A row with a hidden key is hidden."""
    return scores.softmax(dim=-1) * mask.all(dim=-1, keepdim=True)


@MISTAKES.answer(
    "mask_transposed",
    "the mask's last two axes are swapped; it is (L_q, L_k), like the scores.",
)
def keys_before_queries(scores, mask):
    """The mask is (L_k, L_q)."""
    return right(scores, mask.mT)


@MISTAKES.answer(
    "mask_of_first_item",
    "the first item's mask hides the same keys in the whole batch; each "
    "item has its own.",
)
def first_mask_for_all(scores, mask):
    """All sentences have the same mask."""
    return right(scores, mask[:1])


@MISTAKES.answer(
    "mask_of_first_query",
    "the first query's mask hides the same keys from all queries; each has "
    "a row of its own.",
)
def first_row_for_all(scores, mask):
    """All queries have the same mask."""
    return right(scores, mask[..., :1, :])


@MISTAKES.answer(
    "positive_scores_only",
    "scores of 0 or less are taken for hidden; ask the mask, not the scores.",
)
def zeros_are_hidden(scores, mask):
    """Scores × mask, then 0 is taken for hidden."""
    kept = (scores * mask).clamp(min=0)
    kept = kept.masked_fill(kept == 0, float("-inf"))
    return kept.softmax(dim=-1).nan_to_num(0.0)


for other, id, cause in (
    (-2, "softmax_over_queries", OVER_QUERIES),
    (1, "softmax_dim_missing", AXIS),
    (0, "softmax_dim_missing", AXIS),
):
    MISTAKES.answer(id, cause, seen="course")(along(other, -math.inf))
    MISTAKES.answer(id, cause)(along(other, -1e9))
    MISTAKES.answer(id, cause)(along(other, -1e9, cleared=True))


@MISTAKES.answer(
    "global_sum",
    "all weights of a table together sum to 1; each row should, so dim=-1.",
)
def over_the_table(scores, mask):
    """The whole table sums to one."""
    hidden = scores.masked_fill(~mask, -1e9)
    return clean(hidden.flatten(-2).softmax(dim=-1).view_as(scores), mask)


@MISTAKES.answer(
    "renormalised_over_queries",
    "after masking, the columns are made to sum to 1; the rows should.",
)
def columns_renormalised(scores, mask):
    """After masking, the columns are made to sum to one."""
    weights = scores.softmax(dim=-1) * mask
    return weights / weights.sum(dim=-2, keepdim=True).clamp(min=1e-9)


@MISTAKES.answer(
    "divided_by_count",
    "the weights are divided by the number of visible keys; divide by the sum of "
    "what is left, or hide the scores before the softmax.",
)
def divided_by_visible_keys(scores, mask):
    """A mean divides by the number of keys."""
    weights = scores.softmax(dim=-1) * mask
    return weights / mask.sum(dim=-1, keepdim=True).clamp(min=1)


@MISTAKES.answer("not_normalised", "the exponentials are not divided by their sum.")
def exponentials_only(scores, mask):
    """exp is what turns scores into weights."""
    return scores.exp() * mask


@MISTAKES.answer("log_softmax", "this is the logarithm of the weights; use softmax.")
def logarithms(scores, mask):
    """log_softmax is the stable softmax."""
    return clean(scores.masked_fill(~mask, -1e9).log_softmax(dim=-1), mask)


@MISTAKES.answer(
    "sigmoid", "this is the sigmoid of each score alone; in a softmax the keys compete."
)
def each_for_itself(scores, mask):
    """Sigmoid and softmax are the same squashing function."""
    return scores.masked_fill(~mask, float("-inf")).sigmoid()


@MISTAKES.answer(
    "softmax_twice",
    "a second softmax is applied to the weights of the first; hide the scores and "
    "take one.",
)
def softmax_of_weights(scores, mask):
    """Mask the weights, then make them sum to one again with a softmax."""
    weights = scores.softmax(dim=-1).masked_fill(~mask, float("-inf"))
    return weights.softmax(dim=-1).nan_to_num(0.0)


@MISTAKES.answer(
    "scaled_again",
    "the scores are divided by the root of the number of keys; they come scaled.",
)
def scaled_by_root_of_keys(scores, mask):
    """The scores are not scaled yet."""
    return right(scores / math.sqrt(scores.size(-1)), mask)


MISTAKES.sign("mask_subtracted", SUBTRACTED, fails("with a bool tensor"))
MISTAKES.sign(
    "mask_not_broadcast",
    "the mask may be smaller than the scores, such as (B, 1, 1, L_k); masked_fill "
    "and torch.where broadcast it, indexing and reshaping do not.",
    fails("shape of the mask", "invalid for input of size"),
)
MISTAKES.sign(
    "keys_removed",
    "hidden keys are left out of the result; they stay in their place, with weight 0.",
    lambda case, seen: (
        "weights" in seen.values
        and seen.values["weights"].size == case.inputs["mask"].sum()
    ),
)
MISTAKES.sign("axes_squeezed", AXES_SQUEEZED.cause, squeezed)
MISTAKES.sign("nan_gradient", GRADIENT_NAN, gradient_is_nan, seen="issue")
MISTAKES += (WRITTEN_OVER, GRADIENT_CUT, DTYPE_LOST)
MISTAKES.sign(
    "mask_makes_nan",
    "hidden scores turn into inf or nan before the softmax: +inf in place of -inf, "
    "or -inf × 0. masked_fill(~mask, -inf) leaves the others alone.",
    lambda case, seen: case.aspect != LARGE and not_a_number(seen),
    seen="issue",
)
MISTAKES.sign("renormalised_too_late", TOO_LATE, shrunk_by_hidden, seen="issue")
MISTAKES.sign("fill_too_small", TOO_SMALL, low_scores_lost, seen="issue")
MISTAKES.append(SCORES_CLIPPED)
MISTAKES.sign(
    "never_quite_zero",
    "hidden keys keep a tiny weight, by an eps or a lower bound; their weight is "
    "exactly 0: .masked_fill(~mask, 0.0) at the end.",
    lambda case, seen: 0 < _most_hidden(case, seen) < TINY,
)
MISTAKES.sign(
    "overflow",
    "exp overflows for large scores, or a whole row runs down to 0 / 0; take "
    "torch.softmax, or subtract each row's own largest score first.",
    lambda case, seen: case.aspect == LARGE,
    seen="course",
)
MISTAKES.sign(
    "leading_axes_unsupported",
    "it works for one number of axes only; count axes from the end (-1, -2).",
    lambda case, seen: case.aspect == LEADING,
)
