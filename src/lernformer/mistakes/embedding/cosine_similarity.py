"""Typical wrong answers to ``embedding.cosine_similarity``."""

from collections.abc import Callable

import numpy as np

from lernformer.embedding import cosine_similarity
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    fails,
    formula,
    misfit,
    sign,
)
from lernformer.mistakes.embedding.common import norm
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.embedding.cosine_similarity import BROADCAST, ZERO


def _cosine(id: str, cause: str, lengths: Callable) -> Mistake:
    """A mistake in what the dot product is divided by."""

    def compute(a, b):
        by = lengths(a, b)
        return (a * b).sum(-1) / np.where(by == 0, 1, by)

    return formula(id, cause, compute)


def _of_all(id: str, cause: str, change: Callable) -> Mistake:
    """A mistake that changes the right result."""
    return formula(id, cause, lambda a, b: change(cosine_similarity(a, b)))


def _centred(x):
    return x - x.mean(-1, keepdims=True)


def _pairs(a, b):
    return (a @ b.T) / (norm(a, axis=-1)[..., None] * norm(b, axis=-1))


MISTAKES = (
    INPUT_MODIFIED,
    _cosine(
        "lengths_ignored",
        "this is the dot product; divide it by both lengths.",
        lambda a, b: 1.0,
    ),
    *(
        _cosine(
            "one_length_ignored",
            "the dot product is divided by one length; divide it by both.",
            lengths,
        )
        for lengths in (lambda a, b: norm(a, axis=-1), lambda a, b: norm(b, axis=-1))
    ),
    _cosine(
        "root_forgotten",
        "the dot product is divided by the squared lengths; take the root of the sum "
        "of squares.",
        lambda a, b: (norm(a, axis=-1) * norm(b, axis=-1)) ** 2,
    ),
    _cosine(
        "root_twice",
        "the root of the lengths is taken; they are roots already.",
        lambda a, b: np.sqrt(norm(a, axis=-1) * norm(b, axis=-1)),
    ),
    _cosine(
        "lengths_added",
        "the lengths are added; multiply them.",
        lambda a, b: norm(a, axis=-1) + norm(b, axis=-1),
    ),
    *(
        _cosine(
            "other_norm",
            "this is another norm; a length is the root of the sum of squares.",
            lambda a, b, order=order: norm(a, order, axis=-1) * norm(b, order, axis=-1),
        )
        for order in (1, np.inf)
    ),
    formula(
        "mean_for_sum",
        "the mean of the products is taken; a dot product is their sum.",
        lambda a, b: cosine_similarity(a, b) / a.shape[-1],
    ),
    _of_all(
        "cosine_distance",
        "this is the distance, 1 - cosine; the similarity is asked for.",
        lambda cosine: 1 - cosine,
    ),
    _of_all(
        "angle_returned",
        "this is the angle; its cosine is asked for.",
        lambda cosine: np.arccos(np.clip(cosine, -1, 1)),
    ),
    *(
        _of_all(
            "sign_lost",
            "the sign is lost; vectors that point apart have a negative similarity.",
            change,
        )
        for change in (np.abs, lambda cosine: np.clip(cosine, 0, 1))
    ),
    _of_all(
        "sign_lost",
        "the cosine is squared, and its sign is lost.",
        np.square,
    ),
    _of_all(
        "mapped_to_0_1",
        "the similarity is moved to [0, 1]; the cosine lies in [-1, 1].",
        lambda cosine: (1 + cosine) / 2,
    ),
    *(
        formula(
            "euclidean",
            "this comes from the distance |a - b|, which depends on the lengths; the "
            "cosine does not.",
            compute,
        )
        for compute in (
            lambda a, b: norm(a - b, axis=-1),
            lambda a, b: 1 / (1 + norm(a - b, axis=-1)),
        )
    ),
    formula(
        "correlation",
        "the mean is subtracted first, which gives the correlation.",
        lambda a, b: cosine_similarity(_centred(a), _centred(b)),
    ),
    _of_all(
        "rounded",
        "the result is rounded; leave rounding to print.",
        lambda cosine: np.round(cosine, 2),
    ),
    *(
        _cosine(
            "large_epsilon",
            "something is added to the lengths that is not small beside them; at most "
            "1e-8 keeps a division from 0 / 0.",
            lengths,
        )
        for lengths in (
            lambda a, b: norm(a, axis=-1) * norm(b, axis=-1) + 1,
            lambda a, b: (norm(a, axis=-1) + 0.01) * (norm(b, axis=-1) + 0.01),
        )
    ),
    formula(
        "axis_kept",
        "the last axis is kept with length 1; only one of numerator and denominator, "
        "or none, needs keepdims.",
        lambda a, b: cosine_similarity(a, b)[..., None],
    ),
    formula(
        "sum_missing",
        "the products are not added: sum over the last axis.",
        lambda a, b: (
            a * b / (norm(a, axis=-1) * norm(b, axis=-1))[..., None].clip(1e-300)
        ),
    ),
    formula(
        "sum_of_everything",
        "the sums run over the whole arrays; each pair has its own: axis=-1.",
        lambda a, b: (a * b).sum() / (norm(a) * norm(b)),
    ),
    _cosine(
        "norm_of_everything",
        "the length is that of the whole array; each vector has its own: axis=-1.",
        lambda a, b: norm(a) * norm(b),
    ),
    formula(
        "first_axis",
        "columns are compared; a vector lies along the last axis.",
        lambda a, b: (a * b).sum(0) / (norm(a, axis=0) * norm(b, axis=0)),
    ),
    formula(
        "all_pairs",
        "every vector of a is compared with every one of b; each has one partner: "
        "(a * b).sum(-1).",
        _pairs,
    ),
    sign(
        "zero_vector_is_nan",
        "a vector of zeros has no direction and 0 / 0 is NaN; divide by 1 where the "
        "length is 0, so that the result is 0.",
        lambda case, seen: case.aspect == ZERO,
    ),
    sign(
        "vectors_only",
        "np.dot (or @) of two batches is a product of matrices; (a * b).sum(axis=-1) "
        "works for one pair and for many.",
        lambda case, seen: (
            misfit(seen) and fails("not aligned", "core dimension")(case, seen)
        ),
    ),
    sign(
        "broadcast_missing",
        "a and b may have different leading axes, such as many words and one; "
        "a * b and einsum('...d,...d->...') broadcast.",
        lambda case, seen: case.aspect == BROADCAST and misfit(seen),
    ),
    AXES_SQUEEZED,
)
