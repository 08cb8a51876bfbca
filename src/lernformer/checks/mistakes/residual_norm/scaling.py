"""Typical wrong answers to ``min_max`` and ``standardize``."""

from collections.abc import Callable

import numpy as np

from lernformer.checks.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    fails,
    formula,
    sign,
)
from lernformer.residual_norm import min_max, standardize

ANY_AXIS = "works along any axis"
CONSTANT = "turns equal values into 0"
SMALL = "is exact for small differences"


def _kept(name: str, x: np.ndarray, axis) -> np.ndarray:
    return getattr(np, name)(x, axis=axis, keepdims=True)


def _low(x, axis):
    return _kept("min", x, axis)


def _high(x, axis):
    return _kept("max", x, axis)


def _centred(x, axis):
    return x - _kept("mean", x, axis)


def _size(x, axis):
    return np.prod([x.shape[a] for a in np.atleast_1d(axis)])


KEEPDIMS = (
    "keepdims_forgotten",
    "a statistic has lost its axis, or runs along another, so that it meets the wrong "
    "numbers; give each axis=axis and keepdims=True.",
)
AXIS_IGNORED = (
    "axis_ignored",
    "axis has no effect on a statistic; pass axis=axis to each of them.",
)
DIVISION_BY_ZERO = (
    "division_by_zero",
    "where all values are equal this is 0/0; divide by 1 there, so that 0 is left.",
)
CONSTANT_NOT_ZERO = (
    "constant_not_zero",
    "where all values are equal the result is 0, by agreement; the others keep their "
    "own result.",
)
EPS_ADDED = (
    "eps_added",
    "something is added to the denominator, which changes every value; treat equal "
    "values apart. (eps belongs to layer_norm.)",
)


def _common(right: Callable) -> tuple:
    """What both functions can get wrong, and how it shows."""
    return (
        formula(
            "axis_not_moved_back",
            "the axis was moved and not moved back; return the axes as they came.",
            lambda x, axis: right(np.moveaxis(x, axis, -1), -1),
        ),
        *(
            formula(*AXIS_IGNORED, lambda x, axis, other=other: right(x, other))
            for other in (None, 0, -1)
        ),
        AXES_SQUEEZED,
        sign(
            "leading_axes_unsupported",
            "it works for vectors and tables only; with axis=axis and keepdims=True "
            "it works for any number of axes.",
            lambda case, seen: case.inputs["x"].ndim > 2 and bool(seen.trouble),
        ),
        sign(*KEEPDIMS, fails("broadcast")),
        sign(
            *DIVISION_BY_ZERO,
            lambda case, seen: (
                case.aspect == CONSTANT
                and bool(seen.values)
                and not np.isfinite(seen.values["result"]).all()
            ),
        ),
        sign(
            *CONSTANT_NOT_ZERO,
            lambda case, seen: case.aspect == CONSTANT and bool(seen.values),
        ),
        sign(*EPS_ADDED, lambda case, seen: case.aspect == SMALL and bool(seen.values)),
    )


MIN_MAX = (
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

STANDARDIZE = (
    INPUT_MODIFIED,
    formula(
        "unbiased_variance",
        "the variance is divided by n - 1 (ddof=1); here it is the mean over all n "
        "(ddof=0, NumPy's default).",
        lambda x, axis: standardize(x, axis) * np.sqrt(1 - 1 / _size(x, axis)),
    ),
    formula(
        "root_forgotten",
        "x - mean is divided by the variance; divide by its root, the deviation.",
        lambda x, axis: _centred(x, axis) / _kept("var", x, axis),
    ),
    formula(
        "mean_not_subtracted",
        "x is divided by the deviation, but the mean is not subtracted first.",
        lambda x, axis: x / _kept("std", x, axis),
    ),
    formula(
        "not_scaled",
        "the mean is subtracted, but nothing is divided by the deviation.",
        _centred,
    ),
    formula(
        "multiplied",
        "x - mean is multiplied by the deviation; divide by it.",
        lambda x, axis: _centred(x, axis) * _kept("std", x, axis),
    ),
    formula(
        "variance_not_centred",
        "the denominator is the root of the mean of x²; the variance is the mean of "
        "(x - mean)².",
        lambda x, axis: _centred(x, axis) / np.sqrt(_kept("mean", x**2, axis)),
    ),
    formula(
        "divided_by_norm",
        "the squared distances are added up, not averaged; the variance is their mean.",
        lambda x, axis: standardize(x, axis) / np.sqrt(_size(x, axis)),
    ),
    formula(
        "mean_absolute_deviation",
        "the denominator is the mean of |x - mean|; the deviation is the root of the "
        "mean of the squares.",
        lambda x, axis: (
            _centred(x, axis) / _kept("mean", np.abs(_centred(x, axis)), axis)
        ),
    ),
    formula(
        "median_for_mean",
        "the median is subtracted instead of the mean.",
        lambda x, axis: (x - _kept("median", x, axis)) / _kept("std", x, axis),
    ),
    formula(
        "sign_flipped",
        "it is x - mean, not mean - x.",
        lambda x, axis: -standardize(x, axis),
    ),
    formula(
        "divided_by_span",
        "the denominator is max - min; divide by the standard deviation.",
        lambda x, axis: _centred(x, axis) / (_high(x, axis) - _low(x, axis)),
    ),
    formula(
        "min_max_scaled",
        "this is (x - min) / (max - min); here it is (x - mean) / deviation.",
        min_max,
    ),
    formula(
        "rounded",
        "the result is rounded; leave rounding to print.",
        lambda x, axis: np.round(standardize(x, axis), 2),
    ),
    *(
        formula(
            *EPS_ADDED,
            lambda x, axis, eps=eps: (
                _centred(x, axis) / np.sqrt(_kept("var", x, axis) + eps)
            ),
        )
        for eps in (1, 1e-3, 1e-5, 1e-6)
    ),
    *(
        formula(
            *EPS_ADDED,
            lambda x, axis, eps=eps: _centred(x, axis) / (_kept("std", x, axis) + eps),
        )
        for eps in (1, 1e-2, 1e-3, 1e-5)
    ),
    formula(
        *KEEPDIMS,
        lambda x, axis: (x - x.mean(axis)) / x.std(axis),
    ),
    formula(
        *KEEPDIMS,
        lambda x, axis: _centred(x, axis) / x.std(axis),
    ),
    formula(
        *AXIS_IGNORED,
        lambda x, axis: (x - x.mean()) / _kept("std", x, axis),
    ),
    formula(
        *AXIS_IGNORED,
        lambda x, axis: _centred(x, axis) / x.std(),
    ),
    *_common(standardize),
)
