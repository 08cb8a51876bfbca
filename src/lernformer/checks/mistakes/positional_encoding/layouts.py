"""Typical wrong answers to ``to_halves`` and ``concatenation_as_sum``."""

import re
from collections.abc import Callable

import numpy as np
import torch

from lernformer.checks.mistakes.common import (
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    LEADING,
    fails,
    formula,
    sign,
    torch_formula,
)
from lernformer.checks.mistakes.positional_encoding.tables import ODD, TRUNCATED
from lernformer.checks.task import Case, Mistake, Observation
from lernformer.positional_encoding import concatenation_as_sum, halves_encoding

WIDTH = "takes positions of another width"

# to_halves --------------------------------------------------------------------------


def _interleaved(x: np.ndarray) -> np.ndarray:
    result, sines = np.empty_like(x), (x.shape[-1] + 1) // 2
    result[..., 0::2], result[..., 1::2] = x[..., :sines], x[..., sines:]
    return result


def _joined(*parts: np.ndarray) -> np.ndarray:
    return np.concatenate(parts, axis=-1)


STACKED = (
    "even and odd features are apart; np.concatenate([…, …], axis=-1) puts them side "
    "by side in one array."
)
HALF_MISSING = (
    "half of the features are missing: those with odd numbers, x[..., 1::2], or those "
    "with even ones."
)

HALVES = (
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

# concatenation_as_sum ---------------------------------------------------------------

PARTS = ("from_words", "from_positions")


def _rows(id: str, cause: str, choose: Callable) -> Mistake:
    """A mistake in the rows of W that words and positions meet."""

    def compute(x, positions, weight):
        of_words, of_positions = choose(weight, x.size(-1), positions.size(-1))
        return x @ of_words, positions @ of_positions

    return torch_formula(id, cause, compute, *PARTS)


def _parts(id: str, cause: str, change: Callable) -> Mistake:
    """A mistake made with the right parts."""
    return torch_formula(
        id, cause, lambda *x, **y: change(*concatenation_as_sum(*x, **y)), *PARTS
    )


def _whole_weight(case: Case, seen: Observation) -> bool:
    """Whether something met all rows of W, which fit both together only."""
    return bool(
        re.search(rf"and {len(case.inputs['weight'])}x\d+\)", seen.trouble)
        and case.inputs["x"].shape[-1] != len(case.inputs["weight"])
    )


TRANSPOSED = (
    "W is transposed; it is (d + d_p, d_out) here and multiplies from the right, "
    "[X; P] @ W. (nn.Linear keeps it the other way round.)"
)
NOT_PROJECTED = (
    "nothing is multiplied; return the products, X W_1 and P W_2, not their factors."
)

CONCATENATION = (
    INPUT_MODIFIED,
    _rows(
        "rows_exchanged",
        "W_1 and W_2 are exchanged: in [X; P] the word comes first, so it meets the "
        "first d rows.",
        lambda w, d, d_p: (w[-d:], w[:d_p]),
    ),
    _rows(
        "first_rows_for_both",
        "words and positions meet the same rows of W; the positions meet those after "
        "row d.",
        lambda w, d, d_p: (w[:d], w[:d_p]),
    ),
    _rows(
        "last_rows_for_both",
        "words and positions meet the same rows of W; the words meet the first d rows.",
        lambda w, d, d_p: (w[-d:], w[-d_p:]),
    ),
    _rows(
        "alternating_rows",
        "the rows of W are taken in turn; word and position stand beside each other as "
        "two blocks: first d rows, then d_p.",
        lambda w, d, d_p: (w[0::2], w[1::2]),
    ),
    _rows(
        "weight_transposed",
        TRANSPOSED,
        lambda w, d, d_p: (w[:, :d].T, w[:, d:].T),
    ),
    _rows("weight_transposed", TRANSPOSED, lambda w, d, d_p: (w[:d].T, w[d:].T)),
    _parts(
        "mixture_twice",
        "what should come from the words alone holds the positions' part as well; "
        "return the two parts, which the caller may add.",
        lambda words, places: (words + places, places),
    ),
    sign(
        "sum_returned",
        "one tensor is returned, the mixture perhaps; return its two parts, "
        "(X W_1, P W_2).",
        fails("got Tensor of shape"),
    ),
    _parts(
        "parts_exchanged",
        "the parts come in the wrong order; return (X W_1, P W_2).",
        lambda words, places: (places, words),
    ),
    _parts(
        "repeated_for_each_sentence",
        "the positions' part is repeated for each sentence. It is the same for all of "
        "them, (L, d_out): no word has a say in it, and broadcasting adds it.",
        lambda words, places: (words, places.expand_as(words)),
    ),
    _parts(
        "averaged",
        "the parts are halved; they add up to the mixture as they are.",
        lambda words, places: (words / 2, places / 2),
    ),
    torch_formula(
        "not_projected",
        NOT_PROJECTED,
        lambda x, positions, weight: (x, positions),
        *PARTS,
    ),
    torch_formula(
        "not_projected",
        NOT_PROJECTED,
        lambda x, positions, weight: torch.tensor_split(weight, [x.size(-1)]),
        *PARTS,
    ),
    sign(
        "cut_in_the_middle",
        "W is cut in the middle, which is right for d_p = d only; W_1 has as many rows "
        "as a word has features.",
        lambda case, seen: case.aspect == WIDTH,
    ),
    sign(
        "columns_cut",
        "W is cut into columns, or not at all, so a word meets all d + d_p rows; W_1 "
        "is its first d rows, W_2 the others.",
        _whole_weight,
    ),
    GRADIENT_CUT,
    DTYPE_LOST,
)
