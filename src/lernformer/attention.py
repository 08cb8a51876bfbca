"""Scaled dot-product and multi-head attention (Vaswani et al. 2017, section 3.2).

Axes: ``B`` batch, ``H`` heads, ``L`` length (``L_q`` queries, ``L_k`` keys), ``d``
features; ``...`` stands for any number of leading axes. Masks are boolean,
True = may attend. Results keep the dtype and the device of the inputs.
"""

import functools
import math
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn

__all__ = [  # noqa: RUF022  the exercise's tasks, in its order
    "softmax",
    "is_softmax",
    "softmax_jacobian",
    "score_variances",
    "scaled_dot_product_attention",
    "split_heads",
    "merge_heads",
    "split_projection",
    "MultiHeadAttention",
]


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Turn scores into weights in [0, 1] that sum to 1 along ``axis`` (paper, 3.2.1).

    It uses NumPy, because the formula is the point here; the functions below call
    ``torch.softmax``, which also provides the gradient.

    Args:
        scores: any shape, any real numbers; they are not modified.
        axis: the axis along which the weights compete.

    Returns:
        Weights of the same shape.

    Example:
        >>> softmax(np.log([1.0, 2.0, 5.0]))
        array([0.125, 0.25 , 0.625])
        >>> softmax(np.array([[1000.0, 1000.0], [0.0, -1000.0]]))
        array([[0.5, 0.5],
               [1. , 0. ]])
    """
    shifted = scores - scores.max(axis=axis, keepdims=True)  # largest e^x is e^0 = 1
    exponentials = np.exp(shifted)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def is_softmax(candidate: Callable[..., np.ndarray]) -> bool:
    """Check on examples whether a function computes the softmax.

    Any correct function passes, however it is written, so weights are compared up to
    rounding.

    Args:
        candidate: a function that is called like ``softmax``, with scores and perhaps
            an axis.

    Returns:
        True if the function is right. False if, for any scores and any axis, it gives
        different weights, or if it modifies the scores that it is given.

    Example:
        >>> is_softmax(softmax)
        True
        >>> is_softmax(lambda scores, axis=-1: scores / 2)
        False
    """
    # 1. choose examples on which wrong functions differ from the right one
    table = np.array([[1.0, 2.0, 4.0], [0.5, -1.0, 3.0]])
    last: dict[str, int] = {}  # by default
    for scores, axis in [(table, last), (table, {"axis": 0}), (1000 * table, last)]:
        # 2. call the candidate on a copy of each
        given = scores.copy()
        weights = candidate(given, **axis)
        # 3. compare shape and numbers with the right result
        same = weights.shape == scores.shape
        if not (same and np.allclose(weights, softmax(scores, **axis))):
            return False
        # 4. make sure that nothing was modified
        if not np.array_equal(given, scores):
            return False
    return True


def softmax_jacobian(p: np.ndarray) -> np.ndarray:
    """Compute the derivatives of the softmax from its own output.

    ``J[..., i, j]`` = ∂p_i / ∂s_j, where p = softmax(s).

    Args:
        p: (..., n) weights that sum to 1 along the last axis.

    Returns:
        (..., n, n) one symmetric matrix for each row of weights.

    Example:
        >>> softmax_jacobian(np.array([0.2, 0.8]))
        array([[ 0.16, -0.16],
               [-0.16,  0.16]])
    """
    identity = np.eye(p.shape[-1], dtype=p.dtype)
    return p[..., :, None] * (identity - p[..., None, :])  # (..., n, n)


def score_variances(q: np.ndarray, k: np.ndarray) -> tuple[float, float]:
    """Measure the variance of the scores before and after the division by √d_k.

    Args:
        q: (L_q, d_k) queries; they are not modified.
        k: (L_k, d_k) keys; they are not modified.

    Returns:
        The variance of the L_q · L_k dot products, each query with each key, and the
        variance of the same products divided by √d_k. Both are population variances
        (divided by L_q · L_k), as in np.var.

    Example:
        >>> q, k = np.array([[1.0, 1.0, 1.0, 1.0]]), np.eye(4) * [2, 2, 4, 4]
        >>> score_variances(q, k)
        (1.0, 0.25)
    """
    scores = q @ k.T  # (L_q, L_k)
    return float(scores.var()), float((scores / math.sqrt(q.shape[-1])).var())


def check_fit(q: Tensor, k: Tensor, mask: Tensor | None) -> None:
    """Raise ``ValueError`` if queries, keys and mask are incompatible."""
    if q.size(-1) != k.size(-1):
        raise ValueError(
            f"q and k must have the same d_k, got {q.size(-1)} and {k.size(-1)}"
        )
    if mask is not None:
        if mask.dtype != torch.bool:
            raise ValueError(
                f"mask must be boolean (True = may attend), got {mask.dtype}"
            )
        leading = torch.broadcast_shapes(q.shape[:-2], k.shape[:-2])
        scores = (*leading, q.size(-2), k.size(-2))
        sizes = zip(reversed(mask.shape), reversed(scores), strict=False)
        if mask.dim() > len(scores) or any(m not in (1, n) for m, n in sizes):
            raise ValueError(
                f"mask {tuple(mask.shape)} does not broadcast to scores {scores}"
            )


def _validated(attention_weights):
    """Make a function refuse incompatible arguments before it does any arithmetic."""

    @functools.wraps(attention_weights)
    def validated(q: Tensor, k: Tensor, mask: Tensor | None = None) -> Tensor:
        check_fit(q, k, mask)
        return attention_weights(q, k, mask)

    return validated


@_validated
def attention_weights(q: Tensor, k: Tensor, mask: Tensor | None = None) -> Tensor:
    """Compute the attention weights, softmax(q kᵀ / √d_k) (paper, eq. 1).

    Args:
        q: (..., L_q, d_k) queries.
        k: (..., L_k, d_k) keys.
        mask: boolean, broadcastable to (..., L_q, L_k), True = may attend.

    Returns:
        (..., L_q, L_k) how much each query attends to each key. A row sums to 1, or is
        all zeros if its query may not attend to any key.

    Raises:
        ValueError: if ``q`` and ``k`` differ in d_k, or if the mask is not boolean or
            not broadcastable.

    Example:
        >>> attention_weights(torch.zeros(1, 2), torch.ones(4, 2))  # no key fits best
        tensor([[0.2500, 0.2500, 0.2500, 0.2500]])
    """
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))  # (..., L_q, L_k)
    if mask is None:
        return scores.softmax(dim=-1)
    # The lowest finite number, not -inf: a row of nothing but -inf turns into NaN.
    scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    return scores.softmax(dim=-1).masked_fill(~mask, 0.0)


def scaled_dot_product_attention(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Average the values, weighted by how well each key fits the query (paper, eq. 1).

    Args:
        q: (..., L_q, d_k) queries.
        k: (..., L_k, d_k) keys.
        v: (..., L_k, d_v) values; d_v may differ from d_k.
        mask: boolean, broadcastable to (..., L_q, L_k), True = may attend.

    Returns:
        output (..., L_q, d_v) and weights (..., L_q, L_k).

    Raises:
        ValueError: if the shapes of ``q``, ``k``, ``v`` and ``mask`` are incompatible.

    Example:
        >>> q = torch.tensor([[2.1972, 0.0, 0.0, 0.0]])  # 2.1972 is 2 ln 3
        >>> k = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
        >>> v = torch.tensor([[4.0], [8.0]])
        >>> output, weights = scaled_dot_product_attention(q, k, v)
        >>> output.round(decimals=2), weights.round(decimals=2)
        (tensor([[5.]]), tensor([[0.7500, 0.2500]]))
    """
    if k.size(-2) != v.size(-2):
        raise ValueError(f"{k.size(-2)} keys need as many values, got {v.size(-2)}")
    weights = attention_weights(q, k, mask)  # (..., L_q, L_k)
    return weights @ v, weights


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    """Give each head its own slice of the features, in order (paper, 3.2.2).

    Args:
        x: (B, L, d_model).
        n_heads: number of heads H; must divide d_model.

    Returns:
        (B, H, L, d_k) with d_k = d_model / H; head h gets slice h of the features.

    Raises:
        ValueError: if ``n_heads`` does not divide d_model.

    Example:
        >>> x = torch.arange(8).reshape(1, 2, 4)  # two tokens of four features
        >>> split_heads(x, n_heads=2).tolist()
        [[[[0, 1], [4, 5]], [[2, 3], [6, 7]]]]
    """
    d_model = x.size(-1)
    if n_heads < 1 or d_model % n_heads:
        raise ValueError(
            f"d_model ({d_model}) must be divisible by n_heads ({n_heads})"
        )
    x = x.unflatten(-1, (n_heads, d_model // n_heads))  # (..., L, H, d_k)
    return x.transpose(-3, -2)  # (..., H, L, d_k)


def merge_heads(x: Tensor) -> Tensor:
    """Put the heads back side by side, undoing ``split_heads`` (paper, 3.2.2).

    Args:
        x: (B, H, L, d_k).

    Returns:
        (B, L, d_model) with d_model = H · d_k.

    Example:
        >>> x = torch.arange(8).reshape(1, 2, 2, 2)  # two heads of two tokens
        >>> merge_heads(x).tolist()
        [[[0, 1, 4, 5], [2, 3, 6, 7]]]
    """
    return x.transpose(-3, -2).flatten(-2)  # (..., L, H, d_k) → (..., L, d_model)


def split_projection(
    weight: Tensor, bias: Tensor, n_heads: int
) -> tuple[Tensor, Tensor]:
    """Split one large linear layer into H small ones, one per head (paper, 3.2.2).

    The output of layer h, with ``weights[h]`` and ``biases[h]``, is the slice of the
    large layer's output that ``split_heads`` gives to head h.

    Args:
        weight: (d_model, d_in) of an ``nn.Linear``: one row per output feature.
        bias: (d_model,) of the same layer.
        n_heads: number of heads H; must divide d_model.

    Returns:
        weights (H, d_k, d_in) and biases (H, d_k) with d_k = d_model / H.

    Raises:
        ValueError: if ``n_heads`` does not divide d_model.

    Example:
        >>> weight, bias = torch.arange(8).reshape(4, 2), torch.arange(4)
        >>> weights, biases = split_projection(weight, bias, n_heads=2)
        >>> weights.tolist()
        [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]
        >>> biases.tolist()
        [[0, 1], [2, 3]]
    """
    d_model = weight.size(0)
    if n_heads < 1 or d_model % n_heads:
        raise ValueError(
            f"d_model ({d_model}) must be divisible by n_heads ({n_heads})"
        )
    return weight.unflatten(0, (n_heads, -1)), bias.unflatten(0, (n_heads, -1))


class MultiHeadAttention(nn.Module):
    """H attentions in parallel, each in its own subspace (paper, 3.2.2).

    The projections are four ``nn.Linear(d_model, d_model)`` with a bias, called
    ``q_proj``, ``k_proj``, ``v_proj`` and ``out_proj``. Each of the first three
    contains the projections of all heads side by side. The paper's have no bias, but
    most implementations have one. They start small, as ``nn.Linear`` initialises them.

    Args:
        d_model: features of a token; must be divisible by ``n_heads``.
        n_heads: number of heads H; each works with d_k = d_model / H features.
        dropout: probability in [0, 1] that an attention weight is dropped during
            training.

    Raises:
        ValueError: if ``n_heads`` does not divide ``d_model``.

    Example:
        >>> x = torch.ones(1, 4, 6)  # equal tokens: all keys fit equally well
        >>> output, weights = MultiHeadAttention(d_model=6, n_heads=2)(x, x, x)
        >>> output.shape, weights.shape
        (torch.Size([1, 4, 6]), torch.Size([1, 2, 4, 4]))
        >>> weights[0, 0, 0].data
        tensor([0.2500, 0.2500, 0.2500, 0.2500])
    """

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.0):
        super().__init__()
        if n_heads < 1 or d_model % n_heads:
            raise ValueError(
                f"d_model ({d_model}) must be divisible by n_heads ({n_heads})"
            )
        # 1. make four projections and a dropout layer
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Attend from ``query`` to ``key`` and ``value``.

        Self-attention passes the same tensor three times; cross-attention passes the
        decoder's tokens as ``query`` and the encoder's memory as the other two.

        Args:
            query: (B, L_q, d_model).
            key: (B, L_k, d_model).
            value: (B, L_k, d_model).
            mask: boolean, broadcastable to (B, H, L_q, L_k), True = may attend.

        Returns:
            output (B, L_q, d_model) and weights (B, H, L_q, L_k). The weights are
            returned as they are before dropout, so each row sums to 1.

        Raises:
            ValueError: if the shapes are incompatible.
        """
        for name, x in {"query": query, "key": key, "value": value}.items():
            if x.size(-1) != self.q_proj.in_features:
                raise ValueError(
                    f"{name} must have d_model ({self.q_proj.in_features}) features, "
                    f"got {x.size(-1)}"
                )
        if key.size(-2) != value.size(-2):
            raise ValueError(
                f"{key.size(-2)} keys need as many values, got {value.size(-2)}"
            )
        # 2. project, and give each head its features
        q = split_heads(self.q_proj(query), self.n_heads)  # (..., H, L_q, d_k)
        k = split_heads(self.k_proj(key), self.n_heads)  # (..., H, L_k, d_k)
        v = split_heads(self.v_proj(value), self.n_heads)  # (..., H, L_k, d_k)
        # 3. in each head, weigh the keys and average the values
        weights = attention_weights(q, k, mask)  # (..., H, L_q, L_k)
        heads = self.dropout(weights) @ v  # (..., H, L_q, d_k)
        # 4. put the heads side by side, and project once more
        return self.out_proj(merge_heads(heads)), weights
