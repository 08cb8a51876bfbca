"""Typical wrong answers to ``transformer.Decoder``."""

from lernformer.mistakes.bugs import bugs
from lernformer.mistakes.table import in_steps
from lernformer.mistakes.transformer.stacks import (
    DecoderInSteps as Right,
)
from lernformer.transformer import EncoderLayer


class NoTargetMask(Right):
    """The decoder may see the whole target."""

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, memory, None, src_mask)


class MasksSwapped(Right):
    """The source's mask comes before the target's."""

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, memory, src_mask, tgt_mask)


class EncoderLayers(Right):
    """A decoder can be made of encoder layers, which have no second attention."""

    def layer(self, c):
        return EncoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, tgt_mask)


BUGS = bugs(globals())
MISTAKES = in_steps(globals(), Right)
