"""Answers to `standardize(x, axis)`: mean 0, variance 1; 0 where all are equal."""

import math

import numpy as np

from .. import mutant, variant

TASK = "residual_norm.standardize"


def deviation(x, axis, ddof=0):
    found = x.std(axis=axis, keepdims=True, ddof=ddof)
    return np.where(found == 0, 1.0, found)


def centred(x, axis):
    return x - x.mean(axis=axis, keepdims=True)


def right(x, axis):
    return centred(x, axis) / deviation(x, axis)


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="unbiased_variance")
def sample_deviation(x, axis):
    """Divides by n - 1, as statistics teaches."""
    if x.shape[axis] == 1:
        return np.zeros(x.shape)
    return centred(x, axis) / deviation(x, axis, ddof=1)


@mutant(TASK, mistake="root_forgotten")
def divided_by_variance(x, axis):
    """(x - mean) / variance."""
    return centred(x, axis) / deviation(x, axis) ** 2


@mutant(TASK, mistake="mean_not_subtracted")
def scaled_only(x, axis):
    """x / std."""
    return x / deviation(x, axis)


@mutant(TASK, mistake="not_scaled")
def centred_only(x, axis):
    """x - mean."""
    return centred(x, axis)


@mutant(TASK, mistake="multiplied")
def times_deviation(x, axis):
    """Scaling is multiplying."""
    return centred(x, axis) * deviation(x, axis)


@mutant(TASK, mistake="variance_not_centred")
def mean_square_for_variance(x, axis):
    """The variance is the mean of the squares."""
    root = np.sqrt((x**2).mean(axis=axis, keepdims=True))
    return centred(x, axis) / np.where(root == 0, 1, root)


@mutant(TASK, mistake="divided_by_norm")
def unit_length(x, axis):
    """The length of the centred vector is its spread."""
    length = np.sqrt((centred(x, axis) ** 2).sum(axis=axis, keepdims=True))
    return centred(x, axis) / np.where(length == 0, 1, length)


@mutant(TASK, mistake="mean_absolute_deviation")
def mean_distance(x, axis):
    """The standard deviation is the mean distance to the mean."""
    distance = np.abs(centred(x, axis)).mean(axis=axis, keepdims=True)
    return centred(x, axis) / np.where(distance == 0, 1, distance)


@mutant(TASK, mistake="median_for_mean")
def centred_at_the_median(x, axis):
    """The middle is the median."""
    return (x - np.median(x, axis=axis, keepdims=True)) / deviation(x, axis)


@mutant(TASK, mistake="sign_flipped")
def mean_minus_x(x, axis):
    """The difference the other way round."""
    return -right(x, axis)


@mutant(TASK, mistake="divided_by_span")
def mean_normalised(x, axis):
    """The spread is max - min."""
    span = x.max(axis=axis, keepdims=True) - x.min(axis=axis, keepdims=True)
    return centred(x, axis) / np.where(span == 0, 1, span)


@mutant(TASK, mistake="min_max_scaled")
def unit_interval(x, axis):
    """Min-max once more."""
    low, high = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    return (x - low) / np.where(high == low, 1, high - low)


@mutant(TASK, mistake="axis_ignored")
def statistics_of_everything(x, axis):
    """One mean for all."""
    return right(x, None)


@mutant(TASK, mistake="axis_ignored")
def always_columns(x, axis):
    """A feature is a column, always."""
    return right(x, 0)


@mutant(TASK, mistake="axis_ignored")
def deviation_of_everything(x, axis):
    """The mean by axis, the deviation of the whole."""
    return centred(x, axis) / deviation(x, None)


@mutant(TASK, mistake="axis_ignored")
def mean_of_everything(x, axis):
    """The deviation by axis, the mean of the whole."""
    return (x - x.mean()) / deviation(x, axis)


@mutant(TASK, mistake="keepdims_forgotten")
def no_keepdims(x, axis):
    """Broadcasting finds the right axis by itself."""
    found = x.std(axis=axis)
    return (x - x.mean(axis=axis)) / np.where(found == 0, 1, found)


@mutant(TASK, mistake="division_by_zero")
def textbook_formula(x, axis):
    """The formula in the book does not speak of equal values."""
    return centred(x, axis) / x.std(axis=axis, keepdims=True)


@mutant(TASK, mistake="constant_not_zero")
def equal_values_left_alone(x, axis):
    """Where all are equal, nothing is to be done."""
    found = x.std(axis=axis, keepdims=True)
    return np.where(found == 0, x, right(x, axis))


