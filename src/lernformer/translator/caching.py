"""Greedy decoding that computes each key and value once (section 3.2.3, "KV cache").

Axes: ``B`` batch, ``H`` heads, ``t`` words so far, ``d`` features.
"""

from typing import Any

import torch
from torch import Tensor

from lernformer.attention import (
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.masking import padding_mask
from lernformer.transformer import Transformer


def cached_greedy_decode(
    model: Transformer,
    src: Tensor,
    max_length: int,
    bos_id: int = BOS_ID,
    eos_id: int = EOS_ID,
) -> Tensor:
    """Decode like ``greedy_decode``, but let the decoder read only the newest word.

    For each layer of the decoder, a cache stores the keys and values that its
    self-attention has computed for the earlier words. Besides ``encode``, the model has
    ``tgt_embedding(ids)``, ``tgt_positions(x, start)`` for words that begin at position
    ``start``, ``decoder.layers``, ``decoder.norm`` and ``output(x)``. Each layer has
    ``self_attention`` (with ``n_heads`` and its four projections), ``cross_attention``,
    ``feed_forward``, and ``residual_1`` to ``residual_3``, one for each of these.

    Args:
        model: a ``lernformer.transformer.Transformer`` in evaluation mode.
        src: (B, L_src) ids, some with padding at their end; they are not modified.
        max_length: the most words, including ``<eos>``, in a translation; at least 1.
        bos_id: the id that the decoder reads first.
        eos_id: the id that ends a translation.

    Returns:
        (B, L) ids as from ``greedy_decode``. The ``q_proj``, ``k_proj`` and ``v_proj``
        of self-attention process each word only once.

    Example:
        >>> _ = torch.manual_seed(0)
        >>> model = Transformer(TransformerConfig(9, 9, 8, 2, 16, 2)).eval()
        >>> src = torch.tensor([[1, 5, 7, 2], [1, 6, 2, 0]])
        >>> tgt = cached_greedy_decode(model, src, max_length=6)
        >>> torch.equal(tgt, greedy_decode(model, src, max_length=6))
        True
    """
    layers: Any = model.decoder.layers
    cache: dict[int, tuple[Tensor, Tensor]] = {}

    def attend(h: Tensor, i: int) -> Tensor:
        # 1. in layer i, append the new key and value to those in the cache, and let
        # the one query attend to all of them
        attention = layers[i].self_attention
        projections = attention.q_proj, attention.k_proj, attention.v_proj
        q, k, v = (split_heads(p(h), attention.n_heads) for p in projections)
        if i in cache:
            k = torch.cat([cache[i][0], k], dim=-2)  # (B, H, t, d_k)
            v = torch.cat([cache[i][1], v], dim=-2)
        cache[i] = k, v
        output, _ = scaled_dot_product_attention(q, k, v)
        return attention.out_proj(merge_heads(output))

    with torch.no_grad():
        # 2. encode the source once
        memory, src_mask = model.encode(src), padding_mask(src)
        tgt = torch.full_like(src[:, :1], bos_id)
        ended = torch.zeros_like(src[:, 0], dtype=torch.bool)
        while tgt.size(1) <= max_length and not ended.all():
            # 3. the newest word, at its position, goes through all layers
            x = model.tgt_embedding(tgt[:, -1:])  # (B, 1, d)
            x = model.tgt_positions(x, start=tgt.size(1) - 1)
            for i, layer in enumerate(layers):
                x = layer.residual_1(x, lambda h, i=i: attend(h, i))
                x = layer.residual_2(
                    x,
                    lambda h, layer=layer: layer.cross_attention(
                        h, memory, memory, src_mask
                    )[0],
                )
                x = layer.residual_3(x, layer.feed_forward)
            logits = model.output(model.decoder.norm(x))  # (B, 1, V)
            # 4. append the most likely word, or padding where the translation has ended
            words = logits[:, -1].argmax(dim=-1).masked_fill(ended, PAD_ID)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            ended = ended | (words == eos_id)
    return tgt[:, 1:]
