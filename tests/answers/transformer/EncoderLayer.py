"""Answers to `class EncoderLayer(d_model, n_heads, d_ff, dropout, norm_first)`.

`forward(x, src_mask)`: self-attention, then the feed-forward network, each inside a
residual connection with its own norm; dropout acts on what each of them adds.
"""

import copy

import torch
import torch.nn.functional as F
from torch import nn

from lernformer.attention import MultiHeadAttention, attention_weights
from lernformer.residual_norm import (
    FeedForward,
    LayerNorm,
    ResidualConnection,
)
from lernformer.transformer import EncoderLayer as Ready

from .. import mutant, variant

TASK = "transformer.EncoderLayer"


class Right(nn.Module):
    """A right answer in steps; each mutant gets one of them wrong."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.network = FeedForward(d_model, d_ff)
        self.around_attention = ResidualConnection(d_model, dropout, norm_first)
        self.around_network = ResidualConnection(d_model, dropout, norm_first)

    def forward(self, x, src_mask=None):
        x = self.around_attention(x, lambda h: self.attend(h, src_mask))
        return self.around_network(x, self.transform)

    def attend(self, h, mask):
        return self.attention(h, h, h, mask)[0]

    def transform(self, h):
        return self.network(h)


class Explicit(nn.Module):
    """The same without ResidualConnection, to get its inside wrong."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.network = FeedForward(d_model, d_ff)
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, src_mask=None):
        if self.norm_first:
            h = self.norm1(x)
            x = x + self.dropout(self.attention(h, h, h, src_mask)[0])
            return x + self.dropout(self.network(self.norm2(x)))
        x = self.norm1(x + self.dropout(self.attention(x, x, x, src_mask)[0]))
        return self.norm2(x + self.dropout(self.network(x)))


# --- Wrong: norms and residuals ----------------------------------------------------


@mutant(TASK, mistake="norm_without_parameters")
class NoNormAtAll(Explicit):
    """A transformer without norms."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        del self.norm1, self.norm2

    def forward(self, x, src_mask=None):
        x = x + self.dropout(self.attention(x, x, x, src_mask)[0])
        return x + self.dropout(self.network(x))


@mutant(TASK, mistake="sublayers_in_parallel")
class OldNormRead(Explicit):
    """h = norm(x) is made once, and the network reads it, too."""

    def forward(self, x, src_mask=None):
        if not self.norm_first:
            return super().forward(x, src_mask)
        h = self.norm1(x)
        x = x + self.dropout(self.attention(h, h, h, src_mask)[0])
        return x + self.dropout(self.network(h))


@mutant(TASK, mistake="extra_norm")
class NormAtTheEnd(Right):
    """And a norm at the end of each layer."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.last = LayerNorm(d_model)

    def forward(self, x, src_mask=None):
        return self.last(super().forward(x, src_mask))


# --- Wrong: the sublayers ----------------------------------------------------------


@mutant(TASK, mistake="parts_in_list")
class PartsMadeInForward(nn.Module):
    """The parts are made when they are needed."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.sizes = d_model, n_heads, d_ff, dropout, norm_first

    def forward(self, x, src_mask=None):
        return Right(*self.sizes).to(x.dtype)(x, src_mask)


@mutant(TASK, mistake="more_is_learned")
class WeighedResidual(Explicit):
    """How much is added is learned."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.share = nn.Parameter(torch.ones(1))

    def forward(self, x, src_mask=None):
        return x + self.share * (super().forward(x, src_mask) - x)


# --- Ready-made ----------------------------------------------------------------------


@mutant(TASK, mistake="ready_made")
class OurOwn(Ready):
    """The course's own layer under another name."""


@mutant(TASK, mistake="ready_made")
class OurOwnInside(nn.Module):
    """The course's own layer, wrapped."""

    def __init__(self, *sizes):
        super().__init__()
        self.layer = Ready(*sizes)

    def forward(self, x, src_mask=None):
        return self.layer(x, src_mask)


