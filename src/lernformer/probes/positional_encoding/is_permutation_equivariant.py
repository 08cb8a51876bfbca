"""Probe for ``positional_encoding.is_permutation_equivariant``."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.testing import truth
from lernformer.probes.values import call, modified, tensors

ROUNDING = 5e-7  # rounding in float32, for numbers around 1

ZERO, LARGE = 1, 2  # features that are 0 and 3 in all tokens, to test tolerances

# Small, but above 1e-5 and above 1e-5 · 3. They distinguish the tolerances from each
# other, and from rounding to half precision, where 3.0005 becomes 3.
TINY, SMALL = "0.00003", ("0.0002", "0.0005", "0.002", "0.003")

GIVEN = "asks about the tokens that it is given"  # there, all tokens are alike

LOOSE = (1e-4, 1e-3, 1e-2, 0.1, 0.5, 1.0)


def _attention(x: Tensor) -> Tensor:
    return scaled_dot_product_attention(x, x, x)


def _causal(x: Tensor) -> Tensor:
    return scaled_dot_product_attention(x, x, x, is_causal=True)


def _positions(x: Tensor) -> Tensor:
    return torch.sin(_places(x) * torch.arange(1, x.size(-1) + 1))


def _linear(x: Tensor) -> Tensor:
    each = torch.arange(x.size(-1), dtype=x.dtype)
    return x @ torch.cos(each * each[:, None] + 1)


def _marked(x: Tensor) -> Tensor:
    """Return (B, 1, 1): True for sentences whose first feature has a positive sum."""
    return x[..., :1].sum(dim=1, keepdim=True) > 0


def _places(x: Tensor) -> Tensor:
    """Return (L, 1): 1 for the first token, 2 for the second, …"""
    return torch.arange(1, x.size(1) + 1, dtype=x.dtype)[:, None]


def _feature(x: Tensor, i: int) -> Tensor:
    """Return (d,): True only for feature i."""
    return torch.arange(x.size(-1)) == i % x.size(-1)


def _average(x: Tensor) -> Tensor:
    return x.mean(dim=1, keepdim=True).expand_as(x)


def _one_number(x: Tensor, i: int, more: float) -> Tensor:
    """Add to feature i of the first token of the marked sentence."""
    here = _marked(x) & (_places(x) == 1) & _feature(x, i)
    return x + more * here.to(x.dtype)


LAYERS: dict[str, Callable[[Tensor], Tensor]] = {
    "self-attention": _attention,
    "self-attention with positions": lambda x: _attention(x + _positions(x)),
    "self-attention to the past": _causal,
    "the identity": lambda x: x,
    "a linear layer": _linear,
    "the sum of the tokens so far": lambda x: x.cumsum(dim=1),
    "the tokens in reverse": lambda x: x.flip(1),
    "the same average for all tokens": _average,
    "the average plus the place of each token": lambda x: _average(x) + _places(x),
    "the first token for all tokens": lambda x: x[:, :1].expand_as(x),
    "the last token for all tokens": lambda x: x[:, -1:].expand_as(x),
    "a different factor for each sentence": lambda x: (
        x * torch.arange(1, len(x) + 1, dtype=x.dtype)[:, None, None]
    ),
    "positions in one sentence": lambda x: x + _marked(x) * _places(x),
    "positions that cancel over the batch": lambda x: (
        x + _places(x) * _marked(x).to(x.dtype).mul(len(x)).sub(1)
    ),
    "positions in one feature": lambda x: x + _feature(x, -1) * _places(x),
    "the first token doubled": lambda x: x * (1 + (_places(x) == 1)),
    "the first token reversed": lambda x: x.where(_places(x) > 1, x.flip(-1)),
    "the first token negated": lambda x: x * (1 - 2 * (_places(x) == 1)),
    "the last token doubled": lambda x: x * (1 + (_places(x) == x.size(1))),
    "a rounding at odd places": lambda x: x + ROUNDING * (_places(x) % 2),
    f"{TINY} more in one 0": lambda x: _one_number(x, ZERO, float(TINY)),
    **{
        # mypy can't infer a lambda with a default argument
        f"{more} more in one 3": lambda x, more=more: _one_number(x, LARGE, float(more))  # type: ignore[misc]
        for more in SMALL
    },
}


class Layer(nn.Module):
    """One of the layers. It is a module, because students may call ``eval()`` on it.

    ``known`` describes possible inputs; if it isn't empty, the layer records its calls.
    """

    compute: Callable[[Tensor], Tensor]
    known: dict[str, Tensor]
    calls: list[str]

    def __init__(self, name: str, known: dict[str, Tensor]):
        super().__init__()
        # avoids nn.Module's __setattr__, which takes as long as many of the layers
        vars(self).update(compute=LAYERS[name], known=known, calls=[])

    def forward(self, x: Tensor) -> Tensor:
        if self.known:
            same = [word for word, other in self.known.items() if _equal(x, other)]
            word = same[0] if same else _otherwise(x, self.known["as it is"])
            self.calls.append(word)
        return self.compute(x)


def _equal(a: Any, b: Tensor) -> bool:
    return isinstance(a, Tensor) and a.shape == b.shape and torch.equal(a.to(b), b)


def _known(x: Tensor, order: Tensor) -> dict[str, Tensor]:
    """Return the inputs that a layer may be called with, keyed by a description."""
    return {"shuffled": x[:, order], "as it is": x, "back": x[:, order.argsort()]}


def _otherwise(x: Any, tokens: Tensor) -> str:
    if not isinstance(x, Tensor) or x.shape[1:] != tokens.shape[1:]:
        return "something else"
    if len(x) == 2 * len(tokens) and any(_equal(half, tokens) for half in x.chunk(2)):
        return "joined"
    if len(x) != len(tokens):
        return "something else"
    same = _equal(x.sort(1)[0], tokens.sort(1)[0])
    return "another order" if same else "other tokens"


def probe_layers(answer: Any, case: Case) -> Observation:
    """Ask about every layer and order; record the first layer's inputs.

    Always use float32, because some answers mistake its rounding for a difference.
    """
    inputs = tensors(replace(case, dtype="float32"))
    layers, x, orders = inputs["layers"], inputs["x"], inputs["orders"]
    result, changed = np.zeros((len(layers), len(orders))), ""
    calls: str | None = None
    for i, name in enumerate(layers):
        for j, order in enumerate(orders):
            layer = Layer(name, _known(x.clone(), order) if calls is None else {})
            given = {"layer": layer, "x": x.clone(), "order": order.clone()}
            result[i, j] = truth(call(answer, given))
            changed = changed or modified(given | {"x": x, "order": order}, given)
            calls = calls or ", ".join(dict.fromkeys(layer.calls)) or "never"
    assert calls is not None
    facts = {"calls": calls[:200], "modified": changed}
    return Observation({"result": result}, facts)


PROBE = Probe("positional_encoding.is_permutation_equivariant", probe_layers)
