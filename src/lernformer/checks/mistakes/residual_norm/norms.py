"""Typical wrong answers to ``layer_norm``, ``LayerNorm`` and ``RMSNorm``."""

import inspect
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from lernformer.checks.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
    misfit,
    sign,
)
from lernformer.checks.task import Arrays, Case, Mistake, Observation
from lernformer.checks.values import plain, tensors

EPS = "keeps eps inside the root"
ONES = "works for sizes of 1"
START = "starts as the plain norm"
DEFAULT_EPS = 1e-5
OTHER_EPS = (1e-3, 1e-4, 1e-6, 1e-7, 1e-8, 1e-9, 1e-12)


def standard(
    x: Tensor,
    gamma: Tensor,
    beta: Tensor,
    eps: float,
    *,
    dim: int | tuple[int, ...] = -1,
    unbiased: bool = False,
    centre: bool = True,
    spread: Callable = lambda variance, eps: (variance + eps).sqrt(),
) -> Tensor:
    """The layer norm, or with an argument one of its mistakes."""
    variance = _variance(x, dim, unbiased)
    centred = x - x.mean(dim=dim, keepdim=True) if centre else x
    return gamma * centred / spread(variance, eps) + beta


def _variance(x: Tensor, dim=-1, unbiased: bool = False) -> Tensor:
    """Like ``Tensor.var``, which warns about a single value."""
    square = (x - x.mean(dim=dim, keepdim=True)).square()
    n = x.numel() // square.sum(dim=dim).numel()
    return square.sum(dim=dim, keepdim=True) / (n - unbiased)


def _square(x: Tensor, dim=-1) -> Tensor:
    return x.square().mean(dim=dim, keepdim=True)


def _leading(x: Tensor) -> tuple[int, ...]:
    return tuple(range(x.ndim - 1))


def _every(x: Tensor) -> tuple[int, ...]:
    return tuple(range(x.ndim))


def _flat(x, gamma, beta, eps):
    return standard(x, torch.ones_like(gamma), torch.zeros_like(beta), eps)


def _of_first_item(x, gamma, beta, eps):
    variance = x[:1].var(dim=-1, keepdim=True, correction=0)
    mean = x[:1].mean(dim=-1, keepdim=True)
    return gamma * (x - mean) / (variance + eps).sqrt() + beta


def _without_keepdim(x, gamma, beta, eps):
    root = (x.var(dim=-1, correction=0) + eps).sqrt()
    return gamma * (x - x.mean(dim=-1)) / root + beta


def _mean_without_keepdim(x, gamma, beta, eps):
    root = (x.var(dim=-1, keepdim=True, correction=0) + eps).sqrt()
    return gamma * (x - x.mean(dim=-1)) / root + beta


def _variance_without_keepdim(x, gamma, beta, eps):
    root = (x.var(dim=-1, correction=0) + eps).sqrt()
    return gamma * (x - x.mean(dim=-1, keepdim=True)) / root + beta


UNBIASED = (
    "unbiased_variance",
    "the variance is divided by d - 1; here it is the mean over all d features "
    "(unbiased=False in torch, where True is the default; ddof=0 in NumPy).",
)
EPS_OUTSIDE = (
    "eps_outside_root",
    "eps is added to the root; it belongs inside of it: √(σ² + eps).",
)
EPS_FORGOTTEN = (
    "eps_forgotten",
    "eps is missing in the root, so that equal features give 0/0: √(σ² + eps).",
)
EPS_SQUARED = ("eps_squared", "eps is squared; add it to the variance as it is.")
EPS_AS_FLOOR = (
    "eps_as_floor",
    "eps is used as a lower limit; it is added to the variance, whatever that is.",
)
ROOT_FORGOTTEN = (
    "root_forgotten",
    "the root is missing: divide by √(σ² + eps), not by σ² + eps.",
)
MULTIPLIED = ("multiplied", "it is multiplied by the root; divide by it.")
OVER_TIME = (
    "over_time",
    "the statistics run along the sentence; each token has its own, over its "
    "features: the last axis.",
)
OVER_BATCH = (
    "over_batch",
    "the statistics run over the batch, as in a batch norm; each token has its own, "
    "over its features: the last axis.",
)
OVER_SENTENCE = (
    "over_whole_sentence",
    "the statistics run over a whole sentence; each token has its own, over its "
    "features: the last axis.",
)
OVER_EVERYTHING = (
    "over_everything",
    "the statistics run over the whole array; each token has its own, over its "
    "features: the last axis, with keepdims.",
)
KEEPDIMS = (
    "keepdims_forgotten",
    "a statistic has lost its axis, so that it meets the wrong numbers: "
    "keepdim=True in torch, keepdims=True in NumPy.",
)
SUM_FOR_MEAN = (
    "sum_for_mean",
    "the squares are added up; take their mean, so that the number of features does "
    "not matter.",
)
GAMMA_IGNORED = ("gamma_ignored", "γ is not used; each feature is stretched by its γ.")
GAMMA_PLUS_ONE = (
    "gamma_plus_one",
    "1 is added to γ; γ itself is the factor, and starts at 1.",
)

