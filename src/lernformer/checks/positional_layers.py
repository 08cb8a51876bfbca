"""Layers that add positions, as answers: loading a table, and watching dropout."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.checks.judging import numbers
from lernformer.checks.mistakes.common import GRADIENT
from lernformer.checks.mistakes.positional_encoding.layers import (
    LEARNS,
    SPECIAL,
    TRAINED,
    drops,
    positions,
    the_sum,
    undropped,
    whole_tokens,
)
from lernformer.checks.modules import (
    ELSEWHERE,
    Loaded,
    forward,
    load,
    make,
    on_another_device,
    outputs_of,
)
from lernformer.checks.task import Arrays, Case, Observation
from lernformer.checks.values import (
    Unusable,
    as_tensors,
    call,
    gradients,
    plain,
    tensors,
)


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
        if not loaded:  # held in another form: let the sum be that of the case
            facts["form"] = "other"
            x = x if case.setting == "too long" else x + _lacking(module, inputs)
    module.train(case.setting == "dropout" or case.setting.startswith("train"))
    if case.setting == "too long":
        return _too_long(module, x, facts)
    if case.setting == "second call":
        call(module, {"x": x[:, :2] + 1})

    given = {name: inputs[name] for name in ("start",) if name in inputs}
    given = {"x": x, **given}
    if case.aspect == LEARNS and not loaded:
        facts["learns"] = _learns(module, given, inputs["upstream"])
    if case.aspect == GRADIENT:
        return forward(module, given, {}, facts, inputs["upstream"])
    if case.aspect != LEARNS or not loaded:
        return forward(module, given, {}, facts)
    seen = forward(module, given, loaded, facts, inputs["upstream"])
    seen.values.pop("gradient of x", None)  # it may flow, and is asked for elsewhere
    return seen


def _made(answer: Any, case: Case) -> nn.Module:
    names = ["d_model", "max_length", "dropout"]
    given = {"train by default": 2, "by default": 1}.get(case.setting, 3)
    return make(answer, [case.inputs[name] for name in names[:given]], case)


def _trainable(module: nn.Module) -> dict[str, nn.Parameter]:
    return {name: p for name, p in module.named_parameters() if p.requires_grad}


def _too_long(module: nn.Module, x: torch.Tensor, facts: dict) -> Observation:
    try:
        output = call(module, {"x": x})
    except Exception:
        return Observation({}, facts)
    return Observation({"output": plain(as_tensors(output, ("output",))["output"])})


def _load(module: nn.Module, table: torch.Tensor) -> dict[str, Loaded]:
    """Copy the table into the one parameter that holds it, either way round.

    Returns that parameter; none if the layer holds its positions in another form.
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
    """(L, d): what the layer's own positions lack of the case's."""
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


def expected_layer(reference: Any) -> Callable[[Case], Arrays]:
    """What the reference gives, where the case's setting leaves one right output."""

    def expected(case: Case) -> Arrays:
        if case.setting in SPECIAL:
            return {}
        values = probe_layer(reference, replace(case, dtype="float64")).values
        if case.inputs.get("form") == "other":
            values.pop("gradient of table", None)
        return values

    return expected


def adapt_layer(case: Case, facts: dict[str, str]) -> Case:
    """Where the table is held in another form, its gradient has no fixed shape."""
    if facts.get("form") != "other":
        return case
    return replace(case, inputs={**case.inputs, "form": "other"})


# symptoms ---------------------------------------------------------------------------


def has_parameters(case: Case, seen: Observation) -> str | None:
    if case.aspect == TRAINED and seen.facts.get("trainable"):
        return f"has a parameter that is trained: {seen.facts['trainable']}"
    return None


def does_not_learn(case: Case, seen: Observation) -> str | None:
    if seen.facts.get("learns") == "no":
        return "no gradient reaches its parameters"
    return None


def takes_too_much(formula: bool) -> Callable[[Case, Observation], str | None]:
    """The symptom of more tokens than positions, unless a ``formula`` goes on."""

    def find(case: Case, seen: Observation) -> str | None:
        if case.setting != "too long" or "output" not in seen.values:
            return None
        output, x = seen.values["output"], case.inputs["x"]
        right = formula and output.shape == x.shape
        if right and np.allclose(output, x + positions(case), atol=case.tolerance):
            return None
        return (
            f"takes {x.shape[-2]} tokens though max_length is "
            f"{case.inputs['max_length']}, and returns shape {output.shape}"
        )

    return find


def drops_wrongly(case: Case, seen: Observation) -> str | None:
    """Whether anything but features of the sum is dropped, or another share of them.

    Six standard errors: noise alone goes beyond once in a hundred million runs.
    """
    if case.setting != "dropout":
        return None
    out, p = seen.values["output"], case.inputs["dropout"]
    total = case.inputs["x"] + positions(case)
    if out.shape != total.shape:
        return f"output has shape {out.shape} in training, expected {total.shape}"
    if undropped(case, seen):
        return f"the output in training is the same as in eval, though dropout = {p}"
    if not drops(case, seen, the_sum):
        off = np.minimum(np.abs(out), np.abs(out - total / (1 - p)))
        worst = np.unravel_index(np.argmax(off), off.shape)
        return (
            f"in training with dropout = {p} a sum of {total[worst]:.4g} becomes "
            f"{out[worst]:.4g}, expected 0 or, if kept, {total[worst] / (1 - p):.4g}"
        )
    share = (out == 0).mean()
    if abs(share - p) > 6 * (p * (1 - p) / out.size) ** 0.5:
        return f"a share of {share:.2f} is dropped, though dropout = {p}"
    if whole_tokens(case, seen):
        return f"a token is dropped as a whole: {numbers(out[out[..., 0] == 0][0])}"
    return None
