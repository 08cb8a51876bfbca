"""Mistakes that min-max scaling and standardizing share."""

from collections.abc import Callable

import numpy as np

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import mistakes


def low(x, axis):
    return x.min(axis=axis, keepdims=True)


def high(x, axis):
    return x.max(axis=axis, keepdims=True)


def span_of(x, axis):
    return or_one(high(x, axis) - low(x, axis))


def or_one(denominator):
    return np.where(denominator < 1e-12, 1.0, denominator)


def shared(right: Callable) -> Catalogue:
    """What both can get wrong, and how it shows. ``right`` is the right answer."""
    return mistakes({**globals(), "right": right}, "scaling.txt")
