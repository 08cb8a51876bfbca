"""Building blocks of probes. They turn data into calls, and results into arrays."""

import copy
import itertools
from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

import numpy as np
import torch

from lernformer.probes.case import Case, Observation


class Unusable(TypeError):
    """Raised if an answer's result can't be compared. The message says why."""


def probe_numpy(answer: Any, case: Case) -> Observation:
    """Call a NumPy function and return its array as ``"result"``."""
    inputs = fresh(case.inputs)
    result = as_array("the result", call(answer, inputs))
    return Observation({"result": result}, {"modified": modified(case.inputs, inputs)})


def fresh(inputs: dict[str, Any]) -> dict[str, Any]:
    """Return copies of the inputs, because an answer may overwrite them."""
    return {
        name: x.copy() if isinstance(x, np.ndarray) else copy.deepcopy(x)
        for name, x in inputs.items()
    }


def probe_number(answer: Any, case: Case) -> Observation:
    """Call a NumPy function that returns a number, and return that as ``"result"``."""
    inputs = fresh(case.inputs)
    result = np.array(as_number("the result", call(answer, inputs)))
    return Observation({"result": result}, {"modified": modified(case.inputs, inputs)})


def probe_torch(*names: str) -> Callable[[Any, Case], Observation]:
    """Make a probe for a torch function that returns the tensors ``names``.

    In the setting ``"gradients"``, the probe also returns the gradients of the inputs.
    It uses ``upstream`` as the gradient of the first output and doesn't pass it to the
    function.
    """

    def probe(answer: Any, case: Case) -> Observation:
        inputs, before = tensors(case), tensors(case)
        upstream = inputs.pop("upstream", None)
        sources = {name: x for name, x in inputs.items() if is_real(x)}
        if upstream is not None:
            for source in sources.values():
                source.requires_grad_()
        outputs = as_tensors(call(answer, inputs), names)
        values = {name: plain(x) for name, x in outputs.items()}
        if upstream is not None:
            values |= gradients(outputs[names[0]], upstream, sources)
        facts = {f"{name}.dtype": str(x.dtype) for name, x in outputs.items()}
        facts["modified"] = modified(before, inputs)
        return Observation(values, facts)

    return probe


def probe_parts(*names: str) -> Callable[[Any, Case], Observation]:
    """Like ``probe_torch``, but ``upstream`` has all outputs' gradients in one row."""
    one_by_one = probe_torch(*names)

    def probe(answer: Any, case: Case) -> Observation:
        if "upstream" not in case.inputs:
            return one_by_one(answer, case)

        def joined(*inputs):
            parts = as_tensors(answer(*inputs), names).values()
            return torch.cat([part.flatten() for part in parts])

        return probe_torch("joined")(joined, case)

    return probe


def call(answer: Any, inputs: dict[str, Any] | dict[int, Any]) -> Any:
    """Call the answer with positional arguments, so parameters may have any names."""
    if not callable(answer):
        raise Unusable(f"is {describe(answer)}, not a function")
    return answer(*inputs.values())


def tensors(case: Case) -> dict[str, Any]:
    """Return the case's inputs, with tensors instead of arrays.

    Floating-point tensors have the case's dtype."""
    dtype = getattr(torch, case.dtype)
    made = {}
    for name, x in case.inputs.items():
        if isinstance(x, np.ndarray):
            real = x.dtype.kind == "f"
            x = torch.from_numpy(x.copy())
            x = x.to(dtype) if real else x
        made[name] = x
    return made


def is_real(x: Any) -> bool:
    return isinstance(x, torch.Tensor) and x.is_floating_point()


def gradients(
    output: torch.Tensor, upstream: torch.Tensor, sources: Mapping[str, torch.Tensor]
) -> dict[str, np.ndarray]:
    """Return ``"gradient of <name>"`` for every source that a gradient reaches."""
    if output.shape != upstream.shape or not output.requires_grad:
        return {}
    reached = torch.autograd.grad(
        output, list(sources.values()), upstream.to(output.dtype), allow_unused=True
    )
    named = zip(sources, reached, strict=True)
    return {f"gradient of {name}": plain(g) for name, g in named if g is not None}


def as_array(name: str, value: Any) -> np.ndarray:
    """Return the value as a NumPy array; raise ``Unusable`` if it isn't one."""
    if isinstance(value, np.generic):
        value = np.asarray(value)
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "fiub":
        raise Unusable(f"{name} should be a NumPy array, got {describe(value)}")
    return np.array(value, dtype=np.float64)


def as_number(name: str, value: Any) -> float:
    """Return the value as a number; raise ``Unusable`` if it isn't one."""
    if isinstance(value, np.ndarray | torch.Tensor) and value.ndim == 0:
        value = value.item()
    if not isinstance(value, Real) or isinstance(value, bool):
        raise Unusable(f"{name} should be a number, got {describe(value)}")
    return float(value)


def as_row(name: str, value: Any) -> np.ndarray:
    """Return a row of numbers as an array; raise ``Unusable`` if it isn't one."""
    if isinstance(value, torch.Tensor):
        return plain(value)
    try:
        return np.array([float(x) for x in value])
    except (TypeError, ValueError):
        raise Unusable(
            f"{name} should be a row of numbers, got {describe(value)}"
        ) from None


def as_tensors(value: Any, names: tuple[str, ...]) -> dict[str, torch.Tensor]:
    """Return the results, keyed by name; raise ``Unusable`` if they aren't tensors."""
    parts = [value] if len(names) == 1 else value
    if not isinstance(parts, tuple | list) or len(parts) != len(names):
        raise Unusable(f"should return ({', '.join(names)}), got {describe(value)}")
    for name, part in zip(names, parts, strict=True):
        if not isinstance(part, torch.Tensor) or part.is_complex():
            raise Unusable(f"{name} should be a torch.Tensor, got {describe(part)}")
    return dict(zip(names, parts, strict=True))


def plain(tensor: torch.Tensor) -> np.ndarray:
    """Return a tensor, whatever its dtype and device, as a float64 array."""
    return tensor.detach().to("cpu", torch.float64).numpy().copy()


def modified(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Return the names of the arrays that a call has changed, separated by commas."""
    pairs = ((name, before[name], after[name]) for name in after)
    return ", ".join(name for name, a, b in pairs if not _same(a, b))


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, torch.Tensor):
        return torch.equal(a, b)
    return not isinstance(a, np.ndarray) or np.array_equal(a, b)


def describe(value: Any) -> str:
    """Return a short description of a value; for arrays, its type, shape and dtype."""
    if value is None:
        return "None (is the return statement missing?)"
    if isinstance(value, tuple | list):
        kinds = ", ".join(type(part).__name__ for part in itertools.islice(value, 4))
        return f"a {type(value).__name__} of {len(value)} ({kinds})"
    if isinstance(value, np.ndarray | torch.Tensor):
        shape = tuple(value.shape)
        return f"{type(value).__name__} of shape {shape}, {value.dtype}"
    text = repr(value)
    return text if len(text) < 40 else f"a {type(value).__name__}"


def agree(got: np.ndarray, want: np.ndarray, tolerance: float) -> bool:
    """Return True if two arrays have the same shape and, up to rounding, values."""
    if got.shape != want.shape:
        return False
    off = np.abs(got - want)
    near = off <= tolerance + tolerance * np.abs(want)
    if (near & (off < np.inf)).all():
        return True
    # where a number isn't finite
    return np.allclose(got, want, rtol=tolerance, atol=tolerance, equal_nan=True)
