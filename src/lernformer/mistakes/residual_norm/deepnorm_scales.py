"""Typical wrong answers to ``residual_norm.deepnorm_scales``."""

from lernformer.mistakes.table import mistakes

MISTAKES = mistakes(globals())
