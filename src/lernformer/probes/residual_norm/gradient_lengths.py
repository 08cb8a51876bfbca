"""Probe for ``residual_norm.gradient_lengths``."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.values import as_row, call, modified, tensors

# what surrounds a network F
AROUND: dict[str, Callable[[Tensor, Callable], Tensor]] = {
    "nothing": lambda x, f: f(x),
    "a residual": lambda x, f: x + f(x),
    "a residual, then a norm": lambda x, f: F.layer_norm(x + f(x), x.shape[-1:]),
}


class Layer(nn.Module):
    """A network that consists of one matrix, and what surrounds it."""

    def __init__(self, around: str, weight: Tensor):
        super().__init__()
        self.around, self.weight = AROUND[around], nn.Parameter(weight)

    def forward(self, x: Tensor) -> Tensor:
        return self.around(x, lambda h: torch.tanh(h @ self.weight))


def probe_lengths(answer: Any, case: Case) -> Observation:
    """Call the answer with a stack; it returns a row of numbers, of any type."""
    inputs, before = tensors(case), tensors(case)
    given = {name: inputs[name] for name in ("x", "upstream")}
    layers = [Layer(inputs["around"], weight) for weight in inputs["weights"]]
    result = call(answer, {"layers": layers, **given})
    values = {"result": as_row("the result", result)}
    return Observation(values, {"modified": modified(before, given)})


PROBE = Probe("residual_norm.gradient_lengths", probe_lengths)
