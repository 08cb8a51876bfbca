"""Typical wrong answers to ``residual_norm.standardize``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED, formula
from lernformer.mistakes.residual_norm.scaling import (
    AXIS_IGNORED,
    EPS_ADDED,
    KEEPDIMS,
    _centred,
    _common,
    _high,
    _kept,
    _low,
)
from lernformer.residual_norm import min_max, standardize


def _size(x, axis):
    return np.prod([x.shape[a] for a in np.atleast_1d(axis)])


MISTAKES = (
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
