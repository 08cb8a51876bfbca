"""Typical wrong answers to ``positional_encoding.concatenation_as_sum``."""

import re
from collections.abc import Callable

import torch

from lernformer.mistakes.common import (
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
    sign,
    torch_formula,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.positional_encoding import concatenation_as_sum
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.concatenation_as_sum import PARTS, WIDTH

TRANSPOSED = (
    "W is transposed; it is (d + d_p, d_out) here and multiplies from the right, "
    "[X; P] @ W. (nn.Linear keeps it the other way round.)"
)

NOT_PROJECTED = (
    "nothing is multiplied; return the products, X W_1 and P W_2, not their factors."
)


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


MISTAKES = (
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
