"""Typical wrong answers to ``embedding.one_hot``."""

import numpy as np

from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    SIZE_LIMITED,
    fails,
)
from lernformer.mistakes.embedding.common import BATCHES_ONLY, NOT_AN_ARRAY
from lernformer.mistakes.mistake import Catalogue

MISTAKES = Catalogue()


def _shape(seen):
    return seen.values["result"].shape if seen.values else None


COUNTED_FROM_ONE = "the 1 stands one place off; ids and places both count from 0."

ROWS_SUMMED = (
    "the words of a sentence are put into one vector; each word keeps its own."
)

VOCAB_SIZE_IGNORED = (
    "the number of columns comes from the ids; it is vocab_size, whichever words occur."
)

VOCABULARY_AXIS_FIRST = "the vocabulary is the last axis; here it stands before."


def right(ids, vocab_size):
    return np.eye(vocab_size)[ids]


MISTAKES += (INPUT_MODIFIED, SIZE_LIMITED, NOT_AN_ARRAY)


@MISTAKES.answer(
    "zeros_and_ones_swapped",
    "there is a 0 at the place of the id and a 1 everywhere else; it is the other "
    "way round.",
)
def one_cold(ids, vocab_size):
    """A zero at the place of the id."""
    return 1 - right(ids, vocab_size)


@MISTAKES.answer(
    "id_in_place_of_one", "the id itself stands at its place; a 1 belongs there."
)
def holds_the_id(ids, vocab_size):
    """The id stands at its own place."""
    return right(ids, vocab_size) * ids[..., None]


@MISTAKES.answer(
    "padding_left_out", "id 0 has no 1; padding is an id like the others here."
)
def no_vector_for_padding(ids, vocab_size):
    """Padding is no word."""
    return right(ids, vocab_size) * (ids != 0)[..., None]


@MISTAKES.answer("counted_from_one", COUNTED_FROM_ONE)
def one_place_late(ids, vocab_size):
    """Place 0 stays free."""
    return (ids[..., None] + 1 == np.arange(vocab_size)).astype(float)


@MISTAKES.answer("counted_from_one", COUNTED_FROM_ONE)
def one_place_early(ids, vocab_size):
    """The first word is number one, and id 0 has no place."""
    return (ids[..., None] - 1 == np.arange(vocab_size)).astype(float)


@MISTAKES.answer("counted_from_one", COUNTED_FROM_ONE)
def ids_from_one(ids, vocab_size):
    """The first word is number one."""
    return np.eye(vocab_size)[ids - 1]


@MISTAKES.answer("places_reversed", "the places are counted from the end.")
def from_the_right(ids, vocab_size):
    """The lowest place is on the right, as in numbers."""
    return right(ids, vocab_size)[..., ::-1]


@MISTAKES.answer(
    "ones_up_to_the_id", "all places up to the id are 1; compare with == instead of >=."
)
def thermometer(ids, vocab_size):
    """All places up to the id."""
    return (ids[..., None] >= np.arange(vocab_size)).astype(float)


@MISTAKES.answer(
    "binary_code",
    "these are the id's binary digits; there should be one place for each word.",
)
def binary_digits(ids, vocab_size):
    """Few bits tell many words apart."""
    return ((ids[..., None] >> np.arange(vocab_size)) & 1).astype(float)


@MISTAKES.answer(
    "whole_columns_set",
    "vectors[..., ids] = 1 sets all ids in every row; each row has one.",
)
def fancy_index_of_columns(ids, vocab_size):
    """[..., ids] = 1 sets one place in each row."""
    vectors = np.zeros((*ids.shape, vocab_size))
    vectors[..., ids] = 1
    return vectors


@MISTAKES.answer("batch_reversed", "the first axis runs backwards.", seen="course")
def last_sentence_first(ids, vocab_size):
    """The batch upside down."""
    return right(ids, vocab_size)[::-1]


@MISTAKES.answer("rows_summed", ROWS_SUMMED)
def bag_of_words(ids, vocab_size):
    """A sentence is one vector with a one for each of its words."""
    return right(ids, vocab_size).max(axis=-2)


@MISTAKES.answer("rows_summed", ROWS_SUMMED)
def word_counts(ids, vocab_size):
    """A sentence is one vector that counts its words."""
    return right(ids, vocab_size).sum(axis=-2)


@MISTAKES.answer(
    "batch_flattened",
    "the axes of ids are lost; reshape the result to (*ids.shape, vocab_size).",
)
def one_row_a_word(ids, vocab_size):
    """All words in one table."""
    return right(ids.reshape(-1), vocab_size)


@MISTAKES.answer(
    "one_column_too_many",
    "there is a column too many: the ids are 0 to vocab_size - 1.",
)
def one_more(ids, vocab_size):
    """Ids run up to and including vocab_size."""
    return np.eye(vocab_size + 1)[ids]


@MISTAKES.answer("vocab_size_ignored", VOCAB_SIZE_IGNORED)
def as_large_as_needed(ids, vocab_size):
    """The largest id tells the size."""
    return np.eye(int(ids.max()) + 1)[ids]


@MISTAKES.answer("vocab_size_ignored", VOCAB_SIZE_IGNORED)
def only_words_that_occur(ids, vocab_size):
    """A column for each word that occurs."""
    return (ids[..., None] == np.unique(ids)).astype(float)


@MISTAKES.answer(
    "batch_and_length_swapped",
    "B and L have changed places; the result should be (B, L, V), as ids are.",
    seen="course",
)
def length_first(ids, vocab_size):
    """(L, B, V)."""
    return right(ids.T, vocab_size)


@MISTAKES.answer("vocabulary_axis_first", VOCABULARY_AXIS_FIRST)
def vocabulary_first(ids, vocab_size):
    """One plane a word."""
    return np.moveaxis(right(ids, vocab_size), -1, 0)


@MISTAKES.answer("vocabulary_axis_first", VOCABULARY_AXIS_FIRST)
def turned(ids, vocab_size):
    """One column a word, as vectors are columns."""
    return right(ids, vocab_size).swapaxes(-1, -2)


MISTAKES += [AXES_SQUEEZED, BATCHES_ONLY]

MISTAKES.sign(
    "leading_axes_unsupported",
    "it works for one sentence only; ids is a batch, (B, L). ids[..., None] works "
    "for any number of axes.",
    lambda case, seen: (
        "shape mismatch: indexing arrays" in seen.trouble
        or _shape(seen) == (len(case.inputs["ids"]), case.inputs["vocab_size"])
    ),
)

MISTAKES.sign(
    "axis_missing",
    "each id meets all numbers 0 to V - 1 only if it has an axis of its own for them, "
    "at the end: ids[..., None] == np.arange(vocab_size).",
    fails("could not be broadcast together"),
)

MISTAKES.sign(
    "whole_rows_set",
    "vectors[ids] = 1 takes the ids for places along the first axis and fills whole "
    "sentences; the id is a place along the last axis.",
    lambda case, seen: (
        f"for axis 0 with size {len(np.atleast_1d(case.inputs['ids']))}" in seen.trouble
    ),
)
