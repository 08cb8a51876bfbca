"""Typical wrong answers to ``attention.score_variances``."""

import numpy as np

from lernformer.mistakes.common import misfit
from lernformer.mistakes.table import mistakes


def measured(scores, factor):
    return float(scores.var()), float((scores * factor).var())


def root(q):
    return np.sqrt(q.shape[-1])


def after_softmax(q, k):
    """Attention is what counts."""

    def weights(scores):
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        return powers / powers.sum(-1, keepdims=True)

    scores = q @ k.T
    return float(weights(scores).var()), float(weights(scores / root(q)).var())


def shows_paired(case, seen):
    return misfit(seen)


MISTAKES = mistakes(globals())
