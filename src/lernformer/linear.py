"""Matrix products on a CPU, by the library that uses all of its instructions.

In float32, torch hands them to MKL, which leaves out the widest instructions of
processors that are not of its own maker. oneDNN, which torch brings along, has them:
there it is about twice as fast, elsewhere no slower.
"""

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.nn import functional as F

# Each new shape costs oneDNN a fraction of a millisecond, which small products do not
# bring in.
SMALLEST = 2**21  # multiplications

_HAS_ONEDNN = torch.backends.mkldnn.is_available() and hasattr(
    torch.ops.mkldnn, "_linear_pointwise"
)


def _product(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """x weightᵀ + bias, by oneDNN, without a gradient."""
    return torch.ops.mkldnn._linear_pointwise(x, weight, bias, "none", [], "")


class _Linear(torch.autograd.Function):
    """``F.linear`` whose three products, one forward and two back, are oneDNN's."""

    @staticmethod
    def forward(ctx, x: Tensor, weight: Tensor, bias: Tensor | None):
        ctx.save_for_backward(x, weight)
        return _product(x, weight, bias)

    @staticmethod
    @once_differentiable
    def backward(ctx, grad: Tensor):
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
    """gradᵀ x; oneDNN is faster when the longer side comes second."""
    if grad.size(1) > x.size(1):
        return _product(x.t(), grad.t()).t()
    return _product(grad.t(), x.t())


def linear(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """``F.linear``: x weightᵀ + bias, the same numbers but for rounding.

    Args:
        x: (..., d_in).
        weight: (d_out, d_in).
        bias: (d_out,).

    Returns:
        (..., d_out).
    """
    if (
        not _HAS_ONEDNN
        or x.dtype != torch.float32
        or x.device.type != "cpu"
        or x.numel() * weight.size(0) < SMALLEST
        or torch.is_autocast_enabled("cpu")
    ):
        return F.linear(x, weight, bias)
    if torch.is_grad_enabled():
        return _Linear.apply(x, weight, bias)
    return _product(x, weight, bias)


class FusedLinear(nn.Linear):
    """``nn.Linear`` by ``linear``."""

    def forward(self, x: Tensor) -> Tensor:
        """Transform (..., d_in) into (..., d_out)."""
        return linear(x, self.weight, self.bias)
