"""Masks: which token may attend to which (Vaswani et al. 2017, sections 3.1 and 3.2.3).

Axes: ``B`` batch, ``L`` length (``L_q`` queries, ``L_k`` keys), ``d`` features; ``...``
stands for any number of leading axes. Masks are boolean, True = may attend; they
broadcast to the scores (B, H, L_q, L_k) of all heads.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

from lernformer.attention import scaled_dot_product_attention

__all__ = [  # noqa: RUF022  the exercise's tasks, in its order
    "padding_mask",
    "look_ahead_mask",
    "is_look_ahead_mask",
    "decoder_mask",
    "masked_softmax",
    "masked_attention",
    "step_by_step",
    "future_leak",
]


def padding_mask(ids: Tensor, pad_id: int = 0) -> Tensor:
    """Hide padding from every query.

    Args:
        ids: (B, L) integers, the tokens that serve as keys; they are not modified.
            Padding may be anywhere in a row.
        pad_id: the id of padding, any integer.

    Returns:
        (B, 1, 1, L) boolean, True where a token is not padding; on the device of
        ``ids``.

    Raises:
        ValueError: if ``ids`` does not have the shape (B, L).

    Example:
        >>> padding_mask(torch.tensor([[5, 7, 0], [6, 0, 0]])).shape
        torch.Size([2, 1, 1, 3])
        >>> padding_mask(torch.tensor([[5, 7, 0]]))
        tensor([[[[ True,  True, False]]]])
    """
    if ids.dim() != 2:
        raise ValueError(f"ids must have the shape (B, L), got {tuple(ids.shape)}")
    return (ids != pad_id)[:, None, None, :]


def look_ahead_mask(query_length: int, key_length: int | None = None) -> Tensor:
    """Hide the future: a token sees itself and the tokens before it.

    Args:
        query_length: L_q; the queries are the last L_q of the L_k positions.
        key_length: L_k, by default L_q.

    Returns:
        (1, 1, L_q, L_k) boolean, True on and below the diagonal that ends in the
        bottom right corner.

    Raises:
        ValueError: if there are more queries than keys.

    Example:
        >>> look_ahead_mask(2, 3).shape
        torch.Size([1, 1, 2, 3])
        >>> look_ahead_mask(2, 3)[0, 0]
        tensor([[ True,  True, False],
                [ True,  True,  True]])
    """
    if key_length is None:
        key_length = query_length
    if query_length > key_length:
        raise ValueError(
            f"{query_length} queries cannot be the last of {key_length} keys"
        )
    visible = torch.ones(query_length, key_length, dtype=torch.bool)
    return visible.tril(key_length - query_length)[None, None]


def is_look_ahead_mask(candidate: Callable[..., Tensor]) -> bool:
    """Check on examples whether a function builds the look-ahead mask.

    Args:
        candidate: a function that is called like ``look_ahead_mask``, with a query
            length and perhaps a key length.

    Returns:
        True if the function is right, however it is written. False if, for any lengths,
        it hides the wrong keys, or returns a different shape or dtype.

    Example:
        >>> is_look_ahead_mask(look_ahead_mask)
        True
        >>> is_look_ahead_mask(lambda *lengths: ~look_ahead_mask(*lengths))
        False
    """
    for lengths in [(4,), (2, 5), (1, 3)]:
        mask, right = candidate(*lengths), look_ahead_mask(*lengths)
        if mask.dtype != torch.bool or not torch.equal(mask, right):
            return False
    return True


def decoder_mask(tgt_ids: Tensor, pad_id: int = 0) -> Tensor:
    """Hide the future and padding, as the decoder's self-attention requires.

    If padding comes first, some rows have nothing left to attend to.

    Args:
        tgt_ids: (B, L) integers, the tokens that go into the decoder; they are not
            modified.
        pad_id: the id of padding, any integer.

    Returns:
        (B, 1, L, L) boolean, True where both masks allow it; on the device of
        ``tgt_ids``.

    Example:
        >>> decoder_mask(torch.tensor([[1, 5, 0]]))[0, 0]
        tensor([[ True, False, False],
                [ True,  True, False],
                [ True,  True, False]])
    """
    look_ahead = look_ahead_mask(tgt_ids.size(-1)).to(tgt_ids.device)
    return padding_mask(tgt_ids, pad_id) & look_ahead


def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Apply the softmax over only the keys that may be attended to (paper, 3.2.3).

    Args:
        scores: (..., L_q, L_k), any real numbers; they are not modified.
        mask: boolean, broadcastable to the scores, True = may attend.

    Returns:
        (..., L_q, L_k) weights with the dtype of the scores, 0 where the mask is False.
        Each row sums to 1; a row with nothing to attend to is all zeros. Neither the
        weights nor their gradient contain NaN.

    Raises:
        ValueError: if the mask is not boolean.

    Example:
        >>> scores = torch.tensor([[1.0, 1.0, 9.0], [1.0, 1.0, 9.0]])
        >>> mask = torch.tensor([[True, True, False], [False, False, False]])
        >>> masked_softmax(scores, mask)
        tensor([[0.5000, 0.5000, 0.0000],
                [0.0000, 0.0000, 0.0000]])
    """
    if mask.dtype != torch.bool:
        raise ValueError(f"mask must be boolean (True = may attend), got {mask.dtype}")
    # The lowest finite number, not the paper's -inf: a row of only -inf gives NaN.
    lowest = torch.finfo(scores.dtype).min
    weights = scores.masked_fill(~mask, lowest).softmax(dim=-1)
    return weights.masked_fill(~mask, 0.0)


