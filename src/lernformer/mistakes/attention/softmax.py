"""Typical wrong answers to ``attention.softmax``."""

import math

import numpy as np

from lernformer.attention import softmax
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    SCORES_CLIPPED,
    fails,
    formula,
    sign,
)
from lernformer.probes.aspects import LARGE
from lernformer.probes.attention.softmax import ANY_AXIS


def _exp(scores, axis):
    return np.exp(scores - scores.max(axis, keepdims=True))


def _softmax_of_all(scores):
    return _exp(scores, None) / _exp(scores, None).sum()


def _exp_by_default(scores, axis=-1):
    return _exp(scores, axis)


MISTAKES = (
    INPUT_MODIFIED,
    formula(
        "not_normalised",
        "the exponentials are not divided by their sum.",
        lambda scores, axis=-1: np.exp(scores),
    ),
    formula(
        "not_normalised",
        "the exponentials are not divided by their sum (the largest weight is 1).",
        _exp_by_default,
    ),
    formula(
        "divided_by_score_sum",
        "the exponentials are divided by the sum of the scores; divide by the sum of "
        "the exponentials.",
        lambda scores, axis=-1: _exp(scores, axis) / scores.sum(axis, keepdims=True),
    ),
    formula(
        "divided_by_score_sum",
        "the exponentials are divided by the sum of the scores; divide by the sum of "
        "the exponentials.",
        lambda scores, axis=-1: np.exp(scores) / scores.sum(axis, keepdims=True),
    ),
    formula(
        "divided_by_mean",
        "the exponentials are divided by their mean instead of by their sum.",
        lambda scores, axis=-1: softmax(scores, axis) * scores.shape[axis],
    ),
    formula(
        "exp_forgotten",
        "the scores themselves are divided by their sum; take the exponential first.",
        lambda scores, axis=-1: scores / scores.sum(axis, keepdims=True),
    ),
    formula(
        "log_softmax",
        "this is the logarithm of the weights; the exponential at the end is missing.",
        lambda scores, axis=-1: np.log(softmax(scores, axis)),
    ),
    sign(
        "exp_forgotten",
        "the weights grow in a straight line with the scores; take the exponential "
        "first.",
        lambda case, seen: (
            case.inputs["scores"].tolist() == [1, 2, 3, 4]
            and seen.values.get("result", np.zeros(0)).shape == (4,)
            and np.allclose(np.diff(seen.values["result"], 2), 0)
            and np.ptp(seen.values["result"]) > 0
        ),
    ),
    formula(
        "softmax_twice",
        "the softmax is applied to its own result.",
        lambda scores, axis=-1: softmax(softmax(scores, axis), axis),
    ),
    formula(
        "sigmoid",
        "this is the sigmoid of each score alone; in a softmax the scores compete.",
        lambda scores, axis=-1: 1 / (1 + np.exp(-scores)),
    ),
    formula(
        "hard_max",
        "all weight goes to the largest score; a softmax leaves some for the others.",
        lambda scores, axis=-1: (scores == scores.max(axis, keepdims=True)).astype(
            float
        ),
    ),
    formula(
        "sign_flipped",
        "the exponent has the wrong sign: the largest score gets the least weight.",
        lambda scores, axis=-1: softmax(-scores, axis),
    ),
    formula(
        "base_two",
        "the powers are of 2; the softmax uses e, np.exp.",
        lambda scores, axis=-1: softmax(scores * math.log(2), axis),
    ),
    formula(
        "rounded_e",
        "e is written with few decimals; np.exp has them all.",
        lambda scores, axis=-1: softmax(scores * math.log(2.718), axis),
    ),
    formula(
        "rounded",
        "the weights are rounded; leave rounding to print.",
        lambda scores, axis=-1: np.round(softmax(scores, axis), 4),
    ),
    formula(
        "scale_by_sqrt_length",
        "the scores are divided by √n; scaling belongs to attention, not to softmax.",
        lambda scores, axis=-1: softmax(scores / math.sqrt(scores.shape[axis]), axis),
    ),
    formula(
        "global_sum",
        "the sum runs over the whole array, so that all weights together sum to 1; "
        "each row needs its own: sum(axis=axis, keepdims=True).",
        lambda scores, axis=-1: _softmax_of_all(scores),
    ),
    formula(
        "softmax_over_queries",
        "the softmax runs along the first axis, down the columns; the default is the "
        "last axis.",
        lambda scores, axis=-1: softmax(scores, 0),
    ),
    formula(
        "axis_ignored",
        "the softmax always runs along the last axis; pass axis to max and to sum.",
        lambda scores, axis=-1: softmax(scores),
    ),
    AXES_SQUEEZED,
    sign(
        "keepdims_forgotten",
        "the maximum or the sum has lost its axis, or runs along another, so that it "
        "meets the wrong numbers; give both axis=axis and keepdims=True.",
        lambda case, seen: (
            case.aspect not in (ANY_AXIS, LARGE)
            and case.inputs["scores"].ndim == 2
            and (fails("broadcast")(case, seen) or bool(seen.values))
        ),
    ),
    sign(
        "leading_axes_unsupported",
        "it works for vectors and matrices only; with axis=axis and keepdims=True it "
        "works for any number of axes.",
        lambda case, seen: (
            case.inputs["scores"].ndim > 2 and case.inputs.get("axis", -1) == -1
        ),
    ),
    sign(
        "axis_ignored",
        "axis has no effect, or the result has its axes in another order; pass axis to "
        "max and to sum, and return the axes as they came.",
        lambda case, seen: case.aspect == ANY_AXIS,
    ),
    SCORES_CLIPPED,
    sign(
        "overflow",
        "exp overflows for large scores (about 710 in float64), or a whole row runs "
        "down to 0/0. Subtract each row's own largest score, not a mean, a minimum or "
        "one maximum for all; the weights stay the same.",
        lambda case, seen: case.aspect == LARGE,
    ),
)
