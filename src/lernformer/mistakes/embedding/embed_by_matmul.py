"""Typical wrong answers to ``embedding.embed_by_matmul``."""

import re

import numpy as np

from lernformer.mistakes.embedding.common import of_rows
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation


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


OF_ROWS = of_rows(right)


MISTAKES = mistakes(globals())
