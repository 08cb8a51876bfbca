"""Typical wrong answers to ``attention.softmax``."""

import numpy as np

from lernformer.mistakes.table import mistakes


def right(scores, axis=-1):
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def first_axis_by_default(scores, axis=0):
    """Each column is a distribution."""
    return right(scores, axis)


MISTAKES = mistakes(globals())
