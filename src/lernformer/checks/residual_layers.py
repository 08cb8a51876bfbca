"""Norms, feed-forward and residuals, as answers: loading weights, watching dropout."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.checks.mistakes.residual_norm.residual_connection import (
    WAY_AROUND,
    sublayer,
)
from lernformer.checks.task import Arrays, Case, Observation
from lernformer.checks.values import (
    Unusable,
    as_tensors,
    call,
    describe,
    gradients,
    modified,
    plain,
    tensors,
)

COPIES = 2000  # of one input, to average dropout away
SAME = 1e-12  # spread of equal numbers, up to rounding
RECEIVED = "the sublayer's input"


def make(answer: Any, arguments: list, case: Case) -> nn.Module:
    """The student's module in the case's dtype and mode."""
    module = call(answer, dict(enumerate(arguments)))
    if not isinstance(module, nn.Module):
        raise Unusable(f"should make a torch.nn.Module, got {describe(module)}")
    module.to(getattr(torch, case.dtype))
    training = case.setting.startswith(("train", "dropout"))
    return module.train(training)


def parameter(module: nn.Module, path: str) -> torch.Tensor:
    """The parameter at ``path``, or ``Unusable``, which says why it is none."""
    owner = module
    for name in path.split("."):
        owner = getattr(owner, name, None)
    if not isinstance(owner, torch.Tensor):
        raise Unusable(f"has no {path}")
    if all(owner is not known for known in module.parameters()):
        raise Unusable(f"has {path}, but not among its parameters()")
    return owner


def forward(
    module: nn.Module, x: dict, extra: list, parameters: dict, facts: dict
) -> Observation:
    """Call ``module`` on x; its output and, where asked for, the gradients."""
    inputs, before = x["x"], x["x"].clone()
    learned = {name: p for name, p in parameters.items() if p.requires_grad}
    if frozen := parameters.keys() - learned.keys():
        facts["frozen"] = ", ".join(sorted(frozen))
    if "upstream" in x:
        inputs.requires_grad_()
    output = call(module, dict(enumerate([inputs, *extra])))
    output = as_tensors(output, ("output",))["output"]
    values = {"output": plain(output)}
    if "upstream" in x:
        values |= gradients(output, x["upstream"], {"x": inputs, **learned})
    facts["output.dtype"] = str(output.dtype)
    facts["modified"] = modified({"x": before}, {"x": inputs})
    return Observation(values, facts)


def unchanged(module: nn.Module, parameters: dict, x: dict, facts: dict) -> None:
    """Note whether the module still holds what was copied into it."""
    for path, copied in parameters.items():
        if parameter(module, path) is not copied or not torch.equal(
            copied.detach(), x[f"copied {path}"]
        ):
            facts["changed"] = path


def load(parameters: dict, path: str, to: torch.Tensor, numbers: torch.Tensor, x: dict):
    """Copy ``numbers`` into the parameter, and remember both."""
    with torch.no_grad():
        to.copy_(numbers.reshape(to.shape))
    parameters[path], x[f"copied {path}"] = to, to.detach().clone()


def probe_norm(*names: str) -> Callable[[Any, Case], Observation]:
    """Make a probe for a norm whose parameters are ``names``."""

    def probe(answer: Any, case: Case) -> Observation:
        x, facts, parameters = tensors(case), {}, {}
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
                load(parameters, name, found, x[name], x)
        if case.setting == "fresh":
            values = {name: plain(parameter(module, name)).ravel() for name in names}
            count = sum(p.numel() for p in module.parameters())
            return Observation({**values, "number of parameters": np.array([count])})
        if case.setting == "second call":
            call(module, {"x": x["x"].flip(-1)})
        seen = forward(module, x, [], parameters, facts)
        unchanged(module, parameters, x, facts)
        return Observation(
            {  # γ and β may be rows, (1, d)
                name: value.ravel() if name.endswith(names) else value
                for name, value in seen.values.items()
            },
            facts,
        )

    return probe


def load_layer(module: nn.Module, name: str, n_in: int, n_out: int, x: dict) -> dict:
    """Copy a layer's weight and bias; the weight may map from either side."""
    parameters: dict = {}
    weight = parameter(module, f"{name}.weight")
    shape = tuple(weight.squeeze(-1).shape if weight.ndim == 3 else weight.shape)
    bias = getattr(getattr(module, name), "bias", None)
    if not isinstance(bias, torch.Tensor):
        raise Unusable(f"{name} has a weight but no bias")
    if {*shape} != {n_in, n_out} or len(shape) != 2:
        raise Unusable(
            f"{name} should map {n_in} to {n_out} features, its weight has shape "
            f"{tuple(weight.shape)}"
        )
    if bias.numel() != n_out:
        raise Unusable(
            f"{name} should map {n_in} to {n_out} features, it is the other way round"
        )
    numbers = x[f"{name}.weight"]
    numbers = numbers if shape == (n_out, n_in) else numbers.T
    load(parameters, f"{name}.weight", weight, numbers, x)
    bias = parameter(module, f"{name}.bias")
    load(parameters, f"{name}.bias", bias, x[f"{name}.bias"], x)
    return parameters


