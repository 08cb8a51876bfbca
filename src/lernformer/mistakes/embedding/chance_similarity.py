"""Typical wrong answers to ``embedding.chance_similarity``."""

import numpy as np

from lernformer.mistakes.table import mistakes


def cosines(E):
    """The cosines of all pairs of rows."""
    directions = E / np.linalg.norm(E, axis=-1, keepdims=True)
    return directions @ directions.T


def apart(table):
    """The entries off the diagonal."""
    return table[~np.eye(len(table), dtype=bool)]


MISTAKES = mistakes(globals())
