"""Typical wrong answers to ``attention.scaled_dot_product_attention``."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.attention import attention_weights
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    SCORES_CLIPPED,
    fails,
    misfit,
    sign,
    torch_formula,
)
from lernformer.probes.aspects import LARGE, LEADING
from lernformer.probes.case import Case, Observation
from lernformer.probes.values import tensors

# what torch says where the sizes of a product do not fit
OF_PRODUCTS = "mat1 and mat2", "dimensions of batch2"

PRODUCT_MISFIT = (
    "the sizes of a product do not fit: queries meet keys in q @ k.transpose(-2, -1), "
    "which swaps the last two axes and leaves the others, and then it is weights @ v."
)

TOO_SMALL = (
    "hidden scores are filled with a number that is not below all scores that occur; "
    "use -inf, -1e9, or torch.finfo(scores.dtype).min."
)


def attend(q, k, v, mask=None, *, factor=None, axis=-1):
    """Attention with another scale, or with the softmax along another axis."""
    factor = 1 / math.sqrt(q.size(-1)) if factor is None else factor
    scores = q @ k.mT * factor
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    return _average(scores.softmax(axis), v)


def _scores(q, k):
    return q @ k.mT / math.sqrt(q.size(-1))


def _normalised_columns(q, k, v, mask):
    weights = attention_weights(q, k) * mask
    return _average(weights / weights.sum(-2, keepdim=True).clamp(min=1e-9), v)


# Formulas of q, k, v and a mask; multi-head attention tries them in each head.
def _hidden(scores, mask, fill):
    return scores if mask is None else scores.masked_fill(~mask, fill)


def _masked(q, k, mask):
    return _hidden(_scores(q, k), mask, -math.inf)


def _average(weights, v):
    return weights @ v, weights


ATTEND = (
    (
        "no_scale",
        "the scores are not divided by √d_k.",
        lambda q, k, v, mask=None: attend(q, k, v, mask, factor=1),
    ),
    (
        "scale_by_d_k",
        "the scores are divided by d_k, not by its square root (or by √d_k twice).",
        lambda q, k, v, mask=None: attend(q, k, v, mask, factor=1 / q.size(-1)),
    ),
    (
        "scale_by_sqrt_length",
        "the scores are divided by the square root of the length instead of √d_k; d_k "
        "is the last axis, q.size(-1).",
        lambda q, k, v, mask=None: attend(q, k, v, mask, factor=k.size(-2) ** -0.5),
    ),
    (
        "scale_by_sqrt_length",
        "the scores are divided by the square root of the length instead of √d_k; d_k "
        "is the last axis, q.size(-1).",
        lambda q, k, v, mask=None: attend(q, k, v, mask, factor=q.size(-2) ** -0.5),
    ),
    (
        "scale_by_sqrt_d_v",
        "the scores are divided by √d_v, the width of the values; the products are "
        "sums of d_k terms, so it is √d_k.",
        lambda q, k, v, mask=None: attend(q, k, v, mask, factor=v.size(-1) ** -0.5),
    ),
    (
        "scale_multiplied",
        "the scores are multiplied by √d_k instead of divided.",
        lambda q, k, v, mask=None: attend(q, k, v, mask, factor=q.size(-1) ** 0.5),
    ),
    (
        "scale_precedence",
        "d_k ** 1 / 2 is d_k / 2: the power binds first. Write d_k ** 0.5.",
        lambda q, k, v, mask=None: attend(q, k, v, mask, factor=0.5 / q.size(-1)),
    ),
    (
        "scale_precedence",
        "d_k ** 1 / 2 is d_k / 2: the power binds first. Write d_k ** 0.5.",
        lambda q, k, v, mask=None: attend(q, k, v, mask, factor=2 / q.size(-1)),
    ),
    (
        "scale_rounded",
        "√d_k is rounded to an integer.",
        lambda q, k, v, mask=None: attend(
            q, k, v, mask, factor=1 / math.isqrt(q.size(-1))
        ),
    ),
    (
        "scale_hard_coded",
        "the scores are divided by 8, which is √d_k for the paper's d_k = 64 only.",
        lambda q, k, v, mask=None: attend(q, k, v, mask, factor=1 / 8),
    ),
    (
        "softmax_over_queries",
        "the softmax runs over the queries (dim=-2): the columns of weights sum to 1. "
        "Each query shares its attention among the keys: dim=-1.",
        lambda q, k, v, mask=None: attend(q, k, v, mask, axis=-2),
    ),
    (
        "softmax_dim_missing",
        "the softmax runs over the first axis, which torch guesses without dim=…; "
        "the keys are the last: dim=-1.",
        lambda q, k, v, mask=None: attend(q, k, v, mask, axis=0),
    ),
    (
        "global_sum",
        "all weights of a table together sum to 1; each row should, so dim=-1.",
        lambda q, k, v, mask=None: _average(
            _masked(q, k, mask)
            .flatten(-2)
            .softmax(-1)
            .unflatten(-1, (q.size(-2), k.size(-2))),
            v,
        ),
    ),
    (
        "query_key_swapped",
        "query and key are swapped: row i belongs to query i, so it is q @ kᵀ, not "
        "k @ qᵀ.",
        lambda q, k, v, mask=None: attend(k, q, v, mask),
    ),
    (
        "key_value_swapped",
        "keys and values are swapped: the query meets the keys, the weights average "
        "the values.",
        lambda q, k, v, mask=None: attend(q, v, k, mask),
    ),
    (
        "key_ignored",
        "the queries are compared with themselves; the keys are not used.",
        lambda q, k, v, mask=None: attend(q, q, v, mask),
    ),
    (
        "query_ignored",
        "the keys are compared with themselves; the queries are not used.",
        lambda q, k, v, mask=None: attend(k, k, v, mask),
    ),
    (
        "reshape_for_transpose",
        "k is reshaped to (d_k, L_k), which mixes its numbers; transpose(-2, -1) turns "
        "rows into columns.",
        lambda q, k, v, mask=None: attend(
            q, k.reshape(*k.shape[:-2], k.size(-1), k.size(-2)).mT, v, mask
        ),
    ),
    (
        "cosine_scores",
        "the vectors are normalised, so the scores are cosines; attention takes the "
        "plain dot product over √d_k.",
        lambda q, k, v, mask=None: attend(
            F.normalize(q, dim=-1), F.normalize(k, dim=-1), v, mask, factor=1
        ),
    ),
    (
        "batch_of_one",
        "the first item of the batch serves for all; each has its own keys.",
        lambda q, k, v, mask=None: attend(q, k[:1], v, mask),
    ),
    (
        "softmax_twice",
        "the softmax is applied to its own result.",
        lambda q, k, v, mask=None: _average(
            _masked(q, k, mask).softmax(-1).softmax(-1), v
        ),
    ),
    (
        "log_softmax",
        "log_softmax gives the logarithm of the weights; use softmax.",
        lambda q, k, v, mask=None: _average(_masked(q, k, mask).log_softmax(-1), v),
    ),
    (
        "sigmoid",
        "this is the sigmoid of each score alone; in a softmax the keys compete.",
        lambda q, k, v, mask=None: _average(_masked(q, k, mask).sigmoid(), v),
    ),
    (
        "hard_max",
        "all weight goes to the best key; a softmax leaves some for the others.",
        lambda q, k, v, mask=None: _average(
            F.one_hot(_masked(q, k, mask).argmax(-1), k.size(-2)).to(v.dtype), v
        ),
    ),
    (
        "softmax_missing",
        "the scores are used as weights; softmax turns them into shares of one.",
        lambda q, k, v, mask=None: _average(_hidden(_scores(q, k), mask, 0.0), v),
    ),
    (
        "scale_after_softmax",
        "√d_k divides the weights; it must divide the scores, before the softmax.",
        lambda q, k, v, mask=None: _average(
            attend(q, k, v, mask, factor=1)[1] / math.sqrt(q.size(-1)), v
        ),
    ),
    (
        "mask_ignored",
        "the mask has no effect: hidden keys still get weight.",
        lambda q, k, v, mask=None: attend(q, k, v),
    ),
    (
        "mask_inverted",
        "the mask is read the other way round: True = may attend. Fill where ~mask.",
        lambda q, k, v, mask=None: attend(q, k, v, None if mask is None else ~mask),
    ),
    (
        "mask_transposed",
        "the mask's last two axes are swapped; it is (L_q, L_k), like the scores.",
        lambda q, k, v, mask: attend(q, k, v, mask.mT),
    ),
    (
        "mask_of_first_item",
        "the first item's mask hides the same keys in the whole batch; each item has "
        "its own.",
        lambda q, k, v, mask: attend(q, k, v, mask[:1]),
    ),
    (
        "mask_after_softmax",
        "the mask is applied after the softmax, so the rows that are left no longer "
        "sum to 1. Hide the scores before the softmax.",
        lambda q, k, v, mask: _average(attention_weights(q, k) * mask, v),
    ),
    *(
        ("fill_too_small", TOO_SMALL, compute)
        for fill in (-10.0, -50.0, -100.0, -1000.0)
        for compute in (
            lambda q, k, v, mask, fill=fill: _average(
                _hidden(_scores(q, k), mask, fill).softmax(-1), v
            ),
            lambda q, k, v, mask, fill=fill: _average(
                _hidden(_scores(q, k), mask, fill).softmax(-1) * mask, v
            ),
        )
    ),
    (
        "scores_times_mask",
        "hidden scores become 0 (scores × mask, or a fill of 0 or 1e-9), and "
        "exp(0) = 1 is weight. Fill with -inf or a very negative number such as -1e9.",
        lambda q, k, v, mask: _average((_scores(q, k) * mask).softmax(-1), v),
    ),
    (
        "mask_added_as_bool",
        "the mask is added to the scores as 0 and 1; only -inf (or -1e9) hides a key.",
        lambda q, k, v, mask: _average((_scores(q, k) + mask).softmax(-1), v),
    ),
    (
        "renormalised_over_queries",
        "after masking, the columns are made to sum to 1; the rows should.",
        _normalised_columns,
    ),
    (
        "causal_by_default",
        "without a mask nothing is hidden, but here later keys are.",
        lambda q, k, v, mask=None: attend(
            q, k, v, torch.ones(q.size(-2), k.size(-2), dtype=torch.bool).tril()
        ),
    ),
)


def _attention_formula(id, cause, compute):
    return torch_formula(id, cause, compute, "output", "weights")


MISTAKES = (
    INPUT_MODIFIED,
    *(_attention_formula(*entry) for entry in ATTEND),
    _attention_formula(
        "output_without_mask",
        "the weights that are returned respect the mask, those that average the values "
        "do not.",
        lambda q, k, v, mask: (attend(q, k, v)[0], attend(q, k, v, mask)[1]),
    ),
    _attention_formula(
        "weights_without_mask",
        "the output respects the mask, the weights that are returned do not.",
        lambda q, k, v, mask: (attend(q, k, v, mask)[0], attend(q, k, v)[1]),
    ),
    _attention_formula(
        "weights_before_softmax",
        "the second result holds the scores; return the weights, after the softmax.",
        lambda q, k, v, mask=None: (attend(q, k, v, mask)[0], _masked(q, k, mask)),
    ),
    _attention_formula(
        "weights_transposed",
        "the weights are transposed: one row a query, (..., L_q, L_k).",
        lambda q, k, v, mask=None: (
            attend(q, k, v, mask)[0],
            attend(q, k, v, mask)[1].mT,
        ),
    ),
    _attention_formula(
        "weights_transposed",
        "the values are averaged with the weights' columns; it is weights @ v.",
        lambda q, k, v, mask=None: (
            attend(q, k, v, mask)[1].mT @ v,
            attend(q, k, v, mask)[1],
        ),
    ),
    _attention_formula(
        "scale_after_softmax",
        "√d_k divides the output; it must divide the scores, before the softmax.",
        lambda q, k, v, mask=None: (
            attend(q, k, v, mask, factor=1)[0] / math.sqrt(q.size(-1)),
            attend(q, k, v, mask, factor=1)[1],
        ),
    ),
    _attention_formula(
        "residual_added",
        "the query is added to the output; the residual connection comes later, around "
        "attention.",
        lambda q, k, v, mask=None: (
            attend(q, k, v, mask)[0] + q,
            attend(q, k, v, mask)[1],
        ),
    ),
    _attention_formula(
        "value_sum_averaged",
        "the output is divided by the number of keys; the weights sum to 1 already.",
        lambda q, k, v, mask=None: (
            attend(q, k, v, mask)[0] / k.size(-2),
            attend(q, k, v, mask)[1],
        ),
    ),
    sign(
        "weights_output_swapped",
        "the two results are in the wrong order; return (output, weights).",
        lambda case, seen: swapped(case, seen),
    ),
    sign(
        "weights_not_returned",
        "return both: output, weights.",
        fails("should return"),
    ),
    sign(
        "mask_required",
        "without a mask nothing is hidden; handle mask=None.",
        lambda case, seen: (
            case.inputs.get("mask") is None and fails("NoneType")(case, seen)
        ),
    ),
    sign(
        "mask_truth_value",
        "`if mask:` asks for the truth of many values at once; write "
        "`if mask is not None:`.",
        fails("Boolean value of Tensor"),
    ),
    sign(
        "mask_not_broadcast",
        "scores[~mask] needs a mask of the scores' full shape; masked_fill broadcasts "
        "a mask such as (B, 1, L_k).",
        fails("shape of the mask"),
    ),
    sign(
        "mask_makes_nan",
        "hidden scores turn into inf or nan before the softmax: +inf in place of -inf, "
        "or -inf × 0. masked_fill(~mask, -inf) leaves the others alone.",
        lambda case, seen: case.inputs.get("mask") is not None and not_finite(seen),
    ),
    sign(
        "mask_unsqueezed",
        "an axis is added to the mask, or the mask is indexed, though it fits by "
        "broadcasting already; use it as it comes.",
        lambda case, seen: (
            case.inputs.get("mask") is not None
            and (
                misfit(seen)
                or (
                    seen.values and seen.values["weights"].ndim != case.inputs["q"].ndim
                )
            )
        ),
    ),
    AXES_SQUEEZED,
    GRADIENT_CUT,
    DTYPE_LOST,
    SCORES_CLIPPED,
    sign(
        "overflow",
        "exp overflows for large scores, or a whole row runs down to 0/0; take "
        "torch.softmax, or subtract each row's own largest score first.",
        lambda case, seen: case.aspect == LARGE,
    ),
    sign(
        "keys_not_transposed",
        PRODUCT_MISFIT,
        lambda case, seen: (
            case.aspect != LEADING
            and case.inputs.get("mask") is None
            and fails(*OF_PRODUCTS, "must match the size of tensor b")(case, seen)
        ),
    ),
    sign(
        "same_length_assumed",
        "it works for as many keys as queries only; in cross-attention L_q and L_k "
        "differ.",
        lambda case, seen: (
            case.inputs["q"].shape[-2] != case.inputs["k"].shape[-2]
            and case.aspect != LEADING
            and (misfit(seen) or (seen.values and not _right_shapes(case, seen)))
        ),
    ),
    sign(
        "leading_axes_unsupported",
        "it works for one number of axes only; count axes from the end (-1, -2), so "
        "that (B, L, d) and (B, H, L, d) both work.",
        lambda case, seen: (
            case.aspect == LEADING or (misfit(seen) and case.inputs["q"].ndim == 3)
        ),
    ),
    sign(
        "dropout_always",
        "the weights change at random: dropout is at work. It belongs to training, and "
        "not into this function.",
        lambda case, seen: _dropped(case, seen),
    ),
)


def swapped(case: Case, seen: Observation) -> bool:
    if set(seen.values) != {"output", "weights"}:
        return False
    q, k, v = (case.inputs[name] for name in "qkv")
    return (
        seen.values["output"].shape[-1] == k.shape[-2] != v.shape[-1]
        and seen.values["weights"].shape[-1] == v.shape[-1]
        and seen.values["output"].shape[-2] == q.shape[-2]
    )


def _dropped(case: Case, seen: Observation) -> bool:
    """Whether some weights are 0 and the others too large, all by one factor."""
    x = tensors(case)
    weights = seen.values.get("weights")
    right = attention_weights(x["q"], x["k"], x.get("mask")).numpy()
    if weights is None or weights.shape != right.shape:
        return False
    factors = (weights / right)[weights != 0]
    return factors.size > 0 and factors[0] > 1.01 and np.ptp(factors) < 1e-6


def not_finite(seen: Observation) -> bool:
    return any(not np.isfinite(x).all() for x in seen.values.values())


def _right_shapes(case: Case, seen: Observation) -> bool:
    rows, columns = case.inputs["q"].shape[-2], case.inputs["k"].shape[-2]
    weights = seen.values.get("weights")
    return weights is not None and weights.shape[-2:] == (rows, columns)
