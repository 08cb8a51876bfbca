"""Mistakes that min-max scaling and standardizing share."""

from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import fails
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.residual_norm.common import AXES_LOST
from lernformer.probes.residual_norm.scaling import CONSTANT, SEVERAL, SMALL

KEEPDIMS = (
    "keepdims_forgotten",
    "a statistic has lost its axis, or runs along the wrong one, so it is paired with "
    "the wrong numbers; give each axis=axis and keepdims=True.",
)

AXIS_IGNORED = (
    "axis_ignored",
    "axis has no effect on a statistic; pass axis=axis to each of them.",
)

EPS_ADDED = (
    "eps_added",
    "something is added to the denominator, which changes every value; treat equal "
    "values separately. (eps belongs to layer_norm.)",
)


def low(x, axis):
    return x.min(axis=axis, keepdims=True)


def high(x, axis):
    return x.max(axis=axis, keepdims=True)


def span_of(x, axis):
    return or_one(high(x, axis) - low(x, axis))


def or_one(denominator):
    return np.where(denominator < 1e-12, 1.0, denominator)


def add_shared(mistakes: Catalogue, right: Callable) -> None:
    """Add what both functions can get wrong, and how it shows."""

    @mistakes.answer(
        "axis_not_moved_back",
        "the axis was moved but not moved back; return the axes as they came.",
    )
    def left_at_the_end(x, axis):
        """Moving the axis to the end makes the rest easy."""
        return right(np.moveaxis(x, axis, -1), -1)

    @mistakes.answer(*AXIS_IGNORED, seen="issue")
    def statistics_of_everything(x, axis):
        """There is one statistic for all numbers."""
        return right(x, None)

    @mistakes.answer(*AXIS_IGNORED)
    def always_columns(x, axis):
        """A feature is a column, always."""
        return right(x, 0)

    @mistakes.answer(*AXIS_IGNORED)
    def always_rows(x, axis):
        """The last axis is the one that counts."""
        return right(x, -1)

    mistakes.append(AXES_LOST)
    mistakes.sign(
        "one_axis_only",
        "axis may also be a tuple of axes, such as (0, 1), over all of which the "
        "statistics run; NumPy's own take it with axis=axis and keepdims=True.",
        lambda case, seen: case.aspect == SEVERAL,
    )
    mistakes.sign(
        "leading_axes_unsupported",
        "it only works for vectors and tables; with axis=axis and keepdims=True it "
        "works for any number of axes.",
        lambda case, seen: case.inputs["x"].ndim > 2 and bool(seen.trouble),
    )
    mistakes.sign(*KEEPDIMS, fails("broadcast"))
    mistakes.sign(
        "division_by_zero",
        "where all values are equal this is 0/0; divide by 1 there, so that the result "
        "is 0.",
        lambda case, seen: (
            case.aspect == CONSTANT
            and bool(seen.values)
            and not np.isfinite(seen.values["result"]).all()
        ),
        seen="course",
    )
    mistakes.sign(
        "constant_not_zero",
        "where all values are equal the result is 0, by agreement; the others keep "
        "their own result.",
        lambda case, seen: case.aspect == CONSTANT and bool(seen.values),
    )
    mistakes.sign(
        *EPS_ADDED,
        lambda case, seen: case.aspect == SMALL and bool(seen.values),
        seen="course",
    )
