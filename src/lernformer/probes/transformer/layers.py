"""Helpers for several probes in this chapter."""

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from lernformer.probes.case import Case, Observation
from lernformer.probes.modules import outputs_of
from lernformer.probes.transformer.common import (
    GIVEN,
    MANY,
    _transformed,
    filled,
    needs,
)
from lernformer.probes.transformer.parts import fused
from lernformer.probes.values import Unusable, plain, tensors

FEW = 4  # enough for every choice of what is dropped to come up

BY_DEFAULT = "has no dropout and is pre-norm by default"


def ends_of(parts: dict[str, list]) -> dict[str, Sequence[Tensor]]:
    """Return the weight and bias of each sublayer's last layer, in the order of calls.

    Whatever happens inside the sublayer, they decide what comes out.
    """
    ends: dict[str, Sequence[Tensor]] = {}
    for i, part in enumerate(parts["attention"]):
        whole = fused(part, parts["linear_2"][0].bias.numel())
        ends[f"attention {i}"] = whole[2:] or (part.out_proj.weight, part.out_proj.bias)
    last = parts["linear_2"][0]
    return {**ends, "feed-forward": (last.weight, last.bias)}


@contextlib.contextmanager
def adding(
    ends: dict[str, Sequence[Tensor]], added: dict[str, Tensor]
) -> Iterator[None]:
    """While active, each sublayer adds what ``added`` has under its name, or zeros."""
    before = [[p.detach().clone() for p in end] for end in ends.values()]
    with torch.no_grad():
        for name, (weight, bias) in ends.items():
            weight.zero_()
            bias.zero_()
            if name in added:
                bias.copy_(added[name].reshape(bias.shape))
    try:
        yield
    finally:
        with torch.no_grad():
            for end, saved in zip(ends.values(), before, strict=True):
                for p, numbers in zip(end, saved, strict=True):
                    p.copy_(numbers)


def probe_layer(answer: Any, case: Case) -> Observation:
    """Make the layer, draw numbers for its parts, and let it transform x."""
    x = tensors(case)
    sizes = [x["d_model"], x["n_heads"], x["d_ff"]]
    more = [] if "by default" in case.setting else [x["dropout"], x["norm_first"]]
    inputs = {name: x[name] for name in GIVEN if name in x}
    module, parts, loaded, facts = filled(
        answer, [*sizes, *more], case, inputs, lambda *_: needs("memory" in x)
    )
    if case.setting.startswith("dropout of "):
        name = case.setting.removeprefix("dropout of ")
        with adding(ends_of(parts), {name: x["bias"]}):
            return _added(module, inputs)
    if case.setting == "dropout in post-norm":
        return _beside_choices(module, inputs, ends_of(parts), x)
    return _transformed(module, inputs, loaded, facts, case, x.get("upstream"))


def _added(module: nn.Module, inputs: dict) -> Observation:
    """Observe what the only sublayer that isn't silent adds to many copies of x."""
    many: dict[str, Any] = {
        n: v if v is None else v.repeat(MANY, 1, 1) for n, v in inputs.items()
    }
    x = many["x"].clone()  # the answer may write into its input
    output = outputs_of(module, many, {})["output"]
    if output.shape != many["x"].shape:
        raise Unusable(
            f"output has shape {tuple(output.shape)}, expected {tuple(many['x'].shape)}"
        )
    return Observation({"added": plain(output - x)})


def _beside_choices(
    module: nn.Module, inputs: dict, ends: dict[str, Sequence[Tensor]], x: dict
) -> Observation:
    """Observe how far tokens are from any result that correct dropout could give.

    Each sublayer adds a number to one feature. Norms hide that number, so we compare
    the tokens with the module's own output in evaluation mode, for each choice of what
    is dropped.
    """
    many = {n: v if v is None else v.repeat(FEW, 1, 1) for n, v in inputs.items()}

    def outputs(inputs: dict, factors: tuple[float, ...]) -> torch.Tensor:
        inputs = {n: v if v is None else v.clone() for n, v in inputs.items()}
        added = [factor * x["bias"] for factor in factors]
        with adding(ends, dict(zip(ends, added, strict=True))):
            return outputs_of(module, inputs, {})["output"]

    whole = (1,) * len(ends)
    seen = outputs(many, whole)
    module.eval()
    same = torch.allclose(seen, outputs(inputs, whole).repeat(FEW, 1, 1))
    kept = 1 / (1 - x["dropout"])
    choices = itertools.product((0, kept), repeat=len(ends))
    known = torch.stack([outputs(inputs, choice) for choice in choices])
    off = known.repeat(1, FEW, 1, 1).sub(seen).abs().amax(-1).amin(0)
    return Observation({"off": plain(off)}, {"same": "yes"} if same else {})
