"""Typical wrong answers to ``residual_norm.RMSNorm``."""

from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import sign
from lernformer.mistakes.residual_norm.common import (
    EPS_FORGOTTEN,
    OVER_BATCH,
    OVER_EVERYTHING,
    OVER_SENTENCE,
    OVER_TIME,
    ROOT_FORGOTTEN,
    _every,
    _leading,
    _square,
    _variance,
    standard,
)
from lernformer.mistakes.residual_norm.norms import (
    EPS_AS_FLOOR,
    EPS_OUTSIDE,
    EPS_SQUARED,
    GAMMA_IGNORED,
    GAMMA_PLUS_ONE,
    KEEPDIMS,
    LATER_SIGNS,
    MODULE_SIGNS,
    MULTIPLIED,
    SUM_FOR_MEAN,
    _formulas,
)
from lernformer.probes.residual_norm.norms import START

MEAN_SUBTRACTED = (
    "mean_subtracted",
    "the mean is subtracted, as in layer norm; RMSNorm leaves it.",
)

DEVIATION = (
    "deviation_for_rms",
    "x is divided by its standard deviation; the root mean square is taken of x "
    "itself, no mean is subtracted.",
)


def _size(x, eps):
    return (_square(x) + eps).sqrt()


def _std(x, eps, unbiased=False):
    return (_variance(x, unbiased=unbiased) + eps).sqrt()


def _sized(spread: Callable) -> Callable:
    return lambda x, g, eps: g * x / spread(x, eps)


def _rms(x, gamma, eps):
    return gamma * x / _size(x, eps)


RMS = (
    (*MEAN_SUBTRACTED, lambda x, g, eps: standard(x, g, 0 * g, eps)),
    (
        *MEAN_SUBTRACTED,
        lambda x, g, eps: g * (x - x.mean(-1, keepdim=True)) / _size(x, eps),
    ),
    (*DEVIATION, _sized(_std)),
    (*DEVIATION, _sized(lambda x, eps: _std(x, eps, unbiased=True))),
    (
        *SUM_FOR_MEAN,
        _sized(lambda x, eps: (x.square().sum(-1, keepdim=True) + eps).sqrt()),
    ),
    (
        "unbiased_variance",
        "the sum of the squares is divided by d - 1; their mean is over all d.",
        _sized(
            lambda x, eps: (
                x.square().sum(-1, keepdim=True) / (x.size(-1) - 1) + eps
            ).sqrt()
        ),
    ),
    (
        "mean_absolute",
        "x is divided by the mean of |x|; it is the root of the mean of x².",
        _sized(lambda x, eps: x.abs().mean(-1, keepdim=True) + eps),
    ),
    (
        "divided_by_max",
        "x is divided by its largest magnitude; it is the root of the mean of x².",
        _sized(lambda x, eps: x.abs().amax(-1, keepdim=True) + eps),
    ),
    (
        "mean_before_square",
        "the mean is taken before the square; first square, then average.",
        _sized(lambda x, eps: (x.mean(-1, keepdim=True).square() + eps).sqrt()),
    ),
    (
        "square_forgotten",
        "the square is missing under the root: the mean of x².",
        _sized(lambda x, eps: (x.mean(-1, keepdim=True) + eps).sqrt()),
    ),
    (*ROOT_FORGOTTEN, _sized(lambda x, eps: _square(x) + eps)),
    (*MULTIPLIED, _sized(lambda x, eps: 1 / _size(x, eps))),
    (
        "not_scaled",
        "x is multiplied by γ only; divide it by its root mean square, in training "
        "and in evaluation alike.",
        lambda x, g, eps: g * x,
    ),
    (*EPS_OUTSIDE, _sized(lambda x, eps: _square(x).sqrt() + eps)),
    (*EPS_FORGOTTEN, _sized(lambda x, eps: _square(x).sqrt())),
    (*EPS_SQUARED, _sized(lambda x, eps: _size(x, eps**2))),
    (*EPS_AS_FLOOR, _sized(lambda x, eps: _square(x).clamp(min=eps).sqrt())),
    (*OVER_TIME, _sized(lambda x, eps: (_square(x, -2) + eps).sqrt())),
    (*OVER_BATCH, _sized(lambda x, eps: (_square(x, 0) + eps).sqrt())),
    (*OVER_BATCH, _sized(lambda x, eps: (_square(x, _leading(x)) + eps).sqrt())),
    (*OVER_SENTENCE, _sized(lambda x, eps: (_square(x, (-2, -1)) + eps).sqrt())),
    (*OVER_EVERYTHING, _sized(lambda x, eps: (_square(x, _every(x)) + eps).sqrt())),
    (*KEEPDIMS, _sized(lambda x, eps: _size(x, eps).squeeze(-1))),
    (*GAMMA_IGNORED, lambda x, g, eps: x / _size(x, eps)),
    (*GAMMA_PLUS_ONE, lambda x, g, eps: (1 + g) * x / _size(x, eps)),
    (
        "gamma_added",
        "γ is added; it multiplies.",
        lambda x, g, eps: x / _size(x, eps) + g,
    ),
    (
        "gamma_divides",
        "γ stands in the denominator; it multiplies.",
        lambda x, g, eps: x / _size(x, eps) / g,
    ),
)

MISTAKES = (
    *MODULE_SIGNS,
    sign(
        "beta_added",
        "there is more to learn than γ; RMSNorm has no shift.",
        lambda case, seen: (
            case.aspect == START
            and bool(seen.values)
            and np.all(seen.values["number of parameters"] > case.inputs["d_model"])
        ),
    ),
    *_formulas(RMS, _rms, "output"),
    *LATER_SIGNS,
)
