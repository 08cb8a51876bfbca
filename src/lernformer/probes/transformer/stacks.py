"""Helpers for several probes in this chapter."""

import itertools
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.probes.case import Case, Observation
from lernformer.probes.modules import outputs_of
from lernformer.probes.transformer.common import (
    GIVEN,
    VARIES,
    _transformed,
    _varies,
    config_of,
    filled,
    needs,
    stood_in,
    with_stand_ins,
)
from lernformer.probes.transformer.parts import StandInDecoderLayer, StandInEncoderLayer
from lernformer.probes.values import plain, tensors

ARGUMENTS = "what its layers are made with"

DROPPED_BEFORE = "what is dropped before the first layer"

DROPPED_BETWEEN = "what is dropped between the layers"

DROPPED_AFTER = "share of zeros in the output"

ARGUMENTS_PASSED = "passes the configuration on to its layers"

LAYERS = {"EncoderLayer": StandInEncoderLayer, "DecoderLayer": StandInDecoderLayer}


def _probe_stack(answer: Any, case: Case) -> Observation:
    x = tensors(case)
    inputs = {name: x[name] for name in GIVEN if name in x}

    def wanted(module: nn.Module, facts: dict) -> dict[str, int]:
        parts = {"layer": x["n_layers"], "norm": 0}
        if not stood_in(module, facts):
            parts = needs("memory" in x, x["n_layers"])
        return {**parts, "norm": parts["norm"] + x["norm_first"]}

    module, parts, loaded, facts = filled(answer, [config_of(x)], case, inputs, wanted)
    if case.setting == "arguments":
        given = np.array(
            [part.arguments for part in parts.get("layer", [])], dtype=float
        )
        return Observation({ARGUMENTS: given} if len(given) else {}, facts)
    if case.setting == "dropout":
        values = {VARIES: _varies(module, inputs), **_elsewhere(module, inputs, parts)}
        return Observation(values, facts)
    return _transformed(module, inputs, loaded, facts, case, x.get("upstream"))


def _elsewhere(module: nn.Module, inputs: dict, parts: dict) -> dict[str, np.ndarray]:
    """Return what is dropped before the first layer, between layers and at the end."""
    output = outputs_of(module, inputs, {})["output"]
    found = {DROPPED_AFTER: np.array(float((output == 0).double().mean()))}
    if "layer" in parts:
        layers = parts["layer"]
        found[DROPPED_BEFORE] = plain(layers[0].read[0] - inputs["x"])
        lost = [b.read[0] - a.gave for a, b in itertools.pairwise(layers)]
        lost.append(output - parts["norm"][0](layers[-1].gave))
        found[DROPPED_BETWEEN] = plain(torch.stack(lost))
    return found


probe_stack = with_stand_ins(_probe_stack, LAYERS)
