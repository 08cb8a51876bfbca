"""Helpers for several probes in this chapter."""

from typing import Any

import torch
from torch import nn

from lernformer.probes.aspects import GRADIENT
from lernformer.probes.case import Case, Observation
from lernformer.probes.modules import (
    ELSEWHERE,
    Loaded,
    forward,
    load,
    make,
    on_another_device,
    outputs_of,
)
from lernformer.probes.values import (
    Unusable,
    as_tensors,
    call,
    gradients,
    plain,
    tensors,
)

TRAINED = "has nothing to train"

ADDS = "adds its row to each token"

LEARNS = "learns the rows that it uses"

LENGTHS = "serves any length up to max_length"


def probe_layer(answer: Any, case: Case) -> Observation:
    """Make the layer, let it learn the case's table if there is one, and call it."""
    module = _made(answer, case)
    if case.setting == "device":
        module.to(ELSEWHERE).eval()
        return on_another_device(module, {"x": tensors(case)["x"]})
    inputs = tensors(case)
    x, loaded = inputs["x"], {}
    facts = {"trainable": ", ".join(_trainable(module))}
    module.eval()
    if "table" in inputs:
        loaded = _load(module, inputs["table"])
        if not loaded:  # in a different form, so add what it lacks to x
            facts["form"] = "other"
            x = x if case.setting == "too long" else x + _lacking(module, inputs)
    module.train(case.setting == "dropout" or case.setting.startswith("train"))
    if case.setting == "too long":
        return _too_long(module, {"x": x, "start": inputs.get("start", 0)}, facts)
    if case.setting == "second call":
        call(module, {"x": x[:, :2] + 1})
        call(module, {"x": x + 1})

    given = {name: inputs[name] for name in ("start",) if name in inputs}
    given = {"x": x, **given}
    if case.aspect == LEARNS and not loaded:
        facts["learns"] = _learns(module, given, inputs["upstream"])
    if case.aspect == GRADIENT:
        return forward(module, given, {}, facts, inputs["upstream"])
    if case.aspect != LEARNS or not loaded:
        return forward(module, given, {}, facts)
    seen = forward(module, given, loaded, facts, inputs["upstream"])
    seen.values.pop("gradient of x", None)  # optional here; other aspects check it
    return seen


def _made(answer: Any, case: Case) -> nn.Module:
    names = ["d_model", "max_length", "dropout"]
    given = {"train by default": 2, "by default": 1}.get(case.setting, 3)
    return make(answer, [case.inputs[name] for name in names[:given]], case)


def _trainable(module: nn.Module) -> dict[str, nn.Parameter]:
    return {name: p for name, p in module.named_parameters() if p.requires_grad}


def _too_long(module: nn.Module, given: dict, facts: dict) -> Observation:
    try:
        output = call(module, given)
    except Exception:
        return Observation({}, facts)
    return Observation({"output": plain(as_tensors(output, ("output",))["output"])})


def _load(module: nn.Module, table: torch.Tensor) -> dict[str, Loaded]:
    """Copy the table into the one parameter that holds it, transposed if necessary.

    Return that parameter, or none if the layer stores its positions in another form.
    """
    parameters = list(_trainable(module).values())
    if not parameters:
        raise Unusable("has no trainable parameter: nothing in it can be learned")
    size = sum(p.numel() for p in parameters)
    if size < table.numel():
        length, d_model = table.shape
        raise Unusable(
            f"has {size} numbers to learn, but max_length · d_model = "
            f"{length} · {d_model} = {table.numel()}"
        )
    loaded: dict[str, Loaded] = {}
    if len(parameters) == 1:
        load(loaded, "table", parameters[0], table)
    return loaded


def _lacking(module: nn.Module, inputs: dict) -> torch.Tensor:
    """Return (L, d): the case's positions minus the layer's own."""
    table, start = inputs["table"], inputs.get("start", 0)
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for parameter in _trainable(module).values():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
        own = call(module, {"x": torch.zeros_like(table)[None]})
    own = as_tensors(own, ("output",))["output"].detach()
    if own.shape != (1, *table.shape):
        raise Unusable(
            f"output has shape {tuple(own.shape)}, expected {(1, *table.shape)}"
        )
    return (table - own[0])[start : start + inputs["x"].size(-2)]


def _learns(module: nn.Module, inputs: dict, upstream: torch.Tensor) -> str:
    output = outputs_of(module, inputs, {})["output"]
    found = gradients(output, upstream, _trainable(module))
    return "yes" if any(g.any() for g in found.values()) else "no"
