"""Answers to `class DecoderLayer(d_model, n_heads, d_ff, dropout, norm_first)`.

`forward(x, memory, tgt_mask, src_mask)`: self-attention, attention to the memory,
feed-forward, each inside a residual connection; the memory isn't normalised again.
"""

import functools

import torch
import torch.nn.functional as F
from torch import nn

from lernformer.attention import MultiHeadAttention
from lernformer.residual_norm import (
    FeedForward,
    LayerNorm,
    ResidualConnection,
)
from lernformer.transformer import DecoderLayer as Ready

from .. import mutant, variant
from .EncoderLayer import AllAtOnce

TASK = "transformer.DecoderLayer"


class Right(nn.Module):
    """A right answer in steps; each mutant gets one of them wrong."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.cross = MultiHeadAttention(d_model, n_heads)
        self.own = MultiHeadAttention(d_model, n_heads)
        self.network = FeedForward(d_model, d_ff)
        self.residuals = nn.ModuleList(
            ResidualConnection(d_model, dropout, norm_first) for _ in range(3)
        )

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        one, two, three = self.residuals
        x = one(x, lambda h: self.look_back(h, tgt_mask, src_mask))
        x = two(x, lambda h: self.look_across(h, memory, tgt_mask, src_mask))
        return three(x, self.transform)

    def look_back(self, h, tgt_mask, src_mask):
        return self.own(h, h, h, tgt_mask)[0]

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(h, memory, memory, src_mask)[0]

    def transform(self, h):
        return self.network(h)


class Explicit(nn.Module):
    """The same without ResidualConnection, to get its inside wrong."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.cross = MultiHeadAttention(d_model, n_heads)
        self.network = FeedForward(d_model, d_ff)
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.norm3 = LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        if self.norm_first:
            h = self.norm1(x)
            x = x + self.dropout(self.attention(h, h, h, tgt_mask)[0])
            h = self.norm2(x)
            x = x + self.dropout(self.cross(h, memory, memory, src_mask)[0])
            return x + self.dropout(self.network(self.norm3(x)))
        x = self.norm1(x + self.dropout(self.attention(x, x, x, tgt_mask)[0]))
        attended = self.cross(x, memory, memory, src_mask)[0]
        x = self.norm2(x + self.dropout(attended))
        return self.norm3(x + self.dropout(self.network(x)))


# --- Wrong: attention to the memory --------------------------------------------------


@mutant(TASK, mistake="sublayer_missing")
class NoCrossMade(nn.Module):
    """A decoder of a language model has one attention."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.own = MultiHeadAttention(d_model, n_heads)
        self.network = FeedForward(d_model, d_ff)
        self.one = ResidualConnection(d_model, dropout, norm_first)
        self.two = ResidualConnection(d_model, dropout, norm_first)

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        x = self.one(x, lambda h: self.own(h, h, h, tgt_mask)[0])
        return self.two(x, self.network)


@mutant(TASK, mistake="extra_norm")
class MemoryNormedByItsOwn(Right):
    """The memory gets a norm of its own."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.memory_norm = LayerNorm(d_model)

    def look_across(self, h, memory, tgt_mask, src_mask):
        memory = self.memory_norm(memory)
        return self.cross(h, memory, memory, src_mask)[0]


# --- Wrong: sizes and registration ---------------------------------------------------


@mutant(TASK, mistake="parts_in_list")
class PartsInAList(nn.Module):
    """A plain list hides the parts."""

    def __init__(self, *sizes):
        super().__init__()
        self.parts = [Right(*sizes)]

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        return self.parts[0].to(x.dtype)(x, memory, tgt_mask, src_mask)


# --- Wrong: manners ------------------------------------------------------------------


@mutant(TASK, mistake="cross_attention_asked_by_input")
class OldNormAsks(Explicit):
    """h = norm(x) is made once, and asks the memory, too."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        if not self.norm_first:
            return super().forward(x, memory, tgt_mask, src_mask)
        h = self.norm1(x)
        x = x + self.dropout(self.attention(h, h, h, tgt_mask)[0])
        x = x + self.dropout(self.cross(h, memory, memory, src_mask)[0])
        return x + self.dropout(self.network(self.norm3(x)))


# --- Ready-made ----------------------------------------------------------------------


@mutant(TASK, mistake="ready_made")
class OurOwnInside(nn.Module):
    """The course's own layer, wrapped."""

    def __init__(self, *sizes):
        super().__init__()
        self.layer = Ready(*sizes)

    def forward(self, *inputs):
        return self.layer(*inputs)


