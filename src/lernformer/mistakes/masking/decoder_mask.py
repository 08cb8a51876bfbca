"""Typical wrong answers to ``masking.decoder_mask``."""

import torch
from torch import Tensor

from lernformer.masking import decoder_mask, look_ahead_mask, padding_mask
from lernformer.mistakes.common import INPUT_MODIFIED, sign
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
    _fewer_axes,
    _first_n,
    _first_sentence,
    _mask,
)
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


def _combined(combine, diagonal: int = 0):
    """The two masks combined in another way, or with another diagonal."""

    def compute(tgt_ids: Tensor, pad_id: int = 0) -> Tensor:
        length = tgt_ids.size(1)
        triangle = torch.ones(1, 1, length, length, dtype=torch.bool).tril(diagonal)
        return combine(padding_mask(tgt_ids, pad_id), triangle)

    return compute


def _without_last(tgt_ids: Tensor, pad_id: int = 0) -> Tensor:
    mask = decoder_mask(tgt_ids, pad_id)
    mask[..., -1] = False
    return mask


MISTAKES = (
    INPUT_MODIFIED,
    _mask("or_for_and", OR, _combined(lambda real, past: real | past)),
    _mask(
        "xor_for_and",
        "^ is True where just one of the masks is; both have to allow it: &.",
        _combined(lambda real, past: real ^ past),
    ),
    _mask("padding_forgotten", PADDING_FORGOTTEN, _combined(lambda real, past: past)),
    _mask(
        "padding_forgotten",
        PADDING_FORGOTTEN,
        _combined(lambda real, past: past.expand(len(real), -1, -1, -1)),
    ),
    _mask(
        "look_ahead_forgotten",
        LOOK_AHEAD_FORGOTTEN,
        _combined(lambda real, past: real),
    ),
    _mask(
        "look_ahead_forgotten",
        LOOK_AHEAD_FORGOTTEN,
        _combined(lambda real, past: real.expand(-1, -1, past.size(-1), -1)),
    ),
    _mask(
        "padding_on_queries",
        PADDING_ON_QUERIES,
        _combined(lambda real, past: real.mT & past),
    ),
    _mask(
        "padding_on_queries",
        PADDING_ON_QUERIES,
        _combined(lambda real, past: real & real.mT & past),
    ),
    _mask(
        "triangle_transposed",
        TRIANGLE,
        _combined(lambda real, past: real & past.mT),
    ),
    _mask(
        "look_ahead_inverted",
        "the look-ahead mask is the other way round: what is left is the future.",
        _combined(lambda real, past: real & ~past),
    ),
    _mask(
        "padding_inverted",
        "the padding mask is the other way round: what is left is padding.",
        _combined(lambda real, past: ~real & past),
    ),
    _mask("diagonal_hidden", DIAGONAL, _combined(torch.logical_and, diagonal=-1)),
    _mask("one_too_far", TOO_FAR, _combined(torch.logical_and, diagonal=1)),
    _mask(
        "mask_inverted",
        INVERTED,
        lambda tgt_ids, pad_id=0: ~decoder_mask(tgt_ids, pad_id),
    ),
    _mask("pad_id_ignored", PAD_ID, lambda tgt_ids, pad_id=0: decoder_mask(tgt_ids)),
    _mask(
        "diagonal_forced",
        "each token may see itself, padding too; padding is hidden from everyone. "
        "A row that is left with nothing to see is masked_softmax's business.",
        _combined(lambda real, past: (real & past) | (past & past.mT)),
    ),
    _mask(
        "lengths_assumed",
        LENGTHS,
        lambda tgt_ids, pad_id=0: _first_n(tgt_ids, pad_id) & _past(tgt_ids),
    ),
    _mask(
        "batch_of_one",
        ONE_FOR_ALL,
        lambda tgt_ids, pad_id=0: _first_sentence(tgt_ids, pad_id) & _past(tgt_ids),
    ),
    _mask(
        "shifted",
        SHIFTED,
        lambda tgt_ids, pad_id=0: decoder_mask(tgt_ids[:, :-1], pad_id),
    ),
    _mask("shifted", SHIFTED, _without_last),
    *EVERYWHERE,
    sign(
        "axes_squeezed",
        "squeeze() drops every axis of length 1, also that of one sentence or one "
        "token; (B, 1, 1, L) and (1, 1, L, L) broadcast as they are.",
        lambda case, seen: case.aspect == SINGLE and bool(seen.values),
    ),
    sign(
        "axes_missing",
        "the axis for the heads is missing: (B, 1, L, L).",
        _fewer_axes,
    ),
)


def _past(ids: Tensor) -> Tensor:
    return look_ahead_mask(ids.size(1))
