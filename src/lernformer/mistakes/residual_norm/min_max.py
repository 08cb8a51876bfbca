"""Typical wrong answers to ``residual_norm.min_max``."""

import numpy as np

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.residual_norm.scaling import add_shared, low, span_of
from lernformer.mistakes.table import mistakes


def right(x, axis):
    return (x - low(x, axis)) / span_of(x, axis)


def share_of_the_largest(x, axis):
    """The largest becomes one, and that is all."""
    high = x.max(axis=axis, keepdims=True)
    return x / np.where(high == 0, 1, high)


def subtracted_once_only(x, axis):
    """(x - min) / max."""
    high = x.max(axis=axis, keepdims=True)
    return (x - x.min(axis=axis, keepdims=True)) / np.where(high == 0, 1, high)


def brackets_forgotten(x, axis):
    """x - min / max - min, without brackets in the denominator."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / high - low


def sum_of_the_extremes(x, axis):
    """The span is max + min."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / (high + low)


def one_added(x, axis):
    """One more in the denominator, so that it is never zero."""
    span = x.max(axis=axis, keepdims=True) - x.min(axis=axis, keepdims=True)
    return (x - x.min(axis=axis, keepdims=True)) / (span + 1)


def no_keepdims(x, axis):
    """Broadcasting finds the right axis by itself."""
    low, high = x.min(axis=axis), x.max(axis=axis)
    return (x - low) / np.where(high == low, 1, high - low)


def no_keepdims_in_the_span(x, axis):
    """keepdims is for the minimum only."""
    span = x.max(axis=axis) - x.min(axis=axis)
    return (x - x.min(axis=axis, keepdims=True)) / np.where(span == 0, 1, span)


AXIS_NOT_MOVED_BACK_FAMILY = Catalogue()

add_shared(AXIS_NOT_MOVED_BACK_FAMILY, right)


MISTAKES = mistakes(globals())
