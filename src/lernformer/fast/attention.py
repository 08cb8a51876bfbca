"""Multi-head attention in torch's fused kernel."""

import torch
from torch import Tensor
from torch.nn import functional as F

from lernformer.attention import (
    MultiHeadAttention,
    check_fit,
    merge_heads,
    split_heads,
)


class FusedMultiHeadAttention(MultiHeadAttention):
    """``MultiHeadAttention`` in torch's fused kernel: faster, without the weights."""

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, None]:
        """Attend as ``MultiHeadAttention`` does; None stands for the weights."""
        q = split_heads(self.q_proj(query), self.n_heads)  # (..., H, L_q, d_k)
        k = split_heads(self.k_proj(key), self.n_heads)  # (..., H, L_k, d_k)
        v = split_heads(self.v_proj(value), self.n_heads)  # (..., H, L_k, d_k)
        check_fit(q, k, mask)
        if mask is not None:
            mask = torch.atleast_2d(mask)  # the kernel asks for both axes
        dropout = self.dropout.p if self.training else 0.0
        heads = F.scaled_dot_product_attention(q, k, v, mask, dropout)
        return self.out_proj(merge_heads(heads)), None
