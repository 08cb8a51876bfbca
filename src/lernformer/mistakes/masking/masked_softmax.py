"""Typical wrong answers to ``masking.masked_softmax``."""

import math

import numpy as np
from torch import Tensor

from lernformer.masking import masked_softmax
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    SCORES_CLIPPED,
    fails,
    sign,
    torch_formula,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.aspects import GRADIENT, LARGE, LEADING
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.common import EMPTY

TIMES_MASK = (
    "hidden scores become 0 (scores × mask, or a fill of 0 or 1e-9), and exp(0) = 1 is "
    "weight. Fill with -inf or a very negative number such as -1e9."
)

TOO_SMALL = (
    "hidden scores are filled with a number that is not below all scores that occur; "
    "use -inf, -1e9, or torch.finfo(scores.dtype).min."
)

AXIS = "the softmax runs along another axis; the keys are the last: dim=-1."

INVERTED = "the mask is read the other way round: True = may attend. Fill where ~mask."

EMPTY_NAN = (
    "a row of -inf alone, or 0 / 0, is NaN. Fill with a finite number, and set the "
    "hidden weights to 0 after the softmax."
)

EMPTY_UNIFORM = (
    "in a row with nothing to attend to all scores are equal, so the weights are too. "
    "Set the hidden weights to 0 after the softmax."
)

TINY = 1e-4  # a weight that nobody means


def hide(scores: Tensor, mask: Tensor, fill: float) -> Tensor:
    return scores.masked_fill(~mask, fill)


def _weights(id: str, cause: str, compute) -> Mistake:
    return torch_formula(id, cause, compute, "weights")


def _ways(id: str, cause: str, change) -> tuple[Mistake, ...]:
    """A softmax with another mask, in the ways that treat empty rows differently."""
    return (
        _weights(id, cause, lambda scores, mask: masked_softmax(scores, change(mask))),
        *(
            _weights(
                id,
                cause,
                lambda scores, mask, fill=fill: hide(
                    scores, change(mask), fill
                ).softmax(-1),
            )
            for fill in (-math.inf, -1e9)
        ),
    )


def _columns(scores, mask):
    weights = scores.softmax(-1) * mask
    return weights / weights.sum(-2, keepdim=True).clamp(min=1e-9)


def _positive(scores, mask):
    kept = (scores * mask).clamp(min=0)
    kept = kept.masked_fill(kept == 0, -math.inf)
    return kept.softmax(-1).nan_to_num(0.0)


def _softmax_of_weights(scores, mask):
    weights = hide(scores.softmax(-1), mask, -math.inf)
    return weights.softmax(-1).nan_to_num(0.0)


GRADIENT_NAN = (
    "the NaN of an empty row is replaced in the result, but its gradient is NaN still: "
    "0 × NaN is NaN. Let it not come up: fill with a finite number, or clamp the sum "
    "before the division."
)