def masked_attention(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor
) -> tuple[Tensor, Tensor]:
    """Attend only to the keys that the mask allows (paper, 3.2.3).

    Args:
        q: (..., L_q, d_k) queries.
        k: (..., L_k, d_k) keys.
        v: (..., L_k, d_v) values; d_v may differ from d_k.
        mask: boolean, broadcastable to (..., L_q, L_k), True = may attend.

    Returns:
        output (..., L_q, d_v) and weights (..., L_q, L_k). A query with nothing to
        attend to gets zeros in both.

    Raises:
        ValueError: if the mask is not boolean.

    Example:
        >>> q, k = torch.zeros(1, 2), torch.zeros(3, 2)  # all scores are equal
        >>> v = torch.tensor([[2.0], [4.0], [9.0]])
        >>> masked_attention(q, k, v, torch.tensor([True, True, False]))
        (tensor([[3.]]), tensor([[0.5000, 0.5000, 0.0000]]))
    """
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))  # (..., L_q, L_k)
    weights = masked_softmax(scores, mask)
    return weights @ v, weights


def step_by_step(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Compute self-attention as a decoder does when generating: one query at a time.

    At step t, only the keys and values 0 to t exist. There is no mask: what comes after
    step t must not affect it, not even if it is NaN, and hiding a value with a weight
    of 0 would not prevent that, because 0 · NaN is NaN.

    Args:
        q: (B, H, T, d_k) queries.
        k: (B, H, T, d_k) keys.
        v: (B, H, T, d_v) values; d_v may differ from d_k. Nothing is modified.

    Returns:
        (B, H, T, d_v) the outputs of all steps, one per row.

    Example:
        >>> q = k = torch.zeros(1, 1, 3, 2)  # all scores are equal
        >>> v = torch.tensor([1.0, 3.0, 8.0]).reshape(1, 1, 3, 1)
        >>> step_by_step(q, k, v).flatten()
        tensor([1., 2., 4.])
    """
    steps = []
    for t in range(q.size(-2)):
        query = q[..., t : t + 1, :]  # (B, H, 1, d_k)
        keys, values = k[..., : t + 1, :], v[..., : t + 1, :]
        steps.append(scaled_dot_product_attention(query, keys, values)[0])
    return torch.cat(steps, dim=-2)


def future_leak(layer: nn.Module, x: Tensor, other: Tensor) -> float:
    """Measure how much the future changes the past: 0 if nothing leaks.

    For each t from 1 to L - 1, all tokens from t on are replaced with those of
    ``other``. If the layer is right, its outputs before t stay the same.

    Args:
        layer: ``layer(x)`` is (B, L, d'). It is put into evaluation mode first, because
            dropout would change outputs too.
        x: (B, L, d) the tokens, at least two.
        other: (B, L, d) their replacements. Neither ``x`` nor ``other`` is modified.

    Returns:
        The largest absolute change of any output before t, over all t.

    Example:
        >>> x = torch.tensor([[[1.0], [2.0]]])
        >>> other = torch.tensor([[[3.0], [5.0]]])
        >>> future_leak(nn.Identity(), x, other)
        0.0
        >>> round(future_leak(nn.Softmax(dim=1), x, other), 2)  # of all tokens
        0.25
    """
    # 1. in evaluation mode, compute the output for x as it is
    layer.eval()
    with torch.no_grad():
        before = layer(x)
        leaks = []
        for t in range(1, x.size(1)):
            # 2. for each t, replace the tokens from t on with those of other
            changed = torch.cat([x[:, :t], other[:, t:]], dim=1)  # (B, L, d)
            # 3. keep the largest change of the outputs before t
            leaks.append((layer(changed) - before)[:, :t].abs().max())
    return max(leaks).item()
