"""Mistakes that several tasks of the chapter share."""

from collections.abc import Callable
from dataclasses import replace

from torch import Tensor

from lernformer.mistakes.common import AXES_SQUEEZED, fails, sign
from lernformer.probes.aspects import GRADIENT
from lernformer.probes.residual_norm.common import ONES

UNBIASED = (
    "unbiased_variance",
    "the variance is divided by d - 1; here it is the mean over all d features "
    "(unbiased=False in torch, where True is the default; ddof=0 in NumPy).",
)

EPS_FORGOTTEN = (
    "eps_forgotten",
    "eps is missing in the root, so that equal features give 0/0: √(σ² + eps).",
)

ROOT_FORGOTTEN = (
    "root_forgotten",
    "the root is missing: divide by √(σ² + eps), not by σ² + eps.",
)

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

DROPPED_WHOLE = sign(
    "dropout_of_whole_tokens",
    "features of a token are dropped all or none; nn.Dropout drops each by itself.",
    lambda case, seen: seen.facts.get("kinds") == "2",
)


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

SQUEEZED = replace(
    AXES_SQUEEZED,
    shows=lambda case, seen: case.aspect == ONES and AXES_SQUEEZED.shows(case, seen),
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
