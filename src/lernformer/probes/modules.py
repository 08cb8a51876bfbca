"""Creates a student's module, fills in a case's numbers, then runs and inspects it.

Students may arrange their parameters as they like. These functions find a parameter by
its name or its shape and copy numbers into it, transposed if necessary.
"""

from dataclasses import dataclass
from types import EllipsisType
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.overrides import TorchFunctionMode

from lernformer.probes.case import Case, Observation
from lernformer.probes.probing import noted
from lernformer.probes.values import (
    Unusable,
    as_tensors,
    call,
    describe,
    gradients,
    is_real,
    modified,
    plain,
)

PROJECTIONS = ("q_proj", "k_proj", "v_proj", "out_proj")
COPIES = 1000  # how many copies of an input average out dropout
FEW = 50  # how many copies show whether all features are dropped together
TORCHS = "_parameters", "_buffers", "_modules"  # dicts that every module has
SAME = 1e-12  # the spread of equal numbers, up to rounding
ELSEWHERE = "meta"  # a device that every machine has; its tensors have no data
# On this device, mixing tensors fails as on a GPU. These functions are exceptions:
LENIENT = {"embedding", "gather", "index_select", "linear", "matmul", "__matmul__"}

# Making a module and filling its parameters ------------------------------------------


def make(answer: Any, arguments: list, case: Case) -> nn.Module:
    """Create the student's module, in the case's dtype and mode."""
    module = call(answer, dict(enumerate(arguments)))
    if not isinstance(module, nn.Module):
        raise Unusable(f"should make a torch.nn.Module, got {describe(module)}")
    module.to(getattr(torch, case.dtype))
    module.train(in_training(case))
    return module


def in_training(case: Case) -> bool:
    return case.setting.startswith(("train", "dropout"))


def reused(answer: Any, arguments: list, case: Case, key: tuple = ()) -> nn.Module:
    """Like ``make``, but return the same module for all similar cases of a verdict.

    This saves time, because creating a module takes longer than calling it. For each
    case, the module's attributes are reset, but its parameters keep their numbers.
    """
    alike = reused, id(answer), *arguments, case.dtype, *key
    if alike not in noted:
        module = make(answer, arguments, case)
        at_first = [(part, copied(vars(part))) for part in module.modules()]
        noted[alike] = module, at_first, answer  # kept alive, so its id isn't reused
    module, at_first, _ = noted[alike]
    for part, attributes in at_first:
        vars(part).clear()
        vars(part).update(copied(attributes))
    if module.training != in_training(case):
        module.train(in_training(case))
    return module


def copied(attributes: dict[str, Any]) -> dict[str, Any]:
    """Return attributes with copies of torch's own dicts. Other values stay shared."""
    return attributes | {name: attributes[name].copy() for name in TORCHS}


def parameter(module: nn.Module, path: str) -> torch.Tensor:
    """Return the parameter at ``path``; raise ``Unusable`` if there is none."""
    found = attribute_at(module, path)
    if not isinstance(found, torch.Tensor):
        raise Unusable(f"has no {path}")
    if all(found is not known for known in module.parameters()):
        raise Unusable(f"has {path}, but not among its parameters()")
    return found


def attribute_at(module: nn.Module, path: str) -> Any:
    """Return the object at ``path`` in a module; ``None`` if there isn't one."""
    found: Any = module
    for name in path.split("."):
        found = getattr(found, name, None)
    return found


@dataclass(frozen=True)
class Loaded:
    """A parameter into which a case's numbers were copied.

    Attributes:
        tensor: the parameter.
        copied: its numbers right after copying.
        shape: the shape of the case's numbers.
        across: whether the numbers are transposed.
        rows: which rows contain the numbers, if the parameter also contains others.
    """

    tensor: torch.Tensor
    copied: torch.Tensor
    shape: tuple[int, ...]
    across: bool
    rows: slice | EllipsisType = ...

    def turn(self, gradient: np.ndarray) -> np.ndarray:
        """Return a gradient of the parameter, laid out like the case's numbers."""
        gradient = gradient[self.rows]
        if self.across:
            return gradient.reshape(self.shape[::-1]).T
        return gradient.reshape(self.shape)


