"""Probe for ``residual_norm.ResidualConnection``."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.modules import Loaded, average, forward, load, make
from lernformer.probes.values import Unusable, call, plain, tensors

RECEIVED = "the sublayer's input"

BY_DEFAULT = "is pre-norm by default"

WAY_AROUND = "leaves the way around free"


def load_norm(module: nn.Module, x: dict) -> dict[str, Loaded]:
    """Copy γ and β into parameters of any name that start as ones and zeros."""
    loaded: dict[str, Loaded] = {}
    for name, p in module.named_parameters():
        start = p.detach().flatten()[:1].double().sum().item()
        constant = bool((p == start).all())
        if p.numel() != x["d_model"] or not constant or start not in (0, 1):
            raise Unusable(
                f"has a parameter {name} of shape {tuple(p.shape)} that is neither the "
                "norm's γ (ones at the start) nor its β (zeros)"
            )
        kind = "gamma" if start else "beta"
        load(loaded, f"{kind} {len(loaded)}", p, x[kind])
    return loaded


def probe_residual(answer: Any, case: Case) -> Observation:
    """Make the module, copy γ and β into its norm, and run a sublayer beside x."""
    x, facts, received = tensors(case), {}, []
    given = [] if "by default" in case.setting else [x["dropout"], x["norm_first"]]
    module = make(answer, [x["d_model"], *given], case)
    loaded = load_norm(module, x)
    if not loaded:
        facts["norm"] = "none"

    def function(h):
        received.append(h)
        return sublayer(x)(h)

    inputs = {"x": x["x"], "sublayer": function}
    if case.setting.startswith("dropout"):
        return average(module, inputs, facts)
    if case.setting == "second call":
        call(module, {**inputs, "x": x["x"] + 1})
        received.clear()
    seen = forward(module, inputs, loaded, facts, x.get("upstream"))
    values: dict[str, Any] = {"output": seen.values["output"]}
    for name in ("x", "gamma", "beta"):  # a norm that isn't used gets no gradient
        of = f"gradient of {name}"
        if parts := [v for n, v in seen.values.items() if n.startswith(of)]:
            values[of] = sum(parts)
    if case.aspect == WAY_AROUND and received and torch.is_tensor(received[0]):
        values[RECEIVED] = plain(received[0])
    return Observation(values, facts)


def sublayer(x: dict) -> Callable[[Tensor], Tensor]:
    """Return the sublayer of a case: neither linear nor the same for all features."""
    if x["silent"]:
        return torch.zeros_like
    return lambda h: 2 * (h @ x["weight"]).tanh()


PROBE = Probe("residual_norm.ResidualConnection", probe_residual)
