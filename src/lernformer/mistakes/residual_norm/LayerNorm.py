"""Typical wrong answers to ``residual_norm.LayerNorm``."""

from lernformer.mistakes.residual_norm.norms import (
    LATER_SIGNS,
    LAYER,
    MODULE_SIGNS,
    _formulas,
    _layer,
)

MISTAKES = (
    *MODULE_SIGNS,
    *_formulas(LAYER, _layer, "output"),
    *LATER_SIGNS,
)
