"""A decoder, token by token, that computes nothing twice.

Earlier tokens never look at later ones, so their keys and values stay what they are;
and the memory is the same at every step. So each is computed once and kept.

Axes: ``B`` sentences, ``N`` rows (a sentence's beams side by side), ``H`` heads, ``n``
new tokens, ``d`` features, ``V`` vocabulary.
"""

import torch
from torch import Tensor
from torch.nn import functional as F

from lernformer.attention import (
    MultiHeadAttention,
    RotaryProjection,
    merge_heads,
    split_heads,
)
from lernformer.masking import padding_mask
from lernformer.positional_encoding import rotary
from lernformer.transformer import Transformer


class CachedSelfAttention:
    """Self-attention, a few tokens at a time, that keeps the keys and values so far.

    Decoding asks for one token after the other, and earlier keys and values never
    change: so each is computed once. A token sees itself and what came before it.

    Args:
        attention: whose weights are used, as they are now.
    """

    def __init__(self, attention: MultiHeadAttention):
        projections = [attention.q_proj, attention.k_proj, attention.v_proj]
        self.weight = torch.cat([projection.weight for projection in projections])
        self.bias = torch.cat([projection.bias for projection in projections])
        self.attention = attention
        self.rotary = isinstance(attention.q_proj, RotaryProjection)
        self.length = 0
        self.room = None  # (2, N, H, capacity, d_k): keys and values

    def __call__(self, x: Tensor) -> Tensor:
        """Attend from the next n tokens (N, n, d_model) to all up to themselves."""
        start, end = self.length, self.length + x.size(1)
        qkv = F.linear(x, self.weight, self.bias)  # (N, n, 3 · d_model)
        qkv = qkv.unflatten(-1, (3, self.attention.n_heads, -1))
        qkv = qkv.permute(2, 0, 3, 1, 4)  # (3, N, H, n, d_k)
        if self.rotary:
            positions = torch.arange(start, end, device=x.device)
            qkv = torch.cat([rotary(qkv[:2], positions), qkv[2:]])
        if self.room is None or end > self.room.size(3):
            self._grow(qkv[1:], 2 * end)
        self.room[:, :, :, start:end] = qkv[1:]
        self.length = end
        keys, values = self.room[:, :, :, :end]
        mask = None
        if x.size(1) > 1:
            mask = torch.ones(x.size(1), end, dtype=torch.bool, device=x.device)
            mask = mask.tril(start)
        heads = F.scaled_dot_product_attention(qkv[0], keys, values, mask)
        return self.attention.out_proj(merge_heads(heads))  # (N, n, d_model)

    def _grow(self, like: Tensor, capacity: int) -> None:
        """Doubling what is there copies each key a bounded number of times."""
        room = like.new_empty((*like.shape[:3], max(16, capacity), like.size(-1)))
        if self.room is not None:
            room[:, :, :, : self.length] = self.room[:, :, :, : self.length]
        self.room = room

    def select(self, rows: Tensor) -> None:
        """Go on with these of the N rows; a row may come twice or not at all."""
        if self.room is not None:
            self.room = self.room.index_select(1, rows)


class CachedCrossAttention:
    """Cross-attention whose keys and values, those of the memory, are computed once.

    Args:
        attention: whose weights are used.
        memory: (B, L_k, d_model) what the encoder made of B sentences.
        mask: (B, 1, 1, L_k) boolean, True = may attend.
    """

    def __init__(self, attention: MultiHeadAttention, memory: Tensor, mask: Tensor):
        self.attention = attention
        self.keys = split_heads(attention.k_proj(memory), attention.n_heads)
        self.values = split_heads(attention.v_proj(memory), attention.n_heads)
        self.mask = mask

    def __call__(self, x: Tensor) -> Tensor:
        """Attend from (N, n, d_model), where N is B times the beams of a sentence."""
        # a sentence's beams ask the same memory: they are so many more queries
        queries = x.reshape(self.keys.size(0), -1, x.size(-1))
        q = split_heads(self.attention.q_proj(queries), self.attention.n_heads)
        heads = F.scaled_dot_product_attention(q, self.keys, self.values, self.mask)
        return self.attention.out_proj(merge_heads(heads)).reshape(x.shape)

    def select(self, sentences: Tensor) -> None:
        """Go on with these of the B sentences."""
        self.keys = self.keys.index_select(0, sentences)
        self.values = self.values.index_select(0, sentences)
        self.mask = self.mask.index_select(0, sentences)


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

    @torch.no_grad()
    def __init__(self, model: Transformer, src: Tensor):
        if model.training:
            raise ValueError("model must be in evaluation mode: call model.eval()")
        memory, mask = model.encode(src), padding_mask(src)
        self.model = model
        self.length = 0  # target tokens read so far
        self.sentences = self.rows = src.size(0)
        self.attentions = [
            (
                CachedSelfAttention(layer.self_attention),
                CachedCrossAttention(layer.cross_attention, memory, mask),
            )
            for layer in model.decoder.layers
        ]

    @torch.no_grad()
    def step(self, ids: Tensor) -> Tensor:
        """Read the next n ids (N, n) of each row and return their logits (N, n, V)."""
        model = self.model
        x = model.tgt_positions(model.tgt_embedding(ids), self.length)
        layers = zip(model.decoder.layers, self.attentions, strict=True)
        for layer, (self_attention, cross_attention) in layers:
            x = layer.residual_1(x, self_attention)
            x = layer.residual_2(x, cross_attention)
            x = layer.residual_3(x, layer.feed_forward)
        self.length += ids.size(1)
        self.rows = ids.size(0)
        return model.output(model.decoder.norm(x))

    def reorder(self, rows: Tensor) -> None:
        """Let row i go on from what was row ``rows[i]``, one of the same sentence.

        A row may occur several times or not at all, so beams may also grow in number.
        """
        for self_attention, _ in self.attentions:
            self_attention.select(rows)
        self.rows = rows.size(0)

    def keep(self, sentences: Tensor) -> None:
        """Go on with these of the B sentences and all their rows, in this order."""
        beams = self.rows // self.sentences
        each = torch.arange(beams, device=sentences.device)
        self.reorder((sentences[:, None] * beams + each).flatten())
        for _, cross_attention in self.attentions:
            cross_attention.select(sentences)
        self.sentences = sentences.size(0)
