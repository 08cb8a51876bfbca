"""Typical wrong answers to ``transformer.Decoder``."""

from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.transformer.common import (
    MASKS_SWAPPED,
    SOURCE_MASK_FORGOTTEN,
    TARGET_MASK_FORGOTTEN,
    wrong,
)
from lernformer.mistakes.transformer.stacks import LAST, MASK_KEPT, _common, _dec, _once
from lernformer.probes.transformer.stacks import probe_stack

REPLACED = (
    "memory_replaced",
    "a layer reads something else than the encoder's memory; it is the same for all.",
)


def _decoder(*what, **how) -> Mistake:
    return wrong(probe_stack, _dec, *what, **how)


def _memory_replaced(self, x, memory, tgt_mask=None, src_mask=None):
    for layer in self.layers:
        x = layer(x, memory, tgt_mask, src_mask)
        memory, src_mask = x, tgt_mask
    return self.norm(x)


def _is_memory(self, x, memory, tgt_mask=None, src_mask=None):
    for layer in self.layers:
        x = layer(x, x, tgt_mask, tgt_mask)
    return self.norm(x)


def _as_encoder(self, x, memory, tgt_mask=None, src_mask=None):
    for layer in self.layers:
        x = layer.add(x, x @ layer.weight[0], tgt_mask)
    return self.norm(x)


MISTAKES = (
    MASK_KEPT,
    _decoder(
        *TARGET_MASK_FORGOTTEN,
        lambda s, x, memory, t=None, m=None: _dec.forward(s, x, memory, None, m),
    ),
    _decoder(
        *SOURCE_MASK_FORGOTTEN,
        lambda s, x, memory, t=None, m=None: _dec.forward(s, x, memory, t, None),
    ),
    _decoder(
        *SOURCE_MASK_FORGOTTEN,
        lambda s, x, memory, t=None, m=None: _once(
            s, x, (memory, t, m), (memory, t, None)
        ),
    ),
    _decoder(
        *MASKS_SWAPPED,
        lambda s, x, memory, t=None, m=None: _dec.forward(s, x, memory, m, t),
    ),
    _decoder(
        "memory_normed",
        "the norm at the end acts on the memory as well; the encoder has normed it.",
        lambda s, x, memory, t=None, m=None: _dec.forward(s, x, s.norm(memory), t, m),
    ),
    _decoder(*REPLACED, _memory_replaced),
    _decoder(*REPLACED, _is_memory),
    _decoder(
        "encoder_layers_used",
        "the layers are those of the encoder, which read no memory: take DecoderLayer.",
        _as_encoder,
    ),
    *_common(_dec),
    *LAST,
)