# Also what is wrong in a residual connection whose norm is.
NORM = (
    (*UNBIASED, lambda *a: standard(*a, unbiased=True)),
    (*EPS_FORGOTTEN, lambda x, g, b, eps: standard(x, g, b, 0.0)),
    (
        "mean_not_subtracted",
        "the mean is not subtracted: it is γ (x - μ) / √(σ² + eps) + β.",
        lambda *a: standard(*a, centre=False),
    ),
    (
        "rms_norm",
        "this is RMSNorm, which subtracts no mean; layer norm does.",
        lambda x, g, b, eps: g * x / (_square(x) + eps).sqrt() + b,
    ),
    (*ROOT_FORGOTTEN, lambda *a: standard(*a, spread=lambda v, eps: v + eps)),
    (*OVER_TIME, lambda *a: standard(*a, dim=-2)),
    (*OVER_BATCH, lambda x, *a: standard(x, *a, dim=_leading(x))),
    (*OVER_BATCH, lambda *a: standard(*a, dim=0)),
    (*OVER_SENTENCE, lambda *a: standard(*a, dim=(-2, -1))),
    (*OVER_EVERYTHING, lambda x, *a: standard(x, *a, dim=_every(x))),
)

LAYER = (
    *NORM,
    (*EPS_OUTSIDE, lambda *a: standard(*a, spread=lambda v, eps: v.sqrt() + eps)),
    (*EPS_SQUARED, lambda x, g, b, eps: standard(x, g, b, eps**2)),
    (
        *EPS_AS_FLOOR,
        lambda *a: standard(*a, spread=lambda v, eps: v.clamp(min=eps).sqrt()),
    ),
    (
        "variance_not_centred",
        "under the root is the mean of x²; the variance is the mean of (x - μ)².",
        lambda x, g, b, eps: standard(
            x, g, b, eps, spread=lambda v, e: (_square(x) + e).sqrt()
        ),
    ),
    (
        "not_normalised",
        "x is stretched and shifted only; normalise it first, in training and in "
        "evaluation alike.",
        lambda x, g, b, eps: g * x + b,
    ),
    (
        "not_scaled",
        "the mean is subtracted, but nothing is divided by √(σ² + eps).",
        lambda *a: standard(*a, spread=lambda v, eps: torch.ones_like(v)),
    ),
    (
        *MULTIPLIED,
        lambda *a: standard(*a, spread=lambda v, eps: (v + eps).rsqrt()),
    ),
    (
        *SUM_FOR_MEAN,
        lambda x, g, b, eps: standard(
            x, g, b, eps, spread=lambda v, e: (v * x.size(-1) + e).sqrt()
        ),
    ),
    (*GAMMA_IGNORED, lambda x, g, b, eps: standard(x, torch.ones_like(g), b, eps)),
    (
        "beta_ignored",
        "β is not used; it is added last.",
        lambda x, g, b, eps: standard(x, g, torch.zeros_like(b), eps),
    ),
    (
        "affine_ignored",
        "γ and β are not used: it is γ (x - μ) / √(σ² + eps) + β.",
        _flat,
    ),
    (
        "gamma_beta_swapped",
        "γ and β are exchanged: γ stretches, β shifts.",
        lambda x, g, b, eps: standard(x, b, g, eps),
    ),
    (
        "shift_before_stretch",
        "β is added before γ multiplies; it comes last.",
        lambda x, g, b, eps: g * (_flat(x, g, b, eps) + b),
    ),
    (
        "affine_before_norm",
        "γ and β are applied before the norm, which undoes them; they come last.",
        lambda x, g, b, eps: _flat(g * x + b, g, b, eps),
    ),
    (*GAMMA_PLUS_ONE, lambda x, g, b, eps: standard(x, 1 + g, b, eps)),
    (
        "sign_flipped",
        "it is x - μ, not μ - x.",
        lambda x, g, b, eps: standard(x, -g, b, eps),
    ),
    (
        "gamma_per_token",
        "γ and β run along the sentence; they belong to the features: no new axis is "
        "needed.",
        lambda x, g, b, eps: standard(x, g[:, None], b[:, None], eps),
    ),
    (
        "residual_added",
        "x is added to the result; that is the work of the residual connection.",
        lambda x, g, b, eps: x + standard(x, g, b, eps),
    ),
    (
        "first_item_only",
        "the statistics of the first sentence serve for all; each token has its own.",
        _of_first_item,
    ),
    (*KEEPDIMS, _without_keepdim),
    (*KEEPDIMS, _mean_without_keepdim),
    (*KEEPDIMS, _variance_without_keepdim),
)


def _size(x, eps):
    return (_square(x) + eps).sqrt()


