"""Symptoms that tasks in several chapters look for, before comparing numbers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from lernformer.probes.aspects import DTYPE, PURE
from lernformer.probes.case import Arrays, Case, Observation, once
from lernformer.probes.modules import (
    AT_START,
    COPIES,
    ELSEWHERE,
    FEW,
    LARGEST_AT_START,
    SAME,
    SMALLEST_AT_START,
)


def modifies_input(case: Case, seen: Observation) -> str | None:
    """Return a symptom if a case tests for overwritten inputs and finds one."""
    if case.aspect == PURE and seen.facts.get("modified"):
        return f"overwrites its input: {seen.facts['modified']}"
    return None


def dtype_kept(*names: str) -> Callable[[Case, Observation], str | None]:
    """Make a function that returns a symptom if the answer hard-codes a dtype."""

    def find(case: Case, seen: Observation) -> str | None:
        for name in names if case.aspect == DTYPE else ():
            got = seen.facts.get(f"{name}.dtype", "").removeprefix("torch.")
            if got != case.dtype:
                return f"the inputs are {case.dtype} but {name} has dtype {got}"
        return None

    return find


loses_dtype = dtype_kept("output")


def not_finite(case: Case, seen: Observation) -> str | None:
    """Return a symptom if the numbers overflowed."""
    for name, x in seen.values.items():
        if not np.isfinite(x).all():
            return f"{name} contains {x[~np.isfinite(x)].flat[0]}"
    return None


def stays_behind(case: Case, seen: Observation) -> str | None:
    """Return a symptom if the output stays on a fixed device."""
    got = seen.facts.get("output.device", ELSEWHERE)
    if got != ELSEWHERE:
        return f"the input is on a different device, but the output is on {got}"
    return None


def starts_large(case: Case, seen: Observation) -> str | None:
    """Return a symptom if the initial weights are too large."""
    size = float(seen.values.get(AT_START, 0))
    if size <= LARGEST_AT_START:
        return None
    return (
        f"newly made, with d_model = {case.inputs['d_model']}, it gives numbers "
        f"of size {size:.3g}, expected about 1, at most {LARGEST_AT_START:g}"
    )


def starts_small(case: Case, seen: Observation) -> str | None:
    """Return a symptom if the initial weights are too small."""
    size = float(seen.values.get(AT_START, 1))
    if size >= SMALLEST_AT_START:
        return None
    return (
        f"newly made, with d_model = {case.inputs['d_model']}, it gives numbers "
        f"of size {size:.3g}, expected about 1"
    )


def dropout_averages(probe: Callable, answer: Any) -> Callable:
    """Make a function that returns a symptom if dropout is missing or biased."""

    @once
    def right(case: Case) -> Arrays:
        if case.setting == "dropout":
            case = replace(case, setting="", inputs={**case.inputs, "dropout": 0.0})
        return probe(answer, case).values

    def symptom(case: Case, seen: Observation) -> str | None:
        if "average" not in seen.values:
            return None
        got, spread = seen.values["average"], seen.values["spread"]
        if spread.max() < SAME:
            return "the output in training is the same each time, though dropout = 0.5"
        if seen.facts["kinds"] == "2":
            return (
                f"in {FEW} runs with dropout = 0.5 a token comes out in only two ways: "
                "everything that is dropped is dropped together"
            )
        if case.setting == "dropout":
            want, label = right(case)["output"][0], "without it is"
            noise = spread
        else:  # no formula gives the average after a norm
            want, label = right(case)["average"], "expected"
            noise = np.hypot(spread, right(case)["spread"])
        # six standard errors, which noise exceeds once in a hundred million runs
        off = np.abs(got - want) if got.shape == want.shape else np.full(1, np.inf)
        if (off < 6 * noise + 1e-6).all():
            return None
        worst = np.argmax(off / (noise + 1e-6))
        return (
            f"with dropout = 0.5 the output averages {got.flat[worst]:.3g} over "
            f"{COPIES} runs, {label} {want.flat[worst]:.3g}; dropout must not change "
            "the average of what it acts on"
        )

    return symptom
