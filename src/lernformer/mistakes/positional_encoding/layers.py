"""Mistakes that several tasks of the chapter share."""

import re
from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import (
    DROPOUT_DEFAULT,
    DROPOUT_IN_EVAL,
    fails,
    misfit,
    sign,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.positional_encoding import sinusoidal_encoding
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.positional_encoding.layers import ADDS, SPECIAL

SCALED = "the positions are scaled; they are added as they are."

ONE_ROW = (
    "every token gets the same row; token p of the sequence gets row p: a slice, "
    "table[start : start + L]."
)

WHOLE_TABLE = "the whole table meets x; take the rows of its L positions alone."

FEATURES = (
    "the number of features is taken for the length; with (B, L, d) it is "
    "x.size(1), or x.size(-2)."
)

ALONG_BATCH = (
    "the rows are dealt out along the batch; with (B, L, d) the length is the second "
    "axis: x.size(1), or x.size(-2)."
)

WHERE = "drop the sum, self.dropout(x + …), as in section 5.4 of the paper."


def right_table(case: Case) -> np.ndarray:
    """(max_length, d): the one that the case gives to learn, or the sinusoids."""
    x = case.inputs
    if "table" in x:
        return x["table"]
    end = max(x["max_length"], x.get("start", 0) + x["x"].shape[-2])
    return sinusoidal_encoding(end, x["d_model"])


def positions(case: Case) -> np.ndarray:
    """(L, d): the rows of the table that belong to the case's tokens."""
    start = case.inputs.get("start", 0)
    return right_table(case)[start : start + case.inputs["x"].shape[-2]]


def _formula(id: str, cause: str, compute: Callable) -> Mistake:
    """A mistake that gives ``compute``(x, case)."""

    def gives(case: Case) -> Arrays:
        if case.setting in SPECIAL:
            raise ValueError(f"no formula for {case.setting}")
        return {"output": np.asarray(compute(case.inputs["x"], case))}

    return Mistake(id, cause, gives)


def _joined(id: str, cause: str, join: Callable) -> Mistake:
    """A mistake in how tokens and positions meet."""
    return _formula(id, cause, lambda x, case: join(x, positions(case)))


def _rows(id: str, cause: str, choose: Callable) -> Mistake:
    """A mistake in the rows that are added: ``choose``(table, x.shape, start)."""
    return _formula(
        id,
        cause,
        lambda x, case: (
            x + choose(right_table(case), x.shape, case.inputs.get("start", 0))
        ),
    )


def _sizes(seen: Observation) -> set[int]:
    """The sizes that an error about shapes names."""
    return set(map(int, re.findall(r"\d+", seen.trouble))) if misfit(seen) else set()


def _clash(*names: str) -> Callable[[Case, Observation], bool]:
    """Whether adding fails on the sizes called ``names``: B, L, d_model, max_length."""

    def shows(case: Case, seen: Observation) -> bool:
        x = case.inputs["x"]
        known = case.inputs | {"B": len(x), "L": x.shape[-2]}
        clash = {known[name] for name in names}
        return case.aspect == ADDS and clash <= _sizes(seen)

    return shows


JOINED = (
    _joined(
        "multiplied",
        "tokens and positions are multiplied; they are added.",
        lambda x, rows: x * rows,
    ),
    _joined(
        "multiplied",
        "tokens and positions are multiplied, x (1 + PE); they are added, x + PE.",
        lambda x, rows: x * (1 + rows),
    ),
    _joined(
        "tokens_lost",
        "only the positions come out; add them to x.",
        lambda x, rows: np.broadcast_to(rows, x.shape),
    ),
    _joined(
        "positions_lost",
        "x comes out as it went in; add the rows of the table.",
        lambda x, rows: x,
    ),
    _joined(
        "concatenated",
        "tokens and positions lie side by side; they are added, feature by feature.",
        lambda x, rows: np.concatenate([x, np.broadcast_to(rows, x.shape)], -1),
    ),
    _joined(
        "subtracted",
        "the positions are subtracted; they are added.",
        lambda x, rows: x - rows,
    ),
    _joined(
        "tokens_scaled",
        "the tokens are multiplied by √d_model; their embedding has done that already.",
        lambda x, rows: x * x.shape[-1] ** 0.5 + rows,
    ),
    _joined("positions_scaled", SCALED, lambda x, rows: x + rows * x.shape[-1] ** 0.5),
    _joined("positions_scaled", SCALED, lambda x, rows: x + rows / x.shape[-1] ** 0.5),
    _joined(
        "averaged",
        "this is the mean of tokens and positions; they are added.",
        lambda x, rows: (x + rows) / 2,
    ),
)

ROWS = (
    _rows(
        "end_without_start",
        "the slice begins at start and ends at L; its end moves along: "
        "table[start : start + L].",
        lambda table, shape, start: table[start : shape[-2]],
    ),
    *(
        _rows("one_row_for_all", ONE_ROW, choose)
        for choose in (
            lambda table, shape, start: table[start],
            lambda table, shape, start: table[start + shape[-2] - 1],
            lambda table, shape, start: table[start + shape[-2]],
            lambda table, shape, start: table[start : start + shape[-2]].mean(0),
        )
    ),
    _rows(
        "positions_from_one",
        "token p gets row p + 1; positions count from 0.",
        lambda table, shape, start: table[start + 1 : start + 1 + shape[-2]],
    ),
    _rows(
        "positions_along_batch",
        ALONG_BATCH,
        lambda table, shape, start: table[start : start + shape[0], None],
    ),
    _rows(
        "last_rows",
        "the rows come from the end of the table; token 0 gets row 0.",
        lambda table, shape, start: table[-shape[-2] :],
    ),
    sign(
        "start_ignored",
        "`start` has no effect: token 0 of x has position `start`.",
        lambda case, seen: "start" in case.inputs and bool(seen.values),
    ),
    sign(
        "state_kept",
        "the first call changes what the second one finds: something is kept in self, "
        "or the table is cut or overwritten.",
        lambda case, seen: case.setting == "second call",
    ),
    sign("whole_table", WHOLE_TABLE, _clash("L", "max_length")),
    sign("positions_along_features", FEATURES, _clash("L", "d_model")),
    sign("positions_along_batch", ALONG_BATCH, _clash("B", "L")),
    sign(
        "too_long_accepted",
        "a position beyond the table gets a row that belongs to another, or its token "
        "is left out; raise ValueError.",
        lambda case, seen: case.setting == "too long",
    ),
)


def drops(case: Case, seen: Observation, total: Callable, rate=None) -> bool:
    """Whether each number is dropped from ``total``(x, rows), or stays and grows."""
    p = case.inputs["dropout"]
    scale = 1 / (1 - p) if rate is None else 1 / (1 - rate)
    fixed, dropped = total(case.inputs["x"], positions(case))
    out = seen.values["output"] - fixed
    if out.shape != case.inputs["x"].shape:
        return False
    whole = np.isclose(out, dropped * scale, rtol=1e-3, atol=1e-3)
    return bool((whole | np.isclose(out, 0, atol=1e-3)).all())


def _dropping(total: Callable, rate=None) -> Callable[[Case, Observation], bool]:
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
        "dropout_unscaled",
        "what stays is divided by 1 - p, as nn.Dropout does, so that the average does "
        "not change.",
        _dropping(the_sum, rate=0.0),
    ),
    sign(
        "dropout_rate",
        "another share is dropped than `dropout`; pass the argument on as it is.",
        lambda case, seen: case.setting == "dropout",
    ),
)

SUPER_INIT = sign(
    "super_init_forgotten",
    "__init__ must call super().__init__() before it makes layers.",
    fails("before Module.__init__"),
)
