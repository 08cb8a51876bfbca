"""Probe for ``residual_norm.FeedForward``."""

from typing import Any

from torch import Tensor, nn

from lernformer.probes.aspects import FITS
from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.modules import (
    Loaded,
    at_start,
    average,
    forward,
    load,
    make,
    reused,
    unchanged,
)
from lernformer.probes.values import Unusable, call, tensors


def find_layers(module: nn.Module, d: int, d_ff: int) -> dict[str, str]:
    """Find the parameters of the two layers by their shapes, whatever their names are.

    Returns:
        The paths of the parameters, keyed by ``"linear_1.weight"`` and so on.
    """
    named = dict(module.named_parameters())
    if not named:
        raise Unusable("learns nothing: its layers are not among its parameters()")
    matrices = {path: p for path, p in named.items() if p.dim() > 1}
    weights = [path for path, p in matrices.items() if p.numel() == d * d_ff]
    if len(weights) != 2 or len(matrices) > 2:
        shapes = ", ".join(f"{path} {tuple(p.shape)}" for path, p in matrices.items())
        raise Unusable(
            f"should map d_model ({d}) to d_ff ({d_ff}) features and back with two "
            f"matrices, but it learns {len(matrices)}: {shapes}"
        )
    of_one = len({path.rpartition(".")[0] for path in weights}) == 1
    paths: dict[str, str] = {}
    for i, weight in enumerate(weights):
        home = weight.rpartition(".")[0]
        biases = {
            p.numel(): path
            for path, p in named.items()
            if p.dim() == 1 and path.rpartition(".")[0] == home
        }
        sizes = {(d_ff, d)[i]} if of_one else {d, d_ff}  # one owner, so order decides
        found = sizes & biases.keys()
        if not found:
            raise Unusable(f"has a weight but no bias: {weight}")
        size = found.pop()
        name = "linear_1" if size == d_ff else "linear_2"
        paths |= {f"{name}.weight": weight, f"{name}.bias": biases[size]}
    if len(paths) < 4:
        raise Unusable(f"maps twice to {size} features")
    return paths


def load_layers(module: nn.Module, x: dict[str, Any]) -> tuple[dict, dict]:
    """Copy the case's numbers into the layers; return them by name and by path."""
    named = dict(module.named_parameters())
    loaded: dict[str, Loaded] = {}
    paths = find_layers(module, x["d_model"], x["d_ff"])
    for name, path in sorted(paths.items()):
        numbers: Tensor = x[name]
        if not load(loaded, name, named[path], numbers):
            shapes = tuple(named[path].shape), tuple(numbers.shape)
            raise Unusable(f"{path} has shape {shapes[0]}, expected {shapes[1]}")
    return loaded, {path: loaded[name] for name, path in paths.items()}


def probe_feed_forward(answer: Any, case: Case) -> Observation:
    """Make the module, copy the case's weights into it, and transform x."""
    x = tensors(case)
    facts: dict[str, str] = {}
    d, d_ff = x["d_model"], x["d_ff"]
    given = [] if case.setting == "train by default" else [x["dropout"]]
    if case.aspect == FITS:
        return at_start(make(answer, [d, d_ff, *given], case), [x["x"]])
    module = reused(answer, [d, d_ff, *given], case)
    loaded, by_path = load_layers(module, x)
    if case.setting == "dropout":
        return average(module, {"x": x["x"]}, facts)
    if case.setting == "second call":
        call(module, {"x": x["x"] + 1})
    seen = forward(module, {"x": x["x"]}, loaded, facts, x.get("upstream"))
    unchanged(module, by_path, facts)
    return seen


PROBE = Probe("residual_norm.FeedForward", probe_feed_forward)
