"""Typical wrong answers to ``masking.look_ahead_mask``."""

import numpy as np
import torch

from lernformer.mistakes.common import fails, misfit
from lernformer.mistakes.masking.masks import (
    DIAGONAL,
    EVERYWHERE,
    INVERTED,
    TOO_FAR,
    TRIANGLE,
    fewer_axes,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.look_ahead_mask import LAST
from lernformer.probes.masking.masks import SINGLE

FLIPPED = (
    "the triangle leans the other way: query 0 sees key 0 only, the last sees all."
)

SQUARE = (
    "it works for as many keys as queries only; the mask is (1, 1, query_length, "
    "key_length), and its diagonal is moved by key_length - query_length."
)


def _not_a_number(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and bool(np.isnan(seen.values["mask"]).any())


def _shape(seen: Observation) -> tuple[int, ...]:
    """The last two axes of the mask."""
    return seen.values["mask"].shape[-2:] if seen.values else ()


def _sizes(case: Case) -> tuple[int, ...]:
    return case.inputs["query_length"], case.inputs["key_length"]


def _not_square(case: Case, seen: Observation) -> bool:
    """Where the lengths differ: an error, or as many rows as columns."""
    mask = seen.values.get("mask")
    square = mask is not None and mask.ndim == 4 and mask.shape[2] == mask.shape[3]
    return case.aspect == LAST and (misfit(seen) or square)


def sizes(query_length, key_length):
    return query_length, query_length if key_length is None else key_length


def ones(query_length, key_length=None):
    rows, columns = sizes(query_length, key_length)
    return torch.ones(rows, columns, dtype=torch.bool), columns - rows


def right(query_length, key_length=None):
    mask, before = ones(query_length, key_length)
    return mask.tril(before)[None, None]


MISTAKES = Catalogue()


@MISTAKES.answer("mask_inverted", INVERTED, seen="course")
def true_is_future(query_length, key_length=None):
    """The mask marks what is masked."""
    return ~right(query_length, key_length)


@MISTAKES.answer("triangle_transposed", TRIANGLE, seen="course")
def upper_triangle(query_length, key_length=None):
    """The triangle with the future in it."""
    mask, before = ones(query_length, key_length)
    return mask.triu(before)[None, None]


@MISTAKES.answer("diagonal_hidden", DIAGONAL, seen="course")
def strictly_before(query_length, key_length=None):
    """A token does not look at itself."""
    mask, before = ones(query_length, key_length)
    return mask.tril(before - 1)[None, None]


@MISTAKES.answer("one_too_far", TOO_FAR)
def next_token_seen(query_length, key_length=None):
    """diagonal=1, as in the example with triu."""
    mask, before = ones(query_length, key_length)
    return mask.tril(before + 1)[None, None]


@MISTAKES.answer(
    "look_ahead_forgotten",
    "all is True; the keys after the query should be False.",
    seen="course",
)
def all_true(query_length, key_length=None):
    """The shape is what matters."""
    return ones(query_length, key_length)[0][None, None]


@MISTAKES.answer(
    "only_itself", "each query sees itself alone; it also sees all that came before."
)
def diagonal(query_length, key_length=None):
    """eye is a triangle, nearly."""
    mask, before = ones(query_length, key_length)
    return mask.tril(before).triu(before)[None, None]


@MISTAKES.answer("flipped", FLIPPED)
def mirrored(query_length, key_length=None):
    """The last word comes first."""
    return right(query_length, key_length).flip(-1)


@MISTAKES.answer("flipped", FLIPPED)
def upside_down(query_length, key_length=None):
    """The last query comes first."""
    return right(query_length, key_length).flip(-2)


@MISTAKES.answer(
    "queries_first",
    "the queries are taken for the first of the keys; they are the last, so the "
    "diagonal moves to the right by key_length - query_length.",
)
def no_offset(query_length, key_length=None):
    """tril starts top left."""
    return ones(query_length, key_length)[0].tril()[None, None]


@MISTAKES.answer(
    "offset_sign",
    "the diagonal is moved to the wrong side: by key_length - query_length, not "
    "the other way round.",
)
def offset_backwards(query_length, key_length=None):
    """L_q - L_k."""
    mask, before = ones(query_length, key_length)
    return mask.tril(-before)[None, None]


MISTAKES.sign(
    "lengths_swapped",
    "rows and columns are exchanged: one row a query, one column a key.",
    lambda case, seen: case.aspect == LAST and _shape(seen) == _sizes(case)[::-1],
)


@MISTAKES.answer(
    "future_padded",
    "the keys before the first query are hidden; they are the past, which every "
    "query sees.",
)
def new_keys_at_the_end(query_length, key_length=None):
    """The keys that are too many come at the end and are hidden."""
    rows, columns = sizes(query_length, key_length)
    mask = torch.zeros(rows, columns, dtype=torch.bool)
    mask[:, -rows:] = right(rows)
    return mask[None, None]


MISTAKES.sign(
    "key_length_required",
    "without key_length there are as many keys as queries; give it the default "
    "None, and ask whether it is None.",
    fails("NoneType"),
)
MISTAKES.sign(
    "mask_makes_nan",
    "the mask contains NaN: -inf × 0 is no number. A boolean mask needs neither.",
    _not_a_number,
    seen="issue",
)
MISTAKES += EVERYWHERE


MISTAKES.sign(
    "axes_squeezed",
    "squeeze() drops every axis of length 1, also that of a single query; index "
    "with None or unsqueeze where an axis is to be added.",
    lambda case, seen: case.aspect == SINGLE and bool(seen.values),
)
MISTAKES.sign(
    "axes_missing",
    "the mask is (1, 1, query_length, key_length): two axes of length 1 stand in "
    "front, for batch and heads: mask[None, None].",
    lambda case, seen: (
        fewer_axes(case, seen)
        or (bool(seen.values) and seen.values["mask"].shape[:2] != (1, 1))
    ),
)
MISTAKES.sign("square_mask_only", SQUARE, _not_square, seen="course")
