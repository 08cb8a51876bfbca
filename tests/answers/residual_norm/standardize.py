"""Answers to `standardize(x, axis)`: mean 0, variance 1; 0 where all are equal."""

import math

import numpy as np

from lernformer.mistakes.residual_norm.standardize import centred, right

from .. import mutant, variant
from .common import taking_tuples

TASK = "residual_norm.standardize"


# --- Wrong ---------------------------------------------------------------------


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
    """np.var and its root, guarded where it is next to 0."""
    variance = np.var(x, axis=axis, keepdims=True)
    scale = np.sqrt(variance)
    scale[scale < 1e-15] = 1
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
def tiny_number_added(x, axis):
    """A guard that no number here feels."""
    return centred(x, axis) / (x.std(axis=axis, keepdims=True) + 1e-8)


@variant(TASK)
def centred_twice(x, axis):
    """Subtracts first, then divides by the root mean square of what is left."""
    rest = x - np.average(x, axis=axis, keepdims=True)
    root = np.sqrt(np.mean(np.square(rest), axis=axis, keepdims=True))
    return np.where(np.isclose(root, 0), 0, rest / np.where(root > 0, root, 1))


@variant(TASK)
@taking_tuples
def plain_python(x, axis):
    """Lists and math.sqrt along each line."""

    def line(values):
        mean = math.fsum(values) / len(values)
        variance = math.fsum((v - mean) ** 2 for v in values) / len(values)
        root = math.sqrt(variance) if min(values) < max(values) else 1.0
        return np.array([(v - mean) / root for v in values])

    return np.apply_along_axis(line, axis, x)


@variant(TASK)
@taking_tuples
def sums_by_einsum(x, axis):
    """Brings the axis to the end and einsum does the sums."""
    last = np.moveaxis(np.asarray(x, dtype=np.float64), axis, -1)
    n = last.shape[-1]
    rest = last - np.einsum("...i->...", last)[..., None] / n
    root = np.sqrt(np.einsum("...i,...i->...", rest, rest) / n)[..., None]
    spread = np.divide(rest, root, where=root > 1e-9, out=0 * rest)
    return np.moveaxis(spread, -1, axis)


@variant(TASK)
@taking_tuples
def length_of_the_centred_vector(x, axis):
    """√n times the unit vector."""
    rest = centred(x, axis)
    length = np.linalg.norm(rest, axis=axis, keepdims=True)
    unit = rest / np.maximum(length, 1e-9)
    return unit * np.sqrt(x.shape[axis])


@variant(TASK)
@taking_tuples
def index_by_index(x, axis):
    """Loops over every line, long double inside."""
    out = np.zeros(x.shape)
    lines, target = np.swapaxes(x, axis, -1), np.swapaxes(out, axis, -1)
    for index in np.ndindex(lines.shape[:-1]):
        line = lines[index].astype(np.longdouble)
        if line.max() > line.min():
            target[index] = (line - line.mean()) / line.std()
    return out
