"""Linear layers computed by oneDNN, which comes with torch.

In float32, torch uses MKL for matrix products on a CPU. MKL doesn't use the widest
instructions on processors that Intel didn't make. oneDNN does, so it is about twice as
fast there, and no slower elsewhere.
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.nn import functional as F

from lernformer.embedding import TiedOutput

# Each new shape costs oneDNN a fraction of a millisecond, which is more than it saves
# in a small product.
SMALLEST = 2**21  # multiplications

# If the weight is already packed, smaller products are worth it, too.
SMALLEST_PACKED = 3 * 2**19

_HAS_ONEDNN = torch.backends.mkldnn.is_available() and all(
    hasattr(torch.ops.mkldnn, name)
    for name in ("_linear_pointwise", "_reorder_linear_weight")
)


def _suits_onednn(x: Tensor, weight: Tensor, smallest: int) -> bool:
    """Return whether oneDNN can compute this product, and is faster."""
    return (
        x.numel() * weight.size(0) >= smallest
        and _HAS_ONEDNN
        and x.dtype == torch.float32
        and x.device.type == "cpu"
        and not torch.is_autocast_enabled("cpu")
    )


def _product(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Compute x weightᵀ + bias with oneDNN, without a gradient."""
    return torch.ops.mkldnn._linear_pointwise(x, weight, bias, "none", [], "")


class _Linear(torch.autograd.Function):
    """``F.linear`` with oneDNN for its three products, one forward and two back."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        ctx.save_for_backward(x, weight)
        return _product(x, weight, bias)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        x, weight = ctx.saved_tensors
        by_x = by_weight = by_bias = None
        if ctx.needs_input_grad[0]:
            by_x = _product(grad, weight.t())  # (..., d_in)
        rows = grad.reshape(-1, grad.size(-1))  # (n, d_out)
        if ctx.needs_input_grad[1]:
            by_weight = _outer(rows, x.reshape(-1, x.size(-1)))  # (d_out, d_in)
        if ctx.needs_input_grad[2]:
            by_bias = rows.sum(dim=0)
        return by_x, by_weight, by_bias


def _outer(grad: Tensor, x: Tensor) -> Tensor:
    """Compute gradᵀ x; oneDNN is faster when the longer side comes second."""
    if grad.size(1) > x.size(1):
        return _product(x.t(), grad.t()).t()
    return _product(grad.t(), x.t())


def linear(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Compute ``F.linear``: x weightᵀ + bias, with the same numbers up to rounding.

    Args:
        x: (..., d_in).
        weight: (d_out, d_in).
        bias: (d_out,).

    Returns:
        (..., d_out).
    """
    if not _suits_onednn(x, weight, SMALLEST):
        return F.linear(x, weight, bias)
    if torch.is_grad_enabled():
        return _Linear.apply(x, weight, bias)
    return _product(x, weight, bias)


class PackedLinear:
    """``linear`` with a weight that doesn't change, for use without training.

    oneDNN has its own order for the numbers of a weight. ``linear`` puts them in that
    order for every product, but this class does so only once, which takes as long as a
    few products. For a single row, columns are the fastest order.

    Args:
        weight: (d_out, d_in).
        bias: (d_out,).
    """

    def __init__(self, weight: Tensor, bias: Tensor | None = None):
        self.weight, self.bias = weight, bias
        self.packed: Tensor | None = None
        self.columns = weight.detach().t().contiguous().t()
        self.few = SMALLEST_PACKED // weight.size(0)  # smaller products aren't worth it

    def __call__(self, x: Tensor) -> Tensor:
        """Transform (..., d_in) into (..., d_out)."""
        if x.numel() < self.few or not _suits_onednn(x, self.weight, SMALLEST_PACKED):
            single = x.numel() == x.size(-1)
            return F.linear(x, self.columns if single else self.weight, self.bias)
        if self.packed is None:
            self.packed = torch.ops.mkldnn._reorder_linear_weight(self.weight.detach())
        return _product(x, self.packed, self.bias)


class FusedLinear(nn.Linear):
    """``nn.Linear``, computed by ``linear``."""

    def forward(self, x: Tensor) -> Tensor:
        """Transform (..., d_in) into (..., d_out)."""
        return linear(x, self.weight, self.bias)


class FusedTiedOutput(TiedOutput):
    """``TiedOutput``, computed by ``linear``."""

    def forward(self, h: Tensor) -> Tensor:
        """Turn (..., d_model) into logits (..., V), before the softmax."""
        return linear(h, self.weight)