def _std(x, eps, unbiased=False):
    return (_variance(x, unbiased=unbiased) + eps).sqrt()


def _sized(spread: Callable) -> Callable:
    return lambda x, g, eps: g * x / spread(x, eps)


def _rms(x, gamma, eps):
    return gamma * x / _size(x, eps)


def _layer(x, gamma, beta, eps):
    return standard(x, gamma, beta, eps)


MEAN_SUBTRACTED = (
    "mean_subtracted",
    "the mean is subtracted, as in layer norm; RMSNorm leaves it.",
)
DEVIATION = (
    "deviation_for_rms",
    "x is divided by its standard deviation; the root mean square is taken of x "
    "itself, no mean is subtracted.",
)

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


def _formulas(table: tuple, right: Callable, output: str) -> list[Mistake]:
    """The table's mistakes, and those of eps, for a task whose formula is ``right``."""
    names = list(inspect.signature(right).parameters)[1:-1]  # between x and eps

    def mistake(id: str, cause: str, compute: Callable, default=DEFAULT_EPS) -> Mistake:
        def gives(case: Case) -> Arrays:
            x = tensors(case)
            parameters = [x[name] for name in names]
            with torch.no_grad():
                result = compute(x["x"], *parameters, x.get("eps", default))
            return {output: plain(result)}

        return Mistake(id, cause, gives)

    told = "without the argument eps is {:g} here; its default is 1e-5."
    unused = "the argument eps has no effect; add eps to what stands under the root."
    return [
        mistake("eps_hard_coded", unused, lambda *a: right(*a[:-1], DEFAULT_EPS)),
        *(
            mistake("eps_default_changed", told.format(eps), right, eps)
            for eps in OTHER_EPS
        ),
        *(mistake(*entry) for entry in table),
    ]


def _broadcast(case: Case, seen: Observation) -> bool:
    return fails("broadcast", "must match the size")(case, seen)


SQUEEZED = replace(
    AXES_SQUEEZED,
    shows=lambda case, seen: case.aspect == ONES and AXES_SQUEEZED.shows(case, seen),
)
SHARED_SIGNS = (
    SQUEEZED,
    sign(*KEEPDIMS, lambda case, seen: misfit(seen) and _broadcast(case, seen)),
)

LAYER_NORM = (
    INPUT_MODIFIED,
    *_formulas(LAYER, _layer, "result"),
    *SHARED_SIGNS,
)

SUPER_INIT = sign(
    "super_init_forgotten",
    "__init__ must call super().__init__() before it makes layers or parameters.",
    fails("before Module.__init__"),
)
PARAMETER_MISSING = sign(
    "parameter_missing",
    "the names are part of the task, so that weights can be copied; assign each to "
    "self in __init__.",
    lambda case, seen: seen.trouble.startswith("has no"),
)
NOT_REGISTERED = sign(
    "parameter_not_registered",
    "it is not registered with the module, so that no optimiser sees it: wrap "
    "numbers in nn.Parameter, and keep layers as attributes of their own instead of "
    "in a Python list.",
    fails("not among its parameters"),
)
NOT_TRAINED = sign(
    "parameter_not_trained",
    "a parameter is frozen (requires_grad=False); it is to be learned.",
    lambda case, seen: case.aspect == GRADIENT and bool(seen.facts.get("frozen")),
)
IN_FORWARD = sign(
    "parameters_in_forward",
    "the parameters are made once, in __init__; made in forward they would be new "
    "and untrained at each call.",
    lambda case, seen: bool(seen.facts.get("changed")),
)

MODULE_SIGNS = (
    INPUT_MODIFIED,
    SUPER_INIT,
    PARAMETER_MISSING,
    NOT_REGISTERED,
    IN_FORWARD,
    sign(
        "scalar_parameter",
        "there is one number for all features; each feature has its own.",
        fails("should have shape"),
    ),
    NOT_TRAINED,
)
LATER_SIGNS = (
    *SHARED_SIGNS,
    replace(
        DTYPE_LOST,
        shows=lambda case, seen: (
            case.dtype not in seen.facts.get("output.dtype", case.dtype)
        ),
    ),
    sign(
        "running_statistics",
        "the second call gives what belongs to the first: something is kept in self. "
        "Each token is normalised by its own statistics.",
        lambda case, seen: case.setting == "second call",
    ),
    sign(
        "differs_in_training",
        "in training the result is another than in evaluation; this norm knows no "
        "difference.",
        lambda case, seen: case.setting == "train",
    ),
    sign(
        "wrong_start",
        "before training the norm stretches and shifts nothing: γ starts as ones, β "
        "as zeros.",
        lambda case, seen: case.aspect == START,
    ),
    GRADIENT_CUT,
)

LAYER_NORM_MODULE = (
    *MODULE_SIGNS,
    *_formulas(LAYER, _layer, "output"),
    *LATER_SIGNS,
)

RMS_NORM = (
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
