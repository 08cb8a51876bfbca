"""Typical wrong answers to ``embedding.cosine_similarity``."""

import numpy as np

from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    fails,
    misfit,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.cosine_similarity import BROADCAST, ZERO

MISTAKES = Catalogue()

ONE_LENGTH_IGNORED = "the dot product is divided by one length; divide it by both."

OTHER_NORM = "this is another norm; a length is the root of the sum of squares."

SIGN_LOST = "the sign is lost; vectors that point apart have a negative similarity."

EUCLIDEAN = (
    "this comes from the distance |a - b|, which depends on the lengths; the cosine "
    "does not."
)

AXIS_KEPT = (
    "the last axis is kept with length 1; one number is left of each pair, so neither "
    "the dot product nor the lengths need keepdims=True."
)

LARGE_EPSILON = (
    "something is added to the lengths that is not small beside them; at most 1e-8 "
    "keeps a division from 0 / 0."
)


def lengths(a, b):
    return np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)


def divide(dots, norms):
    return np.where(norms == 0, 0.0, dots / np.where(norms == 0, 1, norms))


def right(a, b):
    return divide((a * b).sum(-1), lengths(a, b))


def _off_where_zero(case: Case, seen: Observation) -> bool:
    """Whether the pairs with a vector of zeros, and they alone, are not 0."""
    got, want = seen.values.get("result", np.zeros(0)), right(**case.inputs)
    return got.shape == want.shape and np.allclose(got[want != 0], want[want != 0])


def _slightly_less(case: Case, seen: Observation) -> bool:
    got, want = seen.values.get("result", np.zeros(0)), right(**case.inputs)
    if got.shape != want.shape or not want.all():
        return False
    return bool(((got / want > 0.9) & (got / want < 1)).all())


MISTAKES += (INPUT_MODIFIED,)


@MISTAKES.answer(
    "lengths_ignored", "this is the dot product; divide it by both lengths."
)
def dot_product(a, b):
    """The dot product says how similar vectors are."""
    return (a * b).sum(axis=-1)


@MISTAKES.answer("one_length_ignored", ONE_LENGTH_IGNORED)
def divided_by_a(a, b):
    """Divides by the length of the first."""
    return divide((a * b).sum(-1), np.linalg.norm(a, axis=-1))


@MISTAKES.answer("one_length_ignored", ONE_LENGTH_IGNORED)
def divided_by_b(a, b):
    """Divides by the length of the second."""
    return divide((a * b).sum(-1), np.linalg.norm(b, axis=-1))


@MISTAKES.answer(
    "parentheses_missing",
    "x / a * b is (x / a) · b; both lengths divide: x / (a * b).",
    seen="course",
)
def divides_and_multiplies(a, b):
    """What stands behind the / is below the line."""
    lengths_of_b = np.linalg.norm(b, axis=-1)
    return divide((a * b).sum(-1), np.linalg.norm(a, axis=-1)) * lengths_of_b


@MISTAKES.answer(
    "root_forgotten",
    "the dot product is divided by the squared lengths; take the root of the sum of "
    "squares.",
)
def squared_lengths(a, b):
    """|a|² is the length."""
    return divide((a * b).sum(-1), (a * a).sum(-1) * (b * b).sum(-1))


@MISTAKES.answer(
    "root_twice", "the root of the lengths is taken; they are roots already."
)
def one_root_too_many(a, b):
    """The root of the norms."""
    return divide((a * b).sum(-1), np.sqrt(lengths(a, b)))


@MISTAKES.answer("lengths_added", "the lengths are added; multiply them.")
def sum_of_lengths(a, b):
    """Both lengths count."""
    norms = np.linalg.norm(a, axis=-1) + np.linalg.norm(b, axis=-1)
    return divide((a * b).sum(-1), norms)


@MISTAKES.answer("other_norm", OTHER_NORM)
def manhattan(a, b):
    """A vector's length is the sum of its components."""
    return divide((a * b).sum(-1), np.abs(a).sum(-1) * np.abs(b).sum(-1))


@MISTAKES.answer("other_norm", OTHER_NORM)
def largest_component(a, b):
    """A vector's length is its largest component."""
    return divide((a * b).sum(-1), np.abs(a).max(-1) * np.abs(b).max(-1))


@MISTAKES.answer(
    "mean_for_sum", "the mean of the products is taken; a dot product is their sum."
)
def mean_of_products(a, b):
    """np.mean adds."""
    return divide((a * b).mean(-1), lengths(a, b))


@MISTAKES.answer(
    "cosine_distance", "this is the distance, 1 - cosine; the similarity is asked for."
)
def distance(a, b):
    """1 - cosine, as in SciPy."""
    return 1 - right(a, b)


@MISTAKES.answer("angle_returned", "this is the angle; its cosine is asked for.")
def angle(a, b):
    """Returns the angle."""
    return np.arccos(np.clip(right(a, b), -1, 1))


@MISTAKES.answer("sign_lost", SIGN_LOST)
def absolute(a, b):
    """A similarity is not negative."""
    return np.abs(right(a, b))


@MISTAKES.answer("sign_lost", SIGN_LOST)
def clipped_at_zero(a, b):
    """A similarity lies in [0, 1]."""
    return np.clip(right(a, b), 0, 1)


