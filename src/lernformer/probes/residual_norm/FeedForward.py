"""How ``residual_norm.FeedForward`` is asked."""

from typing import Any

import torch
from torch import nn

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.modules import (
    average,
    forward,
    load,
    parameter,
    reused,
    unchanged,
)
from lernformer.probes.values import Unusable, call, tensors


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


PROBE = Probe(
    "residual_norm.FeedForward",
    probe_feed_forward,
)
