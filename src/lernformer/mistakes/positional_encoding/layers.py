"""Mistakes that several tasks of the chapter share."""

import math
import re
from collections.abc import Callable

import numpy as np
import torch
from torch import nn

from lernformer.mistakes.common import misfit
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import in_steps, mistakes
from lernformer.positional_encoding import sinusoidal_encoding
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.layers import ADDS, LENGTHS


def right_table(case: Case) -> np.ndarray:
    """The table that the case gives to learn, or the sinusoids: (max_length, d)."""
    x = case.inputs
    if "table" in x:
        return x["table"]
    end = max(x["max_length"], x.get("start", 0) + x["x"].shape[-2])
    return sinusoidal_encoding(end, x["d_model"])


def positions(case: Case) -> np.ndarray:
    """The rows of the table that belong to the case's tokens, (L, d)."""
    start = case.inputs.get("start", 0)
    return right_table(case)[start : start + case.inputs["x"].shape[-2]]


def _sizes(seen: Observation) -> set[int]:
    """The sizes that an error about shapes mentions."""
    return set(map(int, re.findall(r"\d+", seen.trouble))) if misfit(seen) else set()


def _clash(case: Case, seen: Observation, *names: str) -> bool:
    """Whether adding fails on the sizes called ``names``: B, L, d_model, max_length."""
    x = case.inputs["x"]
    known = case.inputs | {"B": len(x), "L": x.shape[-2]}
    clash = {known[name] for name in names}
    return case.aspect == ADDS and clash <= _sizes(seen)


class Steps(nn.Module):
    """How a right layer adds its table, in steps. Each wrong one replaces a step."""

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
    """Whether an answer refuses max_length tokens, although it should take them."""
    own = seen.trouble.startswith(("raises ValueError", "raises AssertionError"))
    length = case.inputs["x"].shape[-2]
    short = {length, length - 1} <= _sizes(seen)
    return (
        case.aspect == LENGTHS
        and length == case.inputs["max_length"] > 1
        and (own or short)
    )


# What the rows that are added show, whatever the table.
ROWS_SHOW = mistakes(globals(), "rows.signs.txt")


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


def _dropped(case: Case, seen: Observation) -> bool:
    """Whether there is an output from which some numbers should be missing."""
    return case.setting == "dropout" and bool(seen.values)


def the_sum(x, rows):
    """The part that is never dropped, which is nothing, and the sum, which may be."""
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


DROPPED = mistakes(globals(), "dropout.txt")
