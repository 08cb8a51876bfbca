"""Check for ``attention.split_projection``."""

import numpy as np

from lernformer.checks.attention.heads import HEAD_SHARES
from lernformer.checks.judging import numbers
from lernformer.checks.symptoms import dtype_kept, modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, GRADIENT, PURE
from lernformer.probes.attention.split_projection import PROBE
from lernformer.probes.case import Case, Observation


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
    """Return the symptom of a small layer whose output isn't its head's part."""
    if case.aspect != next(iter(TASK.aspects)):
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


TASK = Task(
    probe=PROBE,
    aspects={"gives head h the h-th slice of the rows": 7, **HEAD_SHARES},
    cases=projection_cases,
    symptoms=(modifies_input, dtype_kept("weights", "biases"), small_layers_differ),
)