@mutant(TASK, mistake="ready_made")
class TorchsInside(nn.Module):
    """torch's own layer, wrapped."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(
            d_model, n_heads, d_ff, dropout, norm_first=norm_first, batch_first=True
        )

    def forward(self, x, src_mask=None):
        padding = None if src_mask is None else ~src_mask[:, 0, 0]
        return self.layer(x, src_key_padding_mask=padding)


@mutant(TASK, mistake="state_kept")
class MaskKept(Right):
    """The first mask that comes is kept, as long as its shape fits."""

    kept = None

    def attend(self, h, mask):
        if self.kept is None or (mask is not None and mask.shape != self.kept.shape):
            self.kept = mask
        return self.attention(h, h, h, self.kept)[0]


# --- Right ---------------------------------------------------------------------------

variant(TASK)(Right)
variant(TASK)(Explicit)


@variant(TASK)
class TorchsNorms(Explicit):
    """nn.LayerNorm, and a dropout for each sublayer."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.norm2 = nn.LayerNorm(d_model)
        self.norm1 = nn.LayerNorm(d_model)


@variant(TASK)
class InModuleList(nn.Module):
    """Two residual connections by index, and dropout inside of the sublayers too."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.parts = nn.ModuleList(
            [
                FeedForward(d_model, d_ff, dropout),
                MultiHeadAttention(d_model, n_heads, dropout),
            ]
        )
        self.residuals = nn.ModuleList(
            copy.deepcopy(ResidualConnection(d_model, dropout, norm_first))
            for _ in range(2)
        )

    def forward(self, x, src_mask=None):
        network, attention = self.parts
        x = self.residuals[1](x, lambda h: attention(h, h, h, mask=src_mask)[0])
        return self.residuals[0](x, network)


@variant(TASK)
class NetworkInline(nn.Module):
    """The feed-forward network as a Sequential; three axes only."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm_first = norm_first
        self.mha = MultiHeadAttention(d_model=d_model, n_heads=n_heads)
        self.ffn = nn.Sequential(
            nn.Linear(d_model, d_ff), nn.ReLU(), nn.Linear(d_ff, d_model)
        )
        self.ln = nn.ModuleDict({"a": LayerNorm(d_model), "b": LayerNorm(d_model)})
        self.drop_a, self.drop_b = nn.Dropout(dropout), nn.Dropout(dropout)

    def forward(self, x, src_mask=None):
        B, S, d_model = x.shape
        norm_a, norm_b = self.ln["a"], self.ln["b"]
        h = norm_a(x) if self.norm_first else x
        x = x + self.drop_a(self.mha(h, h, h, src_mask)[0]).reshape(B, S, d_model)
        x = x if self.norm_first else norm_a(x)
        h = norm_b(x) if self.norm_first else x
        x = self.drop_b(self.ffn(h)) + x
        return x if self.norm_first else norm_b(x)


class OwnAttention(nn.Module):
    """Attention of one's own, with -1e9 for what is hidden."""

    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        for name in ("out_proj", "v_proj", "k_proj", "q_proj"):
            setattr(self, name, nn.Linear(d_model, d_model))

    def forward(self, x, mask):
        q, k, v = (
            f(x).unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
            for f in (self.q_proj, self.k_proj, self.v_proj)
        )
        scores = q @ k.mT / q.size(-1) ** 0.5
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        heads = scores.softmax(-1) @ v
        return self.out_proj(heads.transpose(1, 2).flatten(2))


