"""A decoder, token by token, that computes nothing twice.

Earlier tokens never look at later ones, so their keys and values stay what they are;
and the memory is the same at every step. So each is computed once and kept.

Axes: ``B`` sentences, ``N`` rows (a sentence's beams side by side), ``H`` heads, ``n``
new tokens, ``d`` features, ``V`` vocabulary.
"""

import torch
from torch import Tensor
from torch.nn import functional as F

from lernformer.attention import MultiHeadAttention, RotaryProjection
from lernformer.embedding import linear
from lernformer.masking import padding_mask
from lernformer.positional_encoding import turn, turns
from lernformer.transformer import DecoderLayer, Transformer
from lernformer.translator.inference import (
    Function,
    encode,
    feed_forward_function,
    norm_function,
    residual_function,
    side_by_side,
)


class CachedSelfAttention:
    """Self-attention, a few tokens at a time, that keeps the keys and values so far.

    Decoding asks for one token after the other, and earlier keys and values never
    change: so each is computed once. A token sees itself and what came before it.

    Args:
        attention: whose weights are used, as they are now.
    """

    def __init__(self, attention: MultiHeadAttention):
        projections = attention.q_proj, attention.k_proj, attention.v_proj
        self.weights = side_by_side(*projections)
        self.output = attention.out_proj.weight, attention.out_proj.bias
        self.n_heads = attention.n_heads
        self.rotary = isinstance(attention.q_proj, RotaryProjection)
        self.length = 0
        self.room = None  # (capacity, N, 2, H, d_k): keys and values

    def __call__(self, x: Tensor) -> Tensor:
        """Attend from the next n tokens (N, n, d_model) to all up to themselves."""
        rows, n, d_model = x.shape
        start, end = self.length, self.length + n
        qkv = linear(x, *self.weights)  # (N, n, 3 · d_model)
        qkv = qkv.view(rows, n, 3, self.n_heads, -1).transpose(0, 1)
        if self.rotary:
            angles = turns(end, qkv.size(-1), qkv.dtype, qkv.device)[start:]
            turned = turn(qkv[:, :, :2], angles[:, None, None, None])
            qkv = torch.cat([turned, qkv[:, :, 2:]], dim=2)
        q, kv = qkv.select(2, 0), qkv.narrow(2, 1, 2)  # (n, N, H, d_k), (n, N, 2, …)
        if self.room is None:
            self.room = kv.new_empty(0, *kv.shape[1:])
        if end > len(self.room):  # doubling copies each key a bounded number of times
            more = kv.new_empty(max(16, 2 * end) - start, *kv.shape[1:])
            self.room = torch.cat([self.room[:start], more])
        self.room[start:end] = kv
        self.length = end
        keys, values = self.room[:end].permute(2, 1, 3, 0, 4).unbind()
        mask = None
        if n > 1:
            mask = torch.ones(n, end, dtype=torch.bool, device=x.device).tril(start)
        q = q.permute(1, 2, 0, 3)  # (N, H, n, d_k)
        heads = F.scaled_dot_product_attention(q, keys, values, mask)
        heads = heads.transpose(1, 2).reshape(rows, n, d_model)
        return linear(heads, *self.output)

    def select(self, rows: Tensor) -> None:
        """Go on with these of the N rows; a row may come twice or not at all."""
        if self.room is not None:
            capacity, _, *shape = self.room.shape
            room = self.room.new_empty(capacity, len(rows), *shape)
            used = slice(0, self.length)
            torch.index_select(self.room[used], 1, rows, out=room[used])
            self.room = room


