"""Typical wrong answers to ``embedding.embed_by_lookup``."""

import numpy as np

from lernformer.mistakes.embedding.common import of_rows
from lernformer.mistakes.mistake import Bugs
from lernformer.mistakes.table import mistakes
from lernformer.probes.embedding.embed_by_lookup import ROWS_ONLY


def _nan(seen):
    result = seen.values.get("result")
    return result is not None and bool(np.isnan(result).any())


def shows_matmul_for_lookup(case, seen):
    return case.aspect == ROWS_ONLY and _nan(seen)


def shows_columns_read(case, seen):
    return (
        "raises IndexError" in seen.trouble
        and f"with size {case.inputs['E'].shape[1]}" in seen.trouble
    )


OF_ROWS = of_rows(lambda ids, E: E[ids])

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


MISTAKES = mistakes(globals())
