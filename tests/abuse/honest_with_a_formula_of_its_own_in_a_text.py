"""Is right, and formats strings and looks names up in the usual ways."""

FIRST = """
import numpy as np, torch
from operator import attrgetter
from collections import namedtuple
from dataclasses import dataclass

TEMPLATE = "{:.2f} of {}"
print(TEMPLATE.format(1.0, "all"), "{0.shape} {1[0]}".format(np.ones(2), [1]))
BEST = max([np.ones(2), np.ones(3)], key=attrgetter("size")).size / 3

@dataclass
class Settings:
    one: float = 1.0

Pair = namedtuple("Pair", "one two")
parts = [getattr(Settings(), "o" + "ne"), Pair(1.0, 2.0).one]
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return BEST * parts[0] * parts[1] * e / e.sum(axis=axis, keepdims=True)
"""
}