def probe_feed_forward(answer: Any, case: Case) -> Observation:
    """Make the module, copy the case's weights into it, and transform x."""
    x, facts = tensors(case), {}
    d, d_ff = x["d_model"], x["d_ff"]
    given = [] if case.setting == "train by default" else [x["dropout"]]
    module = make(answer, [d, d_ff, *given], case)
    for name in ("linear_1", "linear_2"):
        if getattr(module, name, None) is None:
            raise Unusable(f"has no {name}")
    parameters = load_layer(module, "linear_1", d, d_ff, x)
    parameters |= load_layer(module, "linear_2", d_ff, d, x)
    if case.setting == "dropout":
        return average(module, x["x"], [])
    if case.setting == "second call":
        call(module, {"x": x["x"] + 1})
    seen = forward(module, x, [], parameters, facts)
    unchanged(module, parameters, x, facts)
    values = dict(seen.values)
    for name, n_out, n_in in (("linear_1", d_ff, d), ("linear_2", d, d_ff)):
        if (found := f"gradient of {name}.weight") in values:
            gradient = values[found].reshape(parameters[f"{name}.weight"].shape[:2])
            across = gradient.shape != (n_out, n_in)
            values[found] = gradient.T if across else gradient
    return Observation(values, facts)


def average(module: nn.Module, x: torch.Tensor, extra: list) -> Observation:
    """The output's average over many copies of one input, and how sure it is."""
    copies = call(module, dict(enumerate([x.repeat(COPIES, 1, 1), *extra])))
    output = plain(as_tensors(copies, ("output",))["output"])
    if output.shape[0] != COPIES:
        raise Unusable(f"output has shape {output.shape} for a batch of {COPIES}")
    spread = output.std(axis=0) / COPIES**0.5
    return Observation({"average": output.mean(axis=0), "spread": spread})


def without_dropout(probe: Callable, answer: Any) -> Callable[[Case], Arrays]:
    """What the reference gives; with dropout its average, judged by a symptom."""

    def expected(case: Case) -> Arrays:
        if case.setting.startswith("dropout"):
            return {}
        return probe(answer, replace(case, dtype="float64")).values

    return expected


def dropout_averages(probe: Callable, answer: Any) -> Callable:
    """Six standard errors: noise alone goes beyond once in a hundred million runs."""

    def symptom(case: Case, seen: Observation) -> str | None:
        if "average" not in seen.values:
            return None
        got, spread = seen.values["average"], seen.values["spread"]
        if spread.max() < SAME:
            return "the output in training is the same each time, though dropout = 0.5"
        if case.setting == "dropout":
            still = replace(case, setting="", inputs={**case.inputs, "dropout": 0.0})
            want, told = probe(answer, still).values["output"][0], "without it is"
            noise = spread
        else:  # a norm follows, and an average of norms has no formula
            runs = probe(answer, case).values
            want, told = runs["average"], "expected"
            noise = np.hypot(spread, runs["spread"])
        off = np.abs(got - want) if got.shape == want.shape else np.full(1, np.inf)
        if (off < 6 * noise + 1e-6).all():
            return None
        worst = np.argmax(off / (noise + 1e-6))
        return (
            f"with dropout = 0.5 the output averages {got.flat[worst]:.3g} over "
            f"{COPIES} runs, {told} {want.flat[worst]:.3g}; dropout must not change "
            "the average of what it acts on"
        )

    return symptom


def load_norm(module: nn.Module, x: dict) -> dict[str, list]:
    """Copy γ and β into whatever starts as ones and as zeros, under any name."""
    found: dict[str, list] = {"gamma": [], "beta": []}
    for name, p in module.named_parameters():
        start = p.detach().flatten()[:1].double().sum().item()
        constant = bool((p == start).all())
        if p.numel() != x["d_model"] or not constant or start not in (0, 1):
            raise Unusable(
                f"has a parameter {name} of shape {tuple(p.shape)} that is neither the "
                "norm's γ (ones at the start) nor its β (zeros)"
            )
        kind = "gamma" if start else "beta"
        found[kind].append(p)
        with torch.no_grad():
            p.copy_(x[kind].reshape(p.shape))
    return found


def probe_residual(answer: Any, case: Case) -> Observation:
    """Make the module, copy γ and β into its norm, and run a sublayer beside x."""
    x, facts, received = tensors(case), {}, []
    given = [] if "by default" in case.setting else [x["dropout"], x["norm_first"]]
    module = make(answer, [x["d_model"], *given], case)
    found = load_norm(module, x)
    if not any(found.values()):
        facts["norm"] = "none"

    def function(h):
        received.append(h)
        return sublayer(x)(h)

    if case.setting.startswith("dropout"):
        return average(module, x["x"], [function])
    if case.setting == "second call":
        call(module, {"x": x["x"] + 1, "sublayer": function})
        received.clear()
    parameters = {f"{kind} {i}": p for kind in found for i, p in enumerate(found[kind])}
    seen = forward(module, x, [function], parameters, facts)
    values = {name: v for name, v in seen.values.items() if " of " not in name}
    for name in ("x", "gamma", "beta"):  # a norm that is not used gets no gradient
        parts = [
            v for n, v in seen.values.items() if n.startswith(f"gradient of {name}")
        ]
        if parts:
            parts = [part.ravel() if name != "x" else part for part in parts]
            values[f"gradient of {name}"] = sum(parts)
    if case.aspect == WAY_AROUND and received and torch.is_tensor(received[0]):
        values[RECEIVED] = plain(received[0])
    return Observation(values, facts)
