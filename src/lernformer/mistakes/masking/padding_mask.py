"""Typical wrong answers to ``masking.padding_mask``."""

import torch

from lernformer.mistakes.common import INPUT_MODIFIED
from lernformer.mistakes.masking.masks import (
    EVERYWHERE,
    INVERTED,
    LENGTHS,
    ONE_FOR_ALL,
    PAD_ID,
    PADDING_ON_QUERIES,
    fewer_axes,
)
from lernformer.mistakes.mistake import Catalogue

MISPLACED = (
    "the new axes stand in the wrong place; the batch stays first and the keys stay "
    "last: (B, 1, 1, L)."
)

SPECIALS = (
    "special tokens such as <bos>, <eos> and <unk> are hidden too; only padding is."
)


def right(ids, pad_id=0):
    return (ids != pad_id)[:, None, None, :]


MISTAKES = Catalogue()

MISTAKES.append(INPUT_MODIFIED)


@MISTAKES.answer("mask_inverted", INVERTED, seen="course")
def true_is_padding(ids, pad_id=0):
    """The mask marks what is masked."""
    return ~right(ids, pad_id)


@MISTAKES.answer(
    "nothing_hidden", "all is True; padding, where ids equals pad_id, should be False."
)
def all_true(ids, pad_id=0):
    """The shape is what matters."""
    return torch.ones_like(ids, dtype=torch.bool)[:, None, None, :]


@MISTAKES.answer(
    "ids_returned",
    "these are the ids themselves; compare them with pad_id to get True and False.",
)
def ids_with_axes(ids, pad_id=0):
    """The ids say it already: padding is 0."""
    return ids[:, None, None, :]


@MISTAKES.answer(
    "padding_rows_hidden",
    "the rows of padding tokens are hidden too; hide keys only, or those rows have "
    "nothing to attend to.",
)
def keys_and_queries(ids, pad_id=0):
    """Padding neither looks nor is looked at."""
    real = ids != pad_id
    return (real[:, :, None] & real[:, None, :]).unsqueeze(1)


@MISTAKES.answer(
    "mask_expanded",
    "there is one row a query, all alike; an axis of length 1 is enough, "
    "broadcasting repeats it.",
)
def one_row_a_query(ids, pad_id=0):
    """A mask has as many rows as there are queries."""
    length = ids.size(1)
    return right(ids, pad_id).expand(-1, -1, length, -1)


@MISTAKES.answer("padding_on_queries", PADDING_ON_QUERIES, seen="course")
def length_before_the_last_axis(ids, pad_id=0):
    """A padding token may not look at others."""
    return (ids != pad_id)[:, None, :, None]


@MISTAKES.answer("batch_misplaced", MISPLACED)
def axes_in_front(ids, pad_id=0):
    """Two axes more, wherever."""
    return (ids != pad_id)[None, None]


@MISTAKES.answer("batch_misplaced", MISPLACED)
def length_in_place_of_heads(ids, pad_id=0):
    """Two axes more, at the end."""
    return (ids != pad_id)[:, :, None, None]


@MISTAKES.answer("pad_id_ignored", PAD_ID)
def not_zero(ids, pad_id=0):
    """Padding is 0."""
    return right(ids)


@MISTAKES.answer(
    "compared_by_size",
    "ids are compared by size; the id of padding need not be the smallest, "
    "so ask ids != pad_id.",
)
def larger_than_padding(ids, pad_id=0):
    """Words have larger ids than padding."""
    return (ids > pad_id)[:, None, None, :]


@MISTAKES.answer(
    "compared_by_size",
    "ids are compared by size; the id of padding need not be the smallest, "
    "so ask ids != pad_id.",
)
def smaller_than_padding(ids, pad_id=0):
    """< for !=."""
    return (ids < pad_id)[:, None, None, :]


@MISTAKES.answer(
    "specials_hidden",
    "special tokens such as <bos>, <eos> and <unk> are hidden too; only padding is.",
)
def end_hidden_too(ids, pad_id=0):
    """The sentence ends before <eos>."""
    return ((ids != pad_id) & (ids != 2))[:, None, None, :]


@MISTAKES.answer("specials_hidden", SPECIALS)
def real_words_only(ids, pad_id=0):
    """<unk> is a word; <bos> and <eos> are not."""
    return ((ids != pad_id) & (ids > 2))[:, None, None, :]


@MISTAKES.answer(
    "specials_hidden",
    "special tokens such as <bos>, <eos> and <unk> are hidden too; only padding is.",
)
def words_only(ids, pad_id=0):
    """No special token is to be read: <bos>, <eos> and <unk> neither."""
    return ((ids != pad_id) & (ids > 3))[:, None, None, :]


@MISTAKES.answer("batch_of_one", ONE_FOR_ALL)
def first_sentence_for_all(ids, pad_id=0):
    """All sentences are equally long."""
    return right(ids[:1], pad_id).expand(ids.size(0), -1, -1, -1)


@MISTAKES.answer("batch_of_one", ONE_FOR_ALL)
def common_padding(ids, pad_id=0):
    """A position counts where any sentence has a token."""
    some = (ids != pad_id).any(dim=0)
    return some.expand(ids.shape)[:, None, None, :]


@MISTAKES.answer("lengths_assumed", LENGTHS)
def first_n_positions(ids, pad_id=0):
    """A sentence of n tokens fills the first n positions."""
    lengths = (ids != pad_id).sum(dim=1, keepdim=True)
    places = torch.arange(ids.size(1), device=ids.device)
    return (places < lengths)[:, None, None, :]


@MISTAKES.answer("lengths_assumed", LENGTHS)
def up_to_the_first_padding(ids, pad_id=0):
    """After the first padding there is nothing."""
    return (ids != pad_id).int().cumprod(dim=1).bool()[:, None, None, :]


MISTAKES += EVERYWHERE


MISTAKES.sign(
    "axes_missing",
    "the mask lacks axes to broadcast along: one for the heads and one for the "
    "queries, between batch and keys: mask[:, None, None, :].",
    fewer_axes,
)