@MISTAKES.answer("sign_lost", "the cosine is squared, and its sign is lost.")
def squared(a, b):
    """The cosine squared."""
    return right(a, b) ** 2


@MISTAKES.answer(
    "mapped_to_0_1", "the similarity is moved to [0, 1]; the cosine lies in [-1, 1]."
)
def shifted_to_unit_interval(a, b):
    """(1 + cos) / 2 lies in [0, 1]."""
    return (1 + right(a, b)) / 2


@MISTAKES.answer("euclidean", EUCLIDEAN)
def euclidean_distance(a, b):
    """What is near is similar."""
    return np.linalg.norm(a - b, axis=-1)


@MISTAKES.answer("euclidean", EUCLIDEAN)
def inverse_distance(a, b):
    """What is near is similar, mapped to (0, 1]."""
    return 1 / (1 + np.linalg.norm(a - b, axis=-1))


@MISTAKES.answer(
    "correlation", "the mean is subtracted first, which gives the correlation."
)
def correlation(a, b):
    """Centres the vectors first."""
    return right(a - a.mean(-1, keepdims=True), b - b.mean(-1, keepdims=True))


@MISTAKES.answer("rounded", "the result is rounded; leave rounding to print.")
def two_decimals(a, b):
    """Two decimals are enough."""
    return np.round(right(a, b), 2)


@MISTAKES.answer("large_epsilon", LARGE_EPSILON)
def epsilon_of_one(a, b):
    """Adds one, so that nothing divides by zero."""
    return (a * b).sum(-1) / (lengths(a, b) + 1)


@MISTAKES.answer("large_epsilon", LARGE_EPSILON)
def hundredth(a, b):
    """Adds a hundredth to each length."""
    norms = (np.linalg.norm(a, axis=-1) + 0.01) * (np.linalg.norm(b, axis=-1) + 0.01)
    return (a * b).sum(-1) / norms


@MISTAKES.answer("axis_kept", AXIS_KEPT)
def keepdims(a, b):
    """keepdims=True cannot hurt."""
    return right(a, b)[..., None]


@MISTAKES.answer("axis_kept", AXIS_KEPT)
def dots_keep_their_axis(a, b):
    """keepdims=True in the dot product alone."""
    return divide((a * b).sum(-1, keepdims=True), lengths(a, b))


@MISTAKES.answer("axis_kept", AXIS_KEPT)
def lengths_keep_their_axis(a, b):
    """keepdims=True in the lengths alone."""
    return divide((a * b).sum(-1), lengths(a, b)[..., None])


@MISTAKES.answer("sum_missing", "the products are not added: sum over the last axis.")
def products(a, b):
    """Multiplies unit vectors and forgets to add."""
    norms = lengths(a, b)[..., None]
    return divide(a * b, norms)


@MISTAKES.answer(
    "sum_of_everything",
    "the sums run over the whole arrays; each pair has its own: axis=-1.",
)
def one_number(a, b):
    """A similarity is one number."""
    return np.sum(a * b) / (np.linalg.norm(a) * np.linalg.norm(b))


@MISTAKES.answer(
    "norm_of_everything",
    "the length is that of the whole array; each vector has its own: axis=-1.",
)
def one_norm_for_all(a, b):
    """np.linalg.norm without an axis."""
    return divide((a * b).sum(-1), np.linalg.norm(a) * np.linalg.norm(b))


@MISTAKES.answer(
    "first_axis", "columns are compared; a vector lies along the last axis."
)
def along_the_first_axis(a, b):
    """Compares columns."""
    norms = np.linalg.norm(a, axis=0) * np.linalg.norm(b, axis=0)
    return divide((a * b).sum(0), norms)


@MISTAKES.answer(
    "all_pairs",
    "every vector of a is compared with every one of b; each has one partner: (a * "
    "b).sum(-1).",
)
def matrix_of_pairs(a, b):
    """a @ b.T compares."""
    norms = np.linalg.norm(a, axis=-1)[..., None] * np.linalg.norm(b, axis=-1)
    return divide(a @ b.T, norms)


MISTAKES.sign(
    "zero_vector_is_nan",
    "a vector of zeros has no direction and 0 / 0 is NaN; divide by 1 where the "
    "length is 0, so that the result is 0.",
    lambda case, seen: case.aspect == ZERO and _off_where_zero(case, seen),
)

MISTAKES.sign(
    "if_for_arrays",
    "if asks for one truth, but there is one for each pair; np.where chooses for each.",
    fails("truth value of an array"),
)

MISTAKES.sign(
    "axis_fixed",
    "axis=1 is the last axis of a batch alone; axis=-1 is always the last.",
    fails("axis 1 is out of bounds"),
)

MISTAKES.sign(
    "vectors_only",
    "np.dot (or @) of two batches is a product of matrices; (a * b).sum(axis=-1) "
    "works for one pair and for many.",
    lambda case, seen: (
        misfit(seen) and fails("not aligned", "core dimension")(case, seen)
    ),
)

MISTAKES.sign(
    "broadcast_missing",
    "a and b may have different leading axes, such as many words and one; "
    "a * b and einsum('...d,...d->...') broadcast.",
    lambda case, seen: case.aspect == BROADCAST and misfit(seen),
)

MISTAKES += (AXES_SQUEEZED,)

MISTAKES.sign("large_epsilon", LARGE_EPSILON, _slightly_less)
