"""Typical wrong answers to ``transformer.Encoder``."""

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.transformer.common import INVERTED
from lernformer.mistakes.transformer.stacks import (
    ENCODER,
    LAST,
    MASK_KEPT,
    SIGNS,
)
from lernformer.mistakes.transformer.stacks import (
    EncoderInSteps as Right,
)

MASK_FORGOTTEN = ("mask_forgotten", "src_mask does not reach all layers.")

MISTAKES = Catalogue([MASK_KEPT, *SIGNS])


@MISTAKES.answer(*MASK_FORGOTTEN, seen="course")
class NoMask(Right):
    """The layers see everything."""

    def forward(self, x, src_mask=None):
        return super().forward(x)


@MISTAKES.answer(*MASK_FORGOTTEN)
class MaskInFirstLayerOnly(Right):
    """The first layer hides what is to be hidden."""

    def step(self, i, layer, x, src_mask=None):
        return layer(x, None if i else src_mask)


@MISTAKES.answer(*INVERTED, seen="issue")
class MaskInverted(Right):
    """True = hidden."""

    def forward(self, x, src_mask=None):
        return super().forward(x, None if src_mask is None else ~src_mask)


MISTAKES += [*ENCODER, *LAST]
