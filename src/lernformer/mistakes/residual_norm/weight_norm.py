"""Typical wrong answers to ``residual_norm.weight_norm``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.residual_norm.common import SQUEEZED
from lernformer.probes.residual_norm.weight_norm import SHORT

COLUMNS = (
    "columns_normed",
    "the lengths are those of the columns; the weights of one output are a row of v: "
    "axis=-1.",
)

NOT_DIVIDED = (
    "not_divided",
    "v is not divided by its length, so that rows are g times as long as they were; g "
    "is to be the length, whatever that of v is.",
)

AS_ACTIVATIONS = (
    "normed_like_activations",
    "each row is standardised, as in a layer norm; here no mean is subtracted, and it "
    "is divided by its length, the root of the sum of squares.",
)

MISTAKES = Catalogue([INPUT_MODIFIED, SQUEEZED])


@MISTAKES.answer(*COLUMNS)
def length_of_columns(v, g):
    """Norms are taken along axis 0."""
    length = np.linalg.norm(v, axis=0, keepdims=True)
    return g[:, None] * v / length


@MISTAKES.answer(
    "matrix_normed",
    "all rows are divided by one number, the length of the whole matrix; each has a "
    "length of its own: axis=-1, keepdims=True.",
)
def length_of_the_matrix(v, g):
    """The norm of v is one number."""
    length = np.linalg.norm(v)
    return g[:, None] * v / length


@MISTAKES.answer(*NOT_DIVIDED)
def g_times_v(v, g):
    """g says how much longer a row becomes."""
    return g[:, None] * v


@MISTAKES.answer(
    "g_ignored",
    "each row has the length 1; that of row i is to be g_i.",
)
def directions_alone(v, g):
    """To norm is to bring to length 1."""
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return v / length


@MISTAKES.answer(
    "g_along_features",
    "g meets the columns; it has one number for each row: g[:, None].",
)
def g_as_a_row(v, g):
    """Broadcasting finds the right axis by itself."""
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return g * v / length


@MISTAKES.answer(
    "keepdims_forgotten",
    "the lengths have lost their axis, so that each meets a column; give the norm "
    "axis=-1 and keepdims=True.",
)
def lengths_as_a_row(v, g):
    """A length a row, so divide by the lengths."""
    length = np.linalg.norm(v, axis=-1)
    return g[:, None] * v / length


@MISTAKES.answer(
    "root_forgotten",
    "v is divided by the sum of its squares; its length is the root of that.",
)
def square_of_the_length(v, g):
    """The norm is the sum of squares."""
    length = (v**2).sum(axis=-1, keepdims=True)
    return g[:, None] * v / length


@MISTAKES.answer(
    "sum_of_magnitudes",
    "v is divided by the sum of |v|; the length is the root of the sum of squares.",
)
def magnitudes(v, g):
    """The length is what all parts sum to."""
    length = np.abs(v).sum(axis=-1, keepdims=True)
    return g[:, None] * v / length


@MISTAKES.answer(
    "mean_for_sum",
    "this is the root mean square, as in RMS norm; under the root of a length stands "
    "the sum of the squares.",
)
def root_mean_square(v, g):
    """It is RMS norm, of weights."""
    length = np.sqrt((v**2).mean(axis=-1, keepdims=True))
    return g[:, None] * v / length


@MISTAKES.answer(*AS_ACTIVATIONS)
def standardised(v, g):
    """A norm subtracts the mean and divides by the deviation."""
    centred = v - v.mean(axis=-1, keepdims=True)
    return g[:, None] * centred / v.std(axis=-1, keepdims=True)


@MISTAKES.answer(
    "mean_subtracted",
    "the mean of each row is subtracted, which turns it; its direction is to stay.",
)
def centred_first(v, g):
    """A norm subtracts the mean."""
    v = v - v.mean(axis=-1, keepdims=True)
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return g[:, None] * v / length


@MISTAKES.answer(
    "multiplied_by_length",
    "v is multiplied by its length, so that long rows become longer still; divide.",
)
def times_the_length(v, g):
    """A vector is its direction times its length."""
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return g[:, None] * v * length


@MISTAKES.answer(
    "g_divides",
    "g stands in the denominator: rows become shorter where g is larger.",
)
def g_below(v, g):
    """g belongs to the length, and that stands below."""
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return v / (g[:, None] * length)


@MISTAKES.answer(
    "g_added",
    "g is added to each number, which turns the row; it multiplies.",
)
def g_as_a_shift(v, g):
    """g is what is learned besides."""
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return v / length + g[:, None]


@MISTAKES.answer(
    "g_normed",
    "g is divided by its length; g_i is a length itself. Divide each row of v by its "
    "own.",
)
def length_of_g(v, g):
    """The lengths are what is normed."""
    length = np.linalg.norm(g)
    return (g / length)[:, None] * v


@MISTAKES.answer(
    "rows_summed",
    "@ adds the rows up; each row is multiplied by its own number: g[:, None] * …",
)
def matrix_product(v, g):
    """Length times direction is a product."""
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return g @ (v / length)


MISTAKES.sign(
    "eps_added",
    "something is added to the length, which makes short rows too short; no row is all "
    "0, so that nothing has to be added.",
    lambda case, seen: case.aspect == SHORT and bool(seen.values),
)
