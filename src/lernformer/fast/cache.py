"""A decoder that reads token by token and never computes anything twice.

Earlier tokens never look at later ones, so their keys and values never change. The
memory is the same at every step, too. So everything is computed once and kept.

Axes: ``B`` sentences, ``N`` rows (a sentence's beams side by side), ``H`` heads, ``n``
new tokens, ``d`` features, ``V`` vocabulary.
"""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional as F

from lernformer.attention import MultiHeadAttention
from lernformer.fast.inference import (
    Function,
    Places,
    Prepared,
    attend,
    fill_up,
    read,
)
from lernformer.fast.rotary import turn, turns
from lernformer.positional_encoding import RotaryProjection
from lernformer.transformer import DecoderLayer, Transformer


class CachedSelfAttention:
    """Self-attention that reads a few tokens at a time and keeps all keys and values.

    Decoding processes one token after another, and earlier keys and values never
    change, so each is computed only once. A token sees itself and everything before it.

    Args:
        attention: the attention whose weights are used, as they are now.
        make: function that turns linear layers into a function.
    """

    def __init__(self, attention: MultiHeadAttention, make: Callable[..., Function]):
        self.project = make(attention.q_proj, attention.k_proj, attention.v_proj)
        self.output = make(attention.out_proj)
        self.n_heads = attention.n_heads
        self.d_k = attention.q_proj.out_features // self.n_heads
        self.rotary = isinstance(attention.q_proj, RotaryProjection)
        self.length = 0
        self.room: Tensor | None = None  # (2, capacity, N, H, d_k): keys and values

    def __call__(self, x: Tensor) -> Tensor:
        """Attend from the next n tokens (N, n, d_model) to all tokens up to themselves.

        A single token can be passed as (N, d_model).
        """
        qkv = self.project(x).view(x.size(0), -1, 3, self.n_heads, self.d_k)
        qkv = qkv.permute(2, 1, 0, 3, 4)  # (3, n, N, H, d_k)
        start, end = self.length, self.length + qkv.size(1)
        if self.rotary:
            angles = turns(end, self.d_k, qkv.dtype, qkv.device)[start:]
            qkv = torch.cat([turn(qkv[:2], angles[:, None, None]), qkv[2:]])
        room = self.room
        if room is None or end > room.size(1):
            room = self.room = self.larger_room(end, qkv)
        room[:, start:end] = qkv[1:]
        self.length = end
        width, bias = end, None
        if x.numel() > x.size(-1):  # more than one token
            width = fill_up(end)  # positions beyond the end are hidden
            bias = x.new_full((end - start, width), torch.finfo(x.dtype).min)
            bias = bias.triu(start + 1)
        keys, values = room[:, :width].permute(0, 2, 3, 1, 4).unbind()
        heads = attend(qkv[0].permute(1, 2, 0, 3), keys, values, bias)
        return self.output(heads.transpose(1, 2).reshape(x.shape))

    def larger_room(self, length: int, like: Tensor) -> Tensor:
        """Return more room, zeroed because 0 times uninitialised memory may be NaN."""
        # more than needed, so that keys aren't copied too often
        room = like.new_zeros(2, fill_up(length + length // 2), *like.shape[2:])
        if self.room is not None:
            room[:, : self.length] = self.room[:, : self.length]
        return room

    def select(self, rows: Tensor) -> None:
        """Continue with these of the N rows; a row may appear twice or not at all."""
        if self.room is not None:
            used = self.room[:, : self.length].index_select(2, rows)
            if len(rows) <= self.room.size(2):
                self.room = self.room[:, :, : len(rows)]
            else:
                _, capacity, _, *shape = self.room.shape
                self.room = self.room.new_zeros(2, capacity, len(rows), *shape)
            self.room[:, : self.length] = used


class CachedCrossAttention:
    """Cross-attention that computes the memory's keys and values only once.

    Args:
        attention: the attention whose weights are used.
        memory: (n, d_model) the encoder's output for the real tokens of B sentences.
        places: the positions of these tokens in a table (B, S).
        make: function that turns linear layers into a function.
    """

    def __init__(
        self,
        attention: MultiHeadAttention,
        memory: Tensor,
        places: Places,
        make: Callable[..., Function],
    ):
        self.query, self.output = make(attention.q_proj), make(attention.out_proj)
        self.n_heads = attention.n_heads
        project = make(attention.k_proj, attention.v_proj)
        both = places.split(project(memory), 2 * self.n_heads)
        self.memory = both.contiguous()  # (2 · H, B, S, d_k): keys and values
        self.bias = places.bias(self.n_heads, both.dtype)

    def __call__(self, x: Tensor) -> Tensor:
        """Attend from (N, n, d_model), where N is B times the beams of a sentence.

        A single token can be passed as (N, d_model).
        """
        keys, values = self.memory.chunk(2)
        n_heads, sentences, _, d_k = keys.shape
        # a sentence's beams have the same memory, so treat them as additional queries
        q = self.query(x).view(sentences, -1, n_heads, d_k).permute(2, 0, 1, 3)
        heads = attend(q, keys, values, self.bias)  # (H, B, L_q, d_k)
        return self.output(heads.permute(1, 2, 0, 3).reshape(x.shape))

    def select(self, sentences: Tensor) -> None:
        """Continue with these of the B sentences."""
        self.memory = self.memory.index_select(1, sentences)
        if self.bias is not None:
            bias = self.bias.unflatten(0, (self.n_heads, -1))  # (H, B, 1, S)
            self.bias = bias.index_select(1, sentences).flatten(0, 1)


class FoldedCrossAttention:
    """Cross-attention to one sentence, with its projections folded into the memory.

    A score is (x W_q + b_q) · k = x · (W_q k) + b_q · k, and a token adds its weight
    times v W_o. W_q k, b_q · k and v W_o are the same at every step. So for each head,
    each token of the memory gets a column that scores x and a row to add to x.

    Args:
        attention: the attention whose weights are used.
        memory: (n, d_model) the encoder's output for the sentence's real tokens.
        make: function that turns linear layers into a function.
        outer: the attention's ``outer_weights``.
    """

    def __init__(
        self,
        attention: MultiHeadAttention,
        memory: Tensor,
        make: Callable[..., Function],
        outer: Tensor,
    ):
        n_heads = attention.n_heads
        both = make(attention.k_proj, attention.v_proj)(memory)
        both = both.view(len(memory), 2 * n_heads, -1).transpose(0, 1)  # keys, values
        folded = torch.bmm(both, outer).flatten(0, 1)
        columns, rows = folded.chunk(2)  # (H · n, d_model + 1)
        self.columns, self.offset = columns[:, :-1], columns[:, -1]
        self.rows, self.bias = rows[:, :-1].T, attention.out_proj.bias
        self.heads = (n_heads, len(memory))

    @staticmethod
    def pays(attention: MultiHeadAttention, memory: Tensor) -> bool:
        """Return whether a step takes no more work than separate projections do."""
        n, d_model = memory.shape
        return 0 < attention.n_heads * n <= d_model + n

    def __call__(self, x: Tensor) -> Tensor:
        """Attend from rows (N, n, d_model), or (N, d_model) with one token each."""
        scores = F.linear(x, self.columns, self.offset).unflatten(-1, self.heads)
        weights = scores.softmax(dim=-1).flatten(-2)  # (..., H · n)
        return F.linear(weights, self.rows, self.bias)

    def select(self, sentences: Tensor) -> None:
        """Continue with the one sentence; its rows all attend to the same memory."""


def cross_attention(
    attention: MultiHeadAttention,
    memory: Tensor,
    places: Places,
    prepared: Prepared,
) -> CachedCrossAttention | FoldedCrossAttention:
    """Return the cross-attention with fewer operations; see the classes."""
    make = prepared.linear
    if len(places.real) == 1 and FoldedCrossAttention.pays(attention, memory):
        return FoldedCrossAttention(attention, memory, make, prepared.outer(attention))
    return CachedCrossAttention(attention, memory, places, make)


def layer_function(
    layer: DecoderLayer,
    self_attention: Function,
    cross_attention: Function,
    prepared: Prepared,
) -> Function:
    """Return a decoder layer as a function, with these two as its attentions."""
    feed_forward = prepared.feed_forward(layer.feed_forward)
    first = prepared.residual(layer.residual_1, self_attention)
    second = prepared.residual(layer.residual_2, cross_attention)
    third = prepared.residual(layer.residual_3, feed_forward)
    return lambda x: third(second(first(x)))


class CachedDecoder:
    """A model's decoder, which reads token by token and never computes anything twice.

    It returns the same logits as ``Transformer.decode`` for target ids without padding.
    It works on N rows, the same number for each sentence, with a sentence's rows side
    by side. At first, N may be B, and ``reorder`` can add rows.

    Args:
        model: a model in evaluation mode. Its weights are used as they are now; those
            of a ``Prepared`` model, as they were when it was prepared.
        src: (B, S) ids.

    Raises:
        ValueError: if the model is in training mode, which applies dropout.
    """

    @torch.inference_mode()
    def __init__(self, model: Transformer | Prepared, src: Tensor):
        prepared = Prepared.of(model)
        model, make = prepared.model, prepared.linear
        memory, places = read(prepared, src)
        self.embedding = prepared.embedding(model.tgt_embedding)
        self.positions = model.tgt_positions.forward
        self.norm = prepared.norm(model.decoder.norm)
        self.output = make(model.output)
        self.length = 0  # target tokens read so far
        self.sentences = self.rows = src.size(0)
        self.self_attentions, self.cross_attentions, self.layers = [], [], []
        for layer in model.decoder.layers:
            assert isinstance(layer, DecoderLayer)
            own = CachedSelfAttention(layer.self_attention, make)
            cross = cross_attention(layer.cross_attention, memory, places, prepared)
            self.self_attentions.append(own)
            self.cross_attentions.append(cross)
            self.layers.append(layer_function(layer, own, cross, prepared))

    @torch.inference_mode()
    def step(self, ids: Tensor) -> Tensor:
        """Read the next n ids (N, n) of each row and return their logits (N, n, V)."""
        self.rows, n = ids.shape
        x = self.positions(self.embedding(ids), self.length)  # (N, n, d_model)
        if n == 1:
            x = x[:, 0]  # matrix products are faster
        for layer in self.layers:
            x = layer(x)
        self.length += n
        return self.output(self.norm(x)).view(self.rows, n, -1)

    @torch.inference_mode()
    def reorder(self, rows: Tensor) -> None:
        """Make row i continue the old row ``rows[i]``, from the same sentence.

        A row may occur several times or not at all, so the number of beams may grow.
        """
        for self_attention in self.self_attentions:
            self_attention.select(rows)
        self.rows = rows.size(0)

    @torch.inference_mode()
    def keep(self, sentences: Tensor) -> None:
        """Continue with these of the B sentences and all their rows, in this order."""
        beams = self.rows // self.sentences
        each = torch.arange(beams, device=sentences.device)
        self.reorder((sentences[:, None] * beams + each).flatten())
        for cross_attention in self.cross_attentions:
            cross_attention.select(sentences)
        self.sentences = sentences.size(0)
