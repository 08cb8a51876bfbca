"""Typical wrong answers to ``residual_norm.layer_norm``, taken from the module's."""

from lernformer.mistakes.common import INPUT_MODIFIED
from lernformer.mistakes.residual_norm.common import LEADING_AXES
from lernformer.mistakes.residual_norm.norms import LAYER, SHARED_SIGNS, as_function

MISTAKES = (LEADING_AXES, *map(as_function, LAYER), INPUT_MODIFIED, *SHARED_SIGNS)
