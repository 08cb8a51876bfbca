"""Helpers for the checks of several tasks in this chapter."""

import numpy as np

from lernformer.probes.aspects import LEADING, PURE, SIZE
from lernformer.probes.case import Case

ANY_SIZE = "works for sizes of 1"

VERBATIM = "takes words as they are"

BFLOAT16 = 0.1  # 8 bits of precision, a few roundings of numbers around 5


def embed_cases(rng: np.random.Generator, own: str) -> list[Case]:
    def case(aspect, vocab_size, d, *shape, dtype=np.float64, axes="B L d"):
        ids = some_ids(rng, vocab_size, *shape)
        E = rng.normal(0, 2, (vocab_size, d)).astype(dtype)
        axes = {"result": axes}
        return Case(aspect, {"ids": ids, "E": E}, axes, tolerance=1e-6)

    rows = "gives each id its row of E"
    first = case(rows, 4, 3, 2, 5)  # all sizes differ, so error messages are clear
    first.inputs["ids"][:] = [[2, 0, 1, 1, 3], [0, 1, 3, 1, 2]]
    first.inputs["E"][:] = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]
    many = case(SIZE, 1100, 4, 2, 3)
    many.inputs["ids"][:] = [[1050, 2, 300], [7, 1099, 130]]
    alone = case(own, 7, 4, 2, 3)  # no word needs the last row of E
    alone.inputs["E"][-1] = np.inf
    return [
        first,
        case(rows, 7, 4, 2, 5),
        case(rows, 5, 5, 2, 3),  # square: swapping the axes of E raises no error
        case(rows, 4, 6, 3, 3),
        case(rows, 9, 4, 2, 5, dtype=np.float32),
        alone,
        case(LEADING, 7, 4, 5, axes="L d"),
        case(LEADING, 7, 4, 2, 3, 5, axes="... L d"),
        case(ANY_SIZE, 7, 4, 3, 1),
        case(ANY_SIZE, 7, 4, 1, 5),
        case(ANY_SIZE, 6, 1, 2, 4),
        case(PURE, 7, 4, 2, 5),
        many,
    ]


def some_ids(rng: np.random.Generator, vocab_size: int, *shape: int) -> np.ndarray:
    """Return ids below ``vocab_size``, including 0 and an id that occurs twice.

    The last id never occurs, so the ids don't give away the vocabulary's size.
    """
    ids = rng.integers(1, max(2, vocab_size - 1), shape)
    ids = np.minimum(ids, vocab_size - 1)
    if ids.size > 2:
        flat = ids.reshape(-1)
        flat[rng.permutation(ids.size)[:2]] = flat[0], 0
    return ids
