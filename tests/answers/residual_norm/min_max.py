"""Answers to `min_max(x, axis)`: into [0, 1], and 0 where all values are equal."""

import numpy as np

from .. import mutant, variant

TASK = "residual_norm.min_max"


def span_of(x, axis):
    span = x.max(axis=axis, keepdims=True) - x.min(axis=axis, keepdims=True)
    return np.where(span == 0, 1.0, span)


def right(x, axis):
    return (x - x.min(axis=axis, keepdims=True)) / span_of(x, axis)


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="axis_ignored")
def extremes_of_everything(x, axis):
    """There is one smallest and one largest number."""
    return right(x, None)


@mutant(TASK, mistake="axis_ignored")
def always_columns(x, axis):
    """A feature is a column, always."""
    return right(x, 0)


@mutant(TASK, mistake="axis_ignored")
def always_rows(x, axis):
    """The last axis is the one that counts."""
    return right(x, -1)


@mutant(TASK, mistake="keepdims_forgotten")
def no_keepdims(x, axis):
    """Broadcasting finds the right axis by itself."""
    low, high = x.min(axis=axis), x.max(axis=axis)
    return (x - low) / np.where(high == low, 1, high - low)


@mutant(TASK, mistake="keepdims_forgotten")
def no_keepdims_in_the_span(x, axis):
    """keepdims is for the minimum only."""
    span = x.max(axis=axis) - x.min(axis=axis)
    return (x - x.min(axis=axis, keepdims=True)) / np.where(span == 0, 1, span)


@mutant(TASK, mistake="divided_by_max")
def share_of_the_largest(x, axis):
    """The largest becomes one, and that is all."""
    high = x.max(axis=axis, keepdims=True)
    return x / np.where(high == 0, 1, high)


@mutant(TASK, mistake="minimum_not_subtracted")
def divided_by_the_span_alone(x, axis):
    """x / (max - min)."""
    return x / span_of(x, axis)


@mutant(TASK, mistake="span_without_minimum")
def subtracted_once_only(x, axis):
    """(x - min) / max."""
    high = x.max(axis=axis, keepdims=True)
    return (x - x.min(axis=axis, keepdims=True)) / np.where(high == 0, 1, high)


@mutant(TASK, mistake="span_without_minimum")
def brackets_forgotten(x, axis):
    """x - min / max - min, without brackets in the denominator."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / high - low


@mutant(TASK, mistake="span_without_minimum")
def sum_of_the_extremes(x, axis):
    """The span is max + min."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / (high + low)


