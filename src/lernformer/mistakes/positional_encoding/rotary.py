"""Typical wrong answers to ``positional_encoding.rotary``."""

import numpy as np
import torch

from lernformer.mistakes.common import sign
from lernformer.mistakes.positional_encoding.common import (
    FREQUENCIES,
    using,
)
from lernformer.mistakes.table import mistakes
from lernformer.probes.aspects import DTYPE, LEADING
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import BASE, DEVICE

FAR = 256  # from here on, bfloat16 can't tell all positions apart

NOT_ON_DEVICE = sign(
    "not_on_device",
    "a tensor stays on the processor while the inputs are elsewhere: give new tensors "
    "device=x.device, and make a table a buffer, self.register_buffer(…), so that it "
    "moves with the model.",
    lambda case, seen: case.aspect == DEVICE,
)


def angles_of(x, positions, base=10000.0):
    """(..., L, d/2), in float32 at least."""
    dtype = torch.promote_types(x.dtype, torch.float32)
    i = torch.arange(0, x.size(-1), 2, dtype=dtype, device=x.device)
    return positions[..., None].to(dtype) * base ** (-i / x.size(-1))


def waves(x, angles):
    return angles.cos().to(x.dtype), angles.sin().to(x.dtype)


def turn(x, angles):
    """Pairs (2i, 2i + 1), counter-clockwise."""
    cos, sin = waves(x, angles)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)


def _of_default_base(case: Case, seen: Observation) -> bool:
    x, places = (torch.from_numpy(case.inputs[name]) for name in ("x", "positions"))
    got, want = seen.values.get("output"), turn(x, angles_of(x, places)).numpy()
    return got is not None and got.shape == want.shape and np.allclose(got, want, 1e-3)


def not_turned(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and np.array_equal(seen.values["output"], case.inputs["x"])


def changed_copy(x, positions, base=10000.0):
    """The odd one is made from the even one that has turned already."""
    cos, sin = waves(x, angles_of(x, positions, base))
    y = x.clone()
    y[..., 0::2] = y[..., 0::2] * cos - y[..., 1::2] * sin
    y[..., 1::2] = y[..., 0::2] * sin + y[..., 1::2] * cos
    return y


def one_pair(x, positions, base=10000.0):
    """The rest passes through."""
    turned = turn(x, angles_of(x, positions, base))
    return torch.cat([turned[..., :2], x[..., 2:]], dim=-1)


def _turning(frequencies):
    """Turning by these clocks, as an answer."""

    def answer(x, positions, *base):
        clocks = torch.from_numpy(frequencies(x.size(-1), *base))
        return turn(x, positions[..., None] * clocks)

    return answer


USING = using(FREQUENCIES, _turning, leaving_out="not_divided_by_d")


def both_plus(x, positions, base=10000.0):
    """a cos + b sin, a sin + b cos."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos + b * sin, a * sin + b * cos], -1).flatten(-2)


def both_minus(x, positions, base=10000.0):
    """a cos - b sin, a sin - b cos."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin - b * cos], -1).flatten(-2)


def sine_for_cosine(x, positions, base=10000.0):
    """Sine and cosine change places."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * sin - b * cos, a * cos + b * sin], -1).flatten(-2)


def scaled_by_cosine(x, positions, base=10000.0):
    """Each feature is multiplied."""
    cos, _ = waves(x, angles_of(x, positions, base).repeat_interleave(2, -1))
    return x * cos


def concatenated(x, positions, base=10000.0):
    """All first halves, then all second halves."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


def half_turned(x, positions, base=10000.0):
    """Pairs (i, i + d/2), as GPT-NeoX and Llama's rotate_half make them."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


def rotate_half_of_pairs(x, positions, base=10000.0):
    """Angles for pairs, neighbours from the other half."""
    cos, sin = waves(x, angles_of(x, positions, base).repeat_interleave(2, -1))
    a, b = x.chunk(2, dim=-1)
    return x * cos + torch.cat([-b, a], dim=-1) * sin


def angles_repeated_in_halves(x, positions, base=10000.0):
    """Neighbours for pairs, angles for halves."""
    angles = angles_of(x, positions, base)
    cos, sin = waves(x, torch.cat([angles, angles], dim=-1))
    partner = torch.stack([-x[..., 1::2], x[..., 0::2]], dim=-1).flatten(-2)
    return x * cos + partner * sin


def sinusoids_added(x, positions, base=10000.0):
    """Adds the sinusoidal encoding."""
    cos, sin = waves(x, angles_of(x, positions, base))
    return x + torch.stack([sin, cos], dim=-1).flatten(-2)


def first_axis_is_length(x, positions, base=10000.0):
    """x is (L, B, d)."""
    places = positions[: x.size(0)]
    while places.dim() < x.dim() - 1:
        places = places[..., None]
    return turn(x, angles_of(x, places, base))


def second_axis_is_length(x, positions, base=10000.0):
    """x is (B, L, H, d), as in many repositories."""
    angles = angles_of(x, positions, base)
    if x.dim() == 4:
        angles = angles[: x.size(1), None]
    return turn(x, angles)


def counts_by_itself(x, positions, base=10000.0):
    """Positions are 0, 1, 2, … anyway."""
    counted = torch.arange(x.size(-2), device=x.device)
    return turn(x, angles_of(x, counted, base))


def shows_pairs_not_merged(case, seen):
    return bool(seen.values) and seen.values["output"].shape == (
        *case.inputs["x"].shape[:-1],
        case.inputs["x"].shape[-1] // 2,
        2,
    )


def shows_extra_axis(case, seen):
    return bool(seen.values) and seen.values["output"].ndim > case.inputs["x"].ndim


def shows_one_row_of_positions(case, seen):
    return case.inputs["positions"].ndim > 1


def shows_leading_axes_unsupported(case, seen):
    return case.aspect == LEADING


def shows_base_ignored(case, seen):
    return case.aspect == BASE and _of_default_base(case, seen)


def shows_angles_rounded(case, seen):
    return (
        case.aspect == DTYPE
        and case.inputs["positions"].max() >= FAR
        and bool(seen.values)
        and seen.facts.get("output.dtype") == f"torch.{case.dtype}"
    )


MISTAKES = mistakes(globals())
