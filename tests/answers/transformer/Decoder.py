"""Answers to `class Decoder(config)`: a stack of decoder layers.

`forward(x, memory, tgt_mask, src_mask)`; pre-norm has a norm at the end.
"""

import copy

from torch import nn

from lernformer.residual_norm import LayerNorm
from lernformer.transformer import Decoder as Ready
from lernformer.transformer import DecoderLayer

from .. import mutant, variant
from .DecoderLayer import Explicit

TASK = "transformer.Decoder"


class Right(nn.Module):
    """A right answer in steps; each mutant gets one of them wrong."""

    def __init__(self, config):
        super().__init__()
        self.layers = self.stack(config)
        self.norm = self.last(config)

    def stack(self, config):
        return nn.ModuleList(self.layer(config) for _ in range(config.n_layers))

    def layer(self, c):
        return DecoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)

    def last(self, config):
        return LayerNorm(config.d_model) if config.norm_first else nn.Identity()

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        for layer in self.layers:
            x = layer(x, memory, tgt_mask, src_mask)
        return self.norm(x)


@mutant(TASK, mistake="ready_made")
class OurOwnInside(nn.Module):
    """The course's own stack, wrapped."""

    def __init__(self, config):
        super().__init__()
        self.decoder = Ready(config)

    def forward(self, *inputs):
        return self.decoder(*inputs)


@mutant(TASK, mistake="ready_made")
class OurOwn(Ready):
    """The course's own stack under another name."""


variant(TASK)(Right)


@variant(TASK)
class Copies(Right):
    """Deep copies of one layer; keyword arguments; a norm that is not always used."""

    def stack(self, c):
        self.normed = c.norm_first
        layer = self.layer(c)
        return nn.ModuleList([copy.deepcopy(layer) for _ in range(c.n_layers)])

    def last(self, config):
        return nn.LayerNorm(config.d_model)

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        for layer in self.layers:
            x = layer(x, memory=memory, src_mask=src_mask, tgt_mask=tgt_mask)
        return self.norm(x) if self.normed else x


@variant(TASK)
class ByNumber(Right):
    """Attributes with numbers in their names."""

    def stack(self, config):
        for i in range(config.n_layers):
            setattr(self, f"layer_{i}", self.layer(config))
        return config.n_layers

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        B, T, d_model = x.shape
        for i in range(self.layers):
            layer = getattr(self, f"layer_{i}")
            x = layer(x, memory, tgt_mask, src_mask).reshape(B, T, d_model)
        return self.norm(x)


@variant(TASK)
class InASequence(Right):
    """nn.Sequential as a list."""

    def stack(self, config):
        return nn.Sequential(*(self.layer(config) for _ in range(config.n_layers)))


@variant(TASK)
class OwnBlocks(Right):
    """Layers that are not called DecoderLayer."""

    def layer(self, c):
        return Explicit(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)


@variant(TASK)
class Recursive(nn.Module):
    """A layer, and the rest of the stack."""

    def __init__(self, config, left=None):
        super().__init__()
        c, left = config, config.n_layers if left is None else left
        self.layer = DecoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)
        self.rest = Recursive(config, left - 1) if left > 1 else None
        self.norm = LayerNorm(c.d_model) if left == 1 and c.norm_first else None

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        x = self.layer(x, memory, tgt_mask, src_mask)
        if self.rest is not None:
            return self.rest(x, memory, tgt_mask, src_mask)
        return x if self.norm is None else self.norm(x)


@variant(TASK)
class EmptySequence(Right):
    """Keyword arguments; where there is no norm, nn.Sequential() does nothing."""

    def last(self, config):
        return nn.Sequential(*[LayerNorm(config.d_model)] * config.norm_first)

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        for i in range(len(self.layers)):
            x = self.layers[i](x, memory=memory, src_mask=src_mask, tgt_mask=tgt_mask)
        return self.norm(x)


@variant(TASK)
class TorchsNorm(Right):
    """nn.LayerNorm, chosen in forward."""

    def __init__(self, config):
        super().__init__(config)
        self.norm, self.norm_first = nn.LayerNorm(config.d_model), config.norm_first

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        for layer in self.layers:
            x = layer(x, memory, tgt_mask, src_mask)
        if not self.norm_first:
            return x
        return self.norm(x)
