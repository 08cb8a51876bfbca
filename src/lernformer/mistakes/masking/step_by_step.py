"""Typical wrong answers to ``masking.step_by_step``."""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from lernformer.mistakes.attention.scaled_dot_product_attention import ATTEND, attend
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
    sign,
    torch_formula,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.aspects import LARGE
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.step_by_step import GONE, NOT_IN_A_STEP

AFTER_ALL = (
    "a mask hides what comes later, but it is still there: 0 times NaN is NaN. At step "
    "t take only what exists by then: k[..., : t + 1, :], and v likewise."
)

BEFORE_ONLY = (
    "step t sees the keys before t and not its own: [:t] leaves out t, and [: t + 1] "
    "has it."
)

FIRST_ONLY = (
    "every step sees the first key only; at step t there are those from 0 to t."
)

ZEROED = (
    "later keys are zero, but they are still there: a score of 0 gets its share of the "
    "weight. Cut them off, k[..., : t + 1, :], and the values too."
)

CUT_LATE = (
    "the softmax runs over all keys and is cut afterwards, so the weights that are "
    "left no longer sum to 1; cut the keys, or the scores, before the softmax."
)

AXIS = (
    "the steps are joined along the wrong axis, or along a new one, and no reshape "
    "puts that right; with each step (B, H, 1, d_v) it is torch.cat(steps, dim=-2)."
)

ALL_SEEN = (
    "each step attends to all keys, to those that come later as well; at step t there "
    "are t + 1 of them: k[..., : t + 1, :], and v likewise. (Or do the steps run over "
    "sentences or heads? The length is the last axis but one.)"
)


