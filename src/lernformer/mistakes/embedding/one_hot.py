"""Typical wrong answers to ``embedding.one_hot``."""

import numpy as np

from lernformer.mistakes.table import mistakes


def _shape(seen):
    return seen.values["result"].shape if seen.values else None


def right(ids, vocab_size):
    return np.eye(vocab_size)[ids]


def fancy_index_of_columns(ids, vocab_size):
    """[..., ids] = 1 sets one place in each row."""
    vectors = np.zeros((*ids.shape, vocab_size))
    vectors[..., ids] = 1
    return vectors


def shows_leading_axes_unsupported(case, seen):
    return "shape mismatch: indexing arrays" in seen.trouble or _shape(seen) == (
        len(case.inputs["ids"]),
        case.inputs["vocab_size"],
    )


def shows_whole_rows_set(case, seen):
    return (
        f"for axis 0 with size {len(np.atleast_1d(case.inputs['ids']))}" in seen.trouble
    )


MISTAKES = mistakes(globals())
