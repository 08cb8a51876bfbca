"""Typical wrong answers to ``positional_encoding.angular_frequencies``."""

import numpy as np

from lernformer.mistakes.embedding.common import NOT_AN_ARRAY
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.positional_encoding.common import (
    EXTRA_AXIS,
    FREQUENCIES,
    ODD_SIZE,
    base_ignored,
    clocks,
    frequencies,
    result,
    rounded,
    truncated,
)
from lernformer.probes.positional_encoding.common import BASE, ODD

MISTAKES = Catalogue()

ONE_PER_DIMENSION = (
    "there is a frequency for each dimension; a clock has two of them, a sine and a "
    "cosine, so there are ⌈d/2⌉ frequencies."
)


MISTAKES += [NOT_AN_ARRAY, truncated(frequencies), *FREQUENCIES]


@MISTAKES.answer("one_per_dimension", ONE_PER_DIMENSION)
def each_twice(d_model, base=10000.0):
    """A sine and a cosine need two frequencies, if equal ones."""
    i = np.arange(d_model)
    return base ** (-2 * (i // 2) / d_model)


@MISTAKES.answer("one_per_dimension", ONE_PER_DIMENSION)
def a_frequency_each(d_model, base=10000.0):
    """Each dimension is a clock of its own."""
    return base ** (-np.arange(d_model) / d_model)


@MISTAKES.answer("one_per_dimension", ONE_PER_DIMENSION)
def a_frequency_each_doubled(d_model, base=10000.0):
    """k runs over all dimensions."""
    return base ** (-2 * np.arange(d_model) / d_model)


@MISTAKES.answer("one_per_dimension", ONE_PER_DIMENSION)
def all_alike(d_model, base=10000.0):
    """/ d // 2 is (… / d) // 2."""
    return base ** -(np.arange(d_model) / d_model // 2)


@MISTAKES.answer(
    "wavelengths", "these are wavelengths, 2π/ω; the frequency is ω itself."
)
def lengths_of_the_waves(d_model, base=10000.0):
    """How many positions a full turn takes."""
    return 2 * np.pi * base ** (2 * clocks(d_model) / d_model)


@MISTAKES.answer(
    "evenly_spaced",
    "the frequencies are evenly spaced; their exponents are, so that each is the "
    "same factor smaller than the last.",
)
def linear(d_model, base=10000.0):
    """The clocks are evenly spaced from fast to slow."""
    return np.linspace(1, 1 / base, len(clocks(d_model)))


MISTAKES.sign(
    "exponent_as_factor",
    "the second clock is thousands of times slower than the first: is 2k/d a "
    "factor? It is an exponent: base ** (-2k/d).",
    lambda case, seen: (
        result(seen).shape == ((case.inputs["d_model"] + 1) // 2,)
        and case.aspect not in (ODD, BASE)
        and 0 < result(seen)[1] < 1e-3 < frequencies(**case.inputs)[1]
    ),
)

MISTAKES += [EXTRA_AXIS, base_ignored(frequencies), ODD_SIZE, rounded(frequencies)]
