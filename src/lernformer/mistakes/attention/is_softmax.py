"""Typical wrong tests in ``attention.is_softmax``, and what to catch."""

import numpy as np

from lernformer.mistakes.attention import softmax
from lernformer.mistakes.table import mistakes


def nothing_subtracted(scores, axis=-1):
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def written_over(scores, axis=-1):
    scores -= scores.max(axis=axis, keepdims=True)
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


WRONG = {
    "exponentials that are never divided by their sum": softmax.MISTAKES.named(
        "exponentials_of_the_scores"
    ),
    "the sigmoid of each score": softmax.MISTAKES.named("each_for_itself"),
    "scores over their sum, without exp": softmax.MISTAKES.named(
        "scores_over_their_sum"
    ),
    "powers of 2": softmax.MISTAKES.named("powers_of_two"),
    "minus in the exponent": softmax.MISTAKES.named("minus_in_the_exponent"),
    "all weight for the largest score": softmax.MISTAKES.named("one_for_the_largest"),
    "weights that are rounded": softmax.MISTAKES.named("four_decimals"),
    "one sum for the whole table": softmax.MISTAKES.named("normalised_as_a_whole"),
    "the first axis by default": softmax.first_axis_by_default,
    "an axis that has no effect": softmax.MISTAKES.named("always_last_axis"),
    "large scores that overflow": nothing_subtracted,
    "scores that are written over": written_over,
}

TABLE = np.array([[1.0, 2.0, 4.0], [0.5, -1.0, 3.0]])


MISTAKES = mistakes(globals())
