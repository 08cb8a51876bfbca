"""Typical wrong answers to ``residual_norm.weight_norm``."""

import numpy as np

from lernformer.mistakes.table import mistakes

MISTAKES = mistakes(globals())
