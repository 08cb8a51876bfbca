"""Typical wrong answers to ``residual_norm.LayerNorm``."""

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.residual_norm.norms import (
    LATER_SIGNS,
    LAYER,
    MODULE_SIGNS,
    WRONG_START,
)
from lernformer.mistakes.residual_norm.norms import (
    LayerNormInSteps as Right,
)

MISTAKES = Catalogue([*MODULE_SIGNS, WRONG_START, *LAYER])


@MISTAKES.answer(
    "not_normalised",
    "The code only stretches and shifts x. Normalise it first, both in training and "
    "in evaluation.",
)
class InTrainingOnly(Right):
    """A norm is needed only in training."""

    def forward(self, x):
        return super().forward(x) if self.training else self.affine(x)


MISTAKES += LATER_SIGNS