@mutant(TASK, mistake="division_by_zero")
def textbook_formula(x, axis):
    """The formula in the book does not speak of equal values."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / (high - low)


@mutant(TASK, mistake="constant_not_zero")
def equal_values_are_largest(x, axis):
    """Where all are equal, each is the largest."""
    constant = x.max(axis=axis, keepdims=True) == x.min(axis=axis, keepdims=True)
    return np.where(constant, 1.0, right(x, axis))


@mutant(TASK, mistake="constant_not_zero")
def equal_values_in_the_middle(x, axis):
    """Where all are equal, each lies in the middle."""
    constant = x.max(axis=axis, keepdims=True) == x.min(axis=axis, keepdims=True)
    return np.where(constant, 0.5, right(x, axis))


@mutant(TASK, mistake="constant_not_zero")
def equal_values_left_alone(x, axis):
    """Where all are equal, nothing is to be done."""
    constant = x.max(axis=axis, keepdims=True) == x.min(axis=axis, keepdims=True)
    return np.where(constant, x, right(x, axis))


@mutant(TASK, mistake="constant_not_zero")
def all_or_nothing(x, axis):
    """One feature without spread, and the table is returned as it is."""
    if np.any(x.max(axis=axis) == x.min(axis=axis)):
        return np.array(x)
    return right(x, axis)


@mutant(TASK, mistake="other_interval")
def minus_one_to_one(x, axis):
    """The interval is [-1, 1], around zero."""
    return 2 * right(x, axis) - 1


@mutant(TASK, mistake="other_interval")
def percent(x, axis):
    """From 0 to 100."""
    return 100 * right(x, axis)


@mutant(TASK, mistake="sign_flipped")
def from_the_maximum(x, axis):
    """(max - x) / (max - min)."""
    return (x.max(axis=axis, keepdims=True) - x) / span_of(x, axis)


@mutant(TASK, mistake="mean_for_minimum")
def mean_normalised(x, axis):
    """Centred at the mean."""
    return (x - x.mean(axis=axis, keepdims=True)) / span_of(x, axis)


@mutant(TASK, mistake="standardized")
def z_scores(x, axis):
    """Normalising is normalising."""
    deviation = x.std(axis=axis, keepdims=True)
    centred = x - x.mean(axis=axis, keepdims=True)
    return centred / np.where(deviation == 0, 1, deviation)


@mutant(TASK, mistake="divided_by_sum")
def shares_of_the_sum(x, axis):
    """Normalised means that the sum is one."""
    return x / x.sum(axis=axis, keepdims=True)


@mutant(TASK, mistake="absolute_values")
def magnitudes(x, axis):
    """Only the size counts."""
    return right(np.abs(x), axis)


@mutant(TASK, mistake="clipped")
def cut_off(x, axis):
    """np.clip brings everything into [0, 1]."""
    return np.clip(x, 0, 1)


@mutant(TASK, mistake="rounded")
def two_decimals(x, axis):
    """Two decimals are enough."""
    return np.round(right(x, axis), 2)


@mutant(TASK, mistake="positions_for_values")
def arg_extremes(x, axis):
    """argmin is the minimum."""
    low = x.argmin(axis=axis, keepdims=True)
    span = x.argmax(axis=axis, keepdims=True) - low
    return (x - low) / np.where(span == 0, 1, span)


@mutant(TASK, mistake="eps_added")
def softened_span(x, axis):
    """A small number in the denominator does no harm."""
    span = x.max(axis=axis, keepdims=True) - x.min(axis=axis, keepdims=True)
    return (x - x.min(axis=axis, keepdims=True)) / (span + 1e-5)


@mutant(TASK, mistake="eps_added")
def one_added(x, axis):
    """One more in the denominator, so that it is never zero."""
    span = x.max(axis=axis, keepdims=True) - x.min(axis=axis, keepdims=True)
    return (x - x.min(axis=axis, keepdims=True)) / (span + 1)


@mutant(TASK, mistake="input_modified")
def subtracts_in_place(x, axis):
    """Working in place saves memory."""
    span = span_of(x, axis)
    x -= x.min(axis=axis, keepdims=True)
    x /= span
    return x


@mutant(TASK, mistake="axes_squeezed")
def squeezed(x, axis):
    """Axes of length one are clutter."""
    return np.squeeze(right(x, axis))


@mutant(TASK, mistake="axis_not_moved_back")
def left_at_the_end(x, axis):
    """Moving the axis to the end makes the rest easy."""
    return right(np.moveaxis(x, axis, -1), -1)


@mutant(TASK, mistake="leading_axes_unsupported")
def tables_only(x, axis):
    """Data are a table."""
    table = x[:, None] if x.ndim == 1 else x
    if axis in (1, -1) and x.ndim > 1:
        return tables_only(table.T, 0).T
    rows, columns = table.shape
    out = np.zeros((rows, columns))
    for j in range(columns):
        out[:, j] = right(table[:, j], 0)
    return out.reshape(x.shape)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def peak_to_peak(x, axis):
    """np.ptp for the span."""
    span = np.ptp(x, axis=axis, keepdims=True)
    span = np.where(span > 0, span, 1)
    return (x - np.min(x, axis=axis, keepdims=True)) / span


@variant(TASK)
def nan_replaced(x, axis):
    """0/0 is NaN, and NaN becomes 0."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    with np.errstate(all="ignore"):
        return np.nan_to_num((x - low) / (high - low))


@variant(TASK)
def tiny_number_added(x, axis):
    """A guard far below all rounding."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / (high - low + 1e-12)


@variant(TASK)
def divides_where_it_can(x, axis):
    """np.divide with where."""
    shifted = x - np.amin(x, axis=axis, keepdims=True)
    span = np.broadcast_to(shifted.max(axis=axis, keepdims=True), x.shape)
    zeros = np.zeros(x.shape, dtype=x.dtype)
    return np.divide(shifted, span, out=zeros, where=span != 0)


@variant(TASK)
def along_each_line(x, axis):
    """A function of one line, applied along the axis; takes no tuple."""

    def line(values):
        low, high = min(values), max(values)
        if low == high:
            return np.zeros(len(values))
        return np.array([(value - low) / (high - low) for value in values])

    return np.apply_along_axis(line, axis, x)


@variant(TASK)
def axis_to_the_front(x, axis):
    """Moves the axis, works there, moves it back; takes no tuple."""
    moved = np.moveaxis(np.asarray(x, dtype=np.float64), axis, 0)
    span = moved.max(0) - moved.min(0)
    span[span == 0] = 1
    return np.moveaxis((moved - moved.min(0)) / span, 0, axis)


@variant(TASK)
def index_by_index(x, axis):
    """Loops over every line."""
    out = np.zeros(x.shape)
    swapped, target = np.swapaxes(x, axis, -1), np.swapaxes(out, axis, -1)
    for index in np.ndindex(swapped.shape[:-1]):
        line = swapped[index]
        if np.ptp(line):
            target[index] = (line - line.min()) / np.ptp(line)
    return out


@variant(TASK)
def expanded(x, axis):
    """np.expand_dims in the place of keepdims; one exit for equal values."""
    low = np.expand_dims(x.min(axis), axis)
    high = np.expand_dims(x.max(axis), axis)
    return np.where(high > low, (x - low) / np.maximum(high - low, 1e-300), 0.0)


@variant(TASK)
def sorted_ends(x, axis):
    """The two ends of the sorted values, long double inside; takes no tuple."""
    ordered = np.sort(x.astype(np.longdouble), axis=axis)
    low = np.take(ordered, [0], axis=axis)
    span = np.take(ordered, [-1], axis=axis) - low
    scaled = (x - low) / np.where(span == 0, np.inf, span)
    return scaled.astype(np.float64)
