"""A model as plain functions of tensors, for use without training.

For a short sentence a layer is a few dozen small operations, and what surrounds them in
a module costs as much as they do; in a batch of unlike sentences much is padding. Here
what a layer needs is looked up once, projections stand side by side in one matrix, and
padding is left out. The results are those of the modules.

Axes: ``B`` sentences, ``S`` source length, ``H`` heads, ``d`` features; ``n`` real
tokens of all sentences together.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lernformer.attention import MultiHeadAttention, RotaryProjection
from lernformer.embedding import linear
from lernformer.masking import padding_mask
from lernformer.positional_encoding import turn, turns
from lernformer.residual_norm import (
    DeepNormConnection,
    FeedForward,
    ResidualConnection,
    RMSNorm,
)
from lernformer.transformer import Transformer

Function = Callable[[Tensor], Tensor]


def side_by_side(*projections: nn.Linear) -> tuple[Tensor, Tensor]:
    """Weight and bias of one layer that does what all of these do."""
    weight = torch.cat([projection.weight for projection in projections])
    return weight, torch.cat([projection.bias for projection in projections])


def norm_function(norm: nn.Module) -> Function:
    """What the norm computes, without its module."""
    if isinstance(norm, nn.Identity):
        return norm
    shape, gamma, eps = norm.gamma.shape, norm.gamma, norm.eps
    if isinstance(norm, RMSNorm):
        return lambda x: F.rms_norm(x, shape, gamma, eps)
    beta = norm.beta
    return lambda x: torch.layer_norm(x, shape, gamma, beta, eps)


def residual_function(residual: ResidualConnection, sublayer: Function) -> Function:
    """What the residual connection computes around ``sublayer``, without dropout."""
    norm = norm_function(residual.norm)
    if residual.norm_first:
        return lambda x: x + sublayer(norm(x))
    if isinstance(residual, DeepNormConnection):
        alpha = residual.alpha
        return lambda x: norm(alpha * x + sublayer(x))
    return lambda x: norm(x + sublayer(x))


def feed_forward_function(feed_forward: FeedForward) -> Function:
    """What the feed-forward network computes, without dropout."""
    (w1, b1), (w2, b2) = (
        (layer.weight, layer.bias)
        for layer in (feed_forward.linear_1, feed_forward.linear_2)
    )
    return lambda x: linear(linear(x, w1, b1).relu_(), w2, b2)


class Places:
    """Where in a padded table (B, S) the real tokens stand.

    Args:
        ids: (B, S).
    """

    def __init__(self, ids: Tensor):
        self.shape = ids.shape
        real = padding_mask(ids)
        self.mask = None if real.all() else real  # (B, 1, 1, S)
        self.rows = None if self.mask is None else real.flatten().nonzero()[:, 0]

    def pack(self, table: Tensor) -> Tensor:
        """(B, S, d) → (n, d)."""
        rows = table.flatten(0, 1)
        return rows if self.rows is None else rows.index_select(0, self.rows)

    def pad(self, packed: Tensor) -> Tensor:
        """(n, d) → (B, S, d), with zeros at padding."""
        if self.rows is not None:
            table = packed.new_zeros(self.shape.numel(), packed.size(1))
            packed = table.index_copy_(0, self.rows, packed)
        return packed.view(*self.shape, -1)


def self_attention_function(attention: MultiHeadAttention, places: Places) -> Function:
    """What self-attention computes among the real tokens (n, d_model)."""
    projections = attention.q_proj, attention.k_proj, attention.v_proj
    weights = side_by_side(*projections)
    output = attention.out_proj.weight, attention.out_proj.bias

    def attend(x: Tensor) -> Tensor:
        qkv = places.pad(linear(x, *weights))  # (B, S, 3 · d_model)
        qkv = qkv.unflatten(-1, (3, attention.n_heads, -1))  # (B, S, 3, H, d_k)
        qkv = qkv.permute(0, 2, 3, 1, 4)  # (B, 3, H, S, d_k)
        if isinstance(attention.q_proj, RotaryProjection):
            angles = turns(qkv.size(3), qkv.size(4), qkv.dtype, qkv.device)
            qkv = torch.cat([turn(qkv[:, :2], angles), qkv[:, 2:]], dim=1)
        heads = F.scaled_dot_product_attention(*qkv.unbind(1), places.mask)
        return linear(places.pack(heads.transpose(1, 2).flatten(2)), *output)

    return attend


@torch.inference_mode()
def encode(model: Transformer, src: Tensor) -> Tensor:
    """``model.encode`` in evaluation mode; zeros stand where the source is padding.

    Args:
        model: its weights are used as they are now.
        src: (B, S) ids.
    """
    places = Places(src)
    x = places.pack(model.src_positions(model.src_embedding(src)))  # (n, d_model)
    for layer in model.encoder.layers:
        attend = self_attention_function(layer.self_attention, places)
        x = residual_function(layer.residual_1, attend)(x)
        feed_forward = feed_forward_function(layer.feed_forward)
        x = residual_function(layer.residual_2, feed_forward)(x)
    return places.pad(norm_function(model.encoder.norm)(x))
