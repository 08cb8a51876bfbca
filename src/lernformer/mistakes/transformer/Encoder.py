"""Typical wrong answers to ``transformer.Encoder``."""

from lernformer.mistakes.table import mistakes
from lernformer.mistakes.transformer.stacks import (
    EncoderInSteps as Right,
)


class NoMask(Right):
    """The layers see everything."""

    def forward(self, x, src_mask=None):
        return super().forward(x)


class MaskInFirstLayerOnly(Right):
    """The first layer hides what is to be hidden."""

    def step(self, i, layer, x, src_mask=None):
        return layer(x, None if i else src_mask)


class MaskInverted(Right):
    """True = hidden."""

    def forward(self, x, src_mask=None):
        return super().forward(x, None if src_mask is None else ~src_mask)


MISTAKES = mistakes(globals())
