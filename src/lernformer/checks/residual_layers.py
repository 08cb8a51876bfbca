"""Norms, feed-forward and residuals, as answers: loading their weights."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.checks.mistakes.residual_norm.residual_connection import (
    WAY_AROUND,
    sublayer,
)
from lernformer.checks.modules import (
    Loaded,
    average,
    forward,
    load,
    make,
    parameter,
    reused,
    unchanged,
)
from lernformer.checks.task import Case, Observation
from lernformer.checks.values import Unusable, call, plain, tensors

RECEIVED = "the sublayer's input"


def probe_norm(*names: str) -> Callable[[Any, Case], Observation]:
    """Make a probe for a norm whose parameters are ``names``."""

    def probe(answer: Any, case: Case) -> Observation:
        x, facts, loaded = tensors(case), {}, {}
        d = x["d_model"]
        module = make(answer, [d, x["eps"]] if "eps" in x else [d], case)
        for name in names:
            found = parameter(module, name)
            if found.numel() != d or found.shape[-1] != d:
                raise Unusable(
                    f"{name} should have shape (d_model,) = ({d},), it has shape "
                    f"{tuple(found.shape)}"
                )
            if case.setting != "fresh":
                load(loaded, name, found, x[name])
        if case.setting == "fresh":
            values = {name: plain(parameter(module, name)).ravel() for name in names}
            count = sum(p.numel() for p in module.parameters())
            return Observation({**values, "number of parameters": np.array([count])})
        if case.setting == "second call":
            call(module, {"x": 1 - 2 * x["x"]})  # of another mean and variance
        seen = forward(module, {"x": x["x"]}, loaded, facts, x.get("upstream"))
        unchanged(module, loaded, facts)
        return seen

    return probe


def load_layer(
    module: nn.Module, name: str, n_in: int, n_out: int, x: dict, loaded: dict
) -> None:
    """Copy a layer's weight and bias; the weight may map from either side."""
    weight = parameter(module, f"{name}.weight")
    bias = getattr(getattr(module, name), "bias", None)
    if not isinstance(bias, torch.Tensor):
        raise Unusable(f"{name} has a weight but no bias")
    if not load(loaded, f"{name}.weight", weight, x[f"{name}.weight"]):
        raise Unusable(
            f"{name} should map {n_in} to {n_out} features, its weight has shape "
            f"{tuple(weight.shape)}"
        )
    bias = parameter(module, f"{name}.bias")
    if not load(loaded, f"{name}.bias", bias, x[f"{name}.bias"]):
        raise Unusable(
            f"{name} should map {n_in} to {n_out} features, it is the other way round"
        )


def probe_feed_forward(answer: Any, case: Case) -> Observation:
    """Make the module, copy the case's weights into it, and transform x."""
    x, facts, loaded = tensors(case), {}, {}
    d, d_ff = x["d_model"], x["d_ff"]
    given = [] if case.setting == "train by default" else [x["dropout"]]
    module = reused(answer, [d, d_ff, *given], case)
    for name in ("linear_1", "linear_2"):
        if getattr(module, name, None) is None:
            raise Unusable(f"has no {name}")
    load_layer(module, "linear_1", d, d_ff, x, loaded)
    load_layer(module, "linear_2", d_ff, d, x, loaded)
    if case.setting == "dropout":
        return average(module, {"x": x["x"]}, facts)
    if case.setting == "second call":
        call(module, {"x": x["x"] + 1})
    seen = forward(module, {"x": x["x"]}, loaded, facts, x.get("upstream"))
    unchanged(module, loaded, facts)
    return seen


def load_norm(module: nn.Module, x: dict) -> dict[str, Loaded]:
    """Copy γ and β into whatever starts as ones and as zeros, under any name."""
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
    values = {"output": seen.values["output"]}
    for name in ("x", "gamma", "beta"):  # a norm that is not used gets no gradient
        of = f"gradient of {name}"
        if parts := [v for n, v in seen.values.items() if n.startswith(of)]:
            values[of] = sum(parts)
    if case.aspect == WAY_AROUND and received and torch.is_tensor(received[0]):
        values[RECEIVED] = plain(received[0])
    return Observation(values, facts)
