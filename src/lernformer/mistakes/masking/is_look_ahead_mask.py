"""Typical wrong tests in ``masking.is_look_ahead_mask``, and what to catch."""

import torch

from lernformer.mistakes.masking import look_ahead_mask
from lernformer.mistakes.masking.look_ahead_mask import right
from lernformer.mistakes.table import mistakes


def ones_and_zeros(query_length, key_length=None):
    return right(query_length, key_length) * 1.0


def table_alone(query_length, key_length=None):
    return right(query_length, key_length)[0, 0]


def squeezed(query_length, key_length=None):
    return right(query_length, key_length).squeeze()[None, None]


def one_key_more(query_length, key_length=None):
    return right(query_length, key_length or query_length + 1)


WRONG = {
    "True everywhere": look_ahead_mask.MISTAKES.named("all_true"),
    "True for the future": look_ahead_mask.MISTAKES.named("true_is_future"),
    "the triangle above the diagonal": look_ahead_mask.MISTAKES.named("upper_triangle"),
    "a token that does not see itself": look_ahead_mask.MISTAKES.named(
        "strictly_before"
    ),
    "a token that sees the next one": look_ahead_mask.MISTAKES.named("next_token_seen"),
    "a token that sees only itself": look_ahead_mask.MISTAKES.named("diagonal"),
    "a mirrored triangle": look_ahead_mask.MISTAKES.named("mirrored"),
    "queries at the first keys": look_ahead_mask.MISTAKES.named("no_offset"),
    "a diagonal moved to the wrong side": look_ahead_mask.MISTAKES.named(
        "offset_backwards"
    ),
    "hidden keys before the first query": look_ahead_mask.new_keys_at_the_end,
    "one key too many without a key length": one_key_more,
    "1 and 0 for True and False": ones_and_zeros,
    "no axes for batch and heads": table_alone,
    "no axis for a single query": squeezed,
}


MISTAKES = mistakes(globals())