def average(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return attend(q, k, v)[0]


def _at(x: Tensor, t: int) -> Tensor:
    return x[..., t : t + 1, :]


def _past(x: Tensor, t: int) -> Tensor:
    return x[..., : t + 1, :]


def _steps(q: Tensor, k: Tensor, v: Tensor, step: Callable = average) -> list[Tensor]:
    return [step(_at(q, t), _past(k, t), _past(v, t)) for t in range(q.size(-2))]


def _joined(id: str, cause: str, join: Callable) -> Mistake:
    """The right steps, put together wrongly."""
    return torch_formula(id, cause, lambda **x: join(_steps(**x)), "output")


def _reshaped(steps: list[Tensor], dim: int) -> Tensor:
    """The right shape, forced upon steps in another order."""
    B, H, _, d_v = steps[0].shape
    return torch.cat(steps, dim=dim).reshape(B, H, len(steps), d_v)


def _step(id: str, cause: str, step: Callable) -> Mistake:
    """Steps that see what they should and make something else of it."""

    def compute(q, k, v):
        return torch.cat(_steps(q, k, v, step), dim=-2)

    return torch_formula(id, cause, compute, "output")


def _seen(id: str, cause: str, step: Callable) -> Mistake:
    """Steps that see something else: ``step(q, k, v, t)``."""

    def compute(q, k, v):
        return torch.cat([step(q, k, v, t) for t in range(q.size(-2))], dim=-2)

    return torch_formula(id, cause, compute, "output")


def _rows(id: str, cause: str, rows: Callable[[int], slice]) -> Mistake:
    """Steps that see other keys and values: ``rows(t)``."""
    return _seen(
        id,
        cause,
        lambda q, k, v, t: average(_at(q, t), k[..., rows(t), :], v[..., rows(t), :]),
    )


def _zeroed(q: Tensor, k: Tensor, v: Tensor, t: int) -> Tensor:
    there = (torch.arange(q.size(-2)) <= t)[:, None]
    return average(_at(q, t), k.where(there, 0), v.where(there, 0))


def _times_zero(q: Tensor, k: Tensor, v: Tensor, t: int) -> Tensor:
    there = (torch.arange(q.size(-2)) <= t)[:, None]
    return average(_at(q, t), k * there, v * there)


def _cut_late(q: Tensor, k: Tensor, v: Tensor, t: int) -> Tensor:
    _, weights = attend(_at(q, t), k, v)
    return weights[..., : t + 1] @ _past(v, t)


def _others_hidden(q: Tensor, k: Tensor, v: Tensor, t: int) -> Tensor:
    return attend(_at(q, t), _past(k, t), _past(v, t), torch.arange(t + 1) < 1)[0]


def _nan_where_gone(case: Case, seen: Observation) -> bool:
    return case.setting == GONE and bool(seen.values)


def _nan_replaced(case: Case, seen: Observation) -> bool:
    output = seen.values.get("output", np.zeros(1))
    before = ~np.isnan(case.inputs["q"]).any((0, 1, 3))  # tokens that are numbers
    kept = output.shape[2:3] == before.shape and np.isfinite(output[:, :, before])
    return case.setting == GONE and bool(np.all(kept))


def _longer(case: Case, seen: Observation) -> bool:
    """As many rows as 1 + 2 + … + T."""
    length = case.inputs["q"].shape[-2]
    return any(
        x.ndim == 4 and x.shape[-2] == length * (length + 1) // 2
        for x in seen.values.values()
    )


MISTAKES = (
    sign(
        "nan_made_a_number",
        "NaN is replaced, which hides it from later steps as well, where it belongs. "
        "Replace nothing: at step t take only what exists by then, k[..., : t + 1, :].",
        _nan_replaced,
    ),
    sign("mask_instead_of_steps", AFTER_ALL, _nan_where_gone),
    INPUT_MODIFIED,
    _rows("itself_unseen", BEFORE_ONLY, slice),
    _rows("itself_unseen", BEFORE_ONLY, lambda t: slice(max(t, 1))),
    _rows(
        "sees_the_next",
        "each step sees one key too many, the next one: with [: t + 1] it sees 0 to t.",
        lambda t: slice(t + 2),
    ),
    _rows("sees_the_future", ALL_SEEN, lambda t: slice(None)),
    _rows(
        "own_key_only",
        "each step sees its own key only, so its value comes out as it is; keys and "
        "values begin at 0: [: t + 1], not [t : t + 1].",
        lambda t: slice(t, t + 1),
    ),
    _rows("first_key_only", FIRST_ONLY, lambda t: slice(1)),
    _seen("first_key_only", FIRST_ONLY, _others_hidden),
    _rows(
        "last_key_only",
        "every step sees the last key of all; at step t there are those from 0 to t.",
        lambda t: slice(-1, None),
    ),
    _rows(
        "rest_for_past",
        "step t sees the keys from t on, that is what comes later; [: t + 1] is what "
        "came before.",
        lambda t: slice(t, None),
    ),
    _rows(
        "last_two_only",
        "each step sees the newest key and the one before; it may look back as far as "
        "the sentence goes.",
        lambda t: slice(max(t - 1, 0), t + 1),
    ),
    _seen("future_zeroed", ZEROED, _zeroed),
    _seen("future_zeroed", ZEROED, _times_zero),
    _seen("cut_after_softmax", CUT_LATE, _cut_late),
    _seen(
        "query_not_advanced",
        "the first query asks at every step; at step t it is query t, the last "
        "of those so far.",
        lambda q, k, v, t: average(_at(q, 0), _past(k, t), _past(v, t)),
    ),
    _seen(
        "query_of_the_last",
        "the last query of all asks at every step; at step t it is query t: "
        "q[..., t : t + 1, :].",
        lambda q, k, v, t: average(q[..., -1:, :], _past(k, t), _past(v, t)),
    ),
    _seen(
        "cut_along_heads",
        "keys and values are cut along the heads, axis 1; the length is axis 2, or -2: "
        "k[:, :, : t + 1], or k[..., : t + 1, :].",
        lambda q, k, v, t: average(_at(q, t), k[:, : t + 1], v[:, : t + 1]),
    ),
    sign(
        "steps_overlap",
        "step t gives t + 1 rows, one for each query so far; keep the newest, or ask "
        "with query t alone.",
        _longer,
    ),
    sign(
        "values_not_cut",
        "keys and values must be cut alike: step t has t + 1 of each.",
        fails("1 keys need as many", "must match the size", "Expected size for first"),
    ),
    sign(
        "keys_not_cut",
        "the values are cut and the keys are not; step t has t + 1 of each.",
        fails("keys need as many values"),
    ),
    sign(
        "pairs_joined",
        "attention returns (output, weights); take the output of each step.",
        fails("but got tuple", "found type tuple"),
    ),
    sign(
        "weights_returned",
        "attention gives (output, weights); return the outputs alone, those of all "
        "steps.",
        fails("got a tuple of 2"),
    ),
    sign(
        "list_returned",
        "the steps are still a list; torch.cat(steps, dim=-2) makes one tensor of it.",
        fails("got a list of"),
    ),
    _joined(
        "last_step_only",
        "the last step alone is returned; keep the output of every step.",
        lambda steps: steps[-1],
    ),
    _joined(
        "last_step_only",
        "the first step alone is returned; is the return inside the loop?",
        lambda steps: steps[0],
    ),
    *(
        _joined("step_left_out", "one step is missing: t runs from 0 to T - 1.", join)
        for join in (
            lambda steps: torch.cat(steps[1:], dim=-2),
            lambda steps: torch.cat(steps[:-1], dim=-2),
        )
    ),
    *(
        _joined("joined_along_another_axis", AXIS, join)
        for join in (
            lambda steps: torch.cat(steps, dim=-1),
            lambda steps: torch.cat(steps, dim=0),
            lambda steps: torch.cat(steps, dim=1),
            lambda steps: torch.stack(steps, dim=0),
            lambda steps: torch.stack(steps, dim=-2),
            lambda steps: torch.stack(steps, dim=-1),
            lambda steps: torch.cat(steps, dim=-2).movedim(-2, 0),
            lambda steps: _reshaped(steps, dim=0),
            lambda steps: _reshaped(steps, dim=1),
        )
    ),
    _joined(
        "steps_reversed",
        "the newest step comes first; row t is step t.",
        lambda steps: torch.cat(steps[::-1], dim=-2),
    ),
    _joined(
        "steps_added_up",
        "each row is the sum of all steps so far; it is the output of its own step.",
        lambda steps: torch.cat(steps, dim=-2).cumsum(dim=-2),
    ),
    _seen(
        "query_key_swapped",
        "query and key are swapped: query t meets the keys so far.",
        lambda q, k, v, t: average(_at(k, t), _past(q, t), _past(v, t)),
    ),
    _step(
        "plain_average",
        "all values so far count the same; they are weighted by the softmax of the "
        "scores.",
        lambda q, k, v: v.mean(dim=-2, keepdim=True),
    ),
    _seen(
        "scale_by_sqrt_length",
        "the scores are divided by the square root of the length; d_k is the last "
        "axis, q.size(-1).",
        lambda q, k, v, t: average(
            _at(q, t) * (q.size(-1) / q.size(-2)) ** 0.5, _past(k, t), _past(v, t)
        ),
    ),
    *(
        _step(id, cause, lambda q, k, v, way=way: way(q, k, v)[0])
        for id, cause, way in ATTEND
        if id not in NOT_IN_A_STEP
    ),
    AXES_SQUEEZED,
    GRADIENT_CUT,
    DTYPE_LOST,
    sign(
        "overflow",
        "exp overflows for large scores; take torch.softmax, or subtract each row's "
        "own largest score first.",
        lambda case, seen: case.aspect == LARGE,
    ),
)
