"""Typical wrong answers to ``attention.score_variances``."""

import numpy as np

from lernformer.mistakes.table import mistakes


def measured(scores, factor):
    return float(scores.var()), float((scores * factor).var())


def root(q):
    return np.sqrt(q.shape[-1])


MISTAKES = mistakes(globals())
