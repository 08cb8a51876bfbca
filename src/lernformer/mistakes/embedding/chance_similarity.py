"""Typical wrong answers to ``embedding.chance_similarity``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED
from lernformer.mistakes.mistake import Catalogue


def cosines(E):
    """Of each row with each."""
    directions = E / np.linalg.norm(E, axis=-1, keepdims=True)
    return directions @ directions.T


def apart(table):
    """What stands beside the diagonal."""
    return table[~np.eye(len(table), dtype=bool)]


MISTAKES = Catalogue([INPUT_MODIFIED])


@MISTAKES.answer(
    "with_itself",
    "each row is compared with itself, too, and that is always 1: leave the diagonal "
    "out, of the sum and of the count.",
)
def diagonal_counts(E):
    """All pairs are all of the matrix."""
    return float(np.sqrt((cosines(E) ** 2).mean()))


@MISTAKES.answer(
    "itself_counted",
    "the diagonal is left out of the sum, but still counted: there are V (V - 1) pairs "
    "of different rows, not V².",
)
def divided_by_all(E):
    """A zero does no harm to a mean."""
    similarity = cosines(E) - np.eye(len(E))
    return float(np.sqrt((similarity**2).mean()))


@MISTAKES.answer(
    "mean_of_signed",
    "similarities of either sign cancel in their mean, which is near 0 however large "
    "they are: square them first.",
    seen="literature",
)
def plain_mean(E):
    """The average similarity is the mean of the similarities."""
    return float(apart(cosines(E)).mean())


@MISTAKES.answer(
    "root_forgotten", "this is the mean of the squares; its root is missing."
)
def mean_square(E):
    """Squares make all of them positive, which is enough."""
    return float((apart(cosines(E)) ** 2).mean())


@MISTAKES.answer(
    "mean_absolute",
    "this is the mean of the absolute values; a root mean square takes squares, and "
    "the root of their mean.",
)
def without_signs(E):
    """The absolute value makes them positive as well."""
    return float(np.abs(apart(cosines(E))).mean())


@MISTAKES.answer(
    "mean_removed",
    "this is the standard deviation, which subtracts the mean first: rows that all "
    "lean to one side would count as not similar.",
)
def deviation(E):
    """How far similarities are from 0 is their standard deviation."""
    return float(apart(cosines(E)).std())


@MISTAKES.answer(
    "lengths_left",
    "the dot products are not divided by the lengths of both rows; take your "
    "cosine_similarity.",
)
def dot_products(E):
    """A dot product is a similarity."""
    return float(np.sqrt((apart(E @ E.T) ** 2).mean()))


@MISTAKES.answer(
    "neighbours_only",
    "only rows that follow each other are compared: too few pairs for a steady number. "
    "Compare each row with each other one: E[:, None] with E.",
)
def each_with_the_next(E):
    """Some pairs are as good as all."""
    near = np.diagonal(cosines(E), 1)
    return float(np.sqrt((near**2).mean()))


@MISTAKES.answer(
    "one_row_only",
    "one row is compared with the others, which tells of that row alone. Compare each "
    "row with each other one: E[:, None] with E.",
)
def first_with_all(E):
    """One word stands for all."""
    return float(np.sqrt((cosines(E)[0, 1:] ** 2).mean()))


@MISTAKES.answer(
    "columns_compared",
    "the columns are compared, which are features; a word is a row.",
)
def features(E):
    """Vectors stand in columns."""
    return float(np.sqrt((apart(cosines(E.T)) ** 2).mean()))


@MISTAKES.answer(
    "mean_length_divided",
    "the products of all rows are divided by one mean length; each has to be divided "
    "by the lengths of its own two rows.",
)
def one_length_for_all(E):
    """All rows are about as long."""
    mean = (np.linalg.norm(E, axis=-1) ** 2).mean()
    return float(np.sqrt((apart(E @ E.T / mean) ** 2).mean()))
