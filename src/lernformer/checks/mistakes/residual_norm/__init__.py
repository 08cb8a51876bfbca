"""Typical wrong answers to the tasks on residuals and norms, as formulas or signs.

Each id is also the name of a mutant in the tests and of a paragraph in the book.
"""

from lernformer.checks.mistakes.residual_norm.feed_forward import FEED_FORWARD
from lernformer.checks.mistakes.residual_norm.norms import (
    LAYER_NORM,
    LAYER_NORM_MODULE,
    RMS_NORM,
)
from lernformer.checks.mistakes.residual_norm.residual_connection import RESIDUAL
from lernformer.checks.mistakes.residual_norm.scaling import MIN_MAX, STANDARDIZE

__all__ = [
    "FEED_FORWARD",
    "LAYER_NORM",
    "LAYER_NORM_MODULE",
    "MIN_MAX",
    "RESIDUAL",
    "RMS_NORM",
    "STANDARDIZE",
]
