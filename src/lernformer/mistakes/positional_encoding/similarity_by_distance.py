"""Typical wrong answers to ``positional_encoding.similarity_by_distance``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED
from lernformer.mistakes.mistake import Catalogue


def pairs(table):
    """The dot products of rows k apart, by k."""
    products = table @ table.T
    return [np.diagonal(products, k) for k in range(len(table))]


MISTAKES = Catalogue([INPUT_MODIFIED])


@MISTAKES.answer(
    "not_averaged",
    "the products are added up and not averaged: at larger distances there are fewer "
    "pairs, so that the sum falls whatever the positions are.",
)
def sums(table):
    """All pairs of a distance together."""
    return np.array([found.sum() for found in pairs(table)])


@MISTAKES.answer(
    "divided_by_length",
    "every sum is divided by L, but only L - k pairs are k apart: large distances look "
    "less similar than they are.",
    seen="literature",
)
def always_by_length(table):
    """A mean divides by the number of positions."""
    return np.array([found.sum() / len(table) for found in pairs(table)])


@MISTAKES.answer(
    "from_the_first_only",
    "only position 0 is compared with the others. Sinusoids make that the same for "
    "every start; another table does not. Average over all pairs that are k apart.",
)
def first_row(table):
    """Where the pair stands does not matter."""
    return table @ table[0]


@MISTAKES.answer(
    "from_the_last_only",
    "only the last position is compared with the others; average over all pairs that "
    "are k apart.",
)
def last_row(table):
    """Looking back is what attention does."""
    return table[::-1] @ table[-1]


@MISTAKES.answer(
    "goes_around",
    "the end is compared with the beginning, as np.roll does it: those rows are L - k "
    "apart. Take table[: L - k] and table[k:].",
)
def rolled(table):
    """Shift the table and compare."""
    return np.array(
        [(table * np.roll(table, -k, axis=0)).sum(-1).mean() for k in range(len(table))]
    )


@MISTAKES.answer(
    "cosine_for_product",
    "the products are divided by the lengths of the rows; asked for is the dot product "
    "itself.",
)
def cosines(table):
    """Similarity is a cosine."""
    directions = table / np.linalg.norm(table, axis=-1, keepdims=True)
    return np.array([found.mean() for found in pairs(directions)])


@MISTAKES.answer(
    "features_averaged",
    "the products are averaged over the features, too; a dot product is their sum.",
)
def divided_by_d(table):
    """The mean over all that there is."""
    return np.array([found.mean() / table.shape[1] for found in pairs(table)])


@MISTAKES.answer(
    "absolute",
    "the absolute values are averaged: opposite rows would count as similar.",
)
def without_signs(table):
    """A similarity is positive."""
    return np.array([np.abs(found).mean() for found in pairs(table)])


@MISTAKES.answer(
    "distance_measured",
    "this is how far the rows lie from each other; asked for is their dot product.",
)
def lengths_of_differences(table):
    """Similar is what lies near."""
    length = len(table)
    return np.array(
        [
            np.linalg.norm(table[: length - k] - table[k:], axis=-1).mean()
            for k in range(length)
        ]
    )


@MISTAKES.answer(
    "columns_compared",
    "the columns are compared, which are features; a position is a row.",
)
def features(table):
    """Vectors stand in columns."""
    return np.array([found.mean() for found in pairs(table.T)])


@MISTAKES.answer(
    "zero_left_out",
    "distance 0 is missing: at k = 0 each row meets itself, and the result has L "
    "numbers.",
)
def from_one(table):
    """A distance is at least 1."""
    return np.array([found.mean() for found in pairs(table)[1:]])
