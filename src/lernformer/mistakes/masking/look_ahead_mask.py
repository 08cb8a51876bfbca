"""Typical wrong answers to ``masking.look_ahead_mask``."""

import numpy as np
import torch
from torch import Tensor

from lernformer.masking import look_ahead_mask
from lernformer.mistakes.common import fails, misfit, sign
from lernformer.mistakes.masking.masks import (
    DIAGONAL,
    EVERYWHERE,
    INVERTED,
    TOO_FAR,
    TRIANGLE,
    _fewer_axes,
    _mask,
)
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


def _seen(query_length: int, key_length: int | None = None) -> tuple[Tensor, int]:
    """All keys visible, and how many keys come before the first query."""
    key_length = query_length if key_length is None else key_length
    seen = torch.ones(1, 1, query_length, key_length)
    return seen, key_length - query_length


def _shifted(change):
    """The lower triangle with its diagonal changed."""

    def compute(query_length: int, key_length: int | None = None) -> Tensor:
        seen, before = _seen(query_length, key_length)
        return seen.tril(change(before))

    return compute


def _shape(seen: Observation) -> tuple[int, ...]:
    """The last two axes of the mask."""
    return seen.values["mask"].shape[-2:] if seen.values else ()


def _sizes(case: Case) -> tuple[int, ...]:
    return case.inputs["query_length"], case.inputs["key_length"]


def _turned(turn):
    """The right mask, turned in some way."""
    return lambda *lengths, **named: turn(look_ahead_mask(*lengths, **named))


def _upper(query_length: int, key_length: int | None = None) -> Tensor:
    seen, before = _seen(query_length, key_length)
    return seen.triu(before)


def _diagonal(query_length: int, key_length: int | None = None) -> Tensor:
    seen, before = _seen(query_length, key_length)
    return seen.tril(before).triu(before)


def _padded(query_length: int, key_length: int | None = None) -> Tensor:
    seen, before = _seen(query_length, key_length)
    seen[..., :before] = 0
    return seen.tril(before)


MISTAKES = (
    _mask("mask_inverted", INVERTED, _turned(torch.logical_not)),
    _mask("triangle_transposed", TRIANGLE, _upper),
    _mask("diagonal_hidden", DIAGONAL, _shifted(lambda before: before - 1)),
    _mask("one_too_far", TOO_FAR, _shifted(lambda before: before + 1)),
    _mask(
        "look_ahead_forgotten",
        "all is True; the keys after the query should be False.",
        lambda *lengths, **named: _seen(*lengths, **named)[0],
    ),
    _mask(
        "only_itself",
        "each query sees itself alone; it also sees all that came before.",
        _diagonal,
    ),
    _mask("flipped", FLIPPED, _turned(lambda mask: mask.flip(-1))),
    _mask("flipped", FLIPPED, _turned(lambda mask: mask.flip(-2))),
    _mask(
        "queries_first",
        "the queries are taken for the first of the keys; they are the last, so the "
        "diagonal moves to the right by key_length - query_length.",
        _shifted(lambda before: 0),
    ),
    _mask(
        "offset_sign",
        "the diagonal is moved to the wrong side: by key_length - query_length, not "
        "the other way round.",
        _shifted(lambda before: -before),
    ),
    sign(
        "lengths_swapped",
        "rows and columns are exchanged: one row a query, one column a key.",
        lambda case, seen: case.aspect == LAST and _shape(seen) == _sizes(case)[::-1],
    ),
    _mask(
        "future_padded",
        "the keys before the first query are hidden; they are the past, which every "
        "query sees.",
        _padded,
    ),
    sign(
        "key_length_required",
        "without key_length there are as many keys as queries; give it the default "
        "None, and ask whether it is None.",
        fails("argument: 'key_length'", "NoneType"),
    ),
    sign(
        "mask_makes_nan",
        "the mask contains NaN: -inf × 0 is no number. A boolean mask needs neither.",
        _not_a_number,
    ),
    *EVERYWHERE,
    sign(
        "axes_squeezed",
        "squeeze() drops every axis of length 1, also that of a single query; index "
        "with None or unsqueeze where an axis is to be added.",
        lambda case, seen: case.aspect == SINGLE and bool(seen.values),
    ),
    sign(
        "axes_missing",
        "the mask is (1, 1, query_length, key_length): two axes of length 1 stand in "
        "front, for batch and heads: mask[None, None].",
        lambda case, seen: (
            _fewer_axes(case, seen)
            or (bool(seen.values) and seen.values["mask"].shape[:2] != (1, 1))
        ),
    ),
    sign("square_mask_only", SQUARE, lambda case, seen: _not_square(case, seen)),
)


def _not_square(case: Case, seen: Observation) -> bool:
    """Where the lengths differ: an error, or as many rows as columns."""
    mask = seen.values.get("mask")
    square = mask is not None and mask.ndim == 4 and mask.shape[2] == mask.shape[3]
    return case.aspect == LAST and (misfit(seen) or square)
