"""Typical wrong answers to ``embedding.embed_by_matmul``."""

import numpy as np

from lernformer.embedding import one_hot
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    SIZE_LIMITED,
    fails,
    formula,
    misfit,
    sign,
)
from lernformer.mistakes.embedding.common import _common, _rows
from lernformer.probes.embedding.embed_by_matmul import PRODUCT

MISTAKES = (
    INPUT_MODIFIED,
    SIZE_LIMITED,
    sign(
        "lookup_for_matmul",
        "rows of E are read, which is the next task; here one-hot vectors are "
        "multiplied with E: one_hot(ids, len(E)) @ E.",
        lambda case, seen: case.aspect == PRODUCT and "result" in seen.values,
    ),
    formula(
        "E_transposed",
        "E is transposed; it is (V, d), so one-hot (…, V) fits as it is.",
        lambda ids, E: one_hot(ids, len(E)) @ E.T,
    ),
    formula(
        "E_transposed",
        "columns of E are read; a word is a row, E is (V, d).",
        lambda ids, E: (ids[..., None] == np.arange(E.shape[1])).astype(float) @ E.T,
    ),
    formula(
        "one_hot_returned",
        "these are the one-hot vectors; multiply them with E.",
        lambda ids, E: one_hot(ids, len(E)),
    ),
    formula(
        "ids_multiplied",
        "the ids themselves are multiplied; make one-hot vectors of them first.",
        lambda ids, E: ids[..., None] * E[0],
    ),
    formula(
        "rounded",
        "the result is rounded to whole numbers; it has E's dtype.",
        lambda ids, E: np.trunc(_rows(ids, E)),
    ),
    *_common(_rows),
    AXES_SQUEEZED,
    sign(
        "vocab_size_ignored",
        "the one-hot vectors are as long as the largest id needs; they have one place "
        "for each row of E.",
        lambda case, seen: (
            misfit(seen)
            and "matmul" in seen.trouble
            and f"size {len(case.inputs['E'])} is different from "
            f"{case.inputs['ids'].max() + 1}"
            in seen.trouble
        ),
    ),
    sign(
        "E_transposed",
        "E is transposed; it is (V, d), so one-hot (…, V) fits as it is.",
        lambda case, seen: (
            fails("matmul")(case, seen)
            and f"size {case.inputs['E'].shape[1]} is different from "
            f"{len(case.inputs['E'])}"
            in seen.trouble
        ),
    ),
    sign(
        "ids_multiplied",
        "the ids themselves are multiplied; make one-hot vectors of them first.",
        fails("matmul"),
    ),
    sign(
        "elementwise_product",
        "* multiplies number by number; the matrix product is @.",
        fails("broadcast"),
    ),
)
