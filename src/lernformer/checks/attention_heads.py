"""Checks of the tasks that deal out features, or the weights behind them, to heads.

The tasks of the chapter are gathered in ``attention``.
"""

import numpy as np

from lernformer import attention as reference
from lernformer.checks.judging import numbers
from lernformer.checks.mistakes import attention as mistakes
from lernformer.checks.mistakes.common import (
    DTYPE,
    GRADIENT,
    PURE,
    dtype_kept,
    loses_dtype,
    modifies_input,
)
from lernformer.checks.task import Case, Observation, Task
from lernformer.checks.values import as_reference, probe_parts, probe_torch

# split_heads and merge_heads --------------------------------------------------------


def split_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, b, n, length, d_k, **more):
        x = rng.normal(0, 1, (b, length, n * d_k))
        inputs = {"x": x, "n_heads": n}
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (b, n, length, d_k))
        return Case(aspect, inputs, {"output": "B H L d_k"}, **more)

    slices = "gives head h the h-th slice"
    counted = case(slices, 2, 2, 3, 2)
    counted.inputs["x"][:] = np.arange(24.0).reshape(2, 3, 4)
    return [
        counted,
        case(slices, 2, 3, 3, 3),
        case(slices, 2, 3, 5, 4),
        case(slices, 3, 2, 6, 5),
        case("works for sizes of 1", 2, 1, 3, 4),
        case("works for sizes of 1", 2, 3, 1, 4),
        case("works for sizes of 1", 1, 3, 4, 1),
        case(PURE, 2, 3, 5, 4),
        case(GRADIENT, 2, 3, 5, 4),
        case(DTYPE, 2, 3, 5, 4, dtype="float32", tolerance=1e-6),
        case(DTYPE, 2, 3, 5, 4, dtype="bfloat16", tolerance=0.02),
    ]


def merge_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, b, n, length, d_k, **more):
        inputs = {"x": rng.normal(0, 1, (b, n, length, d_k))}
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (b, length, n * d_k))
        return Case(aspect, inputs, {"output": "B L d_model"}, **more)

    slices = "puts the heads side by side"
    counted = case(slices, 2, 2, 3, 2)
    counted.inputs["x"][:] = np.arange(24.0).reshape(2, 2, 3, 2)
    return [
        counted,
        case(slices, 2, 3, 3, 3),
        case(slices, 2, 3, 5, 4),
        case(slices, 3, 2, 6, 5),
        case("works for sizes of 1", 2, 1, 3, 4),
        case("works for sizes of 1", 2, 3, 1, 4),
        case("works for sizes of 1", 1, 3, 4, 1),
        case(PURE, 2, 3, 5, 4),
        case(GRADIENT, 2, 3, 5, 4),
        case(DTYPE, 2, 3, 5, 4, dtype="float32", tolerance=1e-6),
        case(DTYPE, 2, 3, 5, 4, dtype="bfloat16", tolerance=0.02),
    ]


HEAD_SHARES = {"works for sizes of 1": 1, GRADIENT: 1, PURE: 0.5, DTYPE: 0.5}
probe_heads = probe_torch("output")

SPLIT = Task(
    id="attention.split_heads",
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "d_model is H slices of d_k features, one after the other. First give the "
        "slices an axis of their own, then bring that axis to its place.",
        "Reshape to (B, L, H, d_k): the last axis alone is cut. Then swap H and L.",
        "x.reshape(B, L, n_heads, d_model // n_heads).transpose(1, 2).",
    ),
    aspects={"gives head h the h-th slice": 7, **HEAD_SHARES},
    cases=split_cases,
    probe=probe_heads,
    expected=as_reference(reference.split_heads, probe_heads),
    symptoms=(modifies_input, loses_dtype),
    mistakes=mistakes.SPLIT,
)

MERGE = Task(
    id="attention.merge_heads",
    points=1,
    difficulty=1,
    minutes=5,
    hints=(
        "Undo split_heads, its steps in reverse order.",
        "First swap H and L, so that a position's heads stand next to each other; then "
        "join the last two axes.",
        "x.transpose(1, 2).flatten(2). With view() instead of flatten() it needs "
        ".contiguous() before.",
    ),
    aspects={"puts the heads side by side": 7, **HEAD_SHARES},
    cases=merge_cases,
    probe=probe_heads,
    expected=as_reference(reference.merge_heads, probe_heads),
    symptoms=(modifies_input, loses_dtype),
    mistakes=mistakes.MERGE,
)

# split_projection -------------------------------------------------------------------


def projection_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, n, d_k, d_in, **more):
        inputs = {
            "weight": rng.normal(0, 1, (n * d_k, d_in)),
            "bias": rng.normal(0, 1, n * d_k),
            "n_heads": n,
        }
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, n * d_k * (d_in + 1))
        axes = {"weights": "H d_k d_in", "biases": "H d_k"}
        return Case(aspect, inputs, axes, **more)

    slices = "gives head h the h-th slice of the rows"
    counted = case(slices, 2, 2, 4)
    counted.inputs["weight"][:] = np.arange(16.0).reshape(4, 4)
    counted.inputs["bias"][:] = np.arange(4.0) + 100
    return [
        counted,
        case(slices, 3, 3, 9),
        case(slices, 3, 4, 5),
        case(slices, 2, 5, 7),
        case("works for sizes of 1", 1, 3, 4),
        case("works for sizes of 1", 3, 1, 4),
        case("works for sizes of 1", 3, 4, 1),
        case(PURE, 3, 4, 5),
        case(GRADIENT, 3, 4, 5),
        case(DTYPE, 3, 4, 5),
        case(DTYPE, 3, 4, 5, dtype="float32", tolerance=1e-6),
        case(DTYPE, 3, 4, 5, dtype="bfloat16", tolerance=0.02),
    ]


def small_layers_differ(case: Case, seen: Observation) -> str | None:
    """What a small layer makes of a token, and what its head takes of the big one's."""
    if case.aspect != next(iter(PROJECTION.aspects)):
        return None
    weight, bias = case.inputs["weight"], case.inputs["bias"]
    token = np.ones(weight.shape[1])
    heads = (weight @ token + bias).reshape(case.inputs["n_heads"], -1)
    small = seen.values["weights"] @ token + seen.values["biases"]
    off = ~np.isclose(small, heads, atol=1e-3).all(axis=-1)
    if not off.any():
        return None
    h = int(np.argmax(off))
    return (
        f"for a token of ones head {h} takes {numbers(heads[h])} of the big layer's "
        f"output, but small layer {h} gives {numbers(small[h])}"
    )


probe_projection = probe_parts("weights", "biases")

PROJECTION = Task(
    id="attention.split_projection",
    points=2,
    difficulty=2,
    minutes=10,
    hints=(
        "Which numbers of a linear layer decide feature 0 of what comes out? Look at "
        "the shape of nn.Linear(3, 5).weight.",
        "Feature i comes from row i of the weight and number i of the bias, and "
        "split_heads gives head h the features h · d_k to (h + 1) · d_k - 1: cut the "
        "first axis of both into (H, d_k).",
        "weight.reshape(n_heads, -1, d_in) with d_in = weight.size(1), and "
        "bias.reshape(n_heads, -1).",
    ),
    aspects={"gives head h the h-th slice of the rows": 7, **HEAD_SHARES},
    cases=projection_cases,
    probe=probe_projection,
    expected=as_reference(reference.split_projection, probe_projection),
    symptoms=(modifies_input, dtype_kept("weights", "biases"), small_layers_differ),
    mistakes=mistakes.PROJECTION,
)
