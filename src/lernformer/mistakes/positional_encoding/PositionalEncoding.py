"""Typical wrong answers to ``positional_encoding.PositionalEncoding``."""

from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import DTYPE_LOST, GRADIENT_CUT, INPUT_MODIFIED, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.positional_encoding.common import (
    ODD_SIZE,
    WRONG_FREQUENCIES,
    WRONG_TABLES,
    table_of,
)
from lernformer.mistakes.positional_encoding.layers import (
    DROPPED,
    JOINED,
    ROWS,
    SUPER_INIT,
    _formula,
)
from lernformer.mistakes.positional_encoding.rotary import NOT_ON_DEVICE
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.layers import LENGTHS, SPECIAL, TRAINED


def _with_table(id: str, cause: str, make: Callable) -> Mistake:
    """A mistake in the sinusoids: ``make``(length, d_model)."""

    def compute(x, case):
        start = case.inputs.get("start", 0)
        end = start + x.shape[-2]
        return x + make(end, case.inputs["d_model"])[start:end]

    return _formula(id, cause, compute)


def _rows_without_sinusoids(case: Case, seen: Observation) -> bool:
    """Whether each position adds a row of its own, but no sines and cosines."""
    output, x = seen.values.get("output"), case.inputs["x"]
    if case.setting in SPECIAL or output is None or output.shape != x.shape:
        return False
    rows = output - x
    pairs = rows[..., 0::2][..., : x.shape[-1] // 2] ** 2 + rows[..., 1::2] ** 2
    return np.allclose(rows, rows[:1], atol=1e-4) and not np.allclose(
        pairs, 1, atol=0.1
    )


MISTAKES = (
    INPUT_MODIFIED,
    SUPER_INIT,
    *(
        _with_table(
            id,
            cause,
            lambda length, d, wrong=wrong: table_of(wrong(d, 10000.0), length, d),
        )
        for id, cause, wrong in WRONG_FREQUENCIES
    ),
    *(
        _with_table(id, cause, compute)
        for id, cause, compute in WRONG_TABLES
        if not id.startswith("positions_")
    ),
    *JOINED,
    *ROWS,
    sign(
        "table_trained",
        "the optimiser would change the table, which is a formula: "
        "self.register_buffer(…) keeps it with the module and out of parameters().",
        lambda case, seen: case.aspect == TRAINED,
    ),
    ODD_SIZE,
    sign(
        "max_length_default",
        "without the argument there is room for 5000 positions: max_length=5000.",
        lambda case, seen: case.setting == "by default",
    ),
    sign(
        "max_length_ignored",
        "the table has a fixed number of rows; it has max_length rows.",
        lambda case, seen: case.aspect == LENGTHS and case.inputs["max_length"] > 5000,
    ),
    *DROPPED,
    GRADIENT_CUT,
    NOT_ON_DEVICE,
    DTYPE_LOST,
    sign(
        "not_sinusoidal",
        "each position adds a row of its own, but not a row of sinusoidal_encoding: "
        "sin² + cos² of a pair is not 1.",
        _rows_without_sinusoids,
    ),
)
