"""Turns a model into plain functions of tensors, for use without training.

For a short sentence, a layer is a few dozen small operations, and the overhead of the
modules costs as much as the operations. A batch of sentences of different lengths
contains a lot of padding. Here, everything that a layer needs is looked up once,
several projections share one matrix, and padding is left out. The results are the same.

Axes: ``B`` sentences, ``S`` source length, ``H`` heads, ``d`` features; ``n`` real
tokens of all sentences together.
"""

import functools
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lernformer.attention import MultiHeadAttention
from lernformer.embedding import TokenEmbedding
from lernformer.fast.linear import PackedLinear, linear
from lernformer.fast.rotary import turn, turns
from lernformer.masking import padding_mask
from lernformer.positional_encoding import RotaryProjection
from lernformer.residual_norm import (
    DeepNormConnection,
    FeedForward,
    LayerNorm,
    ResidualConnection,
    RMSNorm,
)
from lernformer.transformer import EncoderLayer, Transformer

Function = Callable[[Tensor], Tensor]

# Rows whose length is a multiple of this fill a CPU's registers. At other lengths, the
# softmax is several times slower.
FULL = 16

# The most scores per head and sentence to compute without a fused kernel.
LARGEST = 64 * 64


def fill_up(length: int) -> int:
    """Return the next multiple of ``FULL``."""
    return -(-length // FULL) * FULL


def linear_function(*layers: nn.Linear, packed: bool = False) -> Function:
    """Return a function that applies all these layers, with their outputs side by side.

    Args:
        layers: one layer or more.
        packed: whether to prepare the weight for many calls.
    """
    weight, bias = layers[0].weight, getattr(layers[0], "bias", None)
    if len(layers) > 1:
        weight = torch.cat([layer.weight for layer in layers])
        bias = torch.cat([layer.bias for layer in layers])
    if packed:
        return PackedLinear(weight, bias)
    return lambda x: linear(x, weight, bias)


class Prepared:
    """A model with weights that are prepared once and can then be used for many calls.

    Args:
        model: a model in evaluation mode. Its weights are used as they are when they
            are first needed; if you change them, prepare the model again.
        packed: whether to prepare the weights for many calls.

    Raises:
        ValueError: if the model is in training mode, which applies dropout.
    """

    def __init__(self, model: Transformer, packed: bool = True):
        if model.training:
            raise ValueError("model must be in evaluation mode: call model.eval()")
        self.model = model
        self.linear, self.embedding = (
            functools.cache(functools.partial(make, packed=packed))
            for make in (linear_function, embedding_function)
        )
        self.norm = functools.cache(norm_function)
        self.outer = functools.cache(outer_weights)
        self.feed_forward = functools.cache(
            functools.partial(feed_forward_function, make=self.linear)
        )

    def residual(self, residual: ResidualConnection, sublayer: Function) -> Function:
        """Return the residual connection around ``sublayer``, as a function."""
        return residual_function(residual, sublayer, self.norm(residual.norm))

    @classmethod
    def of(cls, model: "Transformer | Prepared") -> "Prepared":
        """Return the model if it is prepared, or else one prepared for one call."""
        return model if isinstance(model, Prepared) else cls(model, packed=False)


def embedding_function(embedding: TokenEmbedding, packed: bool = False) -> Function:
    """Return the embedding as a function; if packed, a lookup in a table."""
    if not packed:
        return embedding.forward
    weight = embedding.weight
    table = embedding(torch.arange(len(weight), device=weight.device))
    return lambda ids: F.embedding(ids, table)


def norm_function(norm: LayerNorm | RMSNorm | nn.Identity) -> Function:
    """Return the norm as a function, without its module."""
    if isinstance(norm, nn.Identity):
        return norm
    shape, gamma, eps = norm.gamma.shape, norm.gamma, norm.eps
    if isinstance(norm, RMSNorm):
        return lambda x: F.rms_norm(x, shape, gamma, eps)
    beta = norm.beta
    return lambda x: torch.layer_norm(x, shape, gamma, beta, eps)


def residual_function(
    residual: ResidualConnection, sublayer: Function, norm: Function
) -> Function:
    """Return the residual connection around ``sublayer``, without dropout."""
    if residual.norm_first:
        return lambda x: x + sublayer(norm(x))
    if isinstance(residual, DeepNormConnection):
        alpha = residual.alpha
        return lambda x: norm(alpha * x + sublayer(x))
    return lambda x: norm(x + sublayer(x))


def feed_forward_function(
    feed_forward: FeedForward, make: Callable[..., Function]
) -> Function:
    """Return the feed-forward network as a function, without dropout."""
    first, second = make(feed_forward.linear_1), make(feed_forward.linear_2)
    return lambda x: second(first(x).relu_())


def outer_weights(attention: MultiHeadAttention) -> Tensor:
    """Return weights from x to queries, and from heads to output.

    The shape is (2 · H, d_k, d_model + 1). For each head, it has W_q / √d_k with its
    bias as the last column, then W_o and 0.
    """
    query, output, n_heads = attention.q_proj, attention.out_proj, attention.n_heads
    scaled = torch.cat([query.weight, query.bias[:, None]], dim=1)
    scaled = scaled.unflatten(0, (n_heads, -1))
    scaled = scaled * scaled.size(1) ** -0.5
    other = F.pad(output.weight.T, (0, 1)).unflatten(0, (n_heads, -1))
    return torch.cat([scaled, other])


def hiding(hidden: Tensor, dtype: torch.dtype) -> Tensor:
    """Return what to add to scores: the lowest number at hidden keys, 0 elsewhere."""
    lowest = torch.finfo(dtype).min
    return torch.zeros_like(hidden, dtype=dtype).masked_fill_(hidden, lowest)


def attend(q: Tensor, k: Tensor, v: Tensor, bias: Tensor | None) -> Tensor:
    """Compute softmax(q kᵀ / √d_k + bias) v.

    Fused kernels save memory; if there is little to save, plain products are faster.

    Args:
        q: (..., L_q, d_k) with two leading axes, for heads and sentences.
        k: (..., L_k, d_k).
        v: (..., L_k, d_k).
        bias: broadcastable to (H · B, L_q, L_k).

    Returns:
        (..., L_q, d_k).
    """
    if bias is None:
        return F.scaled_dot_product_attention(q, k, v)
    shape = q.shape
    q, k, v = q.flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1)
    if q.size(1) * k.size(1) > LARGEST:
        heads = F.scaled_dot_product_attention(q[None], k[None], v[None], bias)
    else:
        scores = torch.baddbmm(bias, q, k.mT, alpha=q.size(-1) ** -0.5)
        heads = torch.bmm(scores.softmax(dim=-1), v)
    return heads.view(shape)


