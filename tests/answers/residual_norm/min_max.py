"""Answers to `min_max(x, axis)`: into [0, 1], and 0 where all values are equal."""

import numpy as np

from lernformer.mistakes.residual_norm.min_max import right

from .. import mutant, variant
from .common import taking_tuples

TASK = "residual_norm.min_max"


# --- Wrong ---------------------------------------------------------------------


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


@mutant(TASK, mistake="one_axis_only")
def along_each_line(x, axis):
    """There is one axis, and a function of one line is applied along it."""

    def line(values):
        low, high = min(values), max(values)
        if low == high:
            return np.zeros(len(values))
        return np.array([(value - low) / (high - low) for value in values])

    return np.apply_along_axis(line, axis, x)


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
@taking_tuples
def axis_to_the_front(x, axis):
    """Moves the axis, works there, moves it back."""
    moved = np.moveaxis(np.asarray(x, dtype=np.float64), axis, 0)
    span = moved.max(0) - moved.min(0)
    span[span == 0] = 1
    return np.moveaxis((moved - moved.min(0)) / span, 0, axis)


@variant(TASK)
@taking_tuples
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
    """np.expand_dims in place of keepdims; one exit for equal values."""
    low = np.expand_dims(x.min(axis), axis)
    high = np.expand_dims(x.max(axis), axis)
    return np.where(high > low, (x - low) / np.maximum(high - low, 1e-300), 0.0)


@variant(TASK)
@taking_tuples
def sorted_ends(x, axis):
    """The two ends of the sorted values, long double inside."""
    ordered = np.sort(x.astype(np.longdouble), axis=axis)
    low = np.take(ordered, [0], axis=axis)
    span = np.take(ordered, [-1], axis=axis) - low
    scaled = (x - low) / np.where(span == 0, np.inf, span)
    return scaled.astype(np.float64)
