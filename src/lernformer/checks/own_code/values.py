"""Shows values in a question: equal values, and only those, get the same text."""

import dataclasses
import math
from typing import Any

import numpy as np
import torch

DIGITS = 3  # significant digits of a value to work out
GIVEN = 4  # significant digits of a given value, which must be exact
NUMBERS = 12  # the most numbers in an array that is written out
LETTERS, LONG = 100, 250  # the most characters in a value to work out, or a given one
TINY = 1e-9  # how much rounding may leave of 0
SHIFT = 1e-6  # a relative change this small must not affect the rounding


def exact(value: Any) -> str:
    """Return a value for working by hand; empty if it can't be written out."""
    rounded = all(float(f"{x:.{GIVEN}g}") == x for x in _numbers_of(value))
    return written(value, GIVEN, LONG) if rounded else ""


def written(value: Any, digits: int = DIGITS, longest: int = LETTERS) -> str:
    """Return a value with rounded numbers; empty if too long or ambiguous to round."""
    with np.errstate(all="ignore"):
        every = {_written(value, digits, 1 + x) for x in (0.0, SHIFT, -SHIFT)}
    text = every.pop()
    return text if not every and len(text) <= longest else ""


def is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray | torch.Tensor)


def shape(value: Any) -> str:
    """Return the shape of an array, or of each array in a tuple; otherwise empty."""
    if is_array(value):
        return str(tuple(value.shape))
    if isinstance(value, tuple) and value and all(map(shape, value)):
        return " and ".join(map(shape, value))
    return ""


def plain(value: Any) -> str:
    """Return a size, a name or a setting as code writes it; empty for anything else."""
    if dataclasses.is_dataclass(value) or isinstance(value, torch.Size):
        value = repr(value)
        return value if len(value) <= LETTERS else ""
    known = isinstance(value, bool | int | float | str | None | torch.dtype)
    return exact(value) or (repr(value) if known else "")


def size(value: Any) -> int:
    """Return how many numbers a student would have to read."""
    if is_array(value):
        return math.prod(value.shape)
    return sum(map(size, value)) if isinstance(value, list | tuple) else 1


def _written(value: Any, digits: int, factor: float) -> str:
    if isinstance(value, torch.Tensor):
        value = value.detach().cpu()
        value = (value.double() if value.is_floating_point() else value).numpy()
    if isinstance(value, np.ndarray) and 0 < value.size <= NUMBERS and value.ndim < 3:
        value = value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return f"{value * factor if abs(value) > TINY else 0:.{digits}g}"
    if isinstance(value, bool | int | str | None):
        return repr(value)
    if type(value) in (list, tuple):
        inside = ", ".join(_written(x, digits, factor) for x in value)
        comma = "," if len(value) == 1 and type(value) is tuple else ""
        return f"[{inside}]" if type(value) is list else f"({inside}{comma})"
    if type(value) is dict:
        items = (f"{x!r}: {_written(y, digits, factor)}" for x, y in value.items())
        return "{" + ", ".join(items) + "}"
    return " " * (LONG + 1)  # too long for any question


def _numbers_of(value: Any) -> list[float]:
    value = value.tolist() if is_array(value) else value
    value = [*value.values()] if isinstance(value, dict) else value
    if isinstance(value, list | tuple):
        return [x for part in value for x in _numbers_of(part)]
    return [float(value)] if isinstance(value, bool | int | float) else []
