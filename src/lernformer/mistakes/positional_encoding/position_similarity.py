"""Typical wrong answers to ``positional_encoding.position_similarity``."""

import math

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED, fails
from lernformer.mistakes.embedding.common import NOT_AN_ARRAY
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.positional_encoding.common import (
    EXTRA_AXIS,
    FREQUENCIES,
    base_ignored,
    frequencies,
    rounded,
    truncated,
    using,
)
from lernformer.probes.positional_encoding.position_similarity import NEGATIVE, SHAPES

MISTAKES = Catalogue()

SQUARED_DISTANCE = (
    "this is how far the two vectors are apart; the dot product is asked for."
)


def angles_of(offsets, d_model, base=10000.0):
    """(..., d/2)."""
    return np.asarray(offsets)[..., None] * frequencies(d_model, base)


MISTAKES += (INPUT_MODIFIED, NOT_AN_ARRAY)


def _similarity(frequencies):
    """The sum over these clocks, as an answer."""
    return lambda offsets, d_model, *base: np.cos(
        np.asarray(offsets)[..., None] * frequencies(d_model, *base)
    ).sum(-1)


right = _similarity(frequencies)

# a sum does not feel in which order the clocks come
MISTAKES += using(FREQUENCIES, _similarity, leaving_out="order_reversed")


@MISTAKES.answer(
    "sine_for_cosine", "these are sines: sin a sin b + cos a cos b = cos(a - b)."
)
def sum_of_sines(offsets, d_model, base=10000.0):
    """The other addition theorem."""
    return np.sin(angles_of(offsets, d_model, base)).sum(-1)


@MISTAKES.answer(
    "sine_added",
    "the sines are summed as well; sin a sin b + cos a cos b = cos(a - b), so one "
    "cosine is left of each pair.",
)
def sines_and_cosines(offsets, d_model, base=10000.0):
    """PE[offset] holds both, so both are summed."""
    angles = angles_of(offsets, d_model, base)
    return (np.sin(angles) + np.cos(angles)).sum(-1)


@MISTAKES.answer(
    "same_position_twice",
    "sin² + cos² = 1: this is a position times itself, the offset is lost.",
)
def position_with_itself(offsets, d_model, base=10000.0):
    """sin² + cos² = 1 for each clock."""
    angles = angles_of(offsets, d_model, base)
    return (np.sin(angles) ** 2 + np.cos(angles) ** 2).sum(-1)


@MISTAKES.answer(
    "minus_for_plus",
    "cos² - sin² doubles the angle; in cos(a - b) = cos a cos b + sin a sin b there "
    "is a plus.",
)
def difference_of_products(offsets, d_model, base=10000.0):
    """cos a cos b - sin a sin b: the offset is doubled, from position offset on."""
    angles = angles_of(offsets, d_model, base)
    return (np.cos(angles) ** 2 - np.sin(angles) ** 2).sum(-1)


@MISTAKES.answer(
    "cosine_of_sum", "the angles are summed before the cosine; sum the cosines."
)
def sum_before_cosine(offsets, d_model, base=10000.0):
    """The sum and the cosine change places."""
    return np.cos(angles_of(offsets, d_model, base).sum(-1))


@MISTAKES.answer(
    "counted_twice", "each cosine is counted twice; a pair of dimensions gives one."
)
def a_term_each_dimension(offsets, d_model, base=10000.0):
    """d terms, as in any dot product of d features."""
    i = np.arange(d_model)
    angles = np.asarray(offsets)[..., None] * base ** (-2 * (i // 2) / d_model)
    return np.cos(angles).sum(-1)


@MISTAKES.answer(
    "averaged",
    "this is a mean or a cosine similarity, 1 at offset 0; the dot product is not "
    "divided by anything.",
)
def mean(offsets, d_model, base=10000.0):
    """The mean over the clocks, which is 1 for offset 0."""
    return np.cos(angles_of(offsets, d_model, base)).mean(-1)


@MISTAKES.answer(
    "divided_by_root", "the sum is divided by √d; that belongs to attention."
)
def scaled(offsets, d_model, base=10000.0):
    """Dot products are divided by √d."""
    return np.cos(angles_of(offsets, d_model, base)).sum(-1) / math.sqrt(d_model)


@MISTAKES.answer("multiplied_not_summed", "the cosines are multiplied; sum them.")
def product(offsets, d_model, base=10000.0):
    """A dot product is a product."""
    return np.cos(angles_of(offsets, d_model, base)).prod(-1)


@MISTAKES.answer(
    "sign_lost",
    "the sign is lost; positions may point apart, and their product is negative.",
)
def never_negative(offsets, d_model, base=10000.0):
    """A similarity is not negative."""
    return np.abs(right(offsets, d_model, base))


@MISTAKES.answer("squared", "the cosines are squared; each stands alone.")
def squares(offsets, d_model, base=10000.0):
    """cos · cos."""
    return (np.cos(angles_of(offsets, d_model, base)) ** 2).sum(-1)


@MISTAKES.answer("squared_distance", SQUARED_DISTANCE)
def distance(offsets, d_model, base=10000.0):
    """How far the two vectors are apart."""
    return d_model - 2 * np.cos(angles_of(offsets, d_model, base)).sum(-1)


@MISTAKES.answer("squared_distance", SQUARED_DISTANCE)
def euclidean(offsets, d_model, base=10000.0):
    """The same, with the root."""
    squared = d_model - 2 * np.cos(angles_of(offsets, d_model, base)).sum(-1)
    return np.sqrt(np.maximum(squared, 0))


@MISTAKES.answer(
    "summed_over_everything",
    "one sum runs over offsets and clocks; sum over the clocks alone: axis=-1.",
)
def one_number(offsets, d_model, base=10000.0):
    """sum() without an axis."""
    return np.cos(angles_of(offsets, d_model, base)).sum()


@MISTAKES.answer(
    "summed_over_offsets",
    "the sum runs over the offsets; sum over the clocks, axis=-1.",
)
def wrong_axis(offsets, d_model, base=10000.0):
    """The sum runs over the first axis."""
    return np.cos(angles_of(offsets, d_model, base)).sum(0)


@MISTAKES.answer("not_summed", "there is a number for each clock; sum them.")
def cosines(offsets, d_model, base=10000.0):
    """One number for each clock."""
    return np.cos(angles_of(offsets, d_model, base))


@MISTAKES.answer(
    "frequency_per_dimension",
    "there is a frequency for each dimension; a pair of dimensions shares one.",
)
def a_frequency_each(offsets, d_model, base=10000.0):
    """Each dimension is a clock of its own."""
    i = np.arange(d_model)
    return np.cos(np.asarray(offsets)[..., None] * base ** (-i / d_model)).sum(-1)


MISTAKES += (EXTRA_AXIS, truncated(right))

MISTAKES.sign(
    "axis_missing",
    "each offset meets all clocks only if it has an axis of its own for them, at the "
    "end: offsets[..., None] * frequencies, and the sum runs over axis=-1.",
    fails("could not be broadcast together"),
)

MISTAKES.sign(
    "shape_lost",
    "offsets may have any shape, also none: offsets[..., None] puts the clocks behind "
    "it. np.outer makes a row of them, and a loop runs over the first axis alone.",
    lambda case, seen: case.aspect == SHAPES,
)

MISTAKES.sign(
    "negative_offsets",
    "offsets may be negative; the similarity is the same in both directions, as "
    "cos(-x) = cos x.",
    lambda case, seen: case.aspect == NEGATIVE,
)

MISTAKES += (base_ignored(right), rounded(right))
