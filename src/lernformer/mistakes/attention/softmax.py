"""Typical wrong answers to ``attention.softmax``."""

import numpy as np

from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    SCORES_CLIPPED,
    fails,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.aspects import LARGE
from lernformer.probes.attention.softmax import ANY_AXIS, INTEGERS

SCORE_SUM = (
    "the exponentials are divided by the sum of the scores; divide by the sum of the "
    "exponentials."
)


def right(scores, axis=-1):
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


MISTAKES = Catalogue()

MISTAKES.append(INPUT_MODIFIED)


@MISTAKES.answer("not_normalised", "the exponentials are not divided by their sum.")
def exponentials_of_the_scores(scores, axis=-1):
    """exp is what makes weights of scores."""
    return np.exp(scores)


@MISTAKES.answer(
    "not_normalised",
    "the exponentials are not divided by their sum (the largest weight is 1).",
)
def largest_is_one(scores, axis=-1):
    """Normalising means that the largest weight is one."""
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.max(axis=axis, keepdims=True)


@MISTAKES.answer("divided_by_score_sum", SCORE_SUM)
def sum_of_scores(scores, axis=-1):
    """Divides by the sum, but of the scores."""
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    return np.exp(shifted) / np.sum(scores, axis=axis, keepdims=True)


@MISTAKES.answer("divided_by_score_sum", SCORE_SUM)
def sum_of_scores_unshifted(scores, axis=-1):
    """The formula's sum is that of the scores."""
    return np.exp(scores) / np.sum(scores, axis=axis, keepdims=True)


@MISTAKES.answer("divided_by_score_sum", SCORE_SUM)
def sum_of_shifted_scores(scores, axis=-1):
    """Divides by the sum, but of the shifted scores."""
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    return np.exp(shifted) / np.sum(shifted, axis=axis, keepdims=True)


@MISTAKES.answer(
    "divided_by_maximum",
    "the scores are divided by the largest one, which changes the weights; "
    "subtract it.",
)
def scores_over_their_maximum(scores, axis=-1):
    """Scores become small when they are divided by the largest."""
    return right(scores / np.max(scores, axis=axis, keepdims=True), axis)


@MISTAKES.answer(
    "divided_by_mean",
    "the exponentials are divided by their mean instead of by their sum.",
)
def mean_for_sum(scores, axis=-1):
    """Dividing by the mean normalises."""
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.mean(axis=axis, keepdims=True)


@MISTAKES.answer(
    "exp_forgotten",
    "the scores themselves are divided by their sum; take the exponential first.",
)
def scores_over_their_sum(scores, axis=-1):
    """A weight is a score's share of the sum."""
    return scores / np.sum(scores, axis=axis, keepdims=True)


@MISTAKES.answer(
    "log_softmax",
    "this is the logarithm of the weights; the exponential at the end is missing.",
)
def logarithms(scores, axis=-1):
    """Stability needs the logarithm, and the exp is left out at the end."""
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


MISTAKES.sign(
    "exp_forgotten",
    "the weights grow in a straight line with the scores; take the exponential first.",
    lambda case, seen: (
        case.inputs["scores"].tolist() == [1, 2, 3, 4]
        and seen.values.get("result", np.zeros(0)).shape == (4,)
        and np.allclose(np.diff(seen.values["result"], 2), 0)
        and np.ptp(seen.values["result"]) > 0
    ),
)


@MISTAKES.answer("softmax_twice", "the softmax is applied to its own result.")
def twice(scores, axis=-1):
    """Once more cannot hurt: it is normalised already."""
    return right(right(scores, axis), axis)


@MISTAKES.answer(
    "sigmoid",
    "this is the sigmoid of each score alone; in a softmax the scores compete.",
)
def each_for_itself(scores, axis=-1):
    """Sigmoid and softmax are the same squashing function."""
    return 0.5 * (1 + np.tanh(np.asarray(scores) / 2))


@MISTAKES.answer(
    "hard_max",
    "all weight goes to the largest score; a softmax leaves some for the others.",
)
def one_for_the_largest(scores, axis=-1):
    """Softmax picks the largest."""
    largest = scores == np.max(scores, axis=axis, keepdims=True)
    return largest / largest.sum(axis=axis, keepdims=True)


