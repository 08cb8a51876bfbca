"""Rotary positions as one product: a pair and its rotation are complex numbers."""

import functools

import torch
from torch import Tensor

from lernformer.fast.linear import linear
from lernformer.positional_encoding import RotaryProjection


def turns(
    length: int, d: int, dtype: torch.dtype, device: torch.device, base: float = 10000.0
) -> Tensor:
    """Return each pair's rotation at each position, as a complex number.

    Returns:
        (L, d/2) complex numbers e^(i ω_k position), computed once for all lengths up to
        a power of two.
    """
    capacity = max(64, 1 << (length - 1).bit_length())
    return _all_turns(capacity, d, dtype, device, base)[:length]


@functools.lru_cache(maxsize=16)
def _all_turns(
    length: int, d: int, dtype: torch.dtype, device: torch.device, base: float
) -> Tensor:
    exact = torch.promote_types(dtype, torch.float32)
    with torch.inference_mode(False):  # the cached result must also serve training
        positions = torch.arange(length, dtype=exact, device=device)[:, None]
        pairs = torch.arange(0, d, 2, dtype=exact, device=device)
        angles = positions * base ** (-pairs / d)  # (L, d/2)
        return torch.polar(torch.ones_like(angles), angles)


def turn(x: Tensor, turns: Tensor) -> Tensor:
    """Apply ``rotary`` with rotations that are already computed.

    Args:
        x: (..., d) with d even.
        turns: complex, broadcastable to (..., d/2); see ``turns``.
    """
    exact = torch.promote_types(x.dtype, torch.float32)
    pairs = torch.view_as_complex(x.to(exact).unflatten(-1, (-1, 2)))  # (..., d/2)
    return torch.view_as_real(pairs * turns).flatten(-2).to(x.dtype)


class FusedRotaryProjection(RotaryProjection):
    """``RotaryProjection``, computed by ``linear`` and ``turn``."""

    def forward(self, x: Tensor) -> Tensor:
        """Project and rotate (..., L, d_model)."""
        projected = linear(x, self.weight, self.bias)
        heads = projected.unflatten(-1, (self.n_heads, -1))  # (..., L, H, d_k)
        angles = turns(x.size(-2), heads.size(-1), heads.dtype, x.device)
        return turn(heads, angles[:, None]).flatten(-2)  # (..., L, d_model)
