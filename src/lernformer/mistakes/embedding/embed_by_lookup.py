"""Typical wrong answers to ``embedding.embed_by_lookup``."""

import numpy as np

from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    SIZE_LIMITED,
    formula,
    sign,
)
from lernformer.mistakes.embedding.common import NOT_AN_ARRAY, _common, _rows
from lernformer.probes.embedding.embed_by_lookup import ROWS_ONLY


def _nan(seen):
    result = seen.values.get("result")
    return result is not None and bool(np.isnan(result).any())


MISTAKES = (
    INPUT_MODIFIED,
    SIZE_LIMITED,
    NOT_AN_ARRAY,
    sign(
        "matmul_for_lookup",
        "every row of E is multiplied, most of them with 0, and 0 · ∞ is NaN; read "
        "the rows: an array as an index does it.",
        lambda case, seen: case.aspect == ROWS_ONLY and _nan(seen),
    ),
    *(
        formula(
            "columns_read",
            "columns of E are read; a word is a row, the first axis.",
            compute,
        )
        for compute in (
            lambda ids, E: E[:, ids],
            lambda ids, E: E.T[ids],
        )
    ),
    sign(
        "columns_read",
        "columns of E are read; a word is a row, the first axis.",
        lambda case, seen: (
            "raises IndexError" in seen.trouble
            and f"with size {case.inputs['E'].shape[1]}" in seen.trouble
        ),
    ),
    formula(
        "take_without_axis",
        "np.take without axis=0 reads single numbers of the flat E.",
        lambda ids, E: E.reshape(-1)[ids],
    ),
    formula(
        "rows_from_the_end",
        "the rows are counted from the end; row 0 is the first.",
        lambda ids, E: E[-ids - 1],
    ),
    formula(
        "row_slices_read",
        "rows up to the id are added; read the one row.",
        lambda ids, E: np.cumsum(E, axis=0)[ids],
    ),
    formula(
        "repetitions_dropped",
        "a word that occurs again is left out; each place keeps its vector.",
        lambda ids, E: E[np.unique(ids)],
    ),
    *_common(_rows),
    AXES_SQUEEZED,
)
