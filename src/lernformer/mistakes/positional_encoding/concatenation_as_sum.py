"""Typical wrong answers to ``positional_encoding.concatenation_as_sum``."""

import re

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.mistakes.common import (
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.concatenation_as_sum import PARTS, WIDTH

MISTAKES = Catalogue()


def _whole_weight(case: Case, seen: Observation) -> bool:
    """Whether something met all rows of W, which fit both together only."""
    return bool(
        re.search(rf"and {len(case.inputs['weight'])}x\d+\)", seen.trouble)
        and case.inputs["x"].shape[-1] != len(case.inputs["weight"])
    )


WEIGHT_TRANSPOSED = (
    "W is transposed; it is (d + d_p, d_out) here and multiplies from the right, [X; "
    "P] @ W. (nn.Linear keeps it the other way round.)"
)

NOT_PROJECTED = (
    "nothing is multiplied; return the products, X W_1 and P W_2, not their factors."
)


def right(x, positions, weight):
    d = x.size(-1)
    return x @ weight[:d], positions @ weight[d:]


def beside(x, positions):
    """[X; P], (B, L, d + d_p)."""
    return torch.cat([x, positions.expand(*x.shape[:-1], -1)], dim=-1)


MISTAKES += (INPUT_MODIFIED,)


@MISTAKES.answer(
    "rows_exchanged",
    "W_1 and W_2 are exchanged: in [X; P] the word comes first, so it meets the "
    "first d rows.",
)
def last_rows_for_the_words(x, positions, weight):
    """Counts the words' rows from the end."""
    return x @ weight[-x.size(-1) :], positions @ weight[: positions.size(-1)]


@MISTAKES.answer(
    "first_rows_for_both",
    "words and positions meet the same rows of W; the positions meet those after row "
    "d.",
)
def same_matrix(x, positions, weight):
    """Word and position go through the same matrix."""
    return x @ weight[: x.size(-1)], positions @ weight[: positions.size(-1)]


@MISTAKES.answer(
    "last_rows_for_both",
    "words and positions meet the same rows of W; the words meet the first d rows.",
)
def same_last_matrix(x, positions, weight):
    """Both go through the last rows."""
    return x @ weight[-x.size(-1) :], positions @ weight[-positions.size(-1) :]


@MISTAKES.answer(
    "alternating_rows",
    "the rows of W are taken in turn; word and position stand beside each other as "
    "two blocks: first d rows, then d_p.",
)
def even_and_odd_rows(x, positions, weight):
    """Word and position alternate, as sine and cosine do."""
    return x @ weight[0::2], positions @ weight[1::2]


@MISTAKES.answer("weight_transposed", WEIGHT_TRANSPOSED)
def as_in_a_linear_layer(x, positions, weight):
    """A weight is (out, in), as in nn.Linear."""
    d = x.size(-1)
    return F.linear(x, weight[:, :d]), F.linear(positions, weight[:, d:])


@MISTAKES.answer("weight_transposed", WEIGHT_TRANSPOSED)
def parts_transposed(x, positions, weight):
    """Cuts the rows and transposes the parts."""
    d = x.size(-1)
    return x @ weight[:d].T, positions @ weight[d:].T


@MISTAKES.answer(
    "mixture_twice",
    "what should come from the words alone holds the positions' part as well; return "
    "the two parts, which the caller may add.",
)
def whole_and_part(x, positions, weight):
    """The first is the whole mixture."""
    return beside(x, positions) @ weight, positions @ weight[x.size(-1) :]


MISTAKES.sign(
    "sum_returned",
    "one tensor is returned, the mixture perhaps; return its two parts, "
    "(X W_1, P W_2).",
    fails("got Tensor of shape"),
)


@MISTAKES.answer(
    "parts_exchanged", "the parts come in the wrong order; return (X W_1, P W_2)."
)
def positions_first(x, positions, weight):
    """P W_2 comes first."""
    return right(x, positions, weight)[::-1]


@MISTAKES.answer(
    "repeated_for_each_sentence",
    "the positions' part is repeated for each sentence. It is the same for all of "
    "them, (L, d_out): no word has a say in it, and broadcasting adds it.",
)
def expanded(x, positions, weight):
    """One for each sentence."""
    words, places = right(x, positions, weight)
    return words, places.expand_as(words)


@MISTAKES.answer(
    "averaged", "the parts are halved; they add up to the mixture as they are."
)
def weighted_halves(x, positions, weight):
    """Half of each, so that the sum stays of the same size."""
    return tuple(part / 2 for part in right(x, positions, weight))


@MISTAKES.answer("not_projected", NOT_PROJECTED)
def halves_of_the_mixture(x, positions, weight):
    """The words and the positions themselves."""
    return x, positions


@MISTAKES.answer("not_projected", NOT_PROJECTED)
def matrices_returned(x, positions, weight):
    """W_1 and W_2."""
    return tuple(weight.split([x.size(-1), positions.size(-1)]))


MISTAKES.sign(
    "cut_in_the_middle",
    "W is cut in the middle, which is right for d_p = d only; W_1 has as many rows "
    "as a word has features.",
    lambda case, seen: case.aspect == WIDTH,
)

MISTAKES.sign(
    "columns_cut",
    "W is cut into columns, or not at all, so a word meets all d + d_p rows; W_1 "
    "is its first d rows, W_2 the others.",
    _whole_weight,
)

MISTAKES.sign(
    "length_for_features",
    "x.size(1) is the length, or another axis is taken; W_1 has as many rows as a word "
    "has features, x.size(-1).",
    lambda case, seen: f"and {case.inputs['x'].shape[1]}x" in seen.trouble,
)

MISTAKES.sign(
    "extra_axis",
    "the positions' part has an axis too many in front; it is (L, d_out).",
    lambda case, seen: seen.values.get(PARTS[1], np.zeros(0)).ndim > 2,
)

MISTAKES += (GRADIENT_CUT, DTYPE_LOST)
