"""Typical wrong answers to ``residual_norm.standardize``."""

import numpy as np

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.residual_norm.scaling import add_shared, or_one
from lernformer.mistakes.table import mistakes


def deviation(x, axis, ddof=0):
    return or_one(x.std(axis=axis, keepdims=True, ddof=ddof))


def centred(x, axis):
    return x - x.mean(axis=axis, keepdims=True)


def right(x, axis):
    return centred(x, axis) / deviation(x, axis)


def sample_deviation(x, axis):
    """Divides by n - 1, as statistics teaches."""
    if x.shape[axis] == 1:
        return np.zeros(x.shape)
    return centred(x, axis) / deviation(x, axis, ddof=1)


def mean_square_for_variance(x, axis):
    """The variance is the mean of the squares."""
    root = np.sqrt((x**2).mean(axis=axis, keepdims=True))
    return centred(x, axis) / np.where(root == 0, 1, root)


def unit_length(x, axis):
    """The length of the centred vector is its spread."""
    length = np.sqrt((centred(x, axis) ** 2).sum(axis=axis, keepdims=True))
    return centred(x, axis) / np.where(length == 0, 1, length)


def mean_distance(x, axis):
    """The standard deviation is the mean distance to the mean."""
    distance = np.abs(centred(x, axis)).mean(axis=axis, keepdims=True)
    return centred(x, axis) / np.where(distance == 0, 1, distance)


def mean_normalised(x, axis):
    """The spread is max - min."""
    span = x.max(axis=axis, keepdims=True) - x.min(axis=axis, keepdims=True)
    return centred(x, axis) / np.where(span == 0, 1, span)


def unit_interval(x, axis):
    """Min-max once more."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / np.where(high == low, 1, high - low)


def no_keepdims(x, axis):
    """Broadcasting finds the right axis by itself."""
    found = x.std(axis=axis)
    return (x - x.mean(axis=axis)) / np.where(found == 0, 1, found)


def where_the_deviation_is_zero(x, axis):
    """Equal numbers have a deviation of 0."""
    found = x.std(axis=axis, keepdims=True)
    return centred(x, axis) / np.where(found == 0, 1, found)


AXIS_NOT_MOVED_BACK_FAMILY = Catalogue()

add_shared(AXIS_NOT_MOVED_BACK_FAMILY, right)


MISTAKES = mistakes(globals())
