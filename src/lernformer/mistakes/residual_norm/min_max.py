"""Typical wrong answers to ``residual_norm.min_max``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED, formula
from lernformer.mistakes.residual_norm.scaling import (
    EPS_ADDED,
    KEEPDIMS,
    _centred,
    _common,
    _high,
    _kept,
    _low,
)
from lernformer.residual_norm import min_max, standardize

MISTAKES = (
    INPUT_MODIFIED,
    formula(
        "divided_by_max",
        "x is divided by its maximum; the minimum is to become 0, so subtract it, and "
        "divide by max - min.",
        lambda x, axis: x / _high(x, axis),
    ),
    formula(
        "minimum_not_subtracted",
        "x is divided by max - min, but the minimum is not subtracted first.",
        lambda x, axis: x / (_high(x, axis) - _low(x, axis)),
    ),
    formula(
        "span_without_minimum",
        "the denominator is max instead of max - min.",
        lambda x, axis: (x - _low(x, axis)) / _high(x, axis),
    ),
    formula(
        "span_without_minimum",
        "the denominator is max alone: max - min needs brackets.",
        lambda x, axis: (x - _low(x, axis)) / _high(x, axis) - _low(x, axis),
    ),
    formula(
        "span_without_minimum",
        "the denominator is max + min instead of max - min.",
        lambda x, axis: (x - _low(x, axis)) / (_high(x, axis) + _low(x, axis)),
    ),
    formula(
        "other_interval",
        "the result lies between -1 and 1; it should lie between 0 and 1.",
        lambda x, axis: 2 * min_max(x, axis) - 1,
    ),
    formula(
        "other_interval",
        "the result lies between 0 and 100; it should lie between 0 and 1.",
        lambda x, axis: 100 * min_max(x, axis),
    ),
    formula(
        "sign_flipped",
        "the largest becomes 0 and the smallest 1; it is x - min, not max - x.",
        lambda x, axis: 1 - min_max(x, axis),
    ),
    formula(
        "mean_for_minimum",
        "the mean is subtracted instead of the minimum.",
        lambda x, axis: _centred(x, axis) / (_high(x, axis) - _low(x, axis)),
    ),
    formula(
        "standardized",
        "this is (x - mean) / deviation; here it is (x - min) / (max - min).",
        standardize,
    ),
    formula(
        "divided_by_sum",
        "x is divided by its sum; it is (x - min) / (max - min).",
        lambda x, axis: x / _kept("sum", x, axis),
    ),
    formula(
        "absolute_values",
        "the signs are dropped; negative numbers are smaller than positive ones.",
        lambda x, axis: min_max(np.abs(x), axis),
    ),
    formula(
        "clipped",
        "the values are cut off at 0 and 1; they are to be shifted and scaled.",
        lambda x, axis: np.clip(x, 0, 1),
    ),
    formula(
        "rounded",
        "the result is rounded; leave rounding to print.",
        lambda x, axis: np.round(min_max(x, axis), 2),
    ),
    formula(
        "positions_for_values",
        "argmin and argmax tell where the extremes are; min and max tell what they "
        "are.",
        lambda x, axis: (
            (x - _kept("argmin", x, axis))
            / (_kept("argmax", x, axis) - _kept("argmin", x, axis))
        ),
    ),
    *(
        formula(
            *EPS_ADDED,
            lambda x, axis, eps=eps: (
                (x - _low(x, axis)) / (_high(x, axis) - _low(x, axis) + eps)
            ),
        )
        for eps in (1, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
    ),
    formula(
        *KEEPDIMS,
        lambda x, axis: (x - x.min(axis)) / (x.max(axis) - x.min(axis)),
    ),
    formula(
        *KEEPDIMS,
        lambda x, axis: (x - _low(x, axis)) / (x.max(axis) - x.min(axis)),
    ),
    *_common(min_max),
)