MISTAKES = (
    INPUT_MODIFIED,
    sign("nan_on_empty_row", EMPTY_NAN, lambda case, seen: empty_and_nan(case, seen)),
    sign(
        "uniform_on_empty_row",
        EMPTY_UNIFORM,
        lambda case, seen: empty_and_uniform(case, seen),
    ),
    _weights(
        "empty_row_clears_all",
        "one row with nothing to attend to clears all the others; each row is judged "
        "alone.",
        lambda scores, mask: (
            masked_softmax(scores, mask) * mask.any(-1).all().to(scores.dtype)
        ),
    ),
    _weights(
        "empty_row_unmasked",
        "a row with nothing to attend to falls back to all keys; it should be zeros.",
        lambda scores, mask: masked_softmax(scores, mask | ~mask.any(-1, keepdim=True)),
    ),
    sign(
        "empty_row_to_one_key",
        "a row with nothing to attend to falls back to one key; it should be zeros.",
        lambda case, seen: (
            rows_without_key(case, seen).size > 0
            and set(np.unique(rows_without_key(case, seen))) == {0.0, 1.0}
        ),
    ),
    _weights(
        "mask_ignored",
        "the mask has no effect. masked_fill returns a new tensor and leaves the old "
        "one alone.",
        lambda scores, mask: scores.softmax(-1),
    ),
    _weights(
        "mask_after_softmax",
        "the mask is applied after the softmax, so what is left of a row no longer "
        "sums to 1. Hide the scores before the softmax.",
        lambda scores, mask: scores.softmax(-1) * mask,
    ),
    _weights(
        "scores_times_mask",
        TIMES_MASK,
        lambda scores, mask: (scores * mask).softmax(-1),
    ),
    _weights(
        "scores_times_mask",
        TIMES_MASK,
        lambda scores, mask: (scores * mask).softmax(-1) * mask,
    ),
    *_ways(
        "mask_inverted",
        INVERTED,
        lambda mask: ~mask,
    ),
    _weights(
        "mask_added_as_bool",
        "the mask is added to the scores as 0 and 1; only -inf (or -1e9) hides a key.",
        lambda scores, mask: (scores + mask).softmax(-1),
    ),
    *(
        _weights("fill_too_small", TOO_SMALL, compute)
        for fill in (-1.0, -5.0, -10.0, -50.0, -100.0, -500.0, -1000.0)
        for compute in (
            lambda scores, mask, fill=fill: hide(scores, mask, fill).softmax(-1),
            lambda scores, mask, fill=fill: hide(scores, mask, fill).softmax(-1) * mask,
            lambda scores, mask, fill=fill: (scores + fill * ~mask).softmax(-1),
        )
    ),
    _weights(
        "fill_positive",
        "hidden scores are filled with +1e9, so they win; the minus sign is missing.",
        lambda scores, mask: hide(scores, mask, 1e9).softmax(-1),
    ),
    _weights(
        "row_hidden_for_one_key",
        "a row with one hidden key is hidden altogether; only that key is.",
        lambda scores, mask: scores.softmax(-1) * mask.all(-1, keepdim=True),
    ),
    *_ways(
        "mask_transposed",
        "the mask's last two axes are swapped; it is (L_q, L_k), like the scores.",
        lambda mask: mask.mT,
    ),
    *_ways(
        "mask_of_first_item",
        "the first item's mask hides the same keys in the whole batch; each item has "
        "its own.",
        lambda mask: mask[:1],
    ),
    *_ways(
        "mask_of_first_query",
        "the first query's mask hides the same keys from all queries; each has a row "
        "of its own.",
        lambda mask: mask[..., :1, :],
    ),
    _weights(
        "positive_scores_only",
        "scores of 0 or less are taken for hidden; ask the mask, not the scores.",
        _positive,
    ),
    *(
        _weights(
            "softmax_over_queries",
            "the softmax runs over the queries (dim=-2); each query shares its "
            "attention among the keys: dim=-1.",
            compute,
        )
        for compute in (
            lambda scores, mask: hide(scores, mask, -1e9).softmax(-2) * mask,
            lambda scores, mask: hide(scores, mask, -math.inf).softmax(-2),
            lambda scores, mask: hide(scores, mask, -1e9).softmax(-2),
        )
    ),
    *(
        _weights("softmax_dim_missing", AXIS, compute)
        for compute in (
            lambda scores, mask: hide(scores, mask, -1e9).softmax(1) * mask,
            lambda scores, mask: hide(scores, mask, -math.inf).softmax(1),
            lambda scores, mask: hide(scores, mask, -1e9).softmax(1),
        )
    ),
    _weights(
        "global_sum",
        "all weights of a table together sum to 1; each row should, so dim=-1.",
        lambda scores, mask: (
            hide(scores, mask, -1e9).flatten(-2).softmax(-1).view_as(scores) * mask
        ),
    ),
    _weights(
        "renormalised_over_queries",
        "after masking, the columns are made to sum to 1; the rows should.",
        _columns,
    ),
    _weights(
        "divided_by_count",
        "the weights are divided by the number of visible keys; divide by the sum of "
        "what is left, or hide the scores before the softmax.",
        lambda scores, mask: (
            scores.softmax(-1) * mask / mask.sum(-1, keepdim=True).clamp(min=1)
        ),
    ),
    _weights(
        "not_normalised",
        "the exponentials are not divided by their sum.",
        lambda scores, mask: scores.exp() * mask,
    ),
    _weights(
        "log_softmax",
        "this is the logarithm of the weights; use softmax.",
        lambda scores, mask: hide(hide(scores, mask, -1e9).log_softmax(-1), mask, 0.0),
    ),
    _weights(
        "sigmoid",
        "this is the sigmoid of each score alone; in a softmax the keys compete.",
        lambda scores, mask: scores.sigmoid() * mask,
    ),
    _weights(
        "softmax_twice",
        "a second softmax is applied to the weights of the first; hide the scores and "
        "take one.",
        _softmax_of_weights,
    ),
    _weights(
        "scaled_again",
        "the scores are divided by the root of the number of keys; they come scaled.",
        lambda scores, mask: masked_softmax(scores / scores.size(-1) ** 0.5, mask),
    ),
    sign(
        "mask_not_broadcast",
        "the mask may be smaller than the scores, such as (B, 1, 1, L_k); masked_fill "
        "and torch.where broadcast it, indexing and reshaping do not.",
        fails("shape of the mask", "invalid for input of size"),
    ),
    sign(
        "keys_removed",
        "hidden keys are left out of the result; they stay in their place, with "
        "weight 0.",
        lambda case, seen: (
            "weights" in seen.values
            and seen.values["weights"].size == case.inputs["mask"].sum()
        ),
    ),
    sign("axes_squeezed", AXES_SQUEEZED.cause, lambda case, seen: squeezed(case, seen)),
    sign("nan_gradient", GRADIENT_NAN, lambda case, seen: gradient_is_nan(case, seen)),
    GRADIENT_CUT,
    DTYPE_LOST,
    sign(
        "mask_makes_nan",
        "hidden scores turn into inf or nan before the softmax: +inf in place of -inf, "
        "or -inf × 0. masked_fill(~mask, -inf) leaves the others alone.",
        lambda case, seen: case.aspect != LARGE and not_a_number(seen),
    ),
    SCORES_CLIPPED,
    sign(
        "never_quite_zero",
        "hidden keys keep a tiny weight, by an eps or a lower bound; their weight is "
        "exactly 0: .masked_fill(~mask, 0.0) at the end.",
        lambda case, seen: 0 < _most_hidden(case, seen) < TINY,
    ),
    sign(
        "overflow",
        "exp overflows for large scores, or a whole row runs down to 0 / 0; take "
        "torch.softmax, or subtract each row's own largest score first.",
        lambda case, seen: case.aspect == LARGE,
    ),
    sign(
        "leading_axes_unsupported",
        "it works for one number of axes only; count axes from the end (-1, -2).",
        lambda case, seen: case.aspect == LEADING,
    ),
)


