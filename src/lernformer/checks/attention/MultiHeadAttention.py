"""Check for ``attention.MultiHeadAttention``."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from lernformer import attention as reference
from lernformer.checks.attention.common import ATTENTION_SYMPTOMS, MASK, ROUNDED
from lernformer.checks.drawing import random_mask
from lernformer.checks.expected import as_reference
from lernformer.checks.symptoms import dropout_averages, starts_large
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, FITS, GRADIENT, LARGE, PURE
from lernformer.probes.attention.MultiHeadAttention import (
    CROSS,
    PARTLY,
    PLACED,
    PROBE,
    probe_multi_head,
)
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.modules import PROJECTIONS, symmetric

DROPOUT = "drops weights in training only"


def multi_head_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, b, n, l_q, l_k, d_k, mask=None, setting="", dropout=0.0, **more):
        d, size = n * d_k, more.pop("size", 1.0)
        inputs = {"d_model": d, "n_heads": n, "dropout": dropout}
        inputs["query"] = rng.normal(0, size, (b, l_q, d))
        inputs["key"] = rng.normal(0, size, (b, l_k, d))
        inputs["value"] = rng.normal(0, 1, (b, l_k, d))
        inputs["mask"] = None if mask is None else random_mask(rng, *mask)
        if aspect == PURE:  # the mask hides nothing
            inputs["mask"] = np.ones(mask, bool)
        for name in PROJECTIONS:
            inputs[f"{name}.weight"] = rng.normal(0, 1.5 / d**0.5, (d, d))
            inputs[f"{name}.bias"] = rng.normal(0, 0.5, d)
        if aspect == LARGE and mask is not None:
            _scores_far_from_zero(inputs, d_k)
        if setting == PLACED:
            inputs["out_proj.weight"], inputs["out_proj.bias"] = np.eye(d), np.zeros(d)
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (b, l_q, d))
        axes = {"output": "B L_q d_model", "weights": "B H L_q L_k"}
        return Case(aspect, inputs, axes, setting, **more)

    own = "attends in several heads"
    return [
        case(own, 2, 3, 4, 4, 5),
        case(own, 2, 4, 3, 3, 2),
        case(own, 2, 3, 4, 4, 5, setting="second call"),
        case(CROSS, 2, 3, 4, 5, 7),
        case(CROSS, 2, 3, 5, 1, 4),
        case(MASK, 2, 3, 4, 4, 5, mask=(2, 3, 4, 4)),
        case(MASK, 2, 3, 4, 4, 5, mask=(1, 1, 4, 4)),
        case(MASK, 2, 3, 4, 5, 7, mask=(2, 1, 1, 5)),
        case(MASK, 2, 3, 4, 5, 7, mask=(2, 1, 1, 5), setting="second call"),
        case(DROPOUT, 2, 3, 4, 5, 7, setting="eval with dropout", dropout=0.5),
        case(DROPOUT, 2, 3, 4, 5, 7, setting="train without dropout"),
        case(DROPOUT, 2, 3, 4, 5, 7, setting="train by default"),
        case(DROPOUT, 1, 2, 3, 5, 4, setting="dropout", dropout=0.5),
        case(DROPOUT, 9, 2, 3, 1, 5, setting=PLACED, dropout=0.5),
        case(LARGE, 2, 3, 4, 5, 7, size=60.0, tolerance=ROUNDED),
        case(LARGE, 2, 3, 6, 5, 4, mask=(2, 1, 1, 5)),
        case(PURE, 2, 3, 4, 5, 7, mask=(2, 1, 1, 5)),
        case(GRADIENT, 2, 3, 4, 5, 7),
        case(DTYPE, 2, 3, 4, 5, 7, dtype="float32", tolerance=1e-3),
        case(DTYPE, 2, 3, 4, 5, 7, dtype="bfloat16", tolerance=0.3),
        case(FITS, 2, 4, 5, 5, 16),
    ]


def _scores_far_from_zero(inputs: dict, d_k: int) -> None:
    """Apply ``far_from_zero`` to each head, through the weights of its projections.

    Feature 0 of each head is -6 in all queries and 1e6 in all keys, less 20 if hidden.
    """
    for name in ("query", "key", "q_proj.weight", "k_proj.weight"):
        inputs[name] = np.sign(inputs[name]) * (np.abs(inputs[name]) > 0.3)
    inputs["key"][..., 0] = ~inputs["mask"][:, 0, 0]
    for name, first in {"q_proj": 0, "k_proj": -20}.items():
        inputs[f"{name}.weight"][::d_k] = 0
        inputs[f"{name}.weight"][::d_k, 0] = first
        inputs[f"{name}.bias"][:] = 0
    inputs["q_proj.bias"][::d_k], inputs["k_proj.bias"][::d_k] = -6, 1e6


def expected_multi_head(case: Case) -> Arrays:
    found = as_reference(reference.MultiHeadAttention, probe_multi_head)(case)
    return {name: x for name, x in found.items() if name not in case.inputs["ignore"]}


def multi_head_symptom(find: Callable) -> Callable:
    """Apply a symptom of attention to the cases that return weights."""
    return lambda case, seen: (
        None if case.setting == "dropout" or case.aspect == FITS else find(case, seen)
    )


def single_features_lost(case: Case, seen: Observation) -> str | None:
    """Return the symptom of heads that see one key and lose only some features."""
    share = seen.values.get(PARTLY, 0)
    if not share > 0:
        return None
    return (
        f"with dropout = 0.5, {share:.0%} of the heads that see one key lose some of "
        "its features and keep others; a dropped weight takes all of them with it"
    )


def adapt_projections(case: Case, facts: dict[str, str]) -> Case:
    """Allow for the answer's free choices: projections without bias, or as matrices."""
    inputs = {**case.inputs, "ignore": set()}
    for name in PROJECTIONS:
        if facts.get(f"{name}.bias"):
            inputs[f"{name}.bias"] = np.zeros_like(inputs[f"{name}.bias"])
        if facts.get(name) == "symmetric":
            inputs[f"{name}.weight"] = symmetric(inputs[f"{name}.weight"])
            inputs["ignore"].add(f"gradient of {name}.weight")
    return replace(case, inputs=inputs)


TASK = Task(
    probe=PROBE,
    aspects={
        "attends in several heads": 3,
        CROSS: 2,
        MASK: 1.5,
        DROPOUT: 1,
        LARGE: 0.5,
        FITS: 0.5,
        GRADIENT: 1,
        PURE: 0.5,
        DTYPE: 0.5,
    },
    cases=multi_head_cases,
    expected=expected_multi_head,
    symptoms=(
        dropout_averages(probe_multi_head, reference.MultiHeadAttention),
        *map(multi_head_symptom, ATTENTION_SYMPTOMS),
        single_features_lost,
        starts_large,
    ),
    adapt=adapt_projections,
)
