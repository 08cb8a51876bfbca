"""Typical wrong answers to ``embedding.embed_by_matmul``."""

import re

import numpy as np

from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    SIZE_LIMITED,
)
from lernformer.mistakes.embedding.common import BATCHES_ONLY, of_rows
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.embed_by_matmul import PRODUCT

MISTAKES = Catalogue()


def hot(ids, V):
    return (np.asarray(ids)[..., None] == np.arange(V)).astype(float)


def right(ids, E):
    return hot(ids, len(E)) @ E


def _length_of_vectors(case: Case, seen: Observation) -> int | None:
    """The size of what met the V rows of E, or the ids, if an error tells it."""
    V = len(case.inputs["E"])
    for words in (
        rf"size {V} is different from (\d+)",
        rf"(\d+) \(dim \d\) != {V} ",
        r"out of bounds for axis \d with size (\d+)",
    ):
        if found := re.search(words, seen.trouble):
            return int(found[1])
    return None


MISTAKES += (INPUT_MODIFIED, SIZE_LIMITED)

MISTAKES.sign(
    "lookup_for_matmul",
    "rows of E are read, which is the next task; here one-hot vectors are "
    "multiplied with E: one_hot(ids, len(E)) @ E.",
    lambda case, seen: case.aspect == PRODUCT and "result" in seen.values,
)


@MISTAKES.answer(
    "E_transposed",
    "E is transposed; it is (V, d), so one-hot (…, V) fits as it is.",
    seen="course",
)
def times_e_transposed(ids, E):
    """The matrix of a linear layer is transposed."""
    return hot(ids, len(E)) @ E.T


@MISTAKES.answer(
    "E_transposed",
    "columns of E are read; a word is a row, E is (V, d).",
    seen="course",
)
def features_for_words(ids, E):
    """E is (d, V): one column a word."""
    return hot(ids, E.shape[1]) @ E.T


@MISTAKES.answer(
    "one_hot_returned", "these are the one-hot vectors; multiply them with E."
)
def first_half(ids, E):
    """Forgets the product."""
    return hot(ids, len(E))


@MISTAKES.answer(
    "ids_multiplied",
    "the ids themselves are multiplied; make one-hot vectors of them first.",
)
def ids_times_rows(ids, E):
    """Each id times the first row."""
    return ids[..., None] * E[0]


MISTAKES += [*of_rows(right), AXES_SQUEEZED, BATCHES_ONLY]

MISTAKES.sign(
    "vocab_size_ignored",
    "the one-hot vectors do not have a place for each row of E, len(E) of them: their "
    "size comes from the ids, or from the features.",
    lambda case, seen: (
        _length_of_vectors(case, seen)
        in (
            case.inputs["ids"].max() + 1,
            len(np.unique(case.inputs["ids"])),
            case.inputs["E"].shape[1],
        )
    ),
)

MISTAKES.sign(
    "E_transposed",
    "E is transposed; it is (V, d), so one-hot (…, V) fits as it is.",
    lambda case, seen: (
        f"size {case.inputs['E'].shape[1]} is different from {len(case.inputs['E'])}"
        in seen.trouble
    ),
    seen="course",
)

MISTAKES.sign(
    "ids_multiplied",
    "what meets E has as many numbers as a sentence has words: the ids themselves, "
    "perhaps; make a one-hot vector of len(E) places of each first.",
    lambda case, seen: _length_of_vectors(case, seen) == case.inputs["ids"].shape[-1],
)

MISTAKES.sign(
    "elementwise_product",
    "* multiplies number by number; the matrix product is @.",
    lambda case, seen: (
        "broadcast together with shapes" in seen.trouble
        and "({},{})".format(*case.inputs["E"].shape) in seen.trouble
    ),
)
