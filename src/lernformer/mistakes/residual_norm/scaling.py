"""Mistakes that several tasks of the chapter share."""

from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import AXES_SQUEEZED, fails, formula, sign
from lernformer.probes.residual_norm.scaling import CONSTANT, SMALL

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


def _kept(name: str, x: np.ndarray, axis) -> np.ndarray:
    return getattr(np, name)(x, axis=axis, keepdims=True)


def _low(x, axis):
    return _kept("min", x, axis)


def _high(x, axis):
    return _kept("max", x, axis)


def _centred(x, axis):
    return x - _kept("mean", x, axis)


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
