"""Typical wrong answers to ``residual_norm.min_max``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.residual_norm.scaling import (
    EPS_ADDED,
    KEEPDIMS,
    add_shared,
    low,
    span_of,
)

MISTAKES = Catalogue()


def right(x, axis):
    return (x - low(x, axis)) / span_of(x, axis)


@MISTAKES.answer(
    "divided_by_max",
    "x is divided by its maximum; the minimum is to become 0, so subtract it, and "
    "divide by max - min.",
    seen="course",
)
def share_of_the_largest(x, axis):
    """The largest becomes one, and that is all."""
    high = x.max(axis=axis, keepdims=True)
    return x / np.where(high == 0, 1, high)


@MISTAKES.answer(
    "minimum_not_subtracted",
    "x is divided by max - min, but the minimum is not subtracted first.",
    seen="course",
)
def divided_by_the_span_alone(x, axis):
    """x / (max - min)."""
    return x / span_of(x, axis)


@MISTAKES.answer(
    "span_without_minimum",
    "the denominator is max instead of max - min.",
)
def subtracted_once_only(x, axis):
    """(x - min) / max."""
    high = x.max(axis=axis, keepdims=True)
    return (x - x.min(axis=axis, keepdims=True)) / np.where(high == 0, 1, high)


@MISTAKES.answer(
    "span_without_minimum",
    "the denominator is max alone: max - min needs brackets.",
    seen="course",
)
def brackets_forgotten(x, axis):
    """x - min / max - min, without brackets in the denominator."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / high - low


@MISTAKES.answer(
    "span_without_minimum",
    "the denominator is max + min instead of max - min.",
)
def sum_of_the_extremes(x, axis):
    """The span is max + min."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / (high + low)


@MISTAKES.answer(
    "other_interval",
    "the result lies between -1 and 1; it should lie between 0 and 1.",
    seen="course",
)
def minus_one_to_one(x, axis):
    """The interval is [-1, 1], around zero."""
    return 2 * right(x, axis) - 1


@MISTAKES.answer(
    "other_interval",
    "the result lies between 0 and 100; it should lie between 0 and 1.",
)
def percent(x, axis):
    """From 0 to 100."""
    return 100 * right(x, axis)


@MISTAKES.answer(
    "sign_flipped",
    "the largest becomes 0 and the smallest 1; it is x - min, not max - x.",
)
def from_the_maximum(x, axis):
    """(max - x) / (max - min)."""
    return (x.max(axis=axis, keepdims=True) - x) / span_of(x, axis)


@MISTAKES.answer(
    "mean_for_minimum",
    "the mean is subtracted instead of the minimum.",
    seen="literature",
)
def mean_normalised(x, axis):
    """Centred at the mean."""
    return (x - x.mean(axis=axis, keepdims=True)) / span_of(x, axis)


@MISTAKES.answer(
    "standardized",
    "this is (x - mean) / deviation; here it is (x - min) / (max - min).",
    seen="course",
)
def z_scores(x, axis):
    """Normalising is normalising."""
    deviation = x.std(axis=axis, keepdims=True)
    centred = x - x.mean(axis=axis, keepdims=True)
    return centred / np.where(deviation == 0, 1, deviation)


@MISTAKES.answer(
    "divided_by_sum",
    "x is divided by its sum; it is (x - min) / (max - min).",
)
def shares_of_the_sum(x, axis):
    """Normalised means that the sum is one."""
    return x / x.sum(axis=axis, keepdims=True)


@MISTAKES.answer(
    "absolute_values",
    "the signs are dropped; negative numbers are smaller than positive ones.",
)
def magnitudes(x, axis):
    """Only the size counts."""
    return right(np.abs(x), axis)


@MISTAKES.answer(
    "clipped",
    "the values are cut off at 0 and 1; they are to be shifted and scaled.",
)
def cut_off(x, axis):
    """np.clip brings everything into [0, 1]."""
    return np.clip(x, 0, 1)


@MISTAKES.answer(
    "rounded",
    "the result is rounded; leave rounding to print.",
)
def two_decimals(x, axis):
    """Two decimals are enough."""
    return np.round(right(x, axis), 2)


@MISTAKES.answer(
    "positions_for_values",
    "argmin and argmax tell where the extremes are; min and max tell what they are.",
)
def arg_extremes(x, axis):
    """argmin is the minimum."""
    low = x.argmin(axis=axis, keepdims=True)
    span = x.argmax(axis=axis, keepdims=True) - low
    return (x - low) / np.where(span == 0, 1, span)


@MISTAKES.answer("eps_added", EPS_ADDED[1])
def one_added(x, axis):
    """One more in the denominator, so that it is never zero."""
    span = x.max(axis=axis, keepdims=True) - x.min(axis=axis, keepdims=True)
    return (x - x.min(axis=axis, keepdims=True)) / (span + 1)


@MISTAKES.answer("keepdims_forgotten", KEEPDIMS[1], seen="course")
def no_keepdims(x, axis):
    """Broadcasting finds the right axis by itself."""
    low, high = x.min(axis=axis), x.max(axis=axis)
    return (x - low) / np.where(high == low, 1, high - low)


@MISTAKES.answer("keepdims_forgotten", KEEPDIMS[1])
def no_keepdims_in_the_span(x, axis):
    """keepdims is for the minimum only."""
    span = x.max(axis=axis) - x.min(axis=axis)
    return (x - x.min(axis=axis, keepdims=True)) / np.where(span == 0, 1, span)


MISTAKES.append(INPUT_MODIFIED)
add_shared(MISTAKES, right)
