"""Helpers for the checks of several tasks in this chapter."""

import numpy as np


def sentences(
    rng: np.random.Generator, lengths: list[int], vocab_size: int
) -> np.ndarray:
    """Return ids (B, L) from <bos> to <eos>, then padding; lengths count both ends."""
    ids = rng.integers(3, vocab_size, (len(lengths), max(lengths)))
    ids[:, 0] = 1
    for row, length in zip(ids, lengths, strict=True):
        row[length - 1], row[length:] = 2, 0
    return ids
