"""Typical wrong answers to ``masking.is_look_ahead_mask``, and what it is to catch."""

import torch

from lernformer.mistakes.masking import look_ahead_mask
from lernformer.mistakes.masking.look_ahead_mask import right
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.testing import (
    EVERYWHERE,
    SAID_BACKWARDS,
    TOO_STRICT,
    missed,
)


def ones_and_zeros(query_length, key_length=None):
    return right(query_length, key_length) * 1.0


def table_alone(query_length, key_length=None):
    return right(query_length, key_length)[0, 0]


def squeezed(query_length, key_length=None):
    return right(query_length, key_length).squeeze()[None, None]


WRONG = {
    "True everywhere": look_ahead_mask.all_true,
    "True for the future": look_ahead_mask.true_is_future,
    "the triangle above the diagonal": look_ahead_mask.upper_triangle,
    "a token that does not see itself": look_ahead_mask.strictly_before,
    "a token that sees the next one": look_ahead_mask.next_token_seen,
    "a token that sees itself alone": look_ahead_mask.diagonal,
    "the triangle in the mirror": look_ahead_mask.mirrored,
    "queries that are the first of the keys": look_ahead_mask.no_offset,
    "a diagonal moved to the wrong side": look_ahead_mask.offset_backwards,
    "keys that are too many at the end": look_ahead_mask.new_keys_at_the_end,
    "1 and 0 for True and False": ones_and_zeros,
    "no axes for batch and heads": table_alone,
    "no axis for a single query": squeezed,
}

MISTAKES = Catalogue(EVERYWHERE)


@MISTAKES.answer(*SAID_BACKWARDS)
def true_is_wrong(candidate):
    """A test says whether there is a mistake."""
    return not torch.equal(candidate(4), right(4))


MISTAKES += [
    missed(
        WRONG,
        "cells_not_compared",
        "not every cell is compared with the right one: there are other tables with as "
        "many True, or with the same first row.",
        "True for the future",
        "the triangle above the diagonal",
        "a token that does not see itself",
        "a token that sees the next one",
        "a token that sees itself alone",
        "the triangle in the mirror",
    ),
    missed(
        WRONG,
        "one_length_only",
        "it asks about as many queries as keys alone; give it a key length, too, and "
        "fewer queries than keys.",
        "queries that are the first of the keys",
        "a diagonal moved to the wrong side",
        "keys that are too many at the end",
    ),
    missed(
        WRONG,
        "dtype_not_compared",
        "1 == True, but a mask of numbers is none: ask for the dtype, too.",
        "1 and 0 for True and False",
    ),
    missed(
        WRONG,
        "shape_not_compared",
        "== broadcasts, so that a mask with fewer axes passes; torch.equal compares "
        "the shape as well.",
        "no axes for batch and heads",
    ),
    missed(
        WRONG,
        "single_query_not_tried",
        "it never asks about a single query among several keys, as there is at each "
        "step of decoding.",
        "no axis for a single query",
    ),
    TOO_STRICT,
]
