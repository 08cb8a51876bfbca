"""AdamW, and Muon for layers' matrices (Jordan et al. 2024, arXiv 2502.16982).

Most of a gradient lies in a few directions. Muon averages the gradients over time and
then makes all directions about equally large, with five Newton–Schulz steps, which
turn UΣVᵀ into nearly UVᵀ. A step takes longer than with AdamW, but training needs fewer
steps.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

A, B, C = 3.4445, -4.7750, 2.0315  # the polynomial's coefficients, as published
ITERATIONS = 5
MOMENTUM = 0.95
RMS = 0.5  # the size of an update; with AdamW, it is about 0.2


def orthogonal(matrices: Tensor) -> Tensor:
    """Return nearly UVᵀ for each matrix UΣVᵀ: (n, rows, columns) of any float type."""
    # bfloat16 is precise enough, but very slow on many processors
    x = matrices if matrices.device.type == "cpu" else matrices.bfloat16()
    x = x / x.norm(dim=(-2, -1), keepdim=True).clamp(min=1e-7)
    is_tall = x.size(-2) > x.size(-1)
    x = x.mT if is_tall else x
    for _ in range(ITERATIONS):
        gram = x @ x.mT
        x = torch.baddbmm(
            x, torch.baddbmm(gram, gram, gram, beta=B, alpha=C), x, beta=A
        )
    return (x.mT if is_tall else x).to(matrices.dtype)


class Muon(torch.optim.AdamW):
    """Uses Muon for ``matrices`` of shape (rows, columns), and AdamW for the rest.

    Args:
        parameters: all parameters that learn, including the matrices.
        matrices: the parameters that Muon updates.
        options: options for AdamW. ``lr`` and ``weight_decay`` also apply to Muon.
    """

    def __init__(
        self,
        parameters: Iterable[nn.Parameter],
        matrices: Iterable[nn.Parameter],
        **options: Any,
    ):
        super().__init__(parameters, **options)
        self.by_shape: dict[torch.Size, list[nn.Parameter]] = defaultdict(list)
        for matrix in matrices:
            self.by_shape[matrix.shape].append(matrix)

    @torch.no_grad()
    def step(self, closure: Any = None) -> Any:
        """Update the matrices, drop their gradients, and let AdamW update the rest."""
        (group,) = self.param_groups
        for shape, alike in self.by_shape.items():
            learning: list[Tensor] = [p for p in alike if p.grad is not None]
            if not learning:
                continue
            gradients: list[Tensor] = [p.grad for p in learning if p.grad is not None]
            for p in learning:
                if "momentum" not in self.state[p]:
                    self.state[p]["momentum"] = torch.zeros_like(p)
            averages = [self.state[p]["momentum"] for p in learning]
            torch._foreach_lerp_(averages, gradients, 1 - MOMENTUM)
            torch._foreach_lerp_(gradients, averages, MOMENTUM)  # Nesterov's
            updates = orthogonal(torch.stack(gradients)).unbind()
            torch._foreach_mul_(learning, 1 - group["lr"] * group["weight_decay"])
            rate = group["lr"] * RMS * max(shape) ** 0.5
            torch._foreach_add_(learning, updates, alpha=-rate)
            for p in learning:
                p.grad = None
        return super().step(closure)
