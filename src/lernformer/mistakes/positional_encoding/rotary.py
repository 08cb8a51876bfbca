"""Typical wrong answers to ``positional_encoding.rotary``."""

import numpy as np
import torch

from lernformer.mistakes.common import (
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    sign,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.positional_encoding.common import (
    FREQUENCIES,
    using,
)
from lernformer.probes.aspects import DTYPE, LEADING
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import BASE, DEVICE

MISTAKES = Catalogue()

FAR = 256  # from here on bfloat16 confuses positions

NOT_ON_DEVICE = sign(
    "not_on_device",
    "a tensor stays on the processor while the inputs are elsewhere: give new tensors "
    "device=x.device, and make a table a buffer, self.register_buffer(…), so that it "
    "moves with the model.",
    lambda case, seen: case.aspect == DEVICE,
)


REFLECTION = (
    "a sign is wrong: a rotation takes (a, b) to (a cos - b sin, a sin + b cos)."
)

HALVES_FOR_PAIRS = (
    "dimensions i and i + d/2 are taken for a pair, as Llama does; here 2k and 2k + "
    "1 are: x[..., 0::2] and x[..., 1::2]."
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


@MISTAKES.answer(
    "updated_too_early",
    "the second of a pair is made from the first one after it has turned; keep both "
    "old values until both new ones are made.",
)
def changed_copy(x, positions, base=10000.0):
    """The odd one is made from the even one that has turned already."""
    cos, sin = waves(x, angles_of(x, positions, base))
    y = x.clone()
    y[..., 0::2] = y[..., 0::2] * cos - y[..., 1::2] * sin
    y[..., 1::2] = y[..., 0::2] * sin + y[..., 1::2] * cos
    return y


MISTAKES += (INPUT_MODIFIED,)


@MISTAKES.answer(
    "first_pair_only",
    "only the first pair turns, or the others too slowly to be seen; pair k turns by "
    "base^(-2k/d): is its exponent divided by d?",
)
def one_pair(x, positions, base=10000.0):
    """The rest passes through."""
    turned = turn(x, angles_of(x, positions, base))
    return torch.cat([turned[..., :2], x[..., 2:]], dim=-1)


MISTAKES.sign(
    "not_turned",
    "nothing turns: the result is x itself. Is the angle 0, or the turned pair "
    "not used?",
    not_turned,
    seen="course",
)


def _turning(frequencies):
    """Turning by these clocks, as an answer."""

    def answer(x, positions, *base):
        clocks = torch.from_numpy(frequencies(x.size(-1), *base))
        return turn(x, positions[..., None] * clocks)

    return answer


MISTAKES += using(FREQUENCIES, _turning, leaving_out="not_divided_by_d")


@MISTAKES.answer(
    "turned_backwards",
    "it turns the other way round: (a, b) becomes (a cos - b sin, a sin + b cos).",
)
def clockwise(x, positions, base=10000.0):
    """The minus at the other sine."""
    return turn(x, -angles_of(x, positions, base))


@MISTAKES.answer("reflection", REFLECTION)
def both_plus(x, positions, base=10000.0):
    """a cos + b sin, a sin + b cos."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos + b * sin, a * sin + b * cos], -1).flatten(-2)


@MISTAKES.answer("reflection", REFLECTION)
def both_minus(x, positions, base=10000.0):
    """a cos - b sin, a sin - b cos."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin - b * cos], -1).flatten(-2)


@MISTAKES.answer(
    "sin_cos_swapped",
    "sine and cosine are swapped: position 0 must leave x as it is.",
    seen="course",
)
def sine_for_cosine(x, positions, base=10000.0):
    """Sine and cosine change places."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * sin - b * cos, a * cos + b * sin], -1).flatten(-2)


@MISTAKES.answer(
    "cosine_only",
    "each feature is multiplied by a cosine; a rotation mixes the two of a pair.",
)
def scaled_by_cosine(x, positions, base=10000.0):
    """Each feature is multiplied."""
    cos, _ = waves(x, angles_of(x, positions, base).repeat_interleave(2, -1))
    return x * cos


@MISTAKES.answer(
    "pairs_not_interleaved",
    "the pairs are turned rightly but not put back where they came from: stack both "
    "on a new last axis, torch.stack(…, dim=-1), then flatten(-2).",
)
def concatenated(x, positions, base=10000.0):
    """All first halves, then all second halves."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


@MISTAKES.answer("halves_for_pairs", HALVES_FOR_PAIRS, seen="course")
def half_turned(x, positions, base=10000.0):
    """Pairs (i, i + d/2), as GPT-NeoX and Llama's rotate_half make them."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


@MISTAKES.answer("halves_for_pairs", HALVES_FOR_PAIRS, seen="course")
def rotate_half_of_pairs(x, positions, base=10000.0):
    """Angles for pairs, neighbours from the other half."""
    cos, sin = waves(x, angles_of(x, positions, base).repeat_interleave(2, -1))
    a, b = x.chunk(2, dim=-1)
    return x * cos + torch.cat([-b, a], dim=-1) * sin


@MISTAKES.answer(
    "angles_in_halves",
    "the angles come as ω_0, ω_1, …, ω_0, ω_1, …; both of a pair turn by the same "
    "one: ω_0, ω_0, ω_1, ω_1, … (repeat_interleave).",
)
def angles_repeated_in_halves(x, positions, base=10000.0):
    """Neighbours for pairs, angles for halves."""
    angles = angles_of(x, positions, base)
    cos, sin = waves(x, torch.cat([angles, angles], dim=-1))
    partner = torch.stack([-x[..., 1::2], x[..., 0::2]], dim=-1).flatten(-2)
    return x * cos + partner * sin


@MISTAKES.answer(
    "added", "the sinusoids are added; rotary positions turn the pairs and add nothing."
)
def sinusoids_added(x, positions, base=10000.0):
    """Adds the sinusoidal encoding."""
    cos, sin = waves(x, angles_of(x, positions, base))
    return x + torch.stack([sin, cos], dim=-1).flatten(-2)


@MISTAKES.answer(
    "positions_from_one",
    "it turns by position + 1; positions count from 0 and come as they are.",
    seen="course",
)
def one_more(x, positions, base=10000.0):
    """Words count from 1."""
    return turn(x, angles_of(x, positions + 1, base))


@MISTAKES.answer(
    "positions_along_batch",
    "the angle grows along the batch; the length is the axis before the last.",
)
def first_axis_is_length(x, positions, base=10000.0):
    """x is (L, B, d)."""
    places = positions[: x.size(0)]
    while places.dim() < x.dim() - 1:
        places = places[..., None]
    return turn(x, angles_of(x, places, base))


@MISTAKES.answer(
    "positions_along_heads",
    "with (B, H, L, d) the angle grows along the heads; the length is the axis "
    "before the last, whatever comes before it.",
)
def second_axis_is_length(x, positions, base=10000.0):
    """x is (B, L, H, d), as in many repositories."""
    angles = angles_of(x, positions, base)
    if x.dim() == 4:
        angles = angles[: x.size(1), None]
    return turn(x, angles)


@MISTAKES.answer(
    "positions_ignored",
    "the rows are counted 0, 1, 2, …; turn each by its own entry of `positions`.",
)
def counts_by_itself(x, positions, base=10000.0):
    """Positions are 0, 1, 2, … anyway."""
    counted = torch.arange(x.size(-2), device=x.device)
    return turn(x, angles_of(x, counted, base))


MISTAKES.sign(
    "pairs_not_merged",
    "each pair keeps an axis of its own; join the last two: .flatten(-2).",
    lambda case, seen: (
        bool(seen.values)
        and seen.values["output"].shape
        == (*case.inputs["x"].shape[:-1], case.inputs["x"].shape[-1] // 2, 2)
    ),
)

MISTAKES.sign(
    "extra_axis",
    "the result has an axis too many in front; cosines of (L, d/2) meet any axes that "
    "x has before L, by broadcasting.",
    lambda case, seen: (
        bool(seen.values) and seen.values["output"].ndim > case.inputs["x"].ndim
    ),
)

MISTAKES.sign(
    "one_row_of_positions",
    "each sentence may have positions of its own, (B, L); positions[..., None] * ω "
    "takes them as well as (L,), torch.outer does not.",
    lambda case, seen: case.inputs["positions"].ndim > 1,
)

MISTAKES.sign(
    "leading_axes_unsupported",
    "it fixes how many axes come before L and d; address them from the end: "
    "x[..., 0::2], x.size(-2).",
    lambda case, seen: case.aspect == LEADING,
)

MISTAKES += (GRADIENT_CUT,)

MISTAKES.sign(
    "base_ignored",
    "the base is fixed, or a result for another base is kept; use the argument.",
    lambda case, seen: case.aspect == BASE and _of_default_base(case, seen),
)

MISTAKES += (NOT_ON_DEVICE,)

MISTAKES.sign(
    "angles_rounded",
    "positions or frequencies are held in bfloat16, which cannot tell 257 from "
    "256; compute the angles in float32 and round their sine and cosine.",
    lambda case, seen: (
        case.aspect == DTYPE
        and case.inputs["positions"].max() >= FAR
        and bool(seen.values)
        and seen.facts.get("output.dtype") == f"torch.{case.dtype}"
    ),
)

MISTAKES += (DTYPE_LOST,)
