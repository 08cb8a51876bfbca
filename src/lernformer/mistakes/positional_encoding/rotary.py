"""Typical wrong answers to ``positional_encoding.rotary``."""

from collections.abc import Callable

import numpy as np
import torch

from lernformer.mistakes.common import (
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    sign,
    torch_formula,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.positional_encoding.common import (
    BASE_IGNORED,
    WRONG_FREQUENCIES,
)
from lernformer.positional_encoding import angular_frequencies, rotary
from lernformer.probes.aspects import DTYPE, LEADING
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import DEVICE

FAR = 256  # from here on bfloat16 confuses positions

HALVES = (
    "dimensions i and i + d/2 are taken for a pair, as Llama does; here 2k and 2k + 1 "
    "are: x[..., 0::2] and x[..., 1::2]."
)

REFLECTED = (
    "a sign is wrong: a rotation takes (a, b) to (a cos - b sin, a sin + b cos)."
)

NOT_INTERLEAVED = (
    "the pairs are turned rightly but not put back where they came from: stack both "
    "on a new last axis, torch.stack(…, dim=-1), then flatten(-2)."
)

NOT_ON_DEVICE = sign(
    "not_on_device",
    "a tensor stays on the processor while the inputs are elsewhere: give new tensors "
    "device=x.device, and make a table a buffer, self.register_buffer(…), so that it "
    "moves with the model.",
    lambda case, seen: case.aspect == DEVICE,
)


def _right_pair(a, b, cos, sin):
    return a * cos - b * sin, a * sin + b * cos


def _interleave(a, b):
    return torch.stack([a, b], dim=-1).flatten(-2)


def turned(
    x, angles, pair: Callable = _right_pair, join: Callable = _interleave
) -> torch.Tensor:
    """Turn the pairs (2k, 2k + 1) of x by angles, (..., L, d/2)."""
    a, b = x[..., 0::2], x[..., 1::2]
    return join(*pair(a, b, angles.cos().to(x.dtype), angles.sin().to(x.dtype)))


def _angles(x, positions, frequencies):
    return positions[..., None] * torch.from_numpy(np.ascontiguousarray(frequencies))


def _with(
    id: str, cause: str, frequencies: Callable = angular_frequencies, **steps
) -> Mistake:
    """A mistake in the frequencies, or in a step of ``turned``."""

    def compute(x, positions, base=10000.0):
        angles = _angles(x, positions, frequencies(x.size(-1), base))
        return turned(x, angles, **steps)

    return torch_formula(id, cause, compute, "output")


def _halves(x, positions, base=10000.0):
    angles = _angles(x, positions, angular_frequencies(x.size(-1), base))
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


def _mixed(turn_halves: bool) -> Callable:
    """Angles for one arrangement of pairs and partners from the other."""

    def compute(x, positions, base=10000.0):
        angles = _angles(x, positions, angular_frequencies(x.size(-1), base))
        if turn_halves:
            a, b = x.chunk(2, dim=-1)
            angles, partner = angles.repeat_interleave(2, -1), torch.cat([-b, a], -1)
        else:
            angles = torch.cat([angles, angles], -1)
            partner = _interleave(-x[..., 1::2], x[..., 0::2])
        return x * angles.cos().to(x.dtype) + partner * angles.sin().to(x.dtype)

    return compute


def _too_early(a, b, cos, sin):
    a = a * cos - b * sin
    return a, a * sin + b * cos


def _at(places: Callable) -> Callable:
    """Turn by positions that ``places`` makes of x and of the right ones."""

    def compute(x, positions, base=10000.0):
        chosen = places(x, positions)
        return turned(x, _angles(x, chosen, angular_frequencies(x.size(-1), base)))

    return compute


def _added(x, positions, base=10000.0):
    angles = _angles(x, positions, angular_frequencies(x.size(-1), base))
    return x + _interleave(angles.sin(), angles.cos()).to(x.dtype)


def _first_pair(x, positions, base=10000.0):
    angles = _angles(x, positions, angular_frequencies(x.size(-1), base))
    return torch.cat([turned(x, angles)[..., :2], x[..., 2:]], dim=-1)


def _formula(id: str, cause: str, compute: Callable) -> Mistake:
    return torch_formula(id, cause, compute, "output")


def not_turned(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and np.array_equal(seen.values["output"], case.inputs["x"])


MISTAKES = (
    _with(
        "updated_too_early",
        "the second of a pair is made from the first one after it has turned; keep "
        "both old values until both new ones are made.",
        pair=_too_early,
    ),
    INPUT_MODIFIED,
    _formula(
        "first_pair_only",
        "only the first pair turns; each pair does, at its own speed.",
        _first_pair,
    ),
    sign(
        "not_turned",
        "nothing turns: the result is x itself. Is the angle 0, or the turned pair "
        "not used?",
        not_turned,
    ),
    *(_with(id, cause, wrong) for id, cause, wrong in WRONG_FREQUENCIES),
    _with(
        "turned_backwards",
        "it turns the other way round: (a, b) becomes (a cos - b sin, a sin + b cos).",
        pair=lambda a, b, cos, sin: (a * cos + b * sin, b * cos - a * sin),
    ),
    _with(
        "reflection",
        REFLECTED,
        pair=lambda a, b, cos, sin: (a * cos + b * sin, a * sin + b * cos),
    ),
    _with(
        "reflection",
        REFLECTED,
        pair=lambda a, b, cos, sin: (a * cos - b * sin, a * sin - b * cos),
    ),
    _with(
        "sin_cos_swapped",
        "sine and cosine are swapped: position 0 must leave x as it is.",
        pair=lambda a, b, cos, sin: (a * sin - b * cos, a * cos + b * sin),
    ),
    _with(
        "cosine_only",
        "each feature is multiplied by a cosine; a rotation mixes the two of a pair.",
        pair=lambda a, b, cos, sin: (a * cos, b * cos),
    ),
    _with(
        "pairs_not_interleaved",
        NOT_INTERLEAVED,
        join=lambda a, b: torch.cat([a, b], dim=-1),
    ),
    _formula("halves_for_pairs", HALVES, _halves),
    _formula("halves_for_pairs", HALVES, _mixed(turn_halves=True)),
    _formula(
        "angles_in_halves",
        "the angles come as ω_0, ω_1, …, ω_0, ω_1, …; both of a pair turn by the same "
        "one: ω_0, ω_0, ω_1, ω_1, … (repeat_interleave).",
        _mixed(turn_halves=False),
    ),
    _formula(
        "added",
        "the sinusoids are added; rotary positions turn the pairs and add nothing.",
        _added,
    ),
    _formula(
        "positions_from_one",
        "it turns by position + 1; positions count from 0 and come as they are.",
        _at(lambda x, positions: positions + 1),
    ),
    _formula(
        "positions_along_batch",
        "the angle grows along the batch; the length is the axis before the last.",
        _at(lambda x, positions: positions[: x.size(0)].view(-1, *[1] * (x.dim() - 2))),
    ),
    _formula(
        "positions_along_heads",
        "with (B, H, L, d) the angle grows along the heads; the length is the axis "
        "before the last, whatever comes before it.",
        _at(lambda x, positions: positions[: x.size(1), None]),
    ),
    torch_formula(
        "positions_ignored",
        "the rows are counted 0, 1, 2, …; turn each by its own entry of `positions`.",
        lambda x, positions, base=10000.0: rotary(x, torch.arange(x.size(-2)), base),
        "output",
    ),
    sign(
        "pairs_not_merged",
        "each pair keeps an axis of its own; join the last two: .flatten(-2).",
        lambda case, seen: (
            bool(seen.values)
            and seen.values["output"].ndim == case.inputs["x"].ndim + 1
        ),
    ),
    sign(
        "leading_axes_unsupported",
        "it fixes how many axes come before L and d; address them from the end: "
        "x[..., 0::2], x.size(-2).",
        lambda case, seen: case.aspect == LEADING,
    ),
    GRADIENT_CUT,
    BASE_IGNORED,
    NOT_ON_DEVICE,
    sign(
        "angles_rounded",
        "positions or frequencies are held in bfloat16, which cannot tell 257 from "
        "256; compute the angles in float32 and round their sine and cosine.",
        lambda case, seen: (
            case.aspect == DTYPE
            and case.inputs["positions"].max() >= FAR
            and bool(seen.values)
            and seen.facts.get("output.dtype") == f"torch.{case.dtype}"
        ),
    ),
    DTYPE_LOST,
)
