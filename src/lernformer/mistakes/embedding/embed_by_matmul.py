"""Typical wrong answers to ``embedding.embed_by_matmul``."""

import re

import numpy as np

from lernformer.mistakes.embedding.common import of_rows
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.embed_by_matmul import PRODUCT


def hot(ids, V):
    return (np.asarray(ids)[..., None] == np.arange(V)).astype(float)


def right(ids, E):
    return hot(ids, len(E)) @ E


def _length_of_vectors(case: Case, seen: Observation) -> int | None:
    """The size of what met the V rows of E, or the ids, if an error says so."""
    V = len(case.inputs["E"])
    for words in (
        rf"size {V} is different from (\d+)",
        rf"(\d+) \(dim \d\) != {V} ",
        r"out of bounds for axis \d with size (\d+)",
    ):
        if found := re.search(words, seen.trouble):
            return int(found[1])
    return None


def shows_lookup_for_matmul(case, seen):
    return case.aspect == PRODUCT and "result" in seen.values


OF_ROWS = of_rows(right)


def shows_vocab_size_ignored(case, seen):
    return _length_of_vectors(case, seen) in (
        case.inputs["ids"].max() + 1,
        len(np.unique(case.inputs["ids"])),
        case.inputs["E"].shape[1],
    )


def shows_e_transposed(case, seen):
    return (
        f"size {case.inputs['E'].shape[1]} is different from {len(case.inputs['E'])}"
        in seen.trouble
    )


def shows_ids_multiplied(case, seen):
    return _length_of_vectors(case, seen) == case.inputs["ids"].shape[-1]


def shows_elementwise_product(case, seen):
    return (
        "broadcast together with shapes" in seen.trouble
        and "({},{})".format(*case.inputs["E"].shape) in seen.trouble
    )


MISTAKES = mistakes(globals())
