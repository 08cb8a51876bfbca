"""Probe for ``masking.future_leak``."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.values import as_number, call, modified, tensors


def _seen(x: Tensor, forward: int = 0) -> Tensor:
    """Return (L, L): True for the past, the token, and ``forward`` tokens ahead."""
    ones = torch.ones(x.size(1), x.size(1), dtype=torch.bool)
    return ones.tril(forward)


def _attention(x: Tensor, mask: Tensor) -> Tensor:
    scores = (x @ x.mT).masked_fill(~mask, -torch.inf)
    return scores.softmax(-1) @ x


def _hidden_afterwards(x: Tensor) -> Tensor:
    return (x @ x.mT).softmax(-1).mul(_seen(x)) @ x


def _one_early(x: Tensor) -> Tensor:
    mask = _seen(x)
    mask[0, 1] = True
    return _attention(x, mask)


def _later(x: Tensor) -> Tensor:
    """Return (B, L, d): for each token, the sum of all tokens after it."""
    return x.flip(1).cumsum(1).flip(1) - x


LAYERS: dict[str, Callable[[Tensor], Tensor]] = {
    "attention to the past": lambda x: _attention(x, _seen(x)),
    "attention to everything": lambda x: _attention(x, _seen(x, x.size(1))),
    "attention to the next token, too": lambda x: _attention(x, _seen(x, 1)),
    "attention in which the first token sees the second": _one_early,
    "attention that is masked after the softmax": _hidden_afterwards,
    "the last token for all": lambda x: x + x[:, -1:],
    "less, the more there is to come": lambda x: x - _later(x),
}


class Layer(nn.Module):
    """One of ``LAYERS``, with dropout in training; it records its mode in each call."""

    def __init__(self, name: str):
        super().__init__()
        self.compute, self.modes = LAYERS[name], set[str]()

    def forward(self, x: Tensor) -> Tensor:
        self.modes.add("training" if self.training else "evaluation")
        return nn.functional.dropout(self.compute(x), 0.3, self.training)


def probe_leak(answer: Any, case: Case) -> Observation:
    """Call the answer with a fresh layer and the tokens; it returns one number."""
    inputs, before = tensors(case), tensors(case)
    layer = Layer(inputs.pop("layer"))
    result = as_number("the result", call(answer, {"layer": layer, **inputs}))
    facts = {"modes": ", ".join(sorted(layer.modes))}
    facts["modified"] = modified(before, inputs)
    return Observation({"result": np.array(result)}, facts)


PROBE = Probe("masking.future_leak", probe_leak)
