"""Typical wrong answers to ``embedding.chance_similarity``."""

import numpy as np

from lernformer.mistakes.table import mistakes


def cosines(E):
    """Of each row with each."""
    directions = E / np.linalg.norm(E, axis=-1, keepdims=True)
    return directions @ directions.T


def apart(table):
    """The entries next to the diagonal."""
    return table[~np.eye(len(table), dtype=bool)]


def divided_by_all(E):
    """A zero does no harm to a mean."""
    similarity = cosines(E) - np.eye(len(E))
    return float(np.sqrt((similarity**2).mean()))


def each_with_the_next(E):
    """Some pairs are as good as all."""
    near = np.diagonal(cosines(E), 1)
    return float(np.sqrt((near**2).mean()))


def one_length_for_all(E):
    """All rows are about as long."""
    mean = (np.linalg.norm(E, axis=-1) ** 2).mean()
    return float(np.sqrt((apart(E @ E.T / mean) ** 2).mean()))


MISTAKES = mistakes(globals())
