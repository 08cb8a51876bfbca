"""Typical wrong answers to ``one_hot``, ``embed_by_matmul``, ``embed_by_lookup``."""

import math

import numpy as np

from lernformer.checks.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    SIZE_LIMITED,
    fails,
    formula,
    misfit,
    sign,
)
from lernformer.embedding import one_hot

ANY_SIZE = "works for sizes of 1"
PRODUCT = "is a matrix product"
ROWS_ONLY = "reads only the rows it needs"


def _turned(x):
    return x.swapaxes(0, 1)


def _columns(x):
    return x.swapaxes(-1, -2)


NOT_AN_ARRAY = sign(
    "not_an_array",
    "a NumPy array is asked for, not a list and not a tensor.",
    fails("should be a NumPy array, got a list", "got Tensor"),
)

# one_hot ----------------------------------------------------------------------------


def _shape(seen):
    return seen.values["result"].shape if seen.values else None


def _set_columns(ids, vocab_size):
    vectors = np.zeros((*ids.shape, vocab_size))
    vectors[..., ids] = 1
    return vectors


ONE_HOT = (
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

# embed_by_matmul and embed_by_lookup ------------------------------------------------


def _common(right):
    """Mistakes in either way to embed; ``right`` is the right one."""
    return (
        formula(
            "scaled_by_sqrt_d",
            "the vectors are multiplied by √d; that belongs to TokenEmbedding.",
            lambda ids, E: right(ids, E) * math.sqrt(E.shape[1]),
        ),
        formula(
            "padding_left_out",
            "id 0 gives zeros; padding has a row in E like the others here.",
            lambda ids, E: right(ids, E) * (ids != 0)[..., None],
        ),
        formula(
            "vectors_normalised",
            "the vectors are brought to length 1; give the rows as they are.",
            lambda ids, E: right(ids, E / np.linalg.norm(E, axis=-1, keepdims=True)),
        ),
        *(
            formula(
                "counted_from_one",
                "these are the rows beside the right ones; ids count from 0.",
                lambda ids, E, by=by: right((ids + by) % len(E), E),
            )
            for by in (1, -1)
        ),
        formula(
            "batch_reversed",
            "the batch runs backwards.",
            lambda ids, E: right(ids, E)[::-1],
        ),
        formula(
            "length_reversed",
            "each sentence runs backwards.",
            lambda ids, E: right(ids[..., ::-1], E),
        ),
        *(
            formula(
                "words_averaged",
                "the words of a sentence are put into one vector; each keeps its own.",
                compute,
            )
            for compute in (
                lambda ids, E: right(ids, E).mean(axis=-2),
                lambda ids, E: right(ids, E).sum(axis=-2),
            )
        ),
        formula(
            "batch_flattened",
            "the axes of ids are lost; the result is (*ids.shape, d).",
            lambda ids, E: right(ids.reshape(-1), E),
        ),
        formula(
            "batch_and_length_swapped",
            "the axes of ids are swapped: the result is (B, L, d).",
            lambda ids, E: _turned(right(ids, E)),
        ),
        formula(
            "features_before_length",
            "the features are the last axis; here they stand before the length.",
            lambda ids, E: _columns(right(ids, E)),
        ),
    )


def _nan(seen):
    result = seen.values.get("result")
    return result is not None and bool(np.isnan(result).any())


def _rows(ids, E):
    return E[ids]


MATMUL = (
    INPUT_MODIFIED,
    SIZE_LIMITED,
    sign(
        "lookup_for_matmul",
        "rows of E are read, which is the next task; here one-hot vectors are "
        "multiplied with E: one_hot(ids, len(E)) @ E.",
        lambda case, seen: case.aspect == PRODUCT and "result" in seen.values,
    ),
    formula(
        "E_transposed",
        "E is transposed; it is (V, d), so one-hot (…, V) fits as it is.",
        lambda ids, E: one_hot(ids, len(E)) @ E.T,
    ),
    formula(
        "E_transposed",
        "columns of E are read; a word is a row, E is (V, d).",
        lambda ids, E: (ids[..., None] == np.arange(E.shape[1])).astype(float) @ E.T,
    ),
    formula(
        "one_hot_returned",
        "these are the one-hot vectors; multiply them with E.",
        lambda ids, E: one_hot(ids, len(E)),
    ),
    formula(
        "ids_multiplied",
        "the ids themselves are multiplied; make one-hot vectors of them first.",
        lambda ids, E: ids[..., None] * E[0],
    ),
    formula(
        "rounded",
        "the result is rounded to whole numbers; it has E's dtype.",
        lambda ids, E: np.trunc(_rows(ids, E)),
    ),
    *_common(_rows),
    AXES_SQUEEZED,
    sign(
        "vocab_size_ignored",
        "the one-hot vectors are as long as the largest id needs; they have one place "
        "for each row of E.",
        lambda case, seen: (
            misfit(seen)
            and "matmul" in seen.trouble
            and f"size {len(case.inputs['E'])} is different from "
            f"{case.inputs['ids'].max() + 1}"
            in seen.trouble
        ),
    ),
    sign(
        "E_transposed",
        "E is transposed; it is (V, d), so one-hot (…, V) fits as it is.",
        lambda case, seen: (
            fails("matmul")(case, seen)
            and f"size {case.inputs['E'].shape[1]} is different from "
            f"{len(case.inputs['E'])}"
            in seen.trouble
        ),
    ),
    sign(
        "ids_multiplied",
        "the ids themselves are multiplied; make one-hot vectors of them first.",
        fails("matmul"),
    ),
    sign(
        "elementwise_product",
        "* multiplies number by number; the matrix product is @.",
        fails("broadcast"),
    ),
)

LOOKUP = (
    INPUT_MODIFIED,
    SIZE_LIMITED,
    NOT_AN_ARRAY,
    sign(
        "matmul_for_lookup",
        "every row of E is multiplied, most of them with 0, and 0 · ∞ is NaN; read "
        "the rows: an array as an index does it.",
        lambda case, seen: case.aspect == ROWS_ONLY and _nan(seen),
    ),
    *(
        formula(
            "columns_read",
            "columns of E are read; a word is a row, the first axis.",
            compute,
        )
        for compute in (
            lambda ids, E: E[:, ids],
            lambda ids, E: E.T[ids],
        )
    ),
    sign(
        "columns_read",
        "columns of E are read; a word is a row, the first axis.",
        lambda case, seen: (
            "raises IndexError" in seen.trouble
            and f"with size {case.inputs['E'].shape[1]}" in seen.trouble
        ),
    ),
    formula(
        "take_without_axis",
        "np.take without axis=0 reads single numbers of the flat E.",
        lambda ids, E: E.reshape(-1)[ids],
    ),
    formula(
        "rows_from_the_end",
        "the rows are counted from the end; row 0 is the first.",
        lambda ids, E: E[-ids - 1],
    ),
    formula(
        "row_slices_read",
        "rows up to the id are added; read the one row.",
        lambda ids, E: np.cumsum(E, axis=0)[ids],
    ),
    formula(
        "repetitions_dropped",
        "a word that occurs again is left out; each place keeps its vector.",
        lambda ids, E: E[np.unique(ids)],
    ),
    *_common(_rows),
    AXES_SQUEEZED,
)
