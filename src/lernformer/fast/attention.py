"""Multi-head attention in torch's fused kernel, or in few passes if rows are short.

Axes: ``L_q`` queries, ``L_k`` keys, ``d_k`` features of a head; ``...`` stands for any
number of leading axes.
"""

import math
from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable
from torch.nn import functional as F

from lernformer.attention import (
    MultiHeadAttention,
    check_fit,
    merge_heads,
    split_heads,
)

# When training on a CPU with up to this many queries and keys, it is faster to compute
# the softmax of all rows at once. Without gradients, the fused kernel is faster.
SHORT = 32


class _ShortAttention(torch.autograd.Function):
    """softmax(q kᵀ / √d_k) v for q (n, L_q, d_k), k, v (n, L_k, d_k), with gradients.

    ``hidden``, if any, is broadcastable to (n, L_q, L_k). A row that is completely
    hidden has weights of 0.
    """

    @staticmethod
    def forward(
        ctx: Any, q: Tensor, k: Tensor, v: Tensor, hidden: Tensor | None
    ) -> Tensor:
        weights = torch.bmm(q, k.mT).mul_(1 / math.sqrt(q.size(-1)))  # (n, L_q, L_k)
        if hidden is not None:
            weights.masked_fill_(hidden, -math.inf)
        least = torch.finfo(q.dtype).min
        weights.sub_(weights.amax(-1, keepdim=True).clamp_(min=least)).exp_()
        tiny = torch.finfo(q.dtype).tiny
        weights.div_(weights.sum(-1, keepdim=True).clamp_(min=tiny))
        ctx.save_for_backward(q, k, v, weights)
        return torch.bmm(weights, v)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        q, k, v, weights = ctx.saved_tensors
        by_v = torch.bmm(weights.mT, grad)
        by_scores = torch.bmm(grad, v.mT).mul_(weights)
        by_scores.addcmul_(weights, by_scores.sum(-1, keepdim=True), value=-1)
        by_scores.mul_(1 / math.sqrt(q.size(-1)))
        return torch.bmm(by_scores, k), torch.bmm(by_scores.mT, q), by_v, None


def _is_short(q: Tensor, k: Tensor, v: Tensor, dropout: float) -> bool:
    """Return whether ``_ShortAttention`` can compute these, and is faster."""
    return (
        torch.is_grad_enabled()
        and max(q.size(-2), k.size(-2)) <= SHORT
        and q.shape[:-2] == k.shape[:-2] == v.shape[:-2]
        and q.device.type == "cpu"
        and q.dtype in (torch.float32, torch.float64, torch.bfloat16)
        and not dropout
        and not torch.is_autocast_enabled("cpu")
    )


def attend(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None, dropout: float = 0.0
) -> Tensor:
    """Compute scaled dot-product attention, without returning its weights.

    Args:
        q: (..., L_q, d_k).
        k: (..., L_k, d_k).
        v: (..., L_k, d_k).
        mask: broadcastable to (..., L_q, L_k), True = may attend.
        dropout: probability in [0, 1) of dropping a weight.

    Returns:
        (..., L_q, d_k).
    """
    if not _is_short(q, k, v, dropout):
        return F.scaled_dot_product_attention(q, k, v, mask, dropout)
    # bfloat16 has too few digits for scores
    exact = torch.promote_types(v.dtype, torch.float32)
    rows = (each.to(exact).reshape(-1, *each.shape[-2:]) for each in (q, k, v))
    hidden = None
    if mask is not None:
        scores = (*q.shape[:-1], k.size(-2))  # (..., L_q, L_k)
        hidden = (~mask).expand(scores).reshape(-1, *scores[-2:])
    mixed = _ShortAttention.apply(*rows, hidden)  # (n, L_q, d_k)
    return mixed.view(*q.shape[:-1], v.size(-1)).to(v.dtype)


class FusedMultiHeadAttention(MultiHeadAttention):
    """``MultiHeadAttention`` via ``attend``, which is faster but returns no weights."""

    def forward(  # type: ignore[override]  # None: nobody uses the weights
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, None]:
        """Attend as ``MultiHeadAttention`` does, but return no weights."""
        q = split_heads(self.q_proj(query), self.n_heads)  # (..., H, L_q, d_k)
        k = split_heads(self.k_proj(key), self.n_heads)  # (..., H, L_k, d_k)
        v = split_heads(self.v_proj(value), self.n_heads)  # (..., H, L_k, d_k)
        check_fit(q, k, mask)
        if mask is not None:
            mask = torch.atleast_2d(mask)  # the kernel needs both axes
        dropout = self.dropout.p if self.training else 0.0
        return self.out_proj(merge_heads(attend(q, k, v, mask, dropout))), None
