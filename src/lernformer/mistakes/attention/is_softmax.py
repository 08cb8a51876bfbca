"""Typical wrong answers to ``attention.is_softmax``, and what it is to catch."""

import numpy as np

from lernformer.mistakes.attention import softmax
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.testing import (
    EVERYWHERE,
    SAID_BACKWARDS,
    TOO_STRICT,
    missed,
)


def nothing_subtracted(scores, axis=-1):
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def written_over(scores, axis=-1):
    scores -= scores.max(axis=axis, keepdims=True)
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


WRONG = {
    "exponentials that nobody divides": softmax.exponentials_of_the_scores,
    "the sigmoid of each score": softmax.each_for_itself,
    "scores over their sum, without exp": softmax.scores_over_their_sum,
    "powers of 2": softmax.powers_of_two,
    "minus in the exponent": softmax.minus_in_the_exponent,
    "all weight for the largest score": softmax.one_for_the_largest,
    "weights that are rounded": softmax.four_decimals,
    "one sum for the whole table": softmax.normalised_as_a_whole,
    "the first axis by default": softmax.first_axis_by_default,
    "an axis without effect": softmax.always_last_axis,
    "large scores that overflow": nothing_subtracted,
    "scores that are written over": written_over,
}

TABLE = np.array([[1.0, 2.0, 4.0], [0.5, -1.0, 3.0]])
MISTAKES = Catalogue(EVERYWHERE)


@MISTAKES.answer(*SAID_BACKWARDS)
def true_is_wrong(candidate):
    """A test says whether there is a mistake."""
    return not np.allclose(candidate(TABLE), softmax.right(TABLE))


MISTAKES += [
    missed(
        WRONG,
        "weights_not_compared",
        "the weights are not compared with the right ones, or only where the largest "
        "score takes all: many other numbers are positive, too, and sum to 1.",
        "the sigmoid of each score",
        "scores over their sum, without exp",
        "powers of 2",
        "minus in the exponent",
        "all weight for the largest score",
    ),
    missed(
        WRONG,
        "compared_loosely",
        "the weights may be off by too much; np.allclose as it is allows for rounding.",
        "weights that are rounded",
    ),
    missed(
        WRONG,
        "one_vector_only",
        "it asks about one row of scores alone; in a table each row has a sum of its "
        "own.",
        "one sum for the whole table",
    ),
    missed(
        WRONG,
        "default_not_tried",
        "it never asks about a table without naming an axis, or only about one whose "
        "rows and columns agree.",
        "the first axis by default",
    ),
    missed(
        WRONG,
        "axis_not_tried",
        "it never asks for another axis than the last, so nobody sees whether axis has "
        "any effect.",
        "an axis without effect",
    ),
    missed(
        WRONG,
        "large_scores_not_tried",
        "all its scores are small; exp overflows from about 710 on, so ask about "
        "larger ones.",
        "large scores that overflow",
    ),
    missed(
        WRONG,
        "inputs_not_compared",
        "it does not ask whether the scores are as they were before the call; keep a "
        "copy to compare them with.",
        "scores that are written over",
    ),
    TOO_STRICT,
]
