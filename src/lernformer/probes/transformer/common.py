"""Helpers for several probes in this chapter."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.probes.case import Case, Observation
from lernformer.probes.earlier import standing_in
from lernformer.probes.modules import SAME, forward, others, outputs_of, reused
from lernformer.probes.probing import ReadyMade, noted
from lernformer.probes.transformer.parts import StandIn, fill, find
from lernformer.probes.values import Unusable, call, plain
from lernformer.transformer import TransformerConfig

TORCHS = (
    "torch.nn.Transformer",
    "torch.nn.TransformerEncoder",
    "torch.nn.TransformerDecoder",
    "torch.nn.TransformerEncoderLayer",
    "torch.nn.TransformerDecoderLayer",
)

GIVEN = ("x", "memory", "tgt_mask", "src_mask")  # inputs of layers or stacks, in order

MANY = 20  # copies of a sentence, enough to measure the share of dropped features

BY_HIDDEN = "what hidden tokens change"

BY_LATER = "what the last token changes before it"

VARIES = "share of calls that differ in training"

MASKS = "hides what the masks forbid"

POST = "is right with norm_first=False"

ONES = "works for sizes of 1"


def needs(decoder: bool, layers: int = 1) -> dict[str, int]:
    """Return the number of parts of each kind in ``layers`` layers."""
    attentions = (1 + decoder) * layers
    norms = (2 + decoder) * layers
    sizes = {"attention": attentions, "norm": norms}
    return {**sizes, "linear_1": layers, "linear_2": layers}


def config_of(x: dict) -> TransformerConfig:
    names = {field.name for field in fields(TransformerConfig)}
    return TransformerConfig(**{name: x[name] for name in names & x.keys()})


def filled(
    answer: Any,
    arguments: list,
    case: Case,
    inputs: dict,
    wanted: Callable[[nn.Module, dict], dict[str, int]],
) -> tuple[nn.Module, dict[str, list], dict, dict]:
    """Return the module an answer makes, its parts, their loaded numbers, and facts.

    Cases that differ only in the module's inputs share one module.

    Args:
        answer: the class.
        arguments: the arguments of its constructor.
        case: the case, with the dtype, the mode, and the seed of the numbers.
        inputs: the module's inputs.
        wanted: returns how many parts of each kind a module needs, and adds facts.
    """
    x = case.inputs
    key = x["weights"], "own parts" in x
    module = reused(answer, arguments, case, key)
    alike = filled, id(answer), *arguments, case.dtype, *key
    if alike not in noted:
        facts: dict = {}
        needs = wanted(module, facts)

        def run() -> None:
            call(module, others(inputs))
            reused(answer, arguments, case, key)  # as if never called

        parts = find(answer, module, x, needs, run)
        noted[alike] = parts, fill(parts, x, facts), facts
    parts, loaded, facts = noted[alike]
    return module, parts, loaded, dict(facts)


def _transformed(
    module: nn.Module,
    inputs: dict,
    loaded: dict,
    facts: dict,
    case: Case,
    upstream: torch.Tensor | None,
) -> Observation:
    if case.setting == "second call":
        call(module, others(inputs))
    seen = forward(module, inputs, loaded, facts, upstream)
    changes = _changes(module, inputs) if case.setting == "changes" else {}
    return Observation(changes | seen.values, facts)


def _changes(module: nn.Module, inputs: dict) -> dict[str, np.ndarray]:
    """Return differences in the output where there should be none."""
    source = "memory" if "memory" in inputs else "x"
    hidden = ~inputs["src_mask"][:, 0, 0].expand(inputs[source].shape[:2])
    found = {BY_HIDDEN: _difference(module, inputs, source, hidden)}
    if source == "memory":
        last = torch.zeros(inputs["x"].shape[:2], dtype=torch.bool)
        last[:, -1] = True
        found[BY_LATER] = _difference(module, inputs, "x", last)
    return found


def _difference(
    module: nn.Module, inputs: dict, name: str, where: torch.Tensor
) -> np.ndarray:
    """Return how changing the tokens ``where`` affects the output elsewhere."""
    tokens = where[..., None]
    changed = {**inputs, name: torch.where(tokens, 3 - inputs[name], inputs[name])}
    before, after = (outputs_of(module, i, {})["output"] for i in (inputs, changed))
    if before.shape != inputs["x"].shape:
        raise Unusable(
            f"output has shape {tuple(before.shape)}, expected "
            f"{tuple(inputs['x'].shape)}"
        )
    change = after - before
    return plain(change.masked_fill(tokens, 0) if name == "x" else change)


def with_stand_ins(probe: Callable, names: Mapping[str, type]) -> Callable:
    """Probe with stand-ins, or without them if the answer can't handle them."""

    def probing(answer: Any, case: Case) -> Observation:
        if "own parts" in case.inputs:
            return probe(answer, case)
        with standing_in(answer, names):
            try:
                return probe(answer, case)
            except (Unusable, ReadyMade):
                raise
            except Exception:
                own = {**case.inputs, "own parts": True}
        return probe(answer, replace(case, inputs=own))

    return probing


def stood_in(module: nn.Module, facts: dict) -> bool:
    """Return True if a module has stand-ins; if not, record that in the facts."""
    found = any(isinstance(part, StandIn) for part in module.modules())
    facts |= {} if found else {"parts": "own"}
    return found


def _varies(module: nn.Module, inputs: dict) -> np.ndarray:
    outputs = [outputs_of(module, inputs, {})["output"] for _ in range(2)]
    return np.array(float((outputs[0] - outputs[1]).abs().max() > SAME))