class Places:
    """The positions of the real tokens in a padded table (B, S).

    Args:
        real: (B, S) boolean, True where a token is not padding.
    """

    def __init__(self, real: Tensor):
        self.real = real
        self.rows = None if real.all() else real.flatten().nonzero()[:, 0]

    def pack(self, table: Tensor) -> Tensor:
        """(B, S, d) → (n, d)."""
        rows = table.flatten(0, 1)
        return rows if self.rows is None else rows.index_select(0, self.rows)

    def pad(self, packed: Tensor) -> Tensor:
        """(n, d) → (B, S, d), with zeros at padding."""
        return self.split(packed, 1)[0]

    def split(self, packed: Tensor, parts: int) -> Tensor:
        """(n, parts · d) → (parts, B, S, d), with zeros at padding."""
        table = packed.unflatten(1, (parts, -1)).transpose(0, 1)  # (parts, n, d)
        if self.rows is not None:
            zeros = table.new_zeros(parts, self.real.numel(), table.size(2))
            table = zeros.index_copy_(1, self.rows, table)
        return table.unflatten(1, self.real.shape)

    def merge(self, table: Tensor) -> Tensor:
        """(parts, B, S, d) → (n, parts · d)."""
        table = table.flatten(1, 2)
        if self.rows is not None:
            table = table.index_select(1, self.rows)
        return table.transpose(0, 1).flatten(1)

    def bias(self, n_heads: int, dtype: torch.dtype) -> Tensor | None:
        """Return the bias that hides padding, for heads and sentences (H · B, 1, S)."""
        if self.rows is None:
            return None
        return hiding(~self.real, dtype)[:, None].repeat(n_heads, 1, 1)


def self_attention_function(
    attention: MultiHeadAttention,
    places: Places,
    make: Callable[..., Function],
) -> Function:
    """Return self-attention among the real tokens (n, d_model), as a function."""
    n_heads = attention.n_heads
    project = make(attention.q_proj, attention.k_proj, attention.v_proj)
    output = make(attention.out_proj)

    def attended(x: Tensor) -> Tensor:
        qkv = places.split(project(x), 3 * n_heads)  # (3 · H, B, S, d_k)
        if isinstance(attention.q_proj, RotaryProjection):
            angles = turns(qkv.size(2), qkv.size(3), qkv.dtype, qkv.device)
            turned = turn(qkv[: 2 * n_heads], angles)
            qkv = torch.cat([turned, qkv[2 * n_heads :]])
        bias = places.bias(n_heads, x.dtype)
        q, k, v = qkv.chunk(3)
        return output(places.merge(attend(q, k, v, bias)))

    return attended


def read(model: Prepared, src: Tensor) -> tuple[Tensor, Places]:
    """Return the encoder's output for real tokens (n, d_model), and their positions."""
    transformer, length = model.model, src.size(1)
    if len(src) > 1:  # more padding makes attention faster, and nothing else slower
        width = min(fill_up(length), transformer.config.max_length)
        src = F.pad(src, (0, max(0, width - length)))
    places = Places(padding_mask(src)[:, 0, 0])
    embedded = model.embedding(transformer.src_embedding)(src)
    x = places.pack(transformer.src_positions(embedded))  # (n, d_model)
    for layer in transformer.encoder.layers:
        assert isinstance(layer, EncoderLayer)
        attended = self_attention_function(layer.self_attention, places, model.linear)
        x = model.residual(layer.residual_1, attended)(x)
        x = model.residual(layer.residual_2, model.feed_forward(layer.feed_forward))(x)
    return model.norm(transformer.encoder.norm)(x), places


@torch.inference_mode()
def encode(model: Transformer | Prepared, src: Tensor) -> Tensor:
    """Compute ``model.encode`` in evaluation mode, with zeros where there is padding.

    Args:
        model: a model whose weights are used as they are now; those of a ``Prepared``
            model, as they were when it was prepared.
        src: (B, S) ids.
    """
    memory, places = read(Prepared.of(model), src)
    return places.pad(memory)[:, : src.size(1)]
