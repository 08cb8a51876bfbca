"""Typical wrong answers to ``masking.decoder_mask``."""

import torch

from lernformer.mistakes.common import INPUT_MODIFIED
from lernformer.mistakes.masking.masks import (
    DIAGONAL,
    EVERYWHERE,
    INVERTED,
    LENGTHS,
    ONE_FOR_ALL,
    PAD_ID,
    PADDING_ON_QUERIES,
    TOO_FAR,
    TRIANGLE,
    fewer_axes,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.masking.masks import SINGLE

OR = (
    "a key is visible where one mask allows it; both have to: & (or *), not | and "
    "not +."
)

PADDING_FORGOTTEN = "only the future is hidden; padding is to be hidden as well."

LOOK_AHEAD_FORGOTTEN = "only padding is hidden; the future is to be hidden as well."

SHIFTED = (
    "the last token is cut off or hidden; the ids come as they go into the decoder, so "
    "all of them count."
)


def padding(ids, pad_id=0):
    return (ids != pad_id)[:, None, None, :]


def triangle(ids, diagonal=0):
    length = ids.size(-1)
    mask = torch.ones(length, length, dtype=torch.bool, device=ids.device)
    return mask.tril(diagonal)[None, None]


def right(tgt_ids, pad_id=0):
    return padding(tgt_ids, pad_id) & triangle(tgt_ids)


MISTAKES = Catalogue()

MISTAKES.append(INPUT_MODIFIED)


@MISTAKES.answer("or_for_and", OR, seen="course")
def either(tgt_ids, pad_id=0):
    """One of the two masks allows it."""
    return padding(tgt_ids, pad_id) | triangle(tgt_ids)


@MISTAKES.answer(
    "xor_for_and", "^ is True where just one of the masks is; both have to allow it: &."
)
def exclusive(tgt_ids, pad_id=0):
    """^ is and, is it not?"""
    return padding(tgt_ids, pad_id) ^ triangle(tgt_ids)


@MISTAKES.answer("padding_forgotten", PADDING_FORGOTTEN, seen="course")
def triangle_only(tgt_ids, pad_id=0):
    """The decoder's mask is the look-ahead mask."""
    return triangle(tgt_ids)


@MISTAKES.answer("padding_forgotten", PADDING_FORGOTTEN, seen="course")
def triangle_for_each(tgt_ids, pad_id=0):
    """The look-ahead mask, once a sentence."""
    return triangle(tgt_ids).expand(tgt_ids.size(0), -1, -1, -1)


@MISTAKES.answer("look_ahead_forgotten", LOOK_AHEAD_FORGOTTEN, seen="course")
def padding_only(tgt_ids, pad_id=0):
    """The decoder's mask is the padding mask."""
    return padding(tgt_ids, pad_id)


@MISTAKES.answer("look_ahead_forgotten", LOOK_AHEAD_FORGOTTEN, seen="course")
def padding_for_each_query(tgt_ids, pad_id=0):
    """The padding mask, once a query."""
    return padding(tgt_ids, pad_id).expand(-1, -1, tgt_ids.size(1), -1)


@MISTAKES.answer("padding_on_queries", PADDING_ON_QUERIES, seen="course")
def rows_of_padding(tgt_ids, pad_id=0):
    """A padding token may not look at others."""
    return padding(tgt_ids, pad_id).mT & triangle(tgt_ids)


@MISTAKES.answer("padding_on_queries", PADDING_ON_QUERIES, seen="course")
def rows_and_columns(tgt_ids, pad_id=0):
    """Padding neither looks nor is looked at."""
    real = padding(tgt_ids, pad_id)
    return real & real.mT & triangle(tgt_ids)


@MISTAKES.answer("triangle_transposed", TRIANGLE, seen="course")
def upper_triangle(tgt_ids, pad_id=0):
    """The triangle with the future in it."""
    return padding(tgt_ids, pad_id) & triangle(tgt_ids).mT


@MISTAKES.answer(
    "look_ahead_inverted",
    "the look-ahead mask is the other way round: what is left is the future.",
)
def only_the_future(tgt_ids, pad_id=0):
    """triu with diagonal 1, and its negation forgotten."""
    return padding(tgt_ids, pad_id) & ~triangle(tgt_ids)


@MISTAKES.answer(
    "padding_inverted",
    "the padding mask is the other way round: what is left is padding.",
)
def only_padding(tgt_ids, pad_id=0):
    """== for !=."""
    return ~padding(tgt_ids, pad_id) & triangle(tgt_ids)


@MISTAKES.answer("diagonal_hidden", DIAGONAL, seen="course")
def strictly_before(tgt_ids, pad_id=0):
    """A token does not look at itself."""
    return padding(tgt_ids, pad_id) & triangle(tgt_ids, -1)


@MISTAKES.answer("one_too_far", TOO_FAR)
def next_token_seen(tgt_ids, pad_id=0):
    """diagonal=1, as in the example with triu."""
    return padding(tgt_ids, pad_id) & triangle(tgt_ids, 1)


@MISTAKES.answer("mask_inverted", INVERTED, seen="course")
def true_is_hidden(tgt_ids, pad_id=0):
    """The mask marks what is masked."""
    return ~right(tgt_ids, pad_id)


@MISTAKES.answer("pad_id_ignored", PAD_ID)
def pad_id_not_passed_on(tgt_ids, pad_id=0):
    """Padding is 0."""
    return right(tgt_ids)


@MISTAKES.answer(
    "diagonal_forced",
    "each token may see itself, padding too; padding is hidden from everyone. "
    "A row that is left with nothing to see is masked_softmax's business.",
)
def itself_always(tgt_ids, pad_id=0):
    """Every token sees itself, so that no row is empty."""
    eye = torch.eye(tgt_ids.size(1), dtype=torch.bool, device=tgt_ids.device)
    return right(tgt_ids, pad_id) | eye


@MISTAKES.answer("lengths_assumed", LENGTHS)
def first_n_positions(tgt_ids, pad_id=0):
    """A sentence of n tokens fills the first n positions."""
    lengths = (tgt_ids != pad_id).sum(dim=1)[:, None, None, None]
    places = torch.arange(tgt_ids.size(1), device=tgt_ids.device)
    return (places < lengths) & triangle(tgt_ids)


@MISTAKES.answer("batch_of_one", ONE_FOR_ALL)
def first_sentence_for_all(tgt_ids, pad_id=0):
    """All sentences are equally long."""
    return right(tgt_ids[:1], pad_id).expand(tgt_ids.size(0), -1, -1, -1)


@MISTAKES.answer("shifted", SHIFTED)
def without_the_last(tgt_ids, pad_id=0):
    """The last token does not go into the decoder."""
    return right(tgt_ids[:, :-1], pad_id)


@MISTAKES.answer("shifted", SHIFTED)
def last_token_hidden(tgt_ids, pad_id=0):
    """Nobody needs the last token."""
    mask = right(tgt_ids, pad_id).clone()
    mask[..., -1] = False
    return mask


MISTAKES += EVERYWHERE


MISTAKES.sign(
    "axes_squeezed",
    "squeeze() drops every axis of length 1, also that of one sentence or one "
    "token; (B, 1, 1, L) and (1, 1, L, L) broadcast as they are.",
    lambda case, seen: case.aspect == SINGLE and bool(seen.values),
)
MISTAKES.sign(
    "axes_missing",
    "the axis for the heads is missing: (B, 1, L, L).",
    fewer_axes,
)
