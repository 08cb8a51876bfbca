"""Mistakes that several tasks of the chapter share."""

import math

import numpy as np

from lernformer.mistakes.common import fails, formula, sign

norm = np.linalg.norm


def _turned(x):
    return x.swapaxes(0, 1)


def _columns(x):
    return x.swapaxes(-1, -2)


NOT_AN_ARRAY = sign(
    "not_an_array",
    "a NumPy array is asked for, not a list and not a tensor.",
    fails("should be a NumPy array, got a list", "got Tensor"),
)


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


def _rows(ids, E):
    return E[ids]
