"""Typical wrong answers to ``positional_encoding.rotary``."""

import numpy as np
import torch

from lernformer.mistakes.common import sign
from lernformer.mistakes.positional_encoding.common import (
    FREQUENCIES,
    using,
)
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import BASE, DEVICE

FAR = 256  # from here on, bfloat16 can't tell all positions apart

NOT_ON_DEVICE = sign(
    "not_on_device",
    "A tensor stays on the CPU while the inputs are elsewhere. Give new tensors "
    "device=x.device, and keep a table in a buffer, with self.register_buffer(…), so "
    "that it moves with the model.",
    lambda case, seen: case.aspect == DEVICE,
)


def angles_of(x, positions, base=10000.0):
    """The angles, (..., L, d/2), in float32 or better."""
    dtype = torch.promote_types(x.dtype, torch.float32)
    i = torch.arange(0, x.size(-1), 2, dtype=dtype, device=x.device)
    return positions[..., None].to(dtype) * base ** (-i / x.size(-1))


def waves(x, angles):
    return angles.cos().to(x.dtype), angles.sin().to(x.dtype)


def turn(x, angles):
    """Turn the pairs (2i, 2i + 1) counter-clockwise."""
    cos, sin = waves(x, angles)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)


def _of_default_base(case: Case, seen: Observation) -> bool:
    x, places = (torch.from_numpy(case.inputs[name]) for name in ("x", "positions"))
    got, want = seen.values.get("output"), turn(x, angles_of(x, places)).numpy()
    return got is not None and got.shape == want.shape and np.allclose(got, want, 1e-3)


def not_turned(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and np.array_equal(seen.values["output"], case.inputs["x"])


def _turning(frequencies):
    """Turning by these clocks, as an answer."""

    def answer(x, positions, *base):
        clocks = torch.from_numpy(frequencies(x.size(-1), *base))
        return turn(x, positions[..., None] * clocks)

    return answer


USING = using(FREQUENCIES, _turning, leaving_out="not_divided_by_d")


MISTAKES = mistakes(globals())
