"""Typical wrong answers to ``embedding.one_hot``."""

import numpy as np

from lernformer.embedding import one_hot
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    SIZE_LIMITED,
    formula,
    misfit,
    sign,
)
from lernformer.mistakes.embedding.common import NOT_AN_ARRAY, _columns, _turned


def _shape(seen):
    return seen.values["result"].shape if seen.values else None


def _set_columns(ids, vocab_size):
    vectors = np.zeros((*ids.shape, vocab_size))
    vectors[..., ids] = 1
    return vectors


MISTAKES = (
    INPUT_MODIFIED,
    SIZE_LIMITED,
    NOT_AN_ARRAY,
    formula(
        "zeros_and_ones_swapped",
        "there is a 0 at the place of the id and a 1 everywhere else; it is the other "
        "way round.",
        lambda ids, vocab_size: 1 - one_hot(ids, vocab_size),
    ),
    formula(
        "id_in_place_of_one",
        "the id itself stands at its place; a 1 belongs there.",
        lambda ids, vocab_size: one_hot(ids, vocab_size) * ids[..., None],
    ),
    formula(
        "padding_left_out",
        "id 0 has no 1; padding is an id like the others here.",
        lambda ids, vocab_size: one_hot(ids, vocab_size) * (ids != 0)[..., None],
    ),
    *(
        formula(
            "counted_from_one",
            "the 1 stands one place off; ids and places both count from 0.",
            lambda ids, vocab_size, by=by: ids[..., None] + by == np.arange(vocab_size),
        )
        for by in (1, -1)
    ),
    formula(
        "counted_from_one",
        "the 1 stands one place off; ids and places both count from 0.",
        lambda ids, vocab_size: np.roll(one_hot(ids, vocab_size), -1, axis=-1),
    ),
    formula(
        "places_reversed",
        "the places are counted from the end.",
        lambda ids, vocab_size: one_hot(ids, vocab_size)[..., ::-1],
    ),
    formula(
        "ones_up_to_the_id",
        "all places up to the id are 1; compare with == instead of >=.",
        lambda ids, vocab_size: ids[..., None] >= np.arange(vocab_size),
    ),
    formula(
        "binary_code",
        "these are the id's binary digits; there should be one place for each word.",
        lambda ids, vocab_size: (ids[..., None] >> np.arange(vocab_size)) & 1,
    ),
    formula(
        "whole_columns_set",
        "vectors[..., ids] = 1 sets all ids in every row; each row has one.",
        _set_columns,
    ),
    formula(
        "batch_reversed",
        "the first axis runs backwards.",
        lambda ids, vocab_size: one_hot(ids, vocab_size)[::-1],
    ),
    *(
        formula(
            "rows_summed",
            "the words of a sentence are put into one vector; each word keeps its own.",
            compute,
        )
        for compute in (
            lambda ids, vocab_size: one_hot(ids, vocab_size).max(axis=-2),
            lambda ids, vocab_size: one_hot(ids, vocab_size).sum(axis=-2),
        )
    ),
    formula(
        "batch_flattened",
        "the axes of ids are lost; reshape the result to (*ids.shape, vocab_size).",
        lambda ids, vocab_size: one_hot(ids.reshape(-1), vocab_size),
    ),
    formula(
        "one_column_too_many",
        "there is a column too many: the ids are 0 to vocab_size - 1.",
        lambda ids, vocab_size: one_hot(ids, vocab_size + 1),
    ),
    *(
        formula(
            "vocab_size_ignored",
            "the number of columns comes from the ids; it is vocab_size, whichever "
            "words occur.",
            compute,
        )
        for compute in (
            lambda ids, vocab_size: one_hot(ids, int(ids.max()) + 1),
            lambda ids, vocab_size: ids[..., None] == np.unique(ids),
        )
    ),
    formula(
        "batch_and_length_swapped",
        "the axes of ids are swapped: the result is (B, L, V).",
        lambda ids, vocab_size: _turned(one_hot(ids, vocab_size)),
    ),
    *(
        formula(
            "vocabulary_axis_first",
            "the vocabulary is the last axis; here it stands before.",
            compute,
        )
        for compute in (
            lambda ids, vocab_size: np.moveaxis(one_hot(ids, vocab_size), -1, 0),
            lambda ids, vocab_size: _columns(one_hot(ids, vocab_size)),
        )
    ),
    AXES_SQUEEZED,
    sign(
        "leading_axes_unsupported",
        "it works for one sentence only; ids is a batch, (B, L). ids[..., None] works "
        "for any number of axes.",
        lambda case, seen: (
            (misfit(seen) and "shape" in seen.trouble)
            or _shape(seen) == (len(case.inputs["ids"]), case.inputs["vocab_size"])
        ),
    ),
)
