"""Answers to `softmax(scores, axis=-1)`: NumPy, stable, any axis."""

import math

import numpy as np

from .. import mutant, variant

TASK = "attention.softmax"


def right(scores, axis=-1):
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


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
def always_last_axis(scores, axis=-1):
    """Nobody uses another axis."""
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


@mutant(TASK, mistake="axis_ignored")
def sums_over_last_axis(scores, axis=-1):
    """The axis is used in the maximum and forgotten in the sum."""
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


@mutant(TASK, mistake="softmax_over_queries")
def first_axis_by_default(scores, axis=0):
    """Each column is a distribution."""
    return right(scores, axis)


@mutant(TASK, mistake="global_sum")
def normalised_as_a_whole(scores, axis=-1):
    """All weights together sum to one."""
    exponentials = np.exp(scores - np.max(scores))
    return exponentials / exponentials.sum()


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


@mutant(TASK, mistake="input_modified")
def subtracts_in_place(scores, axis=-1):
    """Working in place saves memory."""
    scores -= np.max(scores, axis=axis, keepdims=True)
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="not_normalised")
def largest_is_one(scores, axis=-1):
    """Normalising means that the largest weight is one."""
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.max(axis=axis, keepdims=True)


@mutant(TASK, mistake="divided_by_score_sum")
def sum_of_scores(scores, axis=-1):
    """Divides by the sum, but of the scores."""
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    return np.exp(shifted) / np.sum(scores, axis=axis, keepdims=True)


@mutant(TASK, mistake="divided_by_mean")
def mean_for_sum(scores, axis=-1):
    """Dividing by the mean normalises."""
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.mean(axis=axis, keepdims=True)


@mutant(TASK, mistake="not_normalised")
def exponentials_only(scores, axis=-1):
    """After the exponential all is positive, and that is the point."""
    return np.exp(scores - np.max(scores, axis=axis, keepdims=True))


@mutant(TASK, mistake="exp_forgotten")
def shares_of_the_sum(scores, axis=-1):
    """A weight is a score's share of the sum."""
    shifted = scores - np.min(scores, axis=axis, keepdims=True) + 1.0
    return shifted / shifted.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="softmax_twice")
def twice(scores, axis=-1):
    """Once more cannot hurt: it is normalised already."""
    return right(right(scores, axis), axis)


@mutant(TASK, mistake="log_softmax")
def logarithms(scores, axis=-1):
    """Stability needs the logarithm, and the exp is left out at the end."""
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


@mutant(TASK, mistake="sigmoid")
def each_for_itself(scores, axis=-1):
    """Sigmoid and softmax are the same squashing function."""
    return 0.5 * (1 + np.tanh(np.asarray(scores) / 2))


@mutant(TASK, mistake="hard_max")
def one_for_the_largest(scores, axis=-1):
    """Softmax picks the largest."""
    largest = scores == np.max(scores, axis=axis, keepdims=True)
    return largest / largest.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="sign_flipped")
def minus_in_the_exponent(scores, axis=-1):
    """exp(-x), as in the sigmoid."""
    exponentials = np.exp(np.min(scores, axis=axis, keepdims=True) - scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="base_two")
def powers_of_two(scores, axis=-1):
    """Any base gives the same weights."""
    powers = np.exp2(scores - np.max(scores, axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="rounded_e")
def e_with_three_decimals(scores, axis=-1):
    """e is 2.718."""
    powers = 2.718 ** (scores - np.max(scores, axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="scale_by_sqrt_length")
def scaled_by_length(scores, axis=-1):
    """The scaling of attention belongs into the softmax."""
    return right(scores / np.sqrt(np.shape(scores)[axis]), axis)


@mutant(TASK, mistake="rounded")
def four_decimals(scores, axis=-1):
    """Nobody needs more than four decimals."""
    return np.round(right(scores, axis), 4)


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