@mutant(TASK, mistake="constant_not_zero")
def equal_values_become_one(x, axis):
    """0 / 0 is 1."""
    found = x.std(axis=axis, keepdims=True)
    return np.where(found == 0, 1.0, right(x, axis))


@mutant(TASK, mistake="eps_added")
def eps_of_layer_norm(x, axis):
    """eps belongs into every norm."""
    variance = x.var(axis=axis, keepdims=True)
    return centred(x, axis) / np.sqrt(variance + 1e-5)


@mutant(TASK, mistake="eps_added")
def eps_outside(x, axis):
    """A small number in the denominator does no harm."""
    return centred(x, axis) / (x.std(axis=axis, keepdims=True) + 1e-5)


@mutant(TASK, mistake="rounded")
def two_decimals(x, axis):
    """Two decimals are enough."""
    return np.round(right(x, axis), 2)


@mutant(TASK, mistake="input_modified")
def subtracts_in_place(x, axis):
    """Working in place saves memory."""
    found = deviation(x, axis)
    x -= x.mean(axis=axis, keepdims=True)
    return x / found


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
    if x.ndim == 1:
        return right(x, 0)
    if axis == 0:
        return tables_only(x.T, 1).T
    rows, _ = x.shape
    return np.stack([right(x[i], 0) for i in range(rows)])


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def root_of_the_variance(x, axis):
    """np.var and its root, guarded where it is 0."""
    variance = np.var(x, axis=axis, keepdims=True)
    scale = np.sqrt(variance)
    scale[scale == 0] = 1
    return (x - np.mean(x, axis=axis, keepdims=True)) / scale


@variant(TASK)
def one_pass(x, axis):
    """E[x²] - E[x]², in float64."""
    x = x.astype(np.float64)
    mean = x.mean(axis=axis, keepdims=True)
    variance = (x * x).mean(axis=axis, keepdims=True) - mean * mean
    variance = np.maximum(variance, 0)
    return (x - mean) / np.where(variance == 0, 1, np.sqrt(variance))


@variant(TASK)
def nan_replaced(x, axis):
    """0/0 is NaN, and NaN becomes 0."""
    with np.errstate(all="ignore"):
        return np.nan_to_num(centred(x, axis) / x.std(axis=axis, keepdims=True))


@variant(TASK)
def tiny_number_added(x, axis):
    """A guard that no number here feels."""
    return centred(x, axis) / (x.std(axis=axis, keepdims=True) + 1e-8)


@variant(TASK)
def centred_twice(x, axis):
    """Subtracts first, then divides by the root mean square of what is left."""
    rest = x - np.average(x, axis=axis, keepdims=True)
    root = np.sqrt(np.mean(np.square(rest), axis=axis, keepdims=True))
    return np.where(root > 0, rest / np.where(root > 0, root, 1), 0)


@variant(TASK)
def plain_python(x, axis):
    """Lists and math.sqrt along each line; takes no tuple."""

    def line(values):
        mean = math.fsum(values) / len(values)
        variance = math.fsum((v - mean) ** 2 for v in values) / len(values)
        root = math.sqrt(variance) or 1.0
        return np.array([(v - mean) / root for v in values])

    return np.apply_along_axis(line, axis, x)


@variant(TASK)
def sums_by_einsum(x, axis):
    """Brings the axis to the end and einsum does the sums; takes no tuple."""
    last = np.moveaxis(np.asarray(x, dtype=np.float64), axis, -1)
    n = last.shape[-1]
    rest = last - np.einsum("...i->...", last)[..., None] / n
    root = np.sqrt(np.einsum("...i,...i->...", rest, rest) / n)[..., None]
    return np.moveaxis(np.divide(rest, root, where=root > 0, out=0 * rest), -1, axis)


@variant(TASK)
def length_of_the_centred_vector(x, axis):
    """√n times the unit vector; takes no tuple."""
    rest = centred(x, axis)
    length = np.linalg.norm(rest, axis=axis, keepdims=True)
    unit = rest / np.where(length == 0, 1, length)
    return unit * np.sqrt(x.shape[axis])


@variant(TASK)
def index_by_index(x, axis):
    """Loops over every line, long double inside."""
    out = np.zeros(x.shape)
    lines, target = np.swapaxes(x, axis, -1), np.swapaxes(out, axis, -1)
    for index in np.ndindex(lines.shape[:-1]):
        line = lines[index].astype(np.longdouble)
        if line.std() > 0:
            target[index] = (line - line.mean()) / line.std()
    return out
