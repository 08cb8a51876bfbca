"""Typical wrong answers to ``positional_encoding.to_halves``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED, fails, formula, sign
from lernformer.mistakes.positional_encoding.common import TRUNCATED
from lernformer.positional_encoding import halves_encoding
from lernformer.probes.aspects import LEADING
from lernformer.probes.positional_encoding.common import ODD

STACKED = (
    "even and odd features are apart; np.concatenate([…, …], axis=-1) puts them side "
    "by side in one array."
)

HALF_MISSING = (
    "half of the features are missing: those with odd numbers, x[..., 1::2], or those "
    "with even ones."
)


def _interleaved(x: np.ndarray) -> np.ndarray:
    result, sines = np.empty_like(x), (x.shape[-1] + 1) // 2
    result[..., 0::2], result[..., 1::2] = x[..., :sines], x[..., sines:]
    return result


def _joined(*parts: np.ndarray) -> np.ndarray:
    return np.concatenate(parts, axis=-1)


MISTAKES = (
    INPUT_MODIFIED,
    formula("not_moved", "the features are where they were.", lambda x: x),
    formula(
        "permuted_back",
        "this is the way back: it takes x for halves and makes pairs of them. "
        "result[..., order] = x and x[..., order] are inverse to each other.",
        _interleaved,
    ),
    formula(
        "odd_features_first",
        "the features with odd numbers come first; counting starts at 0, and an even "
        "feature is a sine.",
        lambda x: _joined(x[..., 1::2], x[..., 0::2]),
    ),
    formula(
        "halves_exchanged",
        "x is cut in the middle, and its halves change places; what comes first is "
        "every second feature, x[..., 0::2].",
        lambda x: np.roll(x, x.shape[-1] // 2, axis=-1),
    ),
    formula(
        "second_half_reversed",
        "the odd features run backwards; they keep their order: 1, 3, 5, …",
        lambda x: _joined(x[..., 0::2], x[..., 1::2][..., ::-1]),
    ),
    formula(
        "rows_moved",
        "the rows are reordered, that is the positions; features are the last axis.",
        lambda x: np.concatenate([x[0::2], x[1::2]]),
    ),
    formula(
        "recomputed",
        "this is the table itself, whatever x is; move the features of x.",
        lambda x: np.broadcast_to(halves_encoding(*x.shape[-2:]), x.shape),
    ),
    formula("stacked", STACKED, lambda x: np.stack([x[..., 0::2], x[..., 1::2]])),
    sign("stacked", STACKED, fails("got a tuple of 2", "got a list of 2")),
    formula(
        "order_returned",
        "these are the numbers of the features in their new order; return the features "
        "themselves, x[..., order].",
        lambda x: np.r_[0 : x.shape[-1] : 2, 1 : x.shape[-1] : 2],
    ),
    formula("one_half_missing", HALF_MISSING, lambda x: x[..., 0::2]),
    formula("one_half_missing", HALF_MISSING, lambda x: x[..., 1::2]),
    formula(
        "one_half_missing",
        HALF_MISSING,
        lambda x: _joined(x[..., 0::2], x[..., 0::2]),
    ),
    sign(
        "second_axis",
        "it takes the second axis for the last one: x[:, 0::2]. With x[..., 0::2] and "
        "axis=-1 any number of axes may come before.",
        lambda case, seen: case.aspect == LEADING,
    ),
    sign(
        "odd_size",
        "it works for even sizes only. With an odd d there are ⌈d/2⌉ even features and "
        "⌊d/2⌋ odd ones; slices with a step count them by themselves.",
        lambda case, seen: case.aspect == ODD,
    ),
    TRUNCATED,
)
