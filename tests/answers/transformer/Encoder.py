"""Answers to `class Encoder(config)`: a stack of encoder layers.

`forward(x, src_mask)`; pre-norm has a norm at the end, post-norm doesn't.
"""

import copy
import functools

from torch import nn

from lernformer.attention import MultiHeadAttention
from lernformer.residual_norm import FeedForward, LayerNorm, ResidualConnection
from lernformer.transformer import Encoder as Ready
from lernformer.transformer import EncoderLayer

from .. import mutant, variant

TASK = "transformer.Encoder"


class Right(nn.Module):
    """A right answer in steps; each mutant gets one of them wrong."""

    def __init__(self, config):
        super().__init__()
        self.layers = self.stack(config)
        self.norm = self.last(config)

    def stack(self, config):
        return nn.ModuleList(self.layer(config) for _ in range(config.n_layers))

    def layer(self, c):
        return EncoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)

    def last(self, config):
        return LayerNorm(config.d_model) if config.norm_first else nn.Identity()

    def forward(self, x, src_mask=None):
        for layer in self.layers:
            x = layer(x, src_mask)
        return self.norm(x)


@mutant(TASK, mistake="ready_made")
class OurOwnInside(nn.Module):
    """The course's own stack, wrapped."""

    def __init__(self, config):
        super().__init__()
        self.encoder = Ready(config)

    def forward(self, x, src_mask=None):
        return self.encoder(x, src_mask)


@mutant(TASK, mistake="ready_made")
class TorchsInside(nn.Module):
    """torch's own stack, wrapped."""

    def __init__(self, c):
        super().__init__()
        layer = nn.TransformerEncoderLayer(c.d_model, c.n_heads, c.d_ff, 0.0)
        self.encoder = nn.TransformerEncoder(layer, c.n_layers)

    def forward(self, x, src_mask=None):
        return self.encoder(x)


variant(TASK)(Right)


@variant(TASK)
class Copies(Right):
    """Deep copies of one layer; keyword arguments; a norm that is not always used."""

    def __init__(self, config):
        super().__init__(config)
        self.norm_first = config.norm_first

    def stack(self, c):
        layer = EncoderLayer(
            d_model=c.d_model,
            n_heads=c.n_heads,
            d_ff=c.d_ff,
            dropout=c.dropout,
            norm_first=c.norm_first,
        )
        return nn.ModuleList(copy.deepcopy(layer) for _ in range(c.n_layers))

    def last(self, config):
        return nn.LayerNorm(config.d_model)

    def forward(self, x, src_mask=None):
        for layer in self.layers:
            x = layer(x, src_mask=src_mask)
        return self.norm(x) if self.norm_first else x


@variant(TASK)
class InADict(Right):
    """The layers by name, the norm first among the attributes."""

    def __init__(self, config):
        super().__init__(config)
        self.blocks = nn.ModuleDict(
            {f"layer{i}": self.layer(config) for i in range(config.n_layers)}
        )
        del self.layers

    def forward(self, x, src_mask=None):
        for i in range(len(self.blocks)):
            x = self.blocks[f"layer{i}"](x, src_mask)
        return self.norm(x)


@variant(TASK)
class InASequence(Right):
    """nn.Sequential as a list; attributes by number."""

    def stack(self, config):
        return nn.Sequential(*[self.layer(config) for _ in range(config.n_layers)])

    def last(self, config):
        return nn.Sequential(LayerNorm(config.d_model)) if config.norm_first else None

    def forward(self, x, src_mask=None):
        B, S, d_model = x.shape
        for i in range(len(self.layers)):
            x = self.layers[i].forward(x, src_mask)
        return x.view(B, S, d_model) if self.norm is None else self.norm(x)


@variant(TASK)
class Recursive(Right):
    """The rest of the stack is a stack."""

    def forward(self, x, src_mask=None):
        def through(x, layers):
            if not layers:
                return x
            first, *rest = layers
            return through(first(x, src_mask), rest)

        return self.norm(through(x, list(self.layers)))


class Block(nn.Module):
    """A layer under another name."""

    def __init__(self, c):
        super().__init__()
        self.attention = MultiHeadAttention(c.d_model, c.n_heads)
        self.network = FeedForward(c.d_model, c.d_ff)
        self.one, self.two = (
            ResidualConnection(c.d_model, c.dropout, c.norm_first) for _ in range(2)
        )

    def forward(self, x, mask):
        x = self.one(x, lambda h: self.attention(h, h, h, mask)[0])
        return self.two(x, self.network)


@variant(TASK)
class OwnBlocksInADict(Right):
    """Layers not called EncoderLayer, registered in another order than called."""

    def stack(self, config):
        layers = [Block(config) for _ in range(config.n_layers)]
        return nn.ModuleDict({str(i): layers[i] for i in reversed(range(len(layers)))})

    def forward(self, x, src_mask=None):
        for i in range(len(self.layers)):
            x = self.layers[str(i)](x, src_mask)
        return self.norm(x)


@variant(TASK)
class ByAttribute(Right):
    """add_module and functools.reduce."""

    def __init__(self, config):
        super().__init__(config)
        del self.layers
        for i in range(config.n_layers):
            self.add_module(f"layer_{i}", self.layer(config))
        self.n_layers = config.n_layers

    def forward(self, x, src_mask=None):
        layers = (getattr(self, f"layer_{i}") for i in range(self.n_layers))
        return self.norm(functools.reduce(lambda x, f: f(x, src_mask), layers, x))


@variant(TASK)
class ListItself(nn.ModuleList):
    """A list of layers with the norm, if there is one, at its end."""

    def __init__(self, config):
        c = config
        layers = [
            EncoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)
            for _ in range(c.n_layers)
        ]
        super().__init__([*layers, *([LayerNorm(c.d_model)] if c.norm_first else [])])
        self.n_layers = c.n_layers

    def forward(self, x, src_mask=None):
        for i, layer in enumerate(self):
            x = layer(x, src_mask) if i < self.n_layers else layer(x)
        return x
