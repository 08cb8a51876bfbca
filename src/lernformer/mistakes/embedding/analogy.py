"""Typical wrong answers to ``embedding.analogy``."""

import numpy as np

from lernformer.mistakes.bugs import bugs
from lernformer.mistakes.table import mistakes


def cosines(E, target):
    return E @ target / (np.linalg.norm(E, axis=1) * np.linalg.norm(target))


def best(similarities, *words):
    similarities = similarities.copy()
    similarities[list(words)] = -np.inf
    return int(np.argmax(similarities))


BUGS = bugs(globals())
MISTAKES = mistakes(globals())
