"""Mistakes that several tasks of the chapter share."""

import inspect
from collections.abc import Callable
from dataclasses import replace

import torch

from lernformer.mistakes.common import (
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
    misfit,
    sign,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.residual_norm.common import (
    IN_FORWARD,
    NORM,
    NOT_REGISTERED,
    NOT_TRAINED,
    PARAMETER_MISSING,
    SQUEEZED,
    SUPER_INIT,
    _square,
    standard,
)
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.residual_norm.common import DEFAULT_EPS
from lernformer.probes.residual_norm.norms import START
from lernformer.probes.values import plain, tensors

OTHER_EPS = (1e-3, 1e-4, 1e-6, 1e-7, 1e-8, 1e-9, 1e-12)

EPS_OUTSIDE = (
    "eps_outside_root",
    "eps is added to the root; it belongs inside of it: √(σ² + eps).",
)

EPS_SQUARED = ("eps_squared", "eps is squared; add it to the variance as it is.")

EPS_AS_FLOOR = (
    "eps_as_floor",
    "eps is used as a lower limit; it is added to the variance, whatever that is.",
)

MULTIPLIED = ("multiplied", "it is multiplied by the root; divide by it.")

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


def _layer(x, gamma, beta, eps):
    return standard(x, gamma, beta, eps)


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


SHARED_SIGNS = (
    SQUEEZED,
    sign(*KEEPDIMS, lambda case, seen: misfit(seen) and _broadcast(case, seen)),
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