@MISTAKES.answer(
    "sign_flipped",
    "the exponent has the wrong sign: the largest score gets the least weight.",
)
def minus_in_the_exponent(scores, axis=-1):
    """exp(-x), as in the sigmoid."""
    exponentials = np.exp(np.min(scores, axis=axis, keepdims=True) - scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@MISTAKES.answer("base_two", "the powers are of 2; the softmax uses e, np.exp.")
def powers_of_two(scores, axis=-1):
    """Any base gives the same weights."""
    powers = np.exp2(scores - np.max(scores, axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


@MISTAKES.answer("rounded_e", "e is written with few decimals; np.exp has them all.")
def e_with_three_decimals(scores, axis=-1):
    """e is 2.718."""
    powers = 2.718 ** (scores - np.max(scores, axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


@MISTAKES.answer("rounded", "the weights are rounded; leave rounding to print.")
def four_decimals(scores, axis=-1):
    """Nobody needs more than four decimals."""
    return np.round(right(scores, axis), 4)


@MISTAKES.answer(
    "scale_by_sqrt_length",
    "the scores are divided by √n; scaling belongs to attention, not to softmax.",
)
def scaled_by_length(scores, axis=-1):
    """The scaling of attention belongs into the softmax."""
    return right(scores / np.sqrt(np.shape(scores)[axis]), axis)


@MISTAKES.answer(
    "global_sum",
    "the sum runs over the whole array, so that all weights together sum to 1; "
    "each row needs its own: sum(axis=axis, keepdims=True).",
)
def normalised_as_a_whole(scores, axis=-1):
    """All weights together sum to one."""
    exponentials = np.exp(scores - np.max(scores))
    return exponentials / exponentials.sum()


@MISTAKES.answer(
    "softmax_over_queries",
    "the softmax runs along the first axis, down the columns; the default is the "
    "last axis.",
    seen="course",
)
def first_axis_by_default(scores, axis=0):
    """Each column is a distribution."""
    return right(scores, axis)


@MISTAKES.answer(
    "axis_ignored",
    "the softmax always runs along the last axis; pass axis to max and to sum.",
)
def always_last_axis(scores, axis=-1):
    """Nobody uses another axis."""
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


MISTAKES.append(AXES_SQUEEZED)
MISTAKES.sign(
    "list_returned",
    "a list comes back; NumPy takes all scores at once: np.exp(scores), and no loop.",
    fails("got a list"),
)
MISTAKES.sign(
    "axis_fixed",
    "an axis has a fixed number; pass axis=axis to max and to sum.",
    fails("out of bounds for array of dimension"),
)
MISTAKES.sign(
    "integers_kept",
    "the weights are put into an array for integers (zeros_like, empty_like, astype, "
    "or in place), which has no room for fractions: give it dtype=float.",
    lambda case, seen: case.aspect == INTEGERS,
    seen="issue",
)
MISTAKES.sign(
    "keepdims_forgotten",
    "the maximum or the sum has lost its axis, or runs along another, so that it "
    "meets the wrong numbers; give both axis=axis and keepdims=True.",
    lambda case, seen: (
        case.aspect not in (ANY_AXIS, LARGE)
        and case.inputs["scores"].ndim == 2
        and (fails("broadcast")(case, seen) or bool(seen.values))
    ),
)
MISTAKES.sign(
    "leading_axes_unsupported",
    "it works for vectors and matrices only; with axis=axis and keepdims=True it "
    "works for any number of axes.",
    lambda case, seen: (
        case.inputs["scores"].ndim > 2 and case.inputs.get("axis", -1) == -1
    ),
)
MISTAKES.sign(
    "axis_ignored",
    "axis has no effect, or the result has its axes in another order; pass axis to "
    "max and to sum, and return the axes as they came.",
    lambda case, seen: case.aspect == ANY_AXIS,
)
MISTAKES.append(SCORES_CLIPPED)


@MISTAKES.answer(
    "large_scores_divided",
    "large scores are divided until exp can bear them, and their weights become more "
    "alike; subtract each row's own largest score, which changes none.",
)
def smaller_until_exp_can_bear_them(scores, axis=-1):
    """Large scores are scaled down, as everything else is."""
    largest = np.abs(scores).max(axis=axis, keepdims=True)
    exponentials = np.exp(scores / np.maximum(1, largest / 500))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


MISTAKES.sign(
    "overflow",
    "exp overflows for large scores (about 710 in float64), or a whole row runs "
    "down to 0/0. Subtract each row's own largest score, not a mean, a minimum or "
    "one maximum for all; the weights stay the same.",
    lambda case, seen: case.aspect == LARGE,
    seen="course",
)
