"""Probe for ``attention.MultiHeadAttention``."""

from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.probes.aspects import FITS
from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.modules import (
    AT_START,
    PROJECTIONS,
    at_start,
    attribute_at,
    average,
    forward,
    load_projections,
    make,
    others,
    outputs_of,
    reused,
    unchanged,
)
from lernformer.probes.values import Unusable, call, plain, tensors

CROSS = "attends from one sequence to another"

PLACED = "train with dropout"  # the setting of the case that shows what is dropped

PARTLY = "share of heads that lose a part of their features"


def probe_multi_head(answer: Any, case: Case) -> Observation:
    """Make the module, copy the case's weights into it, and attend."""
    x, names = tensors(case), ("output", "weights")
    facts: dict[str, str] = {}
    sizes = [x["d_model"], x["n_heads"], x["dropout"]]
    given = sizes[: 2 if "by default" in case.setting else 3]
    if case.aspect == FITS:
        tokens = [x["query"], x["key"], x["value"]]
        module = make(answer, given, case)
        seen = at_start(module, tokens, names)
        weights = [attribute_at(module, f"{name}.weight") for name in PROJECTIONS]
        large = [
            plain(w.square().mean().sqrt()) * w.size(-1) ** 0.5
            for w in weights
            if isinstance(w, torch.Tensor)
        ]  # the size of a projection's output for tokens of size 1
        seen.values[AT_START] = np.max([seen.values[AT_START], *large])
        return seen
    module = reused(answer, given, case)
    _named(module)
    loaded = load_projections(module, x, facts)
    inputs = {name: x[name] for name in ("query", "key", "value", "mask")}
    if case.setting == "dropout":
        return average(module, inputs, facts, names)
    if case.setting == PLACED:
        return _placed(module, inputs, x["n_heads"], facts, names)
    if case.setting == "second call":
        _own(module, call(answer, dict(enumerate(given))))
        call(module, others(inputs))
    try:
        seen = forward(module, inputs, loaded, facts, x.get("upstream"), names)
    except Exception:
        unchanged(module, loaded, facts)
        if "changed" in facts:
            raise Unusable(f"replaces {facts['changed']} while it runs") from None
        raise
    unchanged(module, loaded, facts)
    return seen


def _named(module: nn.Module) -> None:
    """Refuse layers that belong to the class or have wrong names, and say which."""
    for name in PROJECTIONS:
        if isinstance(getattr(type(module), name, None), nn.Module):
            raise Unusable(f"shares {name} with one made before it")
    missing = [name for name in PROJECTIONS if getattr(module, name, None) is None]
    if not missing:
        return
    for name, kept in vars(module).items():
        inside = [*kept.values()] if isinstance(kept, dict) else kept
        if name.startswith("_") or not isinstance(inside, list | tuple):
            continue
        if any(isinstance(part, nn.Module) for part in inside):
            raise Unusable(f"has {name}, but not among its parameters()")
    weights = [name for name, p in module.named_parameters() if p.ndim > 1]
    if {name.split(".")[0] for name in weights} - set(PROJECTIONS):
        called = ", ".join(name.removesuffix(".weight") for name in weights)
        raise Unusable(f"has no {missing[0]}; its layers are called {called}")


def _own(module: nn.Module, twin: nn.Module) -> None:
    """Refuse a layer that a second module shares."""
    known = {id(p) for p in twin.parameters()}
    for name, p in module.named_parameters():
        if id(p) in known:
            raise Unusable(f"shares {name} with one made before it")


def _placed(
    module: nn.Module, inputs: dict, n_heads: int, facts: dict, names: tuple[str, ...]
) -> Observation:
    """Observe what is dropped from heads that see one key and come out unchanged.

    Dropping weights drops either all features of a head or none.
    """
    outputs = outputs_of(module, inputs, facts, names)
    if outputs["output"].shape != inputs["query"].shape:
        raise Unusable(f"output has shape {tuple(outputs['output'].shape)}")
    lost = outputs["output"].unflatten(-1, (n_heads, -1)) == 0
    partly = lost.any(-1) & ~lost.all(-1)
    share = plain(partly.to(torch.float64).mean())
    return Observation({"weights": plain(outputs["weights"]), PARTLY: share}, facts)


PROBE = Probe(
    "attention.MultiHeadAttention",
    probe_multi_head,
    ready_made=(
        "torch.nn.functional.multi_head_attention_forward",
        "torch.nn.MultiheadAttention",
    ),
)
