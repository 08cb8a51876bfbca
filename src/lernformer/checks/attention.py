"""Checks of the attention chapter's tasks.

Sizes differ from one another wherever they can, so that an answer that confuses two
of them fails. A task's first case is small enough to follow by hand.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from lernformer import attention as reference
from lernformer.checks.attention_heads import MERGE, PROJECTION, SPLIT
from lernformer.checks.mistakes import attention as mistakes
from lernformer.checks.mistakes.attention.multi_head_attention import CROSS, DROPOUT
from lernformer.checks.mistakes.common import (
    DTYPE,
    GRADIENT,
    LARGE,
    LEADING,
    PURE,
    loses_dtype,
    modifies_input,
    not_finite,
)
from lernformer.checks.modules import (
    PROJECTIONS,
    adapt_projections,
    average,
    dropout_averages,
    forward,
    load_projections,
    others,
    reused,
    unchanged,
    without_dropout,
)
from lernformer.checks.task import Arrays, Case, Observation, Task
from lernformer.checks.values import (
    as_reference,
    call,
    probe_numpy,
    probe_torch,
    random_mask,
    tensors,
)

BFLOAT16 = 0.1  # 8 bits of precision, a few roundings of numbers around 3
ROUNDED = 0.02  # scores near 20,000 have a last digit of 2e-3 in float32
MASK = "hides what the mask forbids"


# softmax ----------------------------------------------------------------------------


def softmax_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, scores, *axis, tolerance=1e-6):
        inputs = {"scores": np.asarray(scores)} | ({"axis": axis[0]} if axis else {})
        return Case(aspect, inputs, tolerance=tolerance)

    weights, any_axis = "turns scores into weights", mistakes.ANY_AXIS
    return [
        case(weights, [1.0, 2.0, 3.0, 4.0]),
        case(weights, rng.normal(0, 2, (3, 4))),
        case(weights, rng.normal(0, 2, (3, 3))),
        case(weights, rng.normal(0, 2, (3, 4)).astype(np.float32), tolerance=1e-5),
        case(weights, [[0.5], [-2.0]]),
        case(weights, np.full((2, 3), 7.0)),
        case(any_axis, rng.normal(0, 2, (2, 3, 4))),
        case(any_axis, rng.normal(0, 2, (2, 3)), 0),
        case(any_axis, rng.normal(0, 2, (2, 3, 4)), 1),
        case(any_axis, rng.normal(0, 2, (3, 3, 3)), -3),
        case(LARGE, [1000.0, 1001.0]),
        case(LARGE, [-1000.0, -1001.0]),
        case(LARGE, [[0.0, 1.0], [-3000.0, -3001.0]]),
        case(LARGE, [[0.0, 1.0, 2.0], [800.0, -900.0, 801.0]]),
        case(LARGE, rng.normal(0, 1e4, (3, 4))),
        case(LARGE, [[-1e4, 1e4, 0.0], [5e3, 5e3, -1e4]], 0),
        case(PURE, rng.normal(0, 2, (3, 4))),
    ]


def weights_sum_to_one(case: Case, seen: Observation) -> str | None:
    axis = case.inputs.get("axis", -1)
    sums = seen.values["result"].sum(axis=axis)
    if np.allclose(sums, 1, atol=1e-4):
        return None
    wrong = sums[~np.isclose(sums, 1, atol=1e-4)].flat[0]
    return f"the weights along axis {axis} sum to {wrong:.4g} instead of 1"


SOFTMAX = Task(
    id="attention.softmax",
    points=2,
    difficulty=1,
    minutes=10,
    hints=(
        "Three steps: shift the scores, take exponentials, divide by their sum. "
        "Which shift changes no weight and keeps exp from overflowing?",
        "Subtracting the same number from all scores of a row changes nothing, because "
        "it cancels in the fraction. Subtract the row's largest score. "
        "`keepdims=True` lets the result broadcast back.",
        "shifted = scores - scores.max(axis=axis, keepdims=True); then "
        "np.exp(shifted), divided by its own sum along the same axis.",
    ),
    aspects={
        "turns scores into weights": 4,
        mistakes.ANY_AXIS: 2,
        LARGE: 3,
        PURE: 1,
    },
    cases=softmax_cases,
    probe=probe_numpy,
    expected=as_reference(reference.softmax, probe_numpy),
    symptoms=(modifies_input, not_finite, weights_sum_to_one),
    mistakes=mistakes.SOFTMAX,
    ready_made=(
        "scipy.special.softmax",
        "scipy.special.log_softmax",
        "torch.softmax",
        "torch.log_softmax",
        "torch.special.softmax",
        "torch.special.log_softmax",
        "torch.Tensor.softmax",
        "torch.Tensor.log_softmax",
        "torch.nn.functional.softmax",
        "torch.nn.functional.log_softmax",
        "torch.nn.functional.softmin",
        "torch.nn.functional.scaled_dot_product_attention",
    ),
)

# softmax_jacobian -------------------------------------------------------------------


def jacobian_cases(rng: np.random.Generator) -> list[Case]:
    def weights(*shape):
        return reference.softmax(rng.normal(0, 1.5, shape))

    one, batch = "holds every derivative", "keeps several rows apart"
    return [
        Case(one, {"p": np.array([0.2, 0.8])}),
        Case(one, {"p": np.array([0.1, 0.2, 0.7])}),
        Case(one, {"p": weights(5)}),
        Case("is right for saturated weights", {"p": np.array([0.0, 1.0, 0.0])}),
        Case("is right for saturated weights", {"p": np.full(4, 0.25)}),
        Case("is right for saturated weights", {"p": np.ones(1)}),
        Case(batch, {"p": weights(2, 3)}, optional=True),
        Case(batch, {"p": weights(3, 3)}, optional=True),
        Case(batch, {"p": weights(2, 3, 4)}, optional=True),
        Case(PURE, {"p": weights(3)}),
    ]


def rows_cancel(case: Case, seen: Observation) -> str | None:
    sums = seen.values["result"].sum(axis=-1)
    if np.allclose(sums, 0, atol=1e-4) or not np.isfinite(sums).all():
        return None
    row = int(np.argmax(np.abs(sums.reshape(-1)))) % sums.shape[-1]
    return (
        f"row {row} sums to {sums.reshape(-1)[np.argmax(np.abs(sums))]:.4g} instead of "
        "0 (what one weight gains, the others lose)"
    )


JACOBIAN = Task(
    id="attention.softmax_jacobian",
    points=2,
    difficulty=2,
    minutes=15,
    hints=(
        "Entry (i, j) asks: if score j grows a little, how much does weight i grow? "
        "Look at i = j and i ≠ j apart.",
        "The diagonal is p_i (1 - p_i), all other entries are -p_i p_j. Both are one "
        "matrix minus another.",
        "diag(p) minus the outer product of p with itself. For several rows at once: "
        "p[..., :, None] * (np.eye(n) - p[..., None, :]).",
    ),
    aspects={
        "holds every derivative": 6,
        "is right for saturated weights": 2,
        "keeps several rows apart": 1,
        PURE: 1,
    },
    cases=jacobian_cases,
    probe=probe_numpy,
    expected=as_reference(reference.softmax_jacobian, probe_numpy),
    symptoms=(modifies_input, not_finite, rows_cancel),
    mistakes=mistakes.JACOBIAN,
    ready_made=(
        "torch.autograd.functional.jacobian",
        "torch.func.jacrev",
        "torch.func.jacfwd",
    ),
)

# scaled_dot_product_attention -------------------------------------------------------


def attention_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lead, l_q, l_k, d_k, d_v, mask=None, size=1.5, **more):
        names = {0: "", 1: "B ", 2: "B H "}[len(lead)]
        inputs = {
            "q": rng.normal(0, size, (*lead, l_q, d_k)),
            "k": rng.normal(0, size, (*lead, l_k, d_k)),
            "v": rng.normal(0, 1, (*lead, l_k, d_v)),
        }
        if mask is not None:
            inputs["mask"] = random_mask(rng, *mask)
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (*lead, l_q, d_v))
        if aspect == LARGE and mask is not None:  # scores far below any usual number
            inputs["q"][..., 0], inputs["k"][..., 0] = -9, 300 * d_k**0.5
        axes = {"output": f"{names}L_q d_v", "weights": f"{names}L_q L_k"}
        return Case(aspect, inputs, axes, **more)

    average = "averages the values by weights"
    return [
        # Equal sizes, so that swapped arguments give numbers and not an error …
        case(average, (2,), 3, 3, 5, 5),
        # … and sizes that all differ, so that one cannot stand for another.
        case(average, (2,), 3, 4, 7, 5),
        case(average, (2,), 5, 1, 3, 4),
        case(MASK, (2,), 3, 3, 5, 5, mask=(2, 3, 3)),
        case(MASK, (2,), 3, 4, 7, 5, mask=(2, 1, 4)),
        case(MASK, (2,), 3, 4, 7, 5, mask=(3, 4)),
        case(LEADING, (2, 3), 4, 5, 7, 6),
        case(LEADING, (2, 3), 4, 5, 7, 6, mask=(2, 1, 1, 5)),
        case(LARGE, (2,), 3, 4, 7, 5, size=60, tolerance=ROUNDED),
        case(LARGE, (2,), 3, 4, 7, 5, mask=(2, 1, 4), tolerance=ROUNDED),
        case(PURE, (2,), 3, 4, 7, 5),
        case(PURE, (2,), 3, 4, 7, 5, mask=(2, 3, 4)),
        case(GRADIENT, (2,), 3, 4, 7, 5),
        case(DTYPE, (2,), 3, 4, 7, 5, dtype="float32", tolerance=1e-4),
        case(DTYPE, (2,), 3, 4, 7, 5, dtype="bfloat16", tolerance=BFLOAT16),
        case(DTYPE, (2,), 3, 4, 7, 5, mask=(2, 1, 4), dtype="float32", tolerance=1e-4),
    ]


def mask_respected(case: Case, seen: Observation) -> str | None:
    mask = case.inputs.get("mask")
    if mask is None:
        return None
    weights = seen.values["weights"]
    hidden = weights[np.broadcast_to(~mask, weights.shape)]
    if np.isfinite(hidden).all() and np.abs(hidden).max() < 1e-3:
        return None
    worst = hidden[np.argmax(np.abs(hidden))]
    return f"a key that the mask hides (False) has weight {worst:.4g} instead of 0"


def rows_sum_to_one(case: Case, seen: Observation) -> str | None:
    weights = seen.values["weights"]
    off = np.abs(weights.sum(-1) - 1)
    if not off.max() > 1e-3 + case.tolerance:
        return None
    at = np.unravel_index(np.argmax(off), off.shape)
    told = f"row {list(map(int, at))} of the weights sums to {weights[at].sum():.4g}"
    columns = weights.shape[-2] > 1 and np.allclose(weights.sum(-2), 1, atol=1e-3)
    return f"{told} instead of 1" + (", but each column sums to 1" if columns else "")


ATTENTION_SYMPTOMS = (
    modifies_input,
    loses_dtype,
    not_finite,
    mask_respected,
    rows_sum_to_one,
)

probe_attention = probe_torch("output", "weights")

ATTENTION = Task(
    id="attention.scaled_dot_product_attention",
    points=4,
    difficulty=2,
    minutes=20,
    hints=(
        "Four steps: compare each query with each key, scale, turn each row into "
        "weights, average the values. The shapes lead the way: (L_q, d_k) and "
        "(L_k, d_k) must become (L_q, L_k).",
        "k.transpose(-2, -1) swaps the last two axes whatever comes before them. The "
        "mask acts between scaling and softmax: a hidden score becomes so low that its "
        "exponential is 0.",
        "scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1)); then "
        "scores.masked_fill(~mask, -1e9) if there is a mask; weights = "
        "scores.softmax(dim=-1); return weights @ v, weights.",
    ),
    aspects={
        "averages the values by weights": 4,
        MASK: 2,
        LEADING: 1,
        LARGE: 1,
        GRADIENT: 1,
        PURE: 0.5,
        DTYPE: 0.5,
    },
    cases=attention_cases,
    probe=probe_attention,
    expected=as_reference(reference.scaled_dot_product_attention, probe_attention),
    symptoms=ATTENTION_SYMPTOMS,
    mistakes=mistakes.ATTENTION,
    ready_made=(
        "torch.nn.functional.scaled_dot_product_attention",
        "torch.nn.functional.multi_head_attention_forward",
        "torch.nn.MultiheadAttention",
        "lernformer.attention.attention_weights",
        "lernformer.masking.masked_attention",
    ),
)

# MultiHeadAttention -----------------------------------------------------------------


def multi_head_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, b, n, l_q, l_k, d_k, mask=None, setting="", dropout=0.0, **more):
        d, size = n * d_k, more.pop("size", 1.0)
        inputs = {"d_model": d, "n_heads": n, "dropout": dropout}
        inputs["query"] = rng.normal(0, size, (b, l_q, d))
        inputs["key"] = rng.normal(0, size, (b, l_k, d))
        inputs["value"] = rng.normal(0, 1, (b, l_k, d))
        inputs["mask"] = None if mask is None else random_mask(rng, *mask)
        for name in PROJECTIONS:
            inputs[f"{name}.weight"] = rng.normal(0, 1.5 / d**0.5, (d, d))
            inputs[f"{name}.bias"] = rng.normal(0, 0.5, d)
        if aspect == LARGE and mask is not None:  # scores far below any usual number
            inputs["q_proj.bias"][::d_k] = -9
            inputs["k_proj.bias"][::d_k] = 300 * d_k**0.5
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
        case(LARGE, 2, 3, 4, 5, 7, size=60.0, tolerance=ROUNDED),
        case(LARGE, 2, 3, 4, 5, 7, mask=(2, 1, 1, 5), tolerance=ROUNDED),
        case(PURE, 2, 3, 4, 5, 7, mask=(2, 1, 1, 5)),
        case(GRADIENT, 2, 3, 4, 5, 7),
        case(DTYPE, 2, 3, 4, 5, 7, dtype="float32", tolerance=1e-3),
        case(DTYPE, 2, 3, 4, 5, 7, dtype="bfloat16", tolerance=0.3),
    ]


def probe_multi_head(answer: Any, case: Case) -> Observation:
    """Make the module, copy the case's weights into it, and attend."""
    x, facts, names = tensors(case), {}, ("output", "weights")
    sizes = [x["d_model"], x["n_heads"], x["dropout"]]
    given = sizes[: 2 if "by default" in case.setting else 3]
    module = reused(answer, given, case)
    loaded = load_projections(module, x, facts)
    inputs = {name: x[name] for name in ("query", "key", "value", "mask")}
    if case.setting == "dropout":
        return average(module, inputs, facts, names)
    if case.setting == "second call":
        call(module, others(inputs))
    seen = forward(module, inputs, loaded, facts, x.get("upstream"), names)
    unchanged(module, loaded, facts)
    return seen


