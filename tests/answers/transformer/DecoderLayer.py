"""Answers to `class DecoderLayer(d_model, n_heads, d_ff, dropout, norm_first)`.

`forward(x, memory, tgt_mask, src_mask)`: self-attention, attention to the memory,
feed-forward, each inside a residual connection; the memory is not normed again.
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
    RMSNorm,
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


# --- Wrong: the masks --------------------------------------------------------------


@mutant(TASK, mistake="target_mask_forgotten")
class SeesTheFuture(Right):
    """The target may be seen as a whole."""

    def look_back(self, h, tgt_mask, src_mask):
        return self.own(h, h, h)[0]


@mutant(TASK, mistake="source_mask_forgotten")
class SeesPadding(Right):
    """All of the memory may be seen."""

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(h, memory, memory)[0]


@mutant(TASK, mistake="masks_swapped")
class MasksSwapped(Right):
    """Each mask at the other attention."""

    def look_back(self, h, tgt_mask, src_mask):
        return self.own(h, h, h, src_mask)[0]

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(h, memory, memory, tgt_mask)[0]


@mutant(TASK, mistake="target_mask_in_cross_attention")
class TargetMaskTwice(Right):
    """The target's mask at both."""

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(h, memory, memory, tgt_mask)[0]


@mutant(TASK, mistake="source_mask_in_self_attention")
class SourceMaskTwice(Right):
    """The source's mask at both."""

    def look_back(self, h, tgt_mask, src_mask):
        return self.own(h, h, h, src_mask)[0]


@mutant(TASK, mistake="mask_inverted")
class MasksInverted(Right):
    """True = hidden."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        return super().forward(x, memory, ~tgt_mask, ~src_mask)


# --- Wrong: attention to the memory --------------------------------------------------


@mutant(TASK, mistake="cross_attention_to_itself")
class CrossToItself(Right):
    """The second attention looks at the target, too."""

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(h, h, h, tgt_mask)[0]


@mutant(TASK, mistake="cross_attention_to_itself")
class CrossToItselfUnmasked(Right):
    """The second attention looks at the target, all of it."""

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(h, h, h)[0]


@mutant(TASK, mistake="cross_attention_skipped")
class NoCross(Right):
    """The memory is not read."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        one, _, three = self.residuals
        x = one(x, lambda h: self.look_back(h, tgt_mask, src_mask))
        return three(x, self.transform)


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


@mutant(TASK, mistake="query_memory_swapped")
class MemoryAsks(Right):
    """The memory asks, the target answers."""

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(memory, h, h)[0]


@mutant(TASK, mistake="values_from_target")
class ValuesOfTheTarget(Right):
    """The keys are the memory's, the values the target's."""

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(h, memory, h, src_mask)[0]


@mutant(TASK, mistake="memory_normed")
class MemoryNormed(Right):
    """The memory passes through the residual's norm as well."""

    def look_across(self, h, memory, tgt_mask, src_mask):
        memory = self.residuals[1].norm(memory)
        return self.cross(h, memory, memory, src_mask)[0]


@mutant(TASK, mistake="extra_norm")
class MemoryNormedByItsOwn(Right):
    """The memory gets a norm of its own."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.memory_norm = LayerNorm(d_model)

    def look_across(self, h, memory, tgt_mask, src_mask):
        memory = self.memory_norm(memory)
        return self.cross(h, memory, memory, src_mask)[0]


@mutant(TASK, mistake="memory_added")
class MemoryAround(Explicit):
    """The residual of the second attention adds the memory."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        h = self.norm1(x)
        x = x + self.dropout(self.attention(h, h, h, tgt_mask)[0])
        h = self.norm2(x)
        length = x.size(1)
        around = F.pad(memory, (0, 0, 0, max(0, length - memory.size(1))))[:, :length]
        x = around + self.dropout(self.cross(h, memory, memory, src_mask)[0])
        return x + self.dropout(self.network(self.norm3(x)))


@mutant(TASK, mistake="shared_attention")
class OneAttention(Right):
    """One attention does both."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.cross = self.own


@mutant(TASK, mistake="shared_attention")
class OneAttentionUsed(Right):
    """Two are made, one is used."""

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.own(h, memory, memory, src_mask)[0]


# --- Wrong: order, norms, residuals -------------------------------------------------


@mutant(TASK, mistake="cross_attention_first")
class CrossFirst(Right):
    """The memory is read first."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        one, two, three = self.residuals
        x = one(x, lambda h: self.look_across(h, memory, tgt_mask, src_mask))
        x = two(x, lambda h: self.look_back(h, tgt_mask, src_mask))
        return three(x, self.transform)


