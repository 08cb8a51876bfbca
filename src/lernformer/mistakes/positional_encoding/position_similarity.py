"""Typical wrong answers to ``positional_encoding.position_similarity``."""

from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED, formula, sign
from lernformer.mistakes.positional_encoding.common import (
    BASE_IGNORED,
    EXTRA_AXIS,
    TRUNCATED,
    WRONG_FREQUENCIES,
    rounded,
)
from lernformer.positional_encoding import angular_frequencies, position_similarity
from lernformer.probes.positional_encoding.position_similarity import NEGATIVE

SQUARED_DISTANCE = (
    "this is how far the two vectors are apart; the dot product is asked for."
)


def _angles(offsets, d_model, base=10000.0):
    return np.asarray(offsets)[..., None] * angular_frequencies(d_model, base)


def _of_cosines(change: Callable) -> Callable:
    """``change`` takes the cosines, (..., d/2), and d."""
    return lambda offsets, d_model, base=10000.0: change(
        np.cos(_angles(offsets, d_model, base)), d_model
    )


def _of_angles(change: Callable) -> Callable:
    return lambda offsets, d_model, base=10000.0: change(
        _angles(offsets, d_model, base)
    )


def _per_dimension(offsets, d_model, base=10000.0):
    i = np.arange(d_model)
    return np.cos(np.asarray(offsets)[..., None] * base ** (-i / d_model)).sum(-1)


MISTAKES = (
    INPUT_MODIFIED,
    *(
        formula(
            id,
            cause,
            lambda offsets, d_model, base=10000.0, wrong=wrong: np.cos(
                np.asarray(offsets)[..., None] * wrong(d_model, base)
            ).sum(-1),
        )
        for id, cause, wrong in WRONG_FREQUENCIES
    ),
    formula(
        "sine_for_cosine",
        "these are sines: sin a sin b + cos a cos b = cos(a - b).",
        _of_angles(lambda angles: np.sin(angles).sum(-1)),
    ),
    formula(
        "sine_added",
        "the sines are summed as well; sin a sin b + cos a cos b = cos(a - b), so one "
        "cosine is left of each pair.",
        _of_angles(lambda angles: (np.sin(angles) + np.cos(angles)).sum(-1)),
    ),
    formula(
        "same_position_twice",
        "sin² + cos² = 1: this is a position times itself, the offset is lost.",
        _of_angles(lambda angles: np.full(angles.shape[:-1], angles.shape[-1])),
    ),
    formula(
        "minus_for_plus",
        "cos² - sin² doubles the angle; in cos(a - b) = cos a cos b + sin a sin b "
        "there is a plus.",
        _of_angles(lambda angles: np.cos(2 * angles).sum(-1)),
    ),
    formula(
        "cosine_of_sum",
        "the angles are summed before the cosine; sum the cosines.",
        _of_angles(lambda angles: np.cos(angles.sum(-1))),
    ),
    formula(
        "counted_twice",
        "each cosine is counted twice; a pair of dimensions gives one.",
        _of_cosines(lambda cosines, d: 2 * cosines.sum(-1)),
    ),
    formula(
        "averaged",
        "this is a mean or a cosine similarity, 1 at offset 0; the dot product is not "
        "divided by anything.",
        _of_cosines(lambda cosines, d: cosines.mean(-1)),
    ),
    formula(
        "divided_by_root",
        "the sum is divided by √d; that belongs to attention.",
        _of_cosines(lambda cosines, d: cosines.sum(-1) / d**0.5),
    ),
    formula(
        "multiplied_not_summed",
        "the cosines are multiplied; sum them.",
        _of_cosines(lambda cosines, d: cosines.prod(-1)),
    ),
    formula(
        "squared",
        "the cosines are squared; each stands alone.",
        _of_cosines(lambda cosines, d: (cosines**2).sum(-1)),
    ),
    formula(
        "squared_distance",
        SQUARED_DISTANCE,
        _of_cosines(lambda cosines, d: d - 2 * cosines.sum(-1)),
    ),
    formula(
        "squared_distance",
        SQUARED_DISTANCE,
        _of_cosines(lambda cosines, d: np.sqrt(np.maximum(d - 2 * cosines.sum(-1), 0))),
    ),
    formula(
        "summed_over_everything",
        "one sum runs over offsets and clocks; sum over the clocks alone: axis=-1.",
        _of_cosines(lambda cosines, d: cosines.sum()),
    ),
    formula(
        "summed_over_offsets",
        "the sum runs over the offsets; sum over the clocks, axis=-1.",
        _of_cosines(lambda cosines, d: cosines.sum(0)),
    ),
    formula(
        "not_summed",
        "there is a number for each clock; sum them.",
        _of_cosines(lambda cosines, d: cosines),
    ),
    formula(
        "frequency_per_dimension",
        "there is a frequency for each dimension; a pair of dimensions shares one.",
        _per_dimension,
    ),
    EXTRA_AXIS,
    TRUNCATED,
    sign(
        "negative_offsets",
        "offsets may be negative; the similarity is the same in both directions, as "
        "cos(-x) = cos x.",
        lambda case, seen: case.aspect == NEGATIVE,
    ),
    BASE_IGNORED,
    rounded(position_similarity),
)
