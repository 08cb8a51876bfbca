"""Modules as answers: copying weights into them, and averaging dropout away."""

from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.checks.task import Case, Observation
from lernformer.checks.values import Unusable, as_tensors, call, plain

PROJECTIONS = ("q_proj", "k_proj", "v_proj", "out_proj")
COPIES = 600  # of one input, to average dropout away


def load_projections(module: nn.Module, x: dict) -> tuple[dict, dict]:
    """Copy the case's weights; return what was found and the weights by name."""
    facts, parameters = {}, {}
    registered = {id(p) for p in module.parameters()}
    d_model = x["d_model"]
    for name in PROJECTIONS:
        layer = getattr(module, name, None)
        weight = layer if isinstance(layer, torch.Tensor) else weight_of(layer)
        if weight is None:
            raise Unusable(f"has no {name} with a weight, such as nn.Linear")
        if tuple(weight.shape) != (d_model, d_model):
            raise Unusable(
                f"{name} should map d_model ({d_model}) to d_model ({d_model}) "
                f"features, its weight has shape {tuple(weight.shape)}"
            )
        if id(weight) not in registered:
            raise Unusable(f"has {name}, but not among its parameters()")
        if any(weight is other for other in parameters.values()):
            facts["shared"] = name
        bias = getattr(layer, "bias", None)
        with torch.no_grad():
            if weight is layer:  # x @ W and x @ Wᵀ are both right: let them be equal
                facts[name] = "symmetric"
                weight.copy_(symmetric(x[f"{name}.weight"]))
            else:
                weight.copy_(x[f"{name}.weight"])
            if isinstance(bias, torch.Tensor):
                bias.copy_(x[f"{name}.bias"])
            else:
                facts[f"{name}.bias"] = "none"
        parameters[f"{name}.weight"] = weight
    return facts, parameters


def weight_of(layer: Any) -> torch.Tensor | None:
    weight = getattr(layer, "weight", None)
    return weight if isinstance(weight, torch.Tensor) else None


def symmetric(weight):
    return (weight + weight.T) / 2


def is_current(module: nn.Module, name: str, parameters: dict, x: dict) -> bool:
    """Whether the projection still holds the weights that were copied into it."""
    layer, copied = getattr(module, name, None), parameters[f"{name}.weight"]
    if copied is layer:
        return True
    return copied is weight_of(layer) and torch.equal(copied, x[f"{name}.weight"])


def adapt_projections(case: Case, facts: dict[str, str]) -> Case:
    """Take over the answer's freedom: projections without bias, or as matrices."""
    inputs = {**case.inputs, "ignore": set()}
    for name in PROJECTIONS:
        if facts.get(f"{name}.bias"):
            inputs[f"{name}.bias"] = np.zeros_like(inputs[f"{name}.bias"])
        if facts.get(name) == "symmetric":
            inputs[f"{name}.weight"] = symmetric(inputs[f"{name}.weight"])
            inputs["ignore"].add(f"gradient of {name}.weight")
    return replace(case, inputs=inputs)


def average_dropout(module: nn.Module, inputs: dict, facts: dict) -> Observation:
    """The output's average over many copies of one input, and how sure it is."""
    copies = {
        name: x if x is None else x.repeat(COPIES, 1, 1) for name, x in inputs.items()
    }
    outputs = as_tensors(call(module, copies), ("output", "weights"))
    output = plain(outputs["output"])
    if output.shape[0] != COPIES:
        raise Unusable(f"output has shape {output.shape} for a batch of {COPIES}")
    spread = output.std(axis=0) / COPIES**0.5
    return Observation({"average": output.mean(axis=0), "spread": spread}, facts)