def load(
    loaded: dict,
    name: str,
    to: torch.Tensor,
    numbers: torch.Tensor,
    rows: slice | EllipsisType = ...,
) -> bool:
    """Copy ``numbers`` into a parameter if they fit, transposed or not.

    Axes of length one are ignored.
    """
    place = to.detach() if rows is ... else to.detach()[rows]
    across = False
    if place.shape != numbers.shape:
        here, plainly, turned = (
            [n for n in shape if n != 1]
            for shape in (place.shape, numbers.shape, numbers.shape[::-1])
        )
        if here not in (plainly, turned):
            return False
        across = here != plainly
    place.copy_((numbers.T if across else numbers).reshape(place.shape))
    loaded[name] = Loaded(to, to.detach().clone(), tuple(numbers.shape), across, rows)
    return True


def unchanged(module: nn.Module, loaded: dict[str, Loaded], facts: dict) -> None:
    """Record in ``facts`` whether the module has changed or replaced a parameter."""
    for path, one in loaded.items():
        same = attribute_at(module, path) is one.tensor
        if not (same and torch.equal(one.tensor.detach(), one.copied)):
            facts["changed"] = path


# Running it --------------------------------------------------------------------------


def others(inputs: dict) -> dict:
    """Return inputs for an extra call: different numbers, masks that hide nothing.

    If the module stores anything from this call, its next results will be wrong.
    """

    def other(x: torch.Tensor) -> torch.Tensor:
        if x.dtype == torch.bool:
            return torch.ones_like(x)
        return x + 1 if is_real(x) else x.flip(0)

    return {name: x if x is None else other(x) for name, x in inputs.items()}


def outputs_of(
    module: nn.Module, inputs: dict, facts: dict, names: tuple[str, ...] = ("output",)
) -> dict[str, torch.Tensor]:
    """Call ``module`` and return its results by name; record facts about the call."""
    tensors = {name: x for name, x in inputs.items() if isinstance(x, torch.Tensor)}
    before = {name: x.detach().clone() for name, x in tensors.items()}
    outputs = as_tensors(call(module, inputs), names)
    facts["output.dtype"] = str(outputs["output"].dtype)
    facts["modified"] = modified(before, tensors)
    return outputs


def forward(
    module: nn.Module,
    inputs: dict,
    loaded: dict[str, Loaded],
    facts: dict,
    upstream: torch.Tensor | None = None,
    names: tuple[str, ...] = ("output",),
) -> Observation:
    """Call ``module``; return its results and, with ``upstream``, all gradients."""
    frozen = {name for name, one in loaded.items() if not one.tensor.requires_grad}
    if frozen:
        facts["frozen"] = ", ".join(sorted(frozen))
    sources = {name: x for name, x in inputs.items() if is_real(x)}
    if upstream is not None:
        for x in sources.values():
            x.requires_grad_()
    outputs = outputs_of(module, inputs, facts, names)
    values = {name: plain(part) for name, part in outputs.items()}
    if upstream is not None:
        sources |= {n: one.tensor for n, one in loaded.items() if n not in frozen}
        for name, g in gradients(outputs["output"], upstream, sources).items():
            one = loaded.get(name.removeprefix("gradient of "))
            values[name] = one.turn(g) if one else g
    return Observation(values, facts)


# A fresh module ----------------------------------------------------------------------

AT_START = "size of what comes out at the start"
LARGEST_AT_START = 2.0  # for AT_START; all usual ways to draw weights stay below 1.5
SMALLEST_AT_START = 0.5  # for embeddings; Xavier's uniform weights give more