@mutant(TASK, mistake="ready_made")
class TorchsInside(nn.Module):
    """torch's own layer, wrapped."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.layer = nn.TransformerDecoderLayer(
            d_model, n_heads, d_ff, dropout, norm_first=norm_first, batch_first=True
        )

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        return self.layer(x, memory)


# --- Right ---------------------------------------------------------------------------

variant(TASK)(Right)
variant(TASK)(Explicit)


@variant(TASK)
class SublayersInAList(nn.Module):
    """A ModuleList of attentions, by index; nn.LayerNorm; extra dropout inside."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm_first = norm_first
        self.attentions = nn.ModuleList(
            MultiHeadAttention(d_model, n_heads, dropout) for _ in range(2)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(3))
        self.network = FeedForward(d_model, d_ff, dropout)
        self.drops = nn.ModuleList(nn.Dropout(dropout) for _ in range(3))

    def step(self, i, x, sublayer):
        if self.norm_first:
            return x + self.drops[i](sublayer(self.norms[i](x)))
        return self.norms[i](x + self.drops[i](sublayer(x)))

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        own, cross = self.attentions
        x = self.step(0, x, lambda h: own(h, h, h, tgt_mask)[0])
        x = self.step(1, x, lambda h: cross(h, memory, memory, src_mask)[0])
        return self.step(2, x, self.network)


@variant(TASK)
class NetworkInline(Explicit):
    """The network's layers by themselves; unpacks the shapes."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.down = nn.Linear(d_ff, d_model)
        self.up = nn.Linear(d_model, d_ff)
        del self.network

    def network(self, x):
        B, T, d_model = x.shape
        return self.down(F.relu(self.up(x.reshape(B * T, d_model)))).view(B, T, -1)


@variant(TASK)
class NestedParts(nn.Module):
    """Each sublayer is a module with its own residual."""

    class Attend(nn.Module):
        def __init__(self, d_model, n_heads, dropout, norm_first):
            super().__init__()
            self.attention = MultiHeadAttention(d_model, n_heads)
            self.around = ResidualConnection(d_model, dropout, norm_first)

        def forward(self, x, mask, memory=None):
            def sublayer(h):
                source = h if memory is None else memory
                return self.attention(h, source, source, mask)[0]

            return self.around(x, sublayer)

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.network = FeedForward(d_model, d_ff)
        self.around = ResidualConnection(d_model, dropout, norm_first)
        self.across = self.Attend(d_model, n_heads, dropout, norm_first)
        self.back = self.Attend(d_model, n_heads, dropout, norm_first)

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        x = self.back(x, tgt_mask)
        x = self.across(x, src_mask, memory=memory)
        return self.around(x, self.network)


@variant(TASK)
class SentenceBySentence(Right):
    """A loop over the batch."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        def of(mask, b):
            return mask if mask is None or len(mask) == 1 else mask[b : b + 1]

        rows = [
            super(SentenceBySentence, self).forward(
                x[b : b + 1], memory[b : b + 1], of(tgt_mask, b), of(src_mask, b)
            )
            for b in range(len(x))
        ]
        return torch.cat(rows)


@variant(TASK)
class FusedKernel(Right):
    """F.scaled_dot_product_attention inside of an attention of one's own."""

    class Attention(nn.Module):
        def __init__(self, d_model, n_heads):
            super().__init__()
            self.n_heads = n_heads
            self.q_proj = nn.Linear(d_model, d_model)
            self.k_proj = nn.Linear(d_model, d_model)
            self.v_proj = nn.Linear(d_model, d_model)
            self.out_proj = nn.Linear(d_model, d_model)

        def forward(self, query, key, value, mask=None):
            q, k, v = (
                x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
                for x in (self.q_proj(query), self.k_proj(key), self.v_proj(value))
            )
            heads = F.scaled_dot_product_attention(q, k, v, mask)
            return self.out_proj(heads.transpose(1, 2).flatten(2)), None

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.own = self.Attention(d_model, n_heads)
        self.cross = self.Attention(d_model, n_heads)


@variant(TASK)
class TwoClasses(Right):
    """Keyword arguments, and a residual that is written out."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        one, two, three = self.residuals
        x = one(
            x=x, sublayer=lambda h: self.own(query=h, key=h, value=h, mask=tgt_mask)[0]
        )
        attend = self.cross

        def across(h):
            output, _weights = attend(h, key=memory, value=memory, mask=src_mask)
            return output

        return three(two(x, across), sublayer=self.network)


# --- Seen in a review --------------------------------------------------------------


@variant(TASK)
class ProjectsAtOnce(Right):
    """One layer for q, k and v, in both attentions."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.own, self.cross = (AllAtOnce(d_model, n_heads) for _ in range(2))

    def look_back(self, h, tgt_mask, src_mask):
        return self.own(h, h, tgt_mask)

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(h, memory, src_mask)


@variant(TASK)
class PartialFunctions(Right):
    """A list of functions that lack their query."""

    @staticmethod
    def look(attention, mask, query, key=None):
        key = query if key is None else key
        return attention(query, key, key, mask)[0]

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        sublayers = (
            functools.partial(self.look, self.own, tgt_mask),
            functools.partial(self.look, self.cross, src_mask, key=memory),
            self.network,
        )
        for residual, sublayer in zip(self.residuals, sublayers, strict=True):
            x = residual(x, sublayer)
        return x
