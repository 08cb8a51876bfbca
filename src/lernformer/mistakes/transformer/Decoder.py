"""Typical wrong answers to ``transformer.Decoder``."""

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.transformer.common import (
    MASKS_SWAPPED,
    SOURCE_MASK_FORGOTTEN,
    TARGET_MASK_FORGOTTEN,
)
from lernformer.mistakes.transformer.stacks import (
    DECODER,
    LAST,
    MASK_KEPT,
    SIGNS,
)
from lernformer.mistakes.transformer.stacks import (
    DecoderInSteps as Right,
)
from lernformer.transformer import EncoderLayer

REPLACED = (
    "memory_replaced",
    "a layer reads something else than the encoder's memory; it is the same for all.",
)

MISTAKES = Catalogue([MASK_KEPT, *SIGNS])


@MISTAKES.answer(*TARGET_MASK_FORGOTTEN, seen="course")
class NoTargetMask(Right):
    """The target may be seen as a whole."""

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, memory, None, src_mask)


@MISTAKES.answer(*SOURCE_MASK_FORGOTTEN, seen="course")
class NoSourceMask(Right):
    """The memory may be seen as a whole."""

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, memory, tgt_mask)


@MISTAKES.answer(*SOURCE_MASK_FORGOTTEN)
class SourceMaskInFirstLayerOnly(Right):
    """The first layer hides what is to be hidden."""

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, memory, tgt_mask, None if i else src_mask)


@MISTAKES.answer(*MASKS_SWAPPED, seen="issue")
class MasksSwapped(Right):
    """The masks in the wrong order."""

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, memory, src_mask, tgt_mask)


@MISTAKES.answer(
    "memory_normed",
    "the norm at the end acts on the memory as well; the encoder has normed it.",
    seen="issue",
)
class MemoryNormed(Right):
    """The last norm acts on the memory, too."""

    def forward(self, x, memory, *masks):
        return super().forward(x, self.norm(memory), *masks)


@MISTAKES.answer(*REPLACED)
class MemoryReplaced(Right):
    """Each layer reads what the one before made, as query and as memory."""

    def run(self, x, memory, tgt_mask=None, src_mask=None):
        for layer in self.layers:
            x = layer(x, memory, tgt_mask, src_mask)
            memory, src_mask = x, tgt_mask
        return x


@MISTAKES.answer(*REPLACED)
class MemoryIsTheTarget(Right):
    """The target is its own memory."""

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, x, tgt_mask, tgt_mask)


@MISTAKES.answer(
    "encoder_layers_used",
    "the layers are those of the encoder, which read no memory: take DecoderLayer.",
    seen="course",
)
class EncoderLayers(Right):
    """Layers that have no second attention."""

    def layer(self, c):
        return EncoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, tgt_mask)


MISTAKES += [*DECODER, *LAST]
