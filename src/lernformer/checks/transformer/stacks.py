"""Helpers for the checks of several tasks in this chapter."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from lernformer.checks.transformer.common import (
    BFLOAT16,
    DROPOUT,
    FLOAT32,
    LAYER_SYMPTOMS,
    ROUNDED,
    STEEP,
    config,
    tokens,
)
from lernformer.mistakes.transformer.stacks import MADE_WITH, made_otherwise
from lernformer.probes.aspects import DTYPE, GRADIENT, PURE
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.transformer.common import MASKS, ONES, POST
from lernformer.probes.transformer.stacks import (
    ARGUMENTS,
    ARGUMENTS_PASSED,
    probe_stack,
)

STACKS = "runs all layers in turn, and a norm at the end"


def stack_cases(decoder: bool) -> Callable[[np.random.Generator], list[Case]]:
    def cases(rng: np.random.Generator) -> list[Case]:
        weights = int(rng.integers(2**31))

        def case(aspect, b, s, t, sizes, setting="", masks="none", **more):
            own = {"dtype", "tolerance"} & more.keys()
            own = {name: more.pop(name) for name in own}
            inputs = config(*sizes, weights=weights, **more)
            length = t if decoder else None
            inputs |= tokens(rng, b, s, length, inputs["d_model"], masks)
            if aspect == GRADIENT:
                inputs["upstream"] = rng.normal(0, 1, inputs["x"].shape)
            axes = {"output": "B T d_model" if decoder else "B S d_model"}
            own = {"tolerance": STEEP if aspect == GRADIENT else ROUNDED, **own}
            return Case(aspect, inputs, axes, setting, **own)

        sizes, post = (3, 2, 7), {"norm_first": False}
        return [
            case(STACKS, 2, 2, 2, (2, 2, 3), n_layers=3),
            case(STACKS, 2, 4, 5, sizes),
            case(STACKS, 3, 5, 4, (2, 4, 3), n_layers=3),
            case(STACKS, 2, 4, 5, sizes, n_layers=1),
            case(STACKS, 2, 4, 5, sizes, setting="second call"),
            case(MASKS, 2, 4, 5, sizes, setting="changes", masks="padding"),
            case(MASKS, 2, 3, 3, (2, 2, 3), masks="random", n_layers=3),
            case(MASKS, 2, 5, 3, (2, 3, 4), "second call", masks="random"),
            case(MASKS, 2, 4, 5, sizes, masks="padding"),
            case(POST, 2, 4, 5, sizes, **post),
            case(ARGUMENTS_PASSED, 2, 4, 5, sizes, setting="arguments", dropout=0.25),
            case(ARGUMENTS_PASSED, 2, 4, 5, sizes, "arguments", dropout=0.5, **post),
            case(DROPOUT, 2, 4, 5, sizes, setting="eval with dropout", dropout=0.5),
            case(DROPOUT, 2, 4, 5, sizes, setting="train without dropout"),
            case(DROPOUT, 2, 4, 5, sizes, setting="dropout", dropout=0.5),
            case(ONES, 2, 1, 3, sizes),
            case(ONES, 1, 3, 1, sizes),
            case(PURE, 2, 4, 5, sizes),
            case(GRADIENT, 2, 4, 5, sizes),
            case(DTYPE, 2, 4, 5, sizes, dtype="float32", tolerance=FLOAT32),
            case(DTYPE, 2, 4, 5, sizes, dtype="bfloat16", tolerance=BFLOAT16),
        ]

    return cases


def expected_stack(answer: type) -> Callable[[Case], Arrays]:
    """Make a function that returns the reference's outputs, with dropout as well.

    What the probe then returns doesn't depend on chance.
    """
    return lambda case: probe_stack(answer, replace(case, dtype="float64")).values


def layers_made_otherwise(case: Case, seen: Observation) -> str | None:
    """Return the symptom of a configuration that doesn't reach the layers, in words."""
    wrong = made_otherwise(case, seen)
    if not wrong:
        return None
    made = zip(MADE_WITH, seen.values[ARGUMENTS][0], strict=True)
    given = {name: type(case.inputs[name])(x) for name, x in made}
    differences = (
        f"{name} = {given[name]}, expected {case.inputs[name]}"
        for name in MADE_WITH
        if name in wrong
    )
    return f"its layers are made with {'; '.join(differences)}"


STACK_SYMPTOMS = (layers_made_otherwise, *LAYER_SYMPTOMS)

STACK_SHARES = {
    MASKS: 2.5,
    POST: 1,
    ARGUMENTS_PASSED: 1.5,
    DROPOUT: 0.5,
    ONES: 0.5,
    PURE: 0.5,
    GRADIENT: 1,
    DTYPE: 0.5,
}
