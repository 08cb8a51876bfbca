"""Typical wrong answers to ``masking.masked_attention``."""

import math

import torch

from lernformer.masking import masked_attention
from lernformer.mistakes.attention.scaled_dot_product_attention import (
    ATTEND,
    OF_PRODUCTS,
    PRODUCT_MISFIT,
    attend,
)
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
from lernformer.mistakes.masking.masked_softmax import (
    EMPTY_NAN,
    EMPTY_UNIFORM,
    GRADIENT_NAN,
    empty_and_nan,
    empty_and_uniform,
    gradient_is_nan,
    not_a_number,
    squeezed,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.aspects import LARGE, LEADING
from lernformer.probes.attention.MultiHeadAttention import CROSS
from lernformer.probes.case import Case, Observation

FROM_ATTENTION = {  # mistakes of the attention chapter that come back here
    "no_scale",
    "scale_by_d_k",
    "scale_by_sqrt_d_v",
    "scale_by_sqrt_length",
    "scale_multiplied",
    "scale_after_softmax",
    "query_key_swapped",
    "key_value_swapped",
    "softmax_over_queries",
    "mask_ignored",
    "mask_after_softmax",
    "scores_times_mask",
    "fill_too_small",
    "mask_added_as_bool",
    "renormalised_over_queries",
}

CAUSES = {id: cause for id, cause, _ in ATTEND}


def _pair(id: str, cause: str, compute) -> Mistake:
    return torch_formula(id, cause, compute, "output", "weights")


def _ways(id: str, change) -> tuple[Mistake, ...]:
    """Attention with another mask, in the ways that treat empty rows differently."""

    def filled(q, k, v, mask):
        weights = _scores(q, k).masked_fill(~change(mask), -1e9).softmax(-1)
        return weights @ v, weights

    return (
        _pair(
            id,
            CAUSES[id],
            lambda q, k, v, mask: masked_attention(q, k, v, change(mask)),
        ),
        _pair(id, CAUSES[id], lambda q, k, v, mask: attend(q, k, v, change(mask))),
        _pair(id, CAUSES[id], filled),
    )


def _scores(q, k):
    return q @ k.mT / math.sqrt(q.size(-1))


def _zeroed_twice(q, k, v, mask):
    weights = (_scores(q, k) * mask).softmax(-1) * mask
    return weights @ v, weights


def _not_transposed(q, k, v, mask):
    return attend(q, k.mT, v, mask)


def _scaled_after(q, k, v, mask):
    output, weights = attend(q, k, v, mask, factor=1)
    return output / math.sqrt(q.size(-1)), weights


def _triangle(q, k, v, mask):
    triangle = torch.ones(q.size(-2), k.size(-2), dtype=torch.bool).tril()
    return attend(q, k, v, triangle)


def _values_masked(q, k, v, mask):
    weights = _scores(q, k).softmax(-1)
    return (weights * mask) @ v, weights


def _no_values(case: Case, seen: Observation) -> bool:
    """An error about shapes, or results of another shape."""
    right = case.inputs["q"].shape[:-1], case.inputs["k"].shape[-2]
    weights = seen.values.get("weights")
    return misfit(seen) or (
        weights is not None and weights.shape != (*right[0], right[1])
    )


MISTAKES = (
    sign("nan_on_empty_row", EMPTY_NAN, empty_and_nan),
    sign("uniform_on_empty_row", EMPTY_UNIFORM, empty_and_uniform),
    INPUT_MODIFIED,
    *(
        _pair(id, cause, compute)
        for id, cause, compute in ATTEND
        if id in FROM_ATTENTION
    ),
    *_ways("mask_inverted", torch.logical_not),
    *_ways("mask_transposed", lambda mask: mask.mT),
    *_ways("mask_of_first_item", lambda mask: mask[:1]),
    _pair("keys_not_transposed", PRODUCT_MISFIT, _not_transposed),
    _pair("scores_times_mask", CAUSES["scores_times_mask"], _zeroed_twice),
    _pair("scale_after_softmax", CAUSES["scale_after_softmax"], _scaled_after),
    _pair(
        "causal_always",
        "a look-ahead mask is built in; use the mask that is passed in.",
        _triangle,
    ),
    _pair(
        "values_masked",
        "the weights are returned as they were before masking, and what is left of a "
        "row does not sum to 1. Hide the scores before the softmax.",
        _values_masked,
    ),
    _pair(
        "output_without_mask",
        "the weights that are returned respect the mask, those that average the values "
        "do not.",
        lambda q, k, v, mask: (attend(q, k, v)[0], attend(q, k, v, mask)[1]),
    ),
    _pair(
        "weights_without_mask",
        "the output respects the mask, the weights that are returned do not.",
        lambda q, k, v, mask: (attend(q, k, v, mask)[0], attend(q, k, v)[1]),
    ),
    *(
        _pair(
            "weights_before_softmax",
            "the second result holds the scores; return the weights, after the "
            "softmax.",
            compute,
        )
        for compute in (
            lambda q, k, v, mask: (attend(q, k, v, mask)[0], _scores(q, k)),
            lambda q, k, v, mask: (
                attend(q, k, v, mask)[0],
                _scores(q, k).masked_fill(~mask, -math.inf),
            ),
            lambda q, k, v, mask: (
                attend(q, k, v, mask)[0],
                _scores(q, k).masked_fill(~mask, -1e9),
            ),
        )
    ),
    _pair(
        "weights_transposed",
        "the weights are transposed: one row a query, (..., L_q, L_k).",
        lambda q, k, v, mask: (
            attend(q, k, v, mask)[0],
            attend(q, k, v, mask)[1].mT,
        ),
    ),
    _pair(
        "weights_output_swapped",
        "the two results are in the wrong order; return (output, weights).",
        lambda q, k, v, mask: attend(q, k, v, mask)[::-1],
    ),
    sign(
        "weights_not_returned", "return both: output, weights.", fails("should return")
    ),
    sign(
        "mask_truth_value",
        "`if mask:` asks for the truth of many values at once; the mask is always "
        "there, so there is nothing to ask.",
        fails("Boolean value of Tensor"),
    ),
    sign(
        "mask_not_broadcast",
        "scores[~mask] needs a mask of the scores' full shape; masked_fill broadcasts "
        "a mask such as (B, 1, 1, L_k).",
        fails("shape of the mask", "invalid for input of size"),
    ),
    sign("axes_squeezed", AXES_SQUEEZED.cause, squeezed),
    sign("nan_gradient", GRADIENT_NAN, gradient_is_nan),
    GRADIENT_CUT,
    DTYPE_LOST,
    SCORES_CLIPPED,
    sign(
        "overflow",
        "exp overflows for large scores, or a whole row runs down to 0 / 0; take "
        "torch.softmax, or subtract each row's own largest score first.",
        lambda case, seen: case.aspect == LARGE,
    ),
    sign(
        "mask_makes_nan",
        "hidden scores turn into inf or nan before the softmax: +inf in place of -inf, "
        "or -inf × 0. masked_fill(~mask, -inf) leaves the others alone.",
        lambda case, seen: not_a_number(seen),
    ),
    sign(
        "square_mask_only",
        "it works for as many keys as queries only; where one sentence attends to "
        "another, L_q and L_k differ.",
        lambda case, seen: case.aspect == CROSS and _no_values(case, seen),
    ),
    sign(
        "leading_axes_unsupported",
        "it works for one number of axes only; count axes from the end (-1, -2), so "
        "that (B, L, d) and (B, H, L, d) both work.",
        lambda case, seen: case.aspect == LEADING,
    ),
    sign("keys_not_transposed", PRODUCT_MISFIT, fails(*OF_PRODUCTS)),
    sign(
        "mask_unsqueezed",
        "an axis is added to the mask, or the mask is indexed, though it fits by "
        "broadcasting already; use it as it comes.",
        lambda case, seen: _no_values(case, seen),
    ),
)