def _most_hidden(case: Case, seen: Observation) -> float:
    """The largest weight of a hidden key; 0 where the weights are no weights."""
    weights, mask = seen.values.get("weights"), case.inputs["mask"]
    if weights is None or weights.shape != case.inputs["scores"].shape:
        return 0.0
    return np.nan_to_num(np.where(mask, 0, weights)).max()


def squeezed(case: Case, seen: Observation) -> bool:
    """Whether weights with an axis of length 1 have lost it."""
    leading = case.inputs["scores" if "scores" in case.inputs else "q"].shape[:-1]
    weights = seen.values.get("weights")
    return weights is not None and 1 in leading and weights.ndim <= len(leading)


def rows_without_key(case: Case, seen: Observation) -> np.ndarray:
    """The weights of the rows with nothing to attend to; empty if there are none."""
    weights = seen.values.get("weights", np.zeros(0))
    mask = case.inputs["mask"]
    if case.aspect != EMPTY or weights.ndim < 2:
        return np.zeros(0)
    return weights[np.broadcast_to(~mask.any(-1), weights.shape[:-1])]


def empty_and_nan(case: Case, seen: Observation) -> bool:
    return bool(np.isnan(rows_without_key(case, seen)).any())


def empty_and_uniform(case: Case, seen: Observation) -> bool:
    rows = rows_without_key(case, seen)
    return rows.size > 0 and np.allclose(rows, 1 / rows.shape[-1])


def gradient_is_nan(case: Case, seen: Observation) -> bool:
    return case.aspect == GRADIENT and not_a_number(seen)


def not_a_number(seen: Observation) -> bool:
    return any(not np.isfinite(x).all() for x in seen.values.values())