def at_start(
    module: nn.Module, inputs: list[torch.Tensor], names: tuple[str, ...] = ("output",)
) -> Observation:
    """Observe the size of a fresh module's output: the root of its mean square.

    If the inputs have size 1, the outputs should be about as large, or smaller. If they
    were larger, they would grow with every layer, which would make training harder.
    """
    with torch.no_grad():
        named = dict(enumerate(inputs))
        output = outputs_of(module, named, {}, names)["output"]
    size = plain(output.square().mean().sqrt())
    return Observation({AT_START: size})


# On a different device ---------------------------------------------------------------


class OneDevice(TorchFunctionMode):
    """While active, lookups and products fail for tensors on different devices."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        devices = {x.device.type for x in args if isinstance(x, torch.Tensor)}
        if getattr(func, "__name__", "") in LENIENT and len(devices) > 1:
            raise RuntimeError(f"{func.__name__} of tensors on two devices")
        return func(*args, **(kwargs or {}))


def on_another_device(answer: Any, inputs: dict[str, Any]) -> Observation:
    """Call the answer on inputs on a different device; record where its output is."""
    moved = {name: x.to(ELSEWHERE) for name, x in inputs.items()}
    with OneDevice():
        try:
            output = as_tensors(call(answer, moved), ("output",))["output"]
        except NotImplementedError as error:
            if not str(error):  # a stub
                raise
            refusal = RuntimeError("a tensor of another device")  # torch's own words
            raise refusal.with_traceback(error.__traceback__) from None
    return Observation({}, {"output.device": output.device.type})


# Dropout -----------------------------------------------------------------------------


def average(
    module: nn.Module, inputs: dict, facts: dict, names: tuple[str, ...] = ("output",)
) -> Observation:
    """Observe the average output for many copies of an input and its standard error."""
    copies = [x.repeat(COPIES, 1, 1) if is_real(x) else x for x in inputs.values()]
    output = as_tensors(module(*copies), names)["output"]
    if output.shape[:1] != (COPIES,):
        raise Unusable(
            f"output has shape {tuple(output.shape)} for a batch of {COPIES}"
        )
    results = plain(output)
    few = results[:FEW].reshape(FEW, -1, results.shape[-1]).round(9)
    kinds = (len(np.unique(few[:, i], axis=0)) for i in range(few.shape[1]))
    facts["kinds"] = str(max(kinds))
    facts["zeros"] = f"{(results == 0).mean():.3f}"  # the share of numbers that are 0
    spread = results.std(axis=0) / COPIES**0.5
    return Observation({"average": results.mean(axis=0), "spread": spread}, facts)


# The four projections of an attention ------------------------------------------------


def load_projections(module: nn.Module, x: dict, facts: dict) -> dict:
    """Copy the case's weights into the projections, and return them by path."""
    loaded: dict = {}
    size = (x["d_model"], x["d_model"])
    for name in PROJECTIONS:
        layer, numbers = getattr(module, name, None), x[f"{name}.weight"]
        if isinstance(layer, torch.Tensor):  # x @ W and x @ Wᵀ are both right, so
            facts[name], numbers = "symmetric", symmetric(numbers)  # make them equal
        path = name if isinstance(layer, torch.Tensor) else f"{name}.weight"
        weight = parameter(module, path)
        if weight.shape != size:
            raise Unusable(
                f"{name} should map d_model ({size[0]}) to d_model ({size[0]}) "
                f"features, but its weight has shape {tuple(weight.shape)}"
            )
        if any(weight is one.tensor for one in loaded.values()):
            facts["shared"] = name
        load(loaded, path, weight, numbers)
        bias = getattr(layer, "bias", None)
        if isinstance(bias, torch.Tensor):
            load({}, "bias", bias, x[f"{name}.bias"])
        else:
            facts[f"{name}.bias"] = "none"
    return loaded


def symmetric(weight):
    return (weight + weight.T) / 2