class CachedCrossAttention:
    """Cross-attention whose keys and values, those of the memory, are computed once.

    Args:
        attention: whose weights are used.
        memory: (B, L_k, d_model) what the encoder made of B sentences.
        mask: (B, 1, 1, L_k) boolean, True = may attend; None if all may be.
    """

    def __init__(
        self, attention: MultiHeadAttention, memory: Tensor, mask: Tensor | None = None
    ):
        self.query = attention.q_proj.weight, attention.q_proj.bias
        self.output = attention.out_proj.weight, attention.out_proj.bias
        self.n_heads = attention.n_heads
        weights = side_by_side(attention.k_proj, attention.v_proj)
        both = linear(memory, *weights)  # (B, L_k, 2 · d_model)
        both = both.unflatten(-1, (2, self.n_heads, -1))
        self.memory = both.permute(0, 2, 3, 1, 4).contiguous()  # (B, 2, H, L_k, d_k)
        self.mask = mask

    def __call__(self, x: Tensor) -> Tensor:
        """Attend from (N, n, d_model), where N is B times the beams of a sentence."""
        keys, values = self.memory.unbind(1)  # (B, H, L_k, d_k)
        # a sentence's beams ask the same memory: they are so many more queries
        q = linear(x, *self.query)
        q = q.view(keys.size(0), -1, self.n_heads, keys.size(-1)).transpose(1, 2)
        heads = F.scaled_dot_product_attention(q, keys, values, self.mask)
        return linear(heads.transpose(1, 2).reshape(x.shape), *self.output)

    def select(self, sentences: Tensor) -> None:
        """Go on with these of the B sentences."""
        self.memory = self.memory.index_select(0, sentences)
        if self.mask is not None:
            self.mask = self.mask.index_select(0, sentences)


def layer_function(
    layer: DecoderLayer, self_attention: Function, cross_attention: Function
) -> Function:
    """What a decoder layer computes with these two in place of its attentions."""
    feed_forward = feed_forward_function(layer.feed_forward)
    first = residual_function(layer.residual_1, self_attention)
    second = residual_function(layer.residual_2, cross_attention)
    third = residual_function(layer.residual_3, feed_forward)
    return lambda x: third(second(first(x)))


class CachedDecoder:
    """A model's decoder, token by token, that computes nothing twice.

    It gives the logits of ``Transformer.decode`` for target ids without padding. It
    works on N rows, as many for each sentence, a sentence's rows side by side; at first
    N may be B, and ``reorder`` makes more of them.

    Args:
        model: in evaluation mode; its weights are used as they are now.
        src: (B, S) ids.

    Raises:
        ValueError: if the model is in training mode, where dropout acts.
    """

    @torch.inference_mode()
    def __init__(self, model: Transformer, src: Tensor):
        if model.training:
            raise ValueError("model must be in evaluation mode: call model.eval()")
        memory, mask = encode(model, src), padding_mask(src)
        mask = None if mask.all() else mask
        self.embedding, self.positions = model.tgt_embedding, model.tgt_positions
        self.norm = norm_function(model.decoder.norm)
        self.output = model.output
        self.length = 0  # target tokens read so far
        self.sentences = self.rows = src.size(0)
        self.self_attentions, self.cross_attentions, self.layers = [], [], []
        for layer in model.decoder.layers:
            self_attention = CachedSelfAttention(layer.self_attention)
            cross_attention = CachedCrossAttention(layer.cross_attention, memory, mask)
            self.self_attentions.append(self_attention)
            self.cross_attentions.append(cross_attention)
            self.layers.append(layer_function(layer, self_attention, cross_attention))

    @torch.inference_mode()
    def step(self, ids: Tensor) -> Tensor:
        """Read the next n ids (N, n) of each row and return their logits (N, n, V)."""
        x = self.positions(self.embedding(ids), self.length)  # (N, n, d_model)
        for layer in self.layers:
            x = layer(x)
        self.rows, n = ids.shape
        self.length += n
        return self.output(self.norm(x))

    @torch.inference_mode()
    def reorder(self, rows: Tensor) -> None:
        """Let row i go on from what was row ``rows[i]``, one of the same sentence.

        A row may occur several times or not at all, so beams may also grow in number.
        """
        for self_attention in self.self_attentions:
            self_attention.select(rows)
        self.rows = rows.size(0)

    @torch.inference_mode()
    def keep(self, sentences: Tensor) -> None:
        """Go on with these of the B sentences and all their rows, in this order."""
        beams = self.rows // self.sentences
        each = torch.arange(beams, device=sentences.device)
        self.reorder((sentences[:, None] * beams + each).flatten())
        for cross_attention in self.cross_attentions:
            cross_attention.select(sentences)
        self.sentences = sentences.size(0)
