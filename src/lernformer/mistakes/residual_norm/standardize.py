"""Typical wrong answers to ``residual_norm.standardize``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.residual_norm.scaling import (
    AXIS_IGNORED,
    EPS_ADDED,
    KEEPDIMS,
    add_shared,
    or_one,
)

MISTAKES = Catalogue()


def deviation(x, axis, ddof=0):
    return or_one(x.std(axis=axis, keepdims=True, ddof=ddof))


def centred(x, axis):
    return x - x.mean(axis=axis, keepdims=True)


def right(x, axis):
    return centred(x, axis) / deviation(x, axis)


@MISTAKES.answer(
    "unbiased_variance",
    "the variance is divided by n - 1 (ddof=1); here it is the mean over all n "
    "(ddof=0, NumPy's default).",
    seen="course",
)
def sample_deviation(x, axis):
    """Divides by n - 1, as statistics teaches."""
    if x.shape[axis] == 1:
        return np.zeros(x.shape)
    return centred(x, axis) / deviation(x, axis, ddof=1)


@MISTAKES.answer(
    "root_forgotten",
    "x - mean is divided by the variance; divide by its root, the deviation.",
    seen="issue",
)
def divided_by_variance(x, axis):
    """(x - mean) / variance."""
    return centred(x, axis) / deviation(x, axis) ** 2


@MISTAKES.answer(
    "mean_not_subtracted",
    "x is divided by the deviation, but the mean is not subtracted first.",
    seen="course",
)
def scaled_only(x, axis):
    """x / std."""
    return x / deviation(x, axis)


@MISTAKES.answer(
    "not_scaled",
    "the mean is subtracted, but nothing is divided by the deviation.",
    seen="course",
)
def centred_only(x, axis):
    """x - mean."""
    return centred(x, axis)


@MISTAKES.answer(
    "multiplied",
    "x - mean is multiplied by the deviation; divide by it.",
)
def times_deviation(x, axis):
    """Scaling is multiplying."""
    return centred(x, axis) * deviation(x, axis)


@MISTAKES.answer(
    "variance_not_centred",
    "the denominator is the root of the mean of x²; the variance is the mean of (x "
    "- mean)².",
)
def mean_square_for_variance(x, axis):
    """The variance is the mean of the squares."""
    root = np.sqrt((x**2).mean(axis=axis, keepdims=True))
    return centred(x, axis) / np.where(root == 0, 1, root)


@MISTAKES.answer(
    "divided_by_norm",
    "the squared distances are added up, not averaged; the variance is their mean.",
)
def unit_length(x, axis):
    """The length of the centred vector is its spread."""
    length = np.sqrt((centred(x, axis) ** 2).sum(axis=axis, keepdims=True))
    return centred(x, axis) / np.where(length == 0, 1, length)


@MISTAKES.answer(
    "mean_absolute_deviation",
    "the denominator is the mean of |x - mean|; the deviation is the root of the "
    "mean of the squares.",
)
def mean_distance(x, axis):
    """The standard deviation is the mean distance to the mean."""
    distance = np.abs(centred(x, axis)).mean(axis=axis, keepdims=True)
    return centred(x, axis) / np.where(distance == 0, 1, distance)


@MISTAKES.answer(
    "median_for_mean",
    "the median is subtracted instead of the mean.",
)
def centred_at_the_median(x, axis):
    """The middle is the median."""
    return (x - np.median(x, axis=axis, keepdims=True)) / deviation(x, axis)


@MISTAKES.answer(
    "sign_flipped",
    "it is x - mean, not mean - x.",
)
def mean_minus_x(x, axis):
    """The difference the other way round."""
    return -right(x, axis)


@MISTAKES.answer(
    "divided_by_span",
    "the denominator is max - min; divide by the standard deviation.",
)
def mean_normalised(x, axis):
    """The spread is max - min."""
    span = x.max(axis=axis, keepdims=True) - x.min(axis=axis, keepdims=True)
    return centred(x, axis) / np.where(span == 0, 1, span)


@MISTAKES.answer(
    "min_max_scaled",
    "this is (x - min) / (max - min); here it is (x - mean) / deviation.",
)
def unit_interval(x, axis):
    """Min-max once more."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / np.where(high == low, 1, high - low)


@MISTAKES.answer(
    "rounded",
    "the result is rounded; leave rounding to print.",
)
def two_decimals(x, axis):
    """Two decimals are enough."""
    return np.round(right(x, axis), 2)


@MISTAKES.answer(*EPS_ADDED)
def one_added(x, axis):
    """One more in the denominator, so that it is never zero."""
    return centred(x, axis) / (x.std(axis=axis, keepdims=True) + 1)


@MISTAKES.answer(*EPS_ADDED)
def one_added_inside(x, axis):
    """One more under the root, so that it is never zero."""
    return centred(x, axis) / np.sqrt(x.var(axis=axis, keepdims=True) + 1)


@MISTAKES.answer(*EPS_ADDED)
def a_hundredth_added(x, axis):
    """A small number in the denominator does no harm."""
    return centred(x, axis) / (x.std(axis=axis, keepdims=True) + 1e-2)


@MISTAKES.answer(*KEEPDIMS, seen="course")
def no_keepdims(x, axis):
    """Broadcasting finds the right axis by itself."""
    found = x.std(axis=axis)
    return (x - x.mean(axis=axis)) / np.where(found == 0, 1, found)


@MISTAKES.answer(*KEEPDIMS)
def no_keepdims_in_the_deviation(x, axis):
    """keepdims is for the mean only."""
    return centred(x, axis) / or_one(x.std(axis=axis))


@MISTAKES.answer(*AXIS_IGNORED)
def mean_of_everything(x, axis):
    """The deviation by axis, the mean of the whole."""
    return (x - x.mean()) / deviation(x, axis)


@MISTAKES.answer(*AXIS_IGNORED)
def deviation_of_everything(x, axis):
    """The mean by axis, the deviation of the whole."""
    return centred(x, axis) / deviation(x, None)


@MISTAKES.answer(
    "deviation_rounded",
    "σ of equal values is rounded as their mean is, 1e-17 instead of 0, so that σ == 0 "
    "does not find them: ask whether max == min, or whether σ is tiny.",
    seen="course",
)
def where_the_deviation_is_zero(x, axis):
    """Equal numbers have a deviation of 0."""
    found = x.std(axis=axis, keepdims=True)
    return centred(x, axis) / np.where(found == 0, 1, found)


MISTAKES.append(INPUT_MODIFIED)
add_shared(MISTAKES, right)
