"""Typical wrong answers to ``masking.padding_mask``."""

import torch
from torch import Tensor

from lernformer.masking import padding_mask
from lernformer.mistakes.common import INPUT_MODIFIED, sign
from lernformer.mistakes.masking.masks import (
    EVERYWHERE,
    INVERTED,
    LENGTHS,
    ONE_FOR_ALL,
    PAD_ID,
    PADDING_ON_QUERIES,
    _fewer_axes,
    _first_n,
    _first_sentence,
    _mask,
    _real,
)

MISPLACED = (
    "the new axes stand in the wrong place; the batch stays first and the keys stay "
    "last: (B, 1, 1, L)."
)

SPECIALS = (
    "special tokens such as <bos>, <eos> and <unk> are hidden too; only padding is."
)


def _before_padding(ids: Tensor, pad_id: int = 0) -> Tensor:
    return _real((ids != pad_id).cumprod(1))


def _common(ids: Tensor, pad_id: int = 0) -> Tensor:
    return _real((ids != pad_id).any(0).expand(ids.shape))


MISTAKES = (
    INPUT_MODIFIED,
    _mask("mask_inverted", INVERTED, lambda ids, pad_id=0: ~padding_mask(ids, pad_id)),
    _mask(
        "nothing_hidden",
        "all is True; padding, where ids equals pad_id, should be False.",
        lambda ids, pad_id=0: _real(torch.ones(ids.shape)),
    ),
    _mask(
        "ids_returned",
        "these are the ids themselves; compare them with pad_id to get True and False.",
        lambda ids, pad_id=0: _real(ids),
    ),
    _mask(
        "padding_rows_hidden",
        "the rows of padding tokens are hidden too; hide keys only, or those rows have "
        "nothing to attend to.",
        lambda ids, pad_id=0: padding_mask(ids, pad_id) & padding_mask(ids, pad_id).mT,
    ),
    _mask(
        "mask_expanded",
        "there is one row a query, all alike; an axis of length 1 is enough, "
        "broadcasting repeats it.",
        lambda ids, pad_id=0: padding_mask(ids, pad_id).expand(-1, -1, ids.size(1), -1),
    ),
    _mask(
        "padding_on_queries",
        PADDING_ON_QUERIES,
        lambda ids, pad_id=0: padding_mask(ids, pad_id).mT,
    ),
    _mask(
        "batch_misplaced",
        MISPLACED,
        lambda ids, pad_id=0: (ids != pad_id)[None, None],
    ),
    _mask(
        "batch_misplaced",
        MISPLACED,
        lambda ids, pad_id=0: (ids != pad_id)[..., None, None],
    ),
    _mask("pad_id_ignored", PAD_ID, lambda ids, pad_id=0: padding_mask(ids)),
    *(
        _mask(
            "compared_by_size",
            "ids are compared by size; the id of padding need not be the smallest, so "
            "ask ids != pad_id.",
            compare,
        )
        for compare in (
            lambda ids, pad_id=0: _real(ids > pad_id),
            lambda ids, pad_id=0: _real(ids < pad_id),
        )
    ),
    *(
        _mask("specials_hidden", SPECIALS, hide)
        for hide in (
            lambda ids, pad_id=0: _real((ids != pad_id) & (ids != 2)),
            lambda ids, pad_id=0: _real((ids != pad_id) & (ids > 2)),
            lambda ids, pad_id=0: _real((ids != pad_id) & (ids > 3)),
        )
    ),
    _mask("batch_of_one", ONE_FOR_ALL, _first_sentence),
    _mask("batch_of_one", ONE_FOR_ALL, _common),
    _mask("lengths_assumed", LENGTHS, _first_n),
    _mask("lengths_assumed", LENGTHS, _before_padding),
    *EVERYWHERE,
    sign(
        "axes_missing",
        "the mask lacks axes to broadcast along: one for the heads and one for the "
        "queries, between batch and keys: mask[:, None, None, :].",
        _fewer_axes,
    ),
)