_expected_multi_head = without_dropout(probe_multi_head, reference.MultiHeadAttention)


def expected_multi_head(case: Case) -> Arrays:
    found = _expected_multi_head(case)
    return {name: x for name, x in found.items() if name not in case.inputs["ignore"]}


def multi_head_symptom(find: Callable) -> Callable:
    """Apply a symptom of attention to the cases that return weights."""
    return lambda case, seen: None if case.setting == "dropout" else find(case, seen)


MULTI_HEAD = Task(
    id="attention.MultiHeadAttention",
    points=5,
    difficulty=3,
    minutes=30,
    hints=(
        "Project, split into heads, attend, merge, project. Only the four layers have "
        "parameters; all else you have written already.",
        "One nn.Linear(d_model, d_model) makes the queries of all heads at once; "
        "split_heads then deals them out. The softmax's weights go through dropout "
        "before they meet the values.",
        "q, k, v = split_heads(self.q_proj(query), self.n_heads), … ; weights = "
        "attention_weights(q, k, mask); heads = self.dropout(weights) @ v; return "
        "self.out_proj(merge_heads(heads)), weights.",
    ),
    aspects={
        "attends in several heads": 3,
        CROSS: 2,
        MASK: 1.5,
        DROPOUT: 1,
        LARGE: 0.5,
        GRADIENT: 1,
        PURE: 0.5,
        DTYPE: 0.5,
    },
    cases=multi_head_cases,
    probe=probe_multi_head,
    expected=expected_multi_head,
    symptoms=(
        dropout_averages(probe_multi_head, reference.MultiHeadAttention),
        *map(multi_head_symptom, ATTENTION_SYMPTOMS),
    ),
    mistakes=mistakes.MULTI_HEAD,
    ready_made=(
        "torch.nn.functional.multi_head_attention_forward",
        "torch.nn.MultiheadAttention",
    ),
    adapt=adapt_projections,
)

TASKS = (SOFTMAX, JACOBIAN, ATTENTION, SPLIT, MERGE, PROJECTION, MULTI_HEAD)
