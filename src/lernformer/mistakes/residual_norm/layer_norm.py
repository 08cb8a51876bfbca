"""Typical wrong answers to ``residual_norm.layer_norm``."""

from lernformer.mistakes.common import INPUT_MODIFIED
from lernformer.mistakes.residual_norm.norms import (
    LAYER,
    SHARED_SIGNS,
    _formulas,
    _layer,
)

MISTAKES = (
    INPUT_MODIFIED,
    *_formulas(LAYER, _layer, "result"),
    *SHARED_SIGNS,
)
