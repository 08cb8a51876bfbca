"""Mistakes that several tasks of the chapter share."""

import math
from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import fails, sign
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.aspects import LEADING

WORDS_AVERAGED = "the words of a sentence are put into one vector; each keeps its own."

BESIDE = "these are the rows next to the right ones; ids count from 0."

NOT_AN_ARRAY = sign(
    "not_an_array",
    "the result should be a NumPy array, not a list or a tensor.",
    fails("should be a NumPy array, got a list", "got Tensor"),
)

BATCHES_ONLY = sign(
    "leading_axes_unsupported",
    "it only works for a batch, (B, L); ids may have any number of axes. Count axes "
    "from the end, as in ids[..., None], and take shapes from ids.shape.",
    lambda case, seen: case.aspect == LEADING,
)


def of_rows(right: Callable) -> Catalogue:
    """Mistakes in either way of embedding; ``right`` is the right answer."""
    mistakes = Catalogue()

    @mistakes.answer(
        "scaled_by_sqrt_d",
        "the vectors are multiplied by √d; that belongs to TokenEmbedding.",
    )
    def scaled(ids, E):
        """Embeddings are multiplied by √d."""
        return right(ids, E) * math.sqrt(E.shape[1])

    @mistakes.answer(
        "padding_left_out",
        "id 0 gives zeros; padding has a row in E like the others here.",
    )
    def no_vector_for_padding(ids, E):
        """Padding has no vector."""
        return right(ids, E) * (ids != 0)[..., None]

    @mistakes.answer(
        "vectors_normalised",
        "the vectors are scaled to length 1; give the rows as they are.",
    )
    def unit_vectors(ids, E):
        """Vectors have length one."""
        return right(ids, E / np.linalg.norm(E, axis=-1, keepdims=True))

    @mistakes.answer("counted_from_one", BESIDE)
    def one_row_late(ids, E):
        """Row 0 stays free."""
        return right((ids + 1) % len(E), E)

    @mistakes.answer("counted_from_one", BESIDE)
    def ids_from_one(ids, E):
        """The first word is number one."""
        return right((ids - 1) % len(E), E)

    @mistakes.answer(
        "rounded",
        "the decimals are cut: an array of integers holds whole numbers only; the "
        "result has E's dtype.",
    )
    def whole_numbers(ids, E):
        """Ids and one-hot vectors are integers, and so is the result."""
        return right(ids, E).astype(int)

    @mistakes.answer("batch_reversed", "the batch runs backwards.", seen="course")
    def batch_flipped(ids, E):
        """The batch upside down."""
        return right(ids, E)[::-1]

    @mistakes.answer("length_reversed", "each sentence runs backwards.")
    def words_flipped(ids, E):
        """Each sentence from its end."""
        return right(ids[..., ::-1], E)

    @mistakes.answer("words_averaged", WORDS_AVERAGED)
    def mean_of_words(ids, E):
        """A sentence has one vector."""
        return right(ids, E).mean(axis=-2)

    @mistakes.answer("words_averaged", WORDS_AVERAGED)
    def sum_of_words(ids, E):
        """A sentence is the sum of its words."""
        return right(ids, E).sum(axis=-2)

    @mistakes.answer(
        "batch_flattened", "the axes of ids are lost; the result is (*ids.shape, d)."
    )
    def one_row_a_word(ids, E):
        """All words in one table."""
        return right(ids.reshape(-1), E)

    @mistakes.answer(
        "batch_and_length_swapped",
        "B and L are swapped; the result should be (B, L, d).",
        seen="course",
    )
    def length_first(ids, E):
        """(L, B, d)."""
        return right(ids.T, E)

    @mistakes.answer(
        "features_before_length",
        "the features should be the last axis; here they come before the length.",
    )
    def vectors_as_columns(ids, E):
        """A vector is a column."""
        return right(ids, E).swapaxes(-1, -2)

    return mistakes
