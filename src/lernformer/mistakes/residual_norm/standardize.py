"""Typical wrong answers to ``residual_norm.standardize``."""

import numpy as np

from lernformer.mistakes.residual_norm.scaling import or_one, shared
from lernformer.mistakes.table import mistakes


def deviation(x, axis, ddof=0):
    return or_one(x.std(axis=axis, keepdims=True, ddof=ddof))


def centred(x, axis):
    return x - x.mean(axis=axis, keepdims=True)


def right(x, axis):
    return centred(x, axis) / deviation(x, axis)


SHARED = shared(right)


MISTAKES = mistakes(globals())
