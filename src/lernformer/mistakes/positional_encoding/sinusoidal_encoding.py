"""Typical wrong answers to ``positional_encoding.sinusoidal_encoding``."""

import numpy as np

from lernformer.mistakes.common import formula, sign
from lernformer.mistakes.positional_encoding.common import (
    BASE_IGNORED,
    EXTRA_AXIS,
    ODD_SIZE,
    TRUNCATED,
    WRONG_FREQUENCIES,
    WRONG_TABLES,
    result,
    rounded,
    table_of,
)
from lernformer.positional_encoding import sinusoidal_encoding
from lernformer.probes.case import Observation
from lernformer.probes.positional_encoding.common import ODD
from lernformer.probes.positional_encoding.sinusoidal_encoding import LONG


def _shape(seen: Observation) -> tuple:
    return result(seen).shape


MISTAKES = (
    *(
        formula(
            id,
            cause,
            lambda length, d_model, base=10000.0, wrong=wrong: table_of(
                wrong(d_model, base), length, d_model
            ),
        )
        for id, cause, wrong in WRONG_FREQUENCIES
    ),
    *(formula(id, cause, compute) for id, cause, compute in WRONG_TABLES),
    formula(
        "table_transposed",
        "rows and columns are swapped: a row belongs to a position, (L, d).",
        lambda **x: sinusoidal_encoding(**x).T,
    ),
    formula(
        "scaled",
        "the table is multiplied by √d; that factor belongs to the tokens' embedding.",
        lambda length, d_model, base=10000.0: (
            sinusoidal_encoding(length, d_model, base) * d_model**0.5
        ),
    ),
    sign(
        "one_row_for_all",
        "every position gets the same row; position p gets sin(p ω) and cos(p ω), with "
        "p = 0, 1, …, L - 1.",
        lambda case, seen: (
            case.inputs["length"] > 1
            and case.aspect != ODD
            and (
                _shape(seen) == (case.inputs["d_model"],)
                or (result(seen).ndim == 2 and not np.ptp(result(seen), axis=0).any())
            )
            and np.ptp(result(seen)) > 0
        ),
    ),
    sign(
        "one_row_too_many",
        "there is one row too many: positions are 0, …, L - 1, np.arange(length).",
        lambda case, seen: _shape(seen)[:1] == (case.inputs["length"] + 1,),
    ),
    sign(
        "pairs_not_merged",
        "each pair keeps an axis of its own; join the last two: .reshape(length, -1).",
        lambda case, seen: (
            case.aspect != ODD
            and _shape(seen) == (case.inputs["length"], case.inputs["d_model"] // 2, 2)
        ),
    ),
    EXTRA_AXIS,
    TRUNCATED,
    sign(
        "length_limited",
        "the table has a fixed number of rows; it has `length` rows.",
        lambda case, seen: (
            case.aspect == LONG
            and bool(seen.values)
            and _shape(seen)[:1] < (case.inputs["length"],)
        ),
    ),
    BASE_IGNORED,
    ODD_SIZE,
    rounded(sinusoidal_encoding),
)
