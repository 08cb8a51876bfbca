"""What several probes of the chapter share: lists of pieces as numbers."""

from collections.abc import Iterable

import numpy as np

BETWEEN = 0  # no letter has it


def coded(pieces: Iterable[str]) -> np.ndarray:
    """The letters of all pieces, each piece closed by a mark."""
    numbers = [[*map(ord, piece), BETWEEN] for piece in pieces]
    return np.array([x for row in numbers for x in row], dtype=float)
