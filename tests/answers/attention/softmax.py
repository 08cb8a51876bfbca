"""Answers to `softmax(scores, axis=-1)`: NumPy, stable, any axis."""

import math

import numpy as np

from lernformer.mistakes.attention.softmax import right

from .. import mutant, variant

TASK = "attention.softmax"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="overflow")
def textbook_formula(scores, axis=-1):
    """The formula in the book has no maximum, so neither has the code."""
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="overflow")
def hides_nan(scores, axis=-1):
    """Overflow is cured by replacing NaN afterwards."""
    with np.errstate(all="ignore"):
        exponentials = np.exp(scores)
        weights = exponentials / exponentials.sum(axis=axis, keepdims=True)
    return np.nan_to_num(weights)


@mutant(TASK, mistake="overflow")
def minimum_subtracted(scores, axis=-1):
    """Any shift keeps exp small."""
    exponentials = np.exp(scores - np.min(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="overflow")
def mean_subtracted(scores, axis=-1):
    """Centred scores cannot overflow."""
    exponentials = np.exp(scores - np.mean(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="scores_clipped")
def clipped(scores, axis=-1):
    """Clipping large scores is a harmless way not to overflow."""
    exponentials = np.exp(np.clip(scores, -50, 50))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="overflow")
def maximum_of_everything(scores, axis=-1):
    """One maximum of the whole array is as good as one a row."""
    exponentials = np.exp(scores - np.max(scores))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="overflow")
def maximum_of_absolute_values(scores, axis=-1):
    """The largest score is the one of largest magnitude."""
    exponentials = np.exp(scores - np.max(np.abs(scores), axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="keepdims_forgotten")
def maximum_over_first_axis(scores, axis=-1):
    """The maximum is for stability only, so its axis does not matter."""
    exponentials = np.exp(scores - np.max(scores, axis=0, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="axis_ignored")
def sums_over_last_axis(scores, axis=-1):
    """The axis is used in the maximum and forgotten in the sum."""
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


@mutant(TASK, mistake="keepdims_forgotten")
def no_keepdims(scores, axis=-1):
    """Broadcasting finds the right axis by itself."""
    exponentials = np.exp(scores - np.max(scores, axis=axis))
    return exponentials / exponentials.sum(axis=axis)


@mutant(TASK, mistake="keepdims_forgotten")
def no_keepdims_in_sum(scores, axis=-1):
    """keepdims is for the maximum only."""
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis)


@mutant(TASK, mistake="leading_axes_unsupported")
def matrices_only(scores, axis=-1):
    """Scores are always a matrix."""
    if axis in (0, -2) and np.ndim(scores) > 1:
        return matrices_only(scores.T).T
    rows = [np.exp(row - row.max()) for row in np.atleast_2d(scores)]
    return np.array([row / row.sum() for row in rows]).reshape(scores.shape)


@mutant(TASK, mistake="axis_ignored")
def left_at_the_end(scores, axis=-1):
    """Moving the axis to the end makes the rest easy."""
    return right(np.moveaxis(scores, axis, -1))


@mutant(TASK, mistake="axes_squeezed")
def squeezed(scores, axis=-1):
    """Axes of length one are clutter."""
    return np.squeeze(right(scores, axis))


@mutant(TASK, mistake="integers_kept")
def filled_row_by_row(scores, axis=-1):
    """The weights have the type of the scores."""
    weights = np.zeros_like(scores)
    last, to_fill = np.moveaxis(scores, axis, -1), np.moveaxis(weights, axis, -1)
    for index in np.ndindex(last.shape[:-1]):
        to_fill[index] = right(last[index])
    return weights


@mutant(TASK, mistake="integers_kept")
def cast_back(scores, axis=-1):
    """What goes in as integers comes out as integers."""
    return right(scores, axis).astype(scores.dtype)


@mutant(TASK, mistake="integers_kept")
def in_place_on_a_copy_of_its_type(scores, axis=-1):
    """A copy may be written over."""
    weights = scores.copy()
    weights -= weights.max(axis=axis, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=axis, keepdims=True)
    return weights


@mutant(TASK, mistake="list_returned")
def python_list(scores, axis=-1):
    """A list is a vector."""
    exponentials = [math.exp(score) for score in scores]
    return [e / sum(exponentials) for e in exponentials]


@mutant(TASK, mistake="axis_fixed")
def along_axis_one(scores, axis=-1):
    """Scores are a matrix, whose rows run along axis 1."""
    exponentials = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)


@mutant(TASK, mistake="input_modified")
def subtracts_in_place(scores, axis=-1):
    """Working in place saves memory."""
    scores -= np.max(scores, axis=axis, keepdims=True)
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="not_normalised")
def exponentials_only(scores, axis=-1):
    """After the exponential all is positive, and that is the point."""
    return np.exp(scores - np.max(scores, axis=axis, keepdims=True))


@mutant(TASK, mistake="exp_forgotten")
def shares_of_the_sum(scores, axis=-1):
    """A weight is a score's share of the sum."""
    shifted = scores - np.min(scores, axis=axis, keepdims=True) + 1.0
    return shifted / shifted.sum(axis=axis, keepdims=True)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def subtract_maximum(scores, axis=-1):
    """Shift, exponentiate, normalise."""
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)


@variant(TASK)
def expand_dimensions(scores, axis=-1):
    """np.expand_dims in the place of keepdims."""
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
