"""Answers to `softmax(scores, axis=-1)`: NumPy, stable, any axis."""

import math

import numpy as np

from lernformer.mistakes.attention.softmax import right

from .. import mutant, variant

TASK = "attention.softmax"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="leading_axes_unsupported")
def matrices_only(scores, axis=-1):
    """Scores are always a matrix."""
    if axis in (0, -2) and np.ndim(scores) > 1:
        return matrices_only(scores.T).T
    rows = [np.exp(row - row.max()) for row in np.atleast_2d(scores)]
    return np.array([row / row.sum() for row in rows]).reshape(scores.shape)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def subtract_maximum(scores, axis=-1):
    """Shift, exponentiate, normalise."""
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)


@variant(TASK)
def expand_dimensions(scores, axis=-1):
    """np.expand_dims in place of keepdims."""
    exponentials = np.exp(scores - np.expand_dims(scores.max(axis), axis))
    return exponentials / np.expand_dims(exponentials.sum(axis), axis)


@variant(TASK)
def log_sum_exp(scores, axis=-1):
    """exp(s - log of the sum of exp), the sum reduced in logarithms."""
    total = np.logaddexp.reduce(scores.astype(float), axis=axis, keepdims=True)
    return np.exp(scores - total)


@variant(TASK)
def shifted_log_sum_exp(scores, axis=-1):
    """exp of the stable log-softmax."""
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    return np.exp(shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True)))


@variant(TASK)
def row_by_row(scores, axis=-1):
    """Loops over every index but those of the axis, in float64."""
    moved = np.moveaxis(scores, axis, -1)
    weights = np.zeros(moved.shape)
    for index in np.ndindex(moved.shape[:-1]):
        exponentials = np.exp(moved[index] - moved[index].max())
        weights[index] = exponentials / exponentials.sum()
    return np.moveaxis(weights, -1, axis)


@variant(TASK)
def plain_python(scores, axis=-1):
    """Lists and math.exp along each line."""

    def line(values):
        largest = max(values)
        exponentials = [math.exp(value - largest) for value in values]
        return np.array([e / sum(exponentials) for e in exponentials])

    return np.apply_along_axis(line, axis, scores)


@variant(TASK)
def swapped_axes(scores, axis=-1):
    """Brings the axis to the end and einsum does the sum."""
    last = np.swapaxes(np.asarray(scores, dtype=np.float64), axis, -1)
    exponentials = np.exp(last - last.max(axis=-1, keepdims=True))
    totals = np.einsum("...i->...", exponentials)
    return np.swapaxes(exponentials / totals[..., None], axis, -1)


@variant(TASK)
def in_place_on_a_copy(scores, axis=-1):
    """Saves memory, but on its own array."""
    weights = np.array(scores, dtype=np.result_type(scores, np.float32))
    weights -= weights.max(axis=axis, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=axis, keepdims=True)
    return weights


@variant(TASK)
def sorted_maximum(scores, axis=-1):
    """The maximum taken from the sorted scores, long double inside."""
    scores = np.asarray(scores)
    largest = np.take(np.sort(scores, axis=axis), [-1], axis=axis)
    exponentials = np.exp((scores - largest).astype(np.longdouble))
    weights = exponentials / exponentials.sum(axis=axis, keepdims=True)
    return weights.astype(np.float64)
