"""Mistakes that several tasks of the chapter share."""

import math
import re
from collections.abc import Callable

import numpy as np
import torch
from torch import nn

from lernformer.mistakes.common import (
    DROPOUT_DEFAULT,
    DROPOUT_IN_EVAL,
    misfit,
    sign,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import in_steps
from lernformer.positional_encoding import sinusoidal_encoding
from lernformer.probes.aspects import LEADING
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.layers import ADDS, LENGTHS

WHOLE_TABLE = "the whole table is added to x; add only the rows of its L positions."

FEATURES = (
    "the number of features is mistaken for the length; with (B, L, d) it is "
    "x.size(1), or x.size(-2)."
)

ALONG_BATCH = (
    "the rows run along the batch; with (B, L, d) the length is the second axis: "
    "x.size(1), or x.size(-2)."
)

WHERE = "apply dropout to the sum, self.dropout(x + …), as in section 5.4 of the paper."


def right_table(case: Case) -> np.ndarray:
    """(max_length, d): the table that the case gives to learn, or the sinusoids."""
    x = case.inputs
    if "table" in x:
        return x["table"]
    end = max(x["max_length"], x.get("start", 0) + x["x"].shape[-2])
    return sinusoidal_encoding(end, x["d_model"])


def positions(case: Case) -> np.ndarray:
    """(L, d): the rows of the table that belong to the case's tokens."""
    start = case.inputs.get("start", 0)
    return right_table(case)[start : start + case.inputs["x"].shape[-2]]


def _sizes(seen: Observation) -> set[int]:
    """The sizes that an error about shapes mentions."""
    return set(map(int, re.findall(r"\d+", seen.trouble))) if misfit(seen) else set()


def _clash(*names: str) -> Callable[[Case, Observation], bool]:
    """Whether adding fails on the sizes called ``names``: B, L, d_model, max_length."""

    def shows(case: Case, seen: Observation) -> bool:
        x = case.inputs["x"]
        known = case.inputs | {"B": len(x), "L": x.shape[-2]}
        clash = {known[name] for name in names}
        return case.aspect == ADDS and clash <= _sizes(seen)

    return shows


LAST_POSITION = (
    "max_length tokens are refused, or there is one row too few; positions 0 to "
    "max_length - 1 fit: > and not >=, and a table of max_length rows."
)


class Steps(nn.Module):
    """How a right layer adds its table, in steps; each wrong one replaces a step."""

    def rows(self, x, start):
        return self.table[start : start + x.size(-2)]

    def combine(self, x, rows):
        return x + rows

    def forward(self, x, start=0):
        return self.dropout(self.combine(x, self.rows(x, start)))


def of_sums(right: type) -> Catalogue:
    """Mistakes in how tokens and positions meet, in a right layer."""
    return in_steps(globals(), right, "sums.txt")


def of_rows(right: type) -> Catalogue:
    """Mistakes in the rows that are added, in a right layer."""
    return in_steps(globals(), right, "rows.txt")


def _refused(case: Case, seen: Observation) -> bool:
    """Whether an answer refuses as many tokens as there are positions."""
    own = seen.trouble.startswith(("raises ValueError", "raises AssertionError"))
    length = case.inputs["x"].shape[-2]
    short = {length, length - 1} <= _sizes(seen)
    return (
        case.aspect == LENGTHS
        and length == case.inputs["max_length"] > 1
        and (own or short)
    )


# What the rows that are added show, whatever the table.
ROWS_SHOW = (
    sign(
        "state_kept",
        "the first call changes what the second one finds: something is kept in self, "
        "or the table is cut or overwritten.",
        lambda case, seen: case.setting == "second call",
    ),
    sign("whole_table", WHOLE_TABLE, _clash("L", "max_length")),
    sign("positions_along_features", FEATURES, _clash("L", "d_model")),
    sign("positions_along_batch", ALONG_BATCH, _clash("B", "L"), seen="course"),
    sign("last_position_refused", LAST_POSITION, _refused),
    sign(
        "too_long_accepted",
        "a position beyond the table gets a row that belongs to another, or its token "
        "is left out; raise ValueError.",
        lambda case, seen: case.setting == "too long",
    ),
    sign(
        "leading_axes_unsupported",
        "it only works for (B, L, d); any number of axes may come before L and d: "
        "x.size(-2) is L, and a table of (L, d) is added to any of them.",
        lambda case, seen: case.aspect == LEADING,
    ),
)


def drops(
    case: Case, seen: Observation, total: Callable, rate: float | None = None
) -> bool:
    """Whether each number is dropped from ``total``(x, rows), or stays and grows."""
    p = case.inputs["dropout"]
    scale = 1 / (1 - p) if rate is None else 1 / (1 - rate)
    fixed, dropped = total(case.inputs["x"], positions(case))
    out = seen.values["output"] - fixed
    if out.shape != case.inputs["x"].shape:
        return False
    whole = np.isclose(out, dropped * scale, rtol=1e-3, atol=1e-3)
    return bool((whole | np.isclose(out, 0, atol=1e-3)).all())


def _dropping(
    total: Callable, rate: float | None = None
) -> Callable[[Case, Observation], bool]:
    return lambda case, seen: (
        case.setting == "dropout"
        and bool(seen.values)
        and drops(case, seen, total, rate)
    )


def the_sum(x, rows):
    """Nothing stays whole, the sum is dropped."""
    return 0, x + rows


def undropped(case: Case, seen: Observation) -> bool:
    want = case.inputs["x"] + positions(case)
    return np.allclose(seen.values["output"], want, atol=1e-3)


def whole_tokens(case: Case, seen: Observation) -> bool:
    """Whether each token is dropped as a whole or not at all."""
    dropped = seen.values["output"] == 0
    return bool((dropped.all(-1) == dropped.any(-1)).all())


def _each_dropped(case: Case, seen: Observation) -> bool:
    """Whether each number is the sum, one of its two parts, or 0."""
    x, rows = case.inputs["x"], positions(case)
    out = seen.values["output"] * (1 - case.inputs["dropout"])
    kept = [np.isclose(out, part, rtol=1e-3, atol=1e-3) for part in (x, rows + 0 * x)]
    both = np.isclose(out, x + rows, rtol=1e-3, atol=1e-3) | (out == 0)
    return bool((both | kept[0] | kept[1]).all())


def another_share(case: Case, seen: Observation) -> bool:
    """Whether some of the sum is dropped, and the rest grows by the same factor."""
    out, total = seen.values["output"], case.inputs["x"] + positions(case)
    kept = out != 0
    if out.shape != total.shape or kept.all() or not kept.any():
        return False
    factors = out[kept] / total[kept]
    return bool(np.allclose(factors, factors[0], rtol=1e-3))


DROPPED = (
    DROPOUT_IN_EVAL,
    DROPOUT_DEFAULT,
    sign(
        "dropout_argument_ignored",
        "with dropout=0 something is dropped, or everything is: use the argument as it "
        "is, as the probability to drop.",
        lambda case, seen: (
            case.setting == "train without dropout"
            and bool(seen.values)
            and not np.array_equal(seen.values["output"], case.inputs["x"])
        ),
    ),
    sign(
        "dropout_never_applied",
        f"dropout is not applied: {WHERE}",
        lambda case, seen: (
            case.setting == "dropout" and bool(seen.values) and undropped(case, seen)
        ),
    ),
    sign(
        "dropout_of_whole_tokens",
        "tokens are dropped as a whole; nn.Dropout drops each feature by itself.",
        lambda case, seen: _dropping(the_sum)(case, seen) and whole_tokens(case, seen),
    ),
    sign(
        "dropout_on_positions_only",
        f"only the positions are dropped, the tokens stay; {WHERE}",
        _dropping(lambda x, rows: (x, rows)),
    ),
    sign(
        "dropout_on_tokens_only",
        f"only the tokens are dropped, the positions stay; {WHERE}",
        _dropping(lambda x, rows: (rows, x)),
    ),
    sign(
        "dropout_on_each",
        f"tokens and positions are dropped each by itself; {WHERE}",
        lambda case, seen: (
            case.setting == "dropout"
            and bool(seen.values)
            and _each_dropped(case, seen)
        ),
    ),
    sign(
        "dropout_unscaled",
        "what stays is not scaled; divide it by 1 - p, as nn.Dropout does, so that the "
        "average does not change.",
        _dropping(the_sum, rate=0.0),
    ),
    sign(
        "dropout_rate",
        "the share that is dropped is not `dropout`; pass the argument on as it is.",
        lambda case, seen: (
            case.setting == "dropout"
            and bool(seen.values)
            and another_share(case, seen)
        ),
    ),
)
