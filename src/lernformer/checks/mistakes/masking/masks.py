"""Typical wrong answers to ``padding_mask``, ``look_ahead_mask``, ``decoder_mask``."""

import numpy as np
import torch
from torch import Tensor

from lernformer.checks.mistakes.common import (
    INPUT_MODIFIED,
    SIZE_LIMITED,
    fails,
    misfit,
    sign,
    torch_formula,
)
from lernformer.checks.task import Case, Mistake, Observation
from lernformer.masking import decoder_mask, look_ahead_mask, padding_mask

BOOLEAN = "is boolean"
DEVICE = "stays on the device of the ids"
SINGLE = "works for sizes of 1"
LAST = "takes the queries for the last of the keys"


def _mask(id: str, cause: str, compute) -> Mistake:
    return torch_formula(id, cause, compute, "mask")


def _additive(case: Case, seen: Observation) -> bool:
    mask = seen.values.get("mask", np.zeros(1))
    return mask.size > 0 and mask.max() <= 0 and mask.min() < -9


def _not_a_number(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and bool(np.isnan(seen.values["mask"]).any())


def _fewer_axes(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and seen.values["mask"].ndim < 4


INVERTED = "the mask is the other way round: True = may attend, False = hidden."
PAD_ID = "padding is taken for 0; compare with pad_id."
LENGTHS = (
    "it counts tokens, or stops at the first padding; padding may also stand in front, "
    "so compare each id with pad_id."
)
ONE_FOR_ALL = "one sentence decides for the whole batch; each has padding of its own."
PADDING_ON_QUERIES = (
    "padding hides rows (queries); it has to hide columns (keys), the last axis, and "
    "those alone."
)
TRIANGLE = (
    "the triangle is transposed: row i is query i, which sees keys 0 to i; so it is "
    "tril, not triu."
)
DIAGONAL = "a token is hidden from itself; the diagonal stays True."
TOO_FAR = (
    "each query sees one key too many, the very token that it should predict; mind the "
    "diagonal of tril or triu."
)
MISPLACED = (
    "the new axes stand in the wrong place; the batch stays first and the keys stay "
    "last: (B, 1, 1, L)."
)
SPECIALS = (
    "special tokens such as <bos>, <eos> and <unk> are hidden too; only padding is."
)

EVERYWHERE = (
    SIZE_LIMITED,
    sign(
        "numpy_returned",
        "this is a NumPy array; torch.from_numpy(…) makes a tensor of it.",
        fails("got ndarray"),
    ),
    sign(
        "additive_mask",
        "this mask is made to be added to the scores (0, and -inf or -1e9); here a "
        "mask is boolean, True = may attend, and masked_softmax does the rest.",
        _additive,
    ),
    sign(
        "mask_not_boolean",
        "the mask holds numbers; give dtype=torch.bool, or end with .bool(), so that "
        "~mask and masked_fill work.",
        lambda case, seen: case.aspect == BOOLEAN and bool(seen.values),
    ),
    sign(
        "device_fixed",
        "a new tensor is made on the CPU, but the ids may live on a GPU; make it with "
        "device=ids.device. (The check puts the ids on torch's device “meta”, which "
        "every computer has.)",
        lambda case, seen: case.aspect == DEVICE,
    ),
)

# padding_mask -------------------------------------------------------------------------


def _real(real: Tensor) -> Tensor:
    return real[:, None, None, :]


def _first_n(ids: Tensor, pad_id: int = 0) -> Tensor:
    lengths = (ids != pad_id).sum(1, keepdim=True)
    return _real(torch.arange(ids.size(1)) < lengths)


def _before_padding(ids: Tensor, pad_id: int = 0) -> Tensor:
    return _real((ids != pad_id).cumprod(1))


def _first_sentence(ids: Tensor, pad_id: int = 0) -> Tensor:
    return padding_mask(ids[:1], pad_id).expand(ids.size(0), -1, -1, -1)


def _common(ids: Tensor, pad_id: int = 0) -> Tensor:
    return _real((ids != pad_id).any(0).expand(ids.shape))


PADDING = (
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

# look_ahead_mask ----------------------------------------------------------------------


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


FLIPPED = (
    "the triangle leans the other way: query 0 sees key 0 only, the last sees all."
)
SQUARE = (
    "it works for as many keys as queries only; the mask is (1, 1, query_length, "
    "key_length), and its diagonal is moved by key_length - query_length."
)

LOOK_AHEAD = (
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


# decoder_mask -------------------------------------------------------------------------


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

DECODER = (
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
