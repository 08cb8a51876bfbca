"""Typical wrong answers to ``residual_norm.weight_norm``."""

import numpy as np

from lernformer.mistakes.table import mistakes
from lernformer.probes.residual_norm.weight_norm import SHORT

COLUMNS = (
    "columns_normed",
    "the lengths are those of the columns; the weights of one output are a row of v: "
    "axis=-1.",
)


def shows_eps_added(case, seen):
    return case.aspect == SHORT and bool(seen.values)


MISTAKES = mistakes(globals())
