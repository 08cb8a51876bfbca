"""Typical wrong answers to ``embedding.embed_by_lookup``."""

import numpy as np

from lernformer.mistakes.bugs import bugs
from lernformer.mistakes.embedding.common import of_rows
from lernformer.mistakes.table import mistakes


def _nan(seen):
    result = seen.values.get("result")
    return result is not None and bool(np.isnan(result).any())


def right(ids, E):
    return E[ids]


OF_ROWS = of_rows(right)

BUGS = bugs(globals())
MISTAKES = mistakes(globals())
