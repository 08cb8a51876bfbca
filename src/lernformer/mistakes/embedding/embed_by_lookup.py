"""Typical wrong answers to ``embedding.embed_by_lookup``."""

import numpy as np

from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    SIZE_LIMITED,
)
from lernformer.mistakes.embedding.common import BATCHES_ONLY, NOT_AN_ARRAY, of_rows
from lernformer.mistakes.mistake import Bugs, Catalogue
from lernformer.probes.embedding.embed_by_lookup import ROWS_ONLY

MISTAKES = Catalogue()


def _nan(seen):
    result = seen.values.get("result")
    return result is not None and bool(np.isnan(result).any())


COLUMNS_READ = (
    "columns of E are read, as a tuple of indices does, too; a word is a row, the "
    "first axis."
)

MISTAKES += (INPUT_MODIFIED, SIZE_LIMITED, NOT_AN_ARRAY)

MISTAKES.sign(
    "matmul_for_lookup",
    "every row of E is multiplied, most of them with 0, and 0 · ∞ is NaN; read "
    "the rows: an array as an index does it.",
    lambda case, seen: case.aspect == ROWS_ONLY and _nan(seen),
)


@MISTAKES.answer("columns_read", COLUMNS_READ)
def columns(ids, E):
    """E[:, ids] reads words."""
    return E[:, ids]


@MISTAKES.answer("columns_read", COLUMNS_READ)
def columns_turned(ids, E):
    """E is (d, V): one column a word."""
    return np.moveaxis(E[:, ids], 0, -1)


MISTAKES.sign(
    "columns_read",
    COLUMNS_READ,
    lambda case, seen: (
        "raises IndexError" in seen.trouble
        and f"with size {case.inputs['E'].shape[1]}" in seen.trouble
    ),
)


@MISTAKES.answer(
    "take_without_axis", "np.take without axis=0 reads single numbers of the flat E."
)
def take_from_the_flat(ids, E):
    """np.take reads rows by itself."""
    return np.take(E, ids)


@MISTAKES.answer(
    "rows_from_the_end", "the rows are counted from the end; row 0 is the first."
)
def negative_ids(ids, E):
    """Counts rows from the end."""
    return E[-ids - 1]


@MISTAKES.answer("row_slices_read", "rows up to the id are added; read the one row.")
def slices(ids, E):
    """Rows up to the id, the last of them."""
    return np.cumsum(E, axis=0)[ids]


@MISTAKES.answer(
    "repetitions_dropped",
    "a word that occurs again is left out; each place keeps its vector.",
)
def each_word_once(ids, E):
    """Each word once, in order of its id."""
    return E[np.unique(ids)]


@MISTAKES.answer(
    "ranks_read",
    "a word's rank among the ids is taken for its id; read the row that the id names.",
)
def ranks(ids, E):
    """The ids are numbered anew, from the smallest on."""
    return E[np.searchsorted(np.unique(ids), ids)]


MISTAKES += [*of_rows(lambda ids, E: E[ids]), AXES_SQUEEZED, BATCHES_ONLY]

BUGS = Bugs(
    (
        "    return E[ids]",
        "    # each word is read once, however often it occurs\n"
        "    words, places = np.unique(ids, return_inverse=True)\n"
        "    vectors = E[words]  # (words, d)\n"
        "    return vectors[places.reshape(ids.shape)]",
    )
)
BUGS.plant(
    "ranks_read",
    "When every word of the vocabulary occurs it is right. When some do not, the first "
    "rows of E come out in place of others.",
    right="    return vectors[",
    wrong="    return E[",
)
BUGS.plant(
    "repetitions_dropped",
    "“the dog bit the man” comes out as four vectors, in another order than the words, "
    "and two sentences side by side as one.",
    right="    return vectors[places.reshape(ids.shape)]",
    wrong="    return vectors",
)
BUGS.plant(
    "counted_from_one",
    "Each word has the vector of the word before it in the vocabulary, and the first "
    "word that of the last.",
    right="    vectors = E[words]  # (words, d)",
    wrong="    vectors = E[words - 1]  # (words, d)",
)
BUGS.plant(
    "batch_reversed",
    "With a single sentence it is right. With two, the first gets the vectors of the "
    "second.",
    right="vectors[places.reshape(ids.shape)]",
    wrong="vectors[places.reshape(ids.shape)[::-1]]",
)
BUGS.plant(
    "rows_from_the_end",
    "The first word of the vocabulary has the vector of the last, and the last that of "
    "the first.",
    right="    vectors = E[words]  # (words, d)",
    wrong="    vectors = E[-1 - words]  # (words, d)",
)
