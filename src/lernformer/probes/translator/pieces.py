"""Helpers for several probes in this chapter: they code lists of pieces as numbers."""

from collections.abc import Iterable

import numpy as np

BETWEEN = 0  # a code that no letter has


def coded(pieces: Iterable[str]) -> np.ndarray:
    """Return the letters of all pieces, with a mark at the end of each piece."""
    numbers = [[*map(ord, piece), BETWEEN] for piece in pieces]
    return np.array([x for row in numbers for x in row], dtype=float)
