"""Sublayers that compute in bfloat16, which some processors multiply faster.

The residual path, the norms, the attention weights and the logits stay in float32, as
with torch's autocast. On a CPU, autocast casts each weight and each activation again
for every product, which costs a small model more than the products save. Here, all of
a sublayer's weights are cast together.
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.func import functional_call

from lernformer.attention import MultiHeadAttention
from lernformer.residual_norm import FeedForward

# capabilities for bfloat16 products, as ``torch.cpu.get_capabilities`` names them
INSTRUCTIONS = ("avx512_bf16", "amx_bf16")


def is_fast() -> bool:
    """Return whether this processor multiplies bfloat16 faster than float32."""
    capabilities: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
    return any(capabilities.get(name) for name in INSTRUCTIONS)


def lower(module: nn.Module) -> None:
    """Make each attention and feed-forward network in a module compute in bfloat16."""
    for name, child in module.named_children():
        if isinstance(child, MultiHeadAttention | FeedForward):
            setattr(module, name, InBfloat16(child))
        else:
            lower(child)


class InBfloat16(nn.Module):
    """A sublayer that computes in bfloat16, while its weights stay in float32.

    Args:
        sublayer: a module with float32 parameters. They are shared, not copied.
    """

    def __init__(self, sublayer: nn.Module):
        super().__init__()
        self.sublayer = sublayer

    def forward(self, *inputs: Tensor | None) -> Any:
        """Run the sublayer on its inputs in bfloat16; masks stay boolean."""
        names, parameters = zip(*self.sublayer.named_parameters(), strict=True)
        weights = dict(zip(names, _Cast.apply(*parameters), strict=True))
        lowered = tuple(
            x.to(torch.bfloat16) if x is not None and x.is_floating_point() else x
            for x in inputs
        )
        return functional_call(self.sublayer, weights, lowered)


class _Cast(torch.autograd.Function):
    """Casts tensors to bfloat16, all at once; their gradients come back in float32."""

    @staticmethod
    def forward(ctx: Any, *tensors: Tensor) -> tuple[Tensor, ...]:
        return _copies(tensors, torch.bfloat16)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, ...]:
        return _copies(grads, torch.float32)


def _copies(tensors: tuple[Tensor, ...], dtype: torch.dtype) -> tuple[Tensor, ...]:
    copies = tuple(torch.empty_like(each, dtype=dtype) for each in tensors)
    torch._foreach_copy_(copies, tensors)
    return copies