@variant(TASK)
class EverythingMyself(Explicit):
    """Attention of one's own, and F.dropout that knows about training."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, 0.0, norm_first)
        self.attention = OwnAttention(d_model, n_heads)
        self.p = dropout

    def drop(self, x):
        return F.dropout(x, self.p, training=self.training)

    def forward(self, x, src_mask=None):
        if self.norm_first:
            x = x + self.drop(self.attention(self.norm1(x), src_mask))
            return x + self.drop(self.network(self.norm2(x)))
        x = self.norm1(x + self.drop(self.attention(x, src_mask)))
        return self.norm2(x + self.drop(self.network(x)))


@variant(TASK)
class CalledForward(Explicit):
    """Calls forward by hand, and the weights of attention by their own function."""

    def forward(self, x, src_mask=None):
        h = self.norm1.forward(x) if self.norm_first else x
        x = x + self.dropout.forward(self.attention.forward(h, h, h, src_mask)[0])
        x = x if self.norm_first else self.norm1.forward(x)
        h = self.norm2.forward(x) if self.norm_first else x
        x = x + self.dropout.forward(self.network.forward(h))
        return x if self.norm_first else self.norm2.forward(x)


@variant(TASK)
class ByTheWeights(Right):
    """Attention from its weights, by hand, one head after the other."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.n_heads = n_heads

    def attend(self, h, mask):
        a = self.attention
        q, k, v = (f(h) for f in (a.q_proj, a.k_proj, a.v_proj))
        heads = []
        for i, (qi, ki, vi) in enumerate(
            zip(*(x.chunk(self.n_heads, -1) for x in (q, k, v)), strict=True)
        ):
            of_head = mask
            if mask is not None and mask.ndim == 4:
                of_head = mask[:, i if mask.size(1) > 1 else 0]
            heads.append(attention_weights(qi, ki, of_head) @ vi)
        return a.out_proj(torch.cat(heads, -1))


# --- Seen in a review --------------------------------------------------------------


class AllAtOnce(nn.Module):
    """Attention with queries, keys and values from one layer."""

    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model)
        self.out = nn.Linear(d_model, d_model)

    def forward(self, query, key, mask=None):
        layers = zip(self.qkv.weight.chunk(3), self.qkv.bias.chunk(3), strict=True)
        q, k, v = (
            F.linear(x, *layer).unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
            for x, layer in zip((query, key, key), layers, strict=True)
        )
        heads = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.out(heads.transpose(1, 2).flatten(2))


@variant(TASK)
class ProjectsAtOnce(Explicit):
    """One layer for q, k and v."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.attention = AllAtOnce(d_model, n_heads)

    def forward(self, x, src_mask=None):
        if self.norm_first:
            h = self.norm1(x)
            x = x + self.dropout(self.attention(h, h, src_mask))
            return x + self.dropout(self.network(self.norm2(x)))
        x = self.norm1(x + self.dropout(self.attention(x, x, src_mask)))
        return self.norm2(x + self.dropout(self.network(x)))


@variant(TASK)
class TorchsAttention(Right):
    """nn.MultiheadAttention, whose masks say what is hidden."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.attention = nn.MultiheadAttention(d_model, n_heads, batch_first=True)

    def attend(self, h, mask):
        if mask is not None:
            heads = self.attention.num_heads
            mask = ~mask.expand(len(h), heads, h.size(1), h.size(1)).flatten(0, 1)
        return self.attention(h, h, h, attn_mask=mask, need_weights=False)[0]


@variant(TASK)
class ChosenInInit(nn.Module):
    """The kind of norm decides in __init__ which method is a step; clamp for ReLU."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.wide, self.narrow = nn.Linear(d_model, d_ff), nn.Linear(d_ff, d_model)
        self.norms = nn.ModuleList(LayerNorm(d_model) for _ in range(2))
        self.drops = nn.ModuleList(nn.Dropout(dropout) for _ in range(2))
        self.step = self.pre if norm_first else self.post

    def pre(self, i, x, f):
        return torch.add(x, self.drops[i](f(self.norms[i](x))))

    def post(self, i, x, f):
        return self.norms[i](torch.add(x, self.drops[i](f(x))))

    def forward(self, x, src_mask=None):
        x = self.step(0, x, lambda h: self.attention(h, h, h, src_mask)[0])
        return self.step(1, x, lambda h: self.narrow(self.wide(h).clamp(min=0)))


@variant(TASK)
class InPlaceOnItsOwn(Explicit):
    """add_ on clones."""

    def forward(self, x, src_mask=None):
        steps = (
            (self.norm1, lambda h: self.attention(h, h, h, src_mask)[0]),
            (self.norm2, self.network),
        )
        for norm, f in steps:
            added = self.dropout(f(norm(x) if self.norm_first else x))
            x = x.clone().add_(added)
            x = x if self.norm_first else norm(x)
        return x


@variant(TASK)
class DropsInsideToo(Right):
    """The paper's dropout, and one on the weights and inside of the network."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.attention = MultiHeadAttention(d_model, n_heads, dropout)
        self.network = FeedForward(d_model, d_ff, dropout)
