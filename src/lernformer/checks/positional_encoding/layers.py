"""Helpers for the checks of several tasks in this chapter."""

from collections.abc import Callable

import numpy as np

from lernformer.checks.judging import numbers
from lernformer.checks.positional_encoding.common import BFLOAT16, FAR, LAYER
from lernformer.mistakes.positional_encoding.layers import (
    drops,
    positions,
    the_sum,
    undropped,
    whole_tokens,
)
from lernformer.probes.aspects import DTYPE, GRADIENT, LEADING, PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import DEVICE, ODD
from lernformer.probes.positional_encoding.layers import ADDS, LEARNS, LENGTHS, TRAINED

START = "goes on from a start"

DROPOUT = "drops features of the sum, in training only"


def layer_cases(learned: bool) -> Callable[[np.random.Generator], list[Case]]:
    def cases(rng: np.random.Generator) -> list[Case]:
        def case(aspect, lead, length, d_model, max_length, setting="", **more):
            more = {"dropout": 0.0, "tolerance": LAYER, **more}
            inputs = {"d_model": d_model, "max_length": max_length}
            inputs["dropout"] = more.pop("dropout")
            # far from 0, so that a dropped feature cannot pass for a small one
            mean, spread = (5, 0.5) if setting == "dropout" else (0, 1.5)
            inputs["x"] = rng.normal(mean, spread, (*lead, length, d_model))
            if "start" in more:
                inputs["start"] = more.pop("start")
            if learned:
                inputs["table"] = rng.normal(0, 1, (max_length, d_model))
            if aspect in (GRADIENT, LEARNS):
                inputs["upstream"] = rng.normal(0, 1, inputs["x"].shape)
            axes = {"output": "B L d_model", "gradient of table": "max_length d_model"}
            return Case(aspect, inputs, axes, setting, **more)

        two = (2,)
        own = fixed_cases(case) if not learned else learned_cases(case)
        return [
            case(ADDS, two, 3, 4, 7),
            case(ADDS, (3,), 3, 6, 8),
            case(ADDS, two, 5, 6, 11),
            case(ADDS, two, 5, 6, 11, "second call"),
            case(LENGTHS, two, 1, 4, 7),
            case(LENGTHS, two, 7, 4, 7),
            case(LENGTHS, two, 7, 4, 5, "too long"),
            *own,
            case(START, two, 3, 4, 9, start=2),
            case(LEADING, (), 3, 6, 9),
            case(LEADING, (2, 4), 3, 6, 9),
            case(DROPOUT, two, 3, 4, 7, "eval with dropout", dropout=0.5),
            case(DROPOUT, two, 3, 4, 7, "train without dropout"),
            case(DROPOUT, two, 3, 4, 7, "train by default"),
            case(DROPOUT, (3,), 40, 16, 50, "dropout", dropout=0.25),
            case(PURE, two, 3, 4, 7),
            case(GRADIENT, two, 3, 4, 7),
            case(DEVICE, two, 3, 4, 7, "device"),
            case(DTYPE, two, 3, 4, 7, dtype="float32"),
            case(DTYPE, two, 3, 4, 7, dtype="bfloat16", tolerance=BFLOAT16),
        ]

    return cases


def fixed_cases(case: Callable) -> list[Case]:
    return [
        case(LENGTHS, (2,), 5000, 4, 5000, "by default", tolerance=FAR),
        case(LENGTHS, (2,), 6000, 2, 6000, tolerance=FAR),
        case(ODD, (2,), 3, 5, 8),
        case(ODD, (2,), 4, 1, 6),
        case(TRAINED, (2,), 3, 4, 7),
    ]


def learned_cases(case: Callable) -> list[Case]:
    return [
        case(LEARNS, (2,), 3, 4, 7),
        case(LEARNS, (3,), 5, 4, 6),
        case(START, (2,), 3, 4, 7, "too long", start=6),
    ]


def takes_too_much(formula: bool) -> Callable[[Case, Observation], str | None]:
    """Make the symptom of accepting too many tokens, unless a ``formula`` fits."""

    def find(case: Case, seen: Observation) -> str | None:
        if case.setting != "too long" or "output" not in seen.values:
            return None
        output, x = seen.values["output"], case.inputs["x"]
        right = formula and output.shape == x.shape
        if right and np.allclose(output, x + positions(case), atol=case.tolerance):
            return None
        return (
            f"takes {x.shape[-2]} tokens from position {case.inputs.get('start', 0)} "
            f"on, though max_length is {case.inputs['max_length']}, and returns shape "
            f"{output.shape}"
        )

    return find


def drops_wrongly(case: Case, seen: Observation) -> str | None:
    """Return the symptom of dropping the wrong features of the sum, or a wrong share.

    The limit is six standard errors: noise exceeds it once in a hundred million runs.
    """
    if case.setting != "dropout":
        return None
    out, p = seen.values["output"], case.inputs["dropout"]
    total = case.inputs["x"] + positions(case)
    if out.shape != total.shape:
        return f"output has shape {out.shape} in training, expected {total.shape}"
    if undropped(case, seen):
        return f"the output in training is the same as in eval, though dropout = {p}"
    if not drops(case, seen, the_sum):
        off = np.minimum(np.abs(out), np.abs(out - total / (1 - p)))
        worst = np.unravel_index(np.argmax(off), off.shape)
        return (
            f"in training with dropout = {p} a sum of {total[worst]:.4g} becomes "
            f"{out[worst]:.4g}, expected 0 or, if kept, {total[worst] / (1 - p):.4g}"
        )
    share = (out == 0).mean()
    if abs(share - p) > 6 * (p * (1 - p) / out.size) ** 0.5:
        return f"a share of {share:.2f} is dropped, though dropout = {p}"
    if whole_tokens(case, seen):
        return f"a token is dropped as a whole: {numbers(out[out[..., 0] == 0][0])}"
    return None