@mutant(TASK, mistake="feed_forward_in_the_middle")
class NetworkInTheMiddle(Right):
    """The network stands between the attentions."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        one, two, three = self.residuals
        x = one(x, lambda h: self.look_back(h, tgt_mask, src_mask))
        x = two(x, self.transform)
        return three(x, lambda h: self.look_across(h, memory, tgt_mask, src_mask))


@mutant(TASK, mistake="feed_forward_skipped")
class NoNetwork(Right):
    """The network is not used."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        one, two, _ = self.residuals
        x = one(x, lambda h: self.look_back(h, tgt_mask, src_mask))
        return two(x, lambda h: self.look_across(h, memory, tgt_mask, src_mask))


@mutant(TASK, mistake="self_attention_skipped")
class NoSelfAttention(Right):
    """The target does not look at itself."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        _, two, three = self.residuals
        x = two(x, lambda h: self.look_across(h, memory, tgt_mask, src_mask))
        return three(x, self.transform)


@mutant(TASK, mistake="sublayers_in_parallel")
class FirstResultLost(Right):
    """The result of the first attention goes nowhere."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        one, two, three = self.residuals
        one(x, lambda h: self.look_back(h, tgt_mask, src_mask))
        x = two(x, lambda h: self.look_across(h, memory, tgt_mask, src_mask))
        return three(x, self.transform)


@mutant(TASK, mistake="same_norm_twice")
class OneResidual(Right):
    """One residual connection serves all."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.residuals = nn.ModuleList(
            [ResidualConnection(d_model, dropout, norm_first)] * 3
        )


@mutant(TASK, mistake="same_norm_twice")
class SecondResidualTwice(Right):
    """Copy and paste: the second residual again."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        one, two, _ = self.residuals
        x = one(x, lambda h: self.look_back(h, tgt_mask, src_mask))
        x = two(x, lambda h: self.look_across(h, memory, tgt_mask, src_mask))
        return two(x, self.transform)


@mutant(TASK, mistake="same_norm_twice")
class FirstResidualTwice(Right):
    """Copy and paste: the first residual again."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        one, _, three = self.residuals
        x = one(x, lambda h: self.look_back(h, tgt_mask, src_mask))
        x = one(x, lambda h: self.look_across(h, memory, tgt_mask, src_mask))
        return three(x, self.transform)


@mutant(TASK, mistake="norm_first_ignored")
class AlwaysPreNorm(Right):
    """The argument is not passed on."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout)


@mutant(TASK, mistake="post_norm_for_pre_norm")
class AlwaysPostNorm(Explicit):
    """As in the paper's figure, always."""

    def forward(self, x, *context):
        self.norm_first = False
        return super().forward(x, *context)


@mutant(TASK, mistake="post_norm_by_default")
class PostNormByDefault(Right):
    """The paper's order is the default."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)


@mutant(TASK, mistake="no_residual")
class NoWayAroundCross(Explicit):
    """The way around the second attention is missing."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        h = self.norm1(x)
        x = x + self.dropout(self.attention(h, h, h, tgt_mask)[0])
        h = self.norm2(x)
        x = self.dropout(self.cross(h, memory, memory, src_mask)[0])
        return x + self.dropout(self.network(self.norm3(x)))


@mutant(TASK, mistake="no_residual")
class NoWayAround(Explicit):
    """One sublayer after the other."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        h = self.norm1(x)
        h = self.norm2(self.dropout(self.attention(h, h, h, tgt_mask)[0]))
        h = self.dropout(self.cross(h, memory, memory, src_mask)[0])
        return self.dropout(self.network(self.norm3(h)))


@mutant(TASK, mistake="norm_skipped")
class NoNorm(Explicit):
    """The norms are made and not used."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        x = x + self.dropout(self.attention(x, x, x, tgt_mask)[0])
        x = x + self.dropout(self.cross(x, memory, memory, src_mask)[0])
        return x + self.dropout(self.network(x))


@mutant(TASK, mistake="norm_skipped")
class CrossNotNormed(Explicit):
    """The second attention reads x as it is."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        h = self.norm1(x)
        x = x + self.dropout(self.attention(h, h, h, tgt_mask)[0])
        x = x + self.dropout(self.cross(x, memory, memory, src_mask)[0])
        return x + self.dropout(self.network(self.norm3(x)))


@mutant(TASK, mistake="norm_residual")
class NormedWayAround(Explicit):
    """x = norm(x), and then x + sublayer(x)."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        x = self.norm1(x)
        x = x + self.dropout(self.attention(x, x, x, tgt_mask)[0])
        x = self.norm2(x)
        x = x + self.dropout(self.cross(x, memory, memory, src_mask)[0])
        x = self.norm3(x)
        return x + self.dropout(self.network(x))


# --- Wrong: sizes and registration ---------------------------------------------------


@mutant(TASK, mistake="n_heads_ignored")
class OneHeadAcross(Right):
    """The second attention has one head."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.cross = MultiHeadAttention(d_model, 1)


@mutant(TASK, mistake="d_ff_ignored")
class FourTimesWider(Right):
    """d_ff is always 4 · d_model."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, 4 * d_model, dropout, norm_first)


