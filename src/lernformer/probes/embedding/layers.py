"""What several tasks of the chapter are asked with."""

import torch
from torch import nn

from lernformer.probes.case import Arrays


def learn(module: nn.Module, output: torch.Tensor, upstream: torch.Tensor) -> Arrays:
    """One step of gradient descent, where a gradient arrives and fits."""
    if output.shape == upstream.shape and output.requires_grad:
        output.backward(upstream.to(output.dtype))
        with torch.no_grad():
            for parameter in module.parameters():
                if parameter.grad is not None:
                    parameter -= 0.1 * parameter.grad.to_dense()
    return {}
