"""Typical wrong answers to ``transformer.Encoder``."""

from lernformer.mistakes.table import in_steps
from lernformer.mistakes.transformer.stacks import (
    EncoderInSteps as Right,
)


class NoMask(Right):
    """The layers see everything."""

    def forward(self, x, src_mask=None):
        return super().forward(x)


MISTAKES = in_steps(globals(), Right)