@mutant(TASK, mistake="parts_in_list")
class PartsInAList(nn.Module):
    """A plain list hides the parts."""

    def __init__(self, *sizes):
        super().__init__()
        self.parts = [Right(*sizes)]

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        return self.parts[0].to(x.dtype)(x, memory, tgt_mask, src_mask)


@mutant(TASK, mistake="pair_for_output")
class PairAdded(Right):
    """Attention's pair of results is taken for its output."""

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(h, memory, memory, src_mask)


@mutant(TASK, mistake="weights_returned")
class WeightsToo(Right):
    """The weights are returned as well."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        return super().forward(x, memory, tgt_mask, src_mask), memory


@mutant(TASK, mistake="super_init_forgotten")
class NoSuperInit(nn.Module):
    """super().__init__() is not called."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        self.own = MultiHeadAttention(d_model, n_heads)

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        return self.own(x, x, x, tgt_mask)[0]


# --- Wrong: dropout ------------------------------------------------------------------


@mutant(TASK, mistake="dropout_never_applied")
class NoDropout(Right):
    """The argument is not passed on."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, 0.0, norm_first)


@mutant(TASK, mistake="dropout_never_applied")
class DropoutForgottenAcross(Right):
    """What the second attention adds is not dropped."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.residuals[1] = ResidualConnection(d_model, 0.0, norm_first)


@mutant(TASK, mistake="dropout_on_the_way_around")
class DropoutAfterTheSum(Explicit):
    """Dropout acts on the sum."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        if not self.norm_first:
            return super().forward(x, memory, tgt_mask, src_mask)
        h = self.norm1(x)
        x = self.dropout(x + self.attention(h, h, h, tgt_mask)[0])
        h = self.norm2(x)
        x = self.dropout(x + self.cross(h, memory, memory, src_mask)[0])
        return self.dropout(x + self.network(self.norm3(x)))


@mutant(TASK, mistake="dropout_on_the_way_around")
class DropoutOfTheNormedSum(Explicit):
    """In post-norm dropout comes last."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        if self.norm_first:
            return super().forward(x, memory, tgt_mask, src_mask)
        x = self.dropout(self.norm1(x + self.attention(x, x, x, tgt_mask)[0]))
        attended = self.cross(x, memory, memory, src_mask)[0]
        x = self.dropout(self.norm2(x + attended))
        return self.dropout(self.norm3(x + self.network(x)))


@mutant(TASK, mistake="memory_normed")
class MemoryNormedFirst(Explicit):
    """The memory is normed at the top, before x is."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        return super().forward(x, self.norm2(memory), tgt_mask, src_mask)


@mutant(TASK, mistake="dropout_in_eval")
class AlwaysDropping(Explicit):
    """F.dropout does not know about eval."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        del self.dropout
        self.dropout = lambda x: F.dropout(x, dropout)


@mutant(TASK, mistake="dropout_default")
class DropsByDefault(Right):
    """0.1 is the paper's."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.1, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)


# --- Wrong: manners ------------------------------------------------------------------


@mutant(TASK, mistake="gradient_cut")
class MemoryDetached(Right):
    """The encoder is not to be trained from here."""

    def look_across(self, h, memory, tgt_mask, src_mask):
        memory = memory.detach()
        return self.cross(h, memory, memory, src_mask)[0]


@mutant(TASK, mistake="dtype_lost")
class Float32Out(Right):
    """Everything is float32."""

    def forward(self, *inputs):
        return super().forward(*inputs).float()


@mutant(TASK, mistake="input_modified")
class MemoryInPlace(Right):
    """The memory is scaled in place, and back again."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        output = super().forward(x, memory, tgt_mask, src_mask)
        with torch.no_grad():
            memory.mul_(0.5)
        return output


@mutant(TASK, mistake="axes_squeezed")
class Squeezed(Right):
    """Axes of length one are clutter."""

    def forward(self, *inputs):
        return super().forward(*inputs).squeeze()


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


@mutant(TASK, mistake="rms_norm")
class RootMeanSquare(Explicit):
    """Norms that subtract no mean."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.norm1, self.norm2, self.norm3 = (RMSNorm(d_model) for _ in range(3))


@mutant(TASK, mistake="mask_of_first_item")
class MaskOfTheFirst(Right):
    """All sentences have the masks of the first."""

    def look_back(self, h, tgt_mask, src_mask):
        return self.own(h, h, h, None if tgt_mask is None else tgt_mask[:1])[0]

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.cross(
            h, memory, memory, None if src_mask is None else src_mask[:1]
        )[0]


@mutant(TASK, mistake="other_activation")
class SmoothNetwork(Right):
    """GELU, as in BERT."""

    def transform(self, h):
        return self.network.linear_2(F.gelu(self.network.linear_1(h)))


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
