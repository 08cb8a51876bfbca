"""Checks of the tasks on residuals and norms.

Sizes differ from one another wherever they can, so that an answer that confuses two
of them fails. Inputs of the norms are large (30), so that eps is felt only where a
case asks for it.
"""

from collections.abc import Callable

import numpy as np

from lernformer import residual_norm as reference
from lernformer.checks.mistakes import residual_norm as mistakes
from lernformer.checks.mistakes.common import (
    DTYPE,
    GRADIENT,
    LEADING,
    PURE,
    loses_dtype,
    modifies_input,
    not_finite,
)
from lernformer.checks.mistakes.residual_norm.feed_forward import DROPOUT
from lernformer.checks.mistakes.residual_norm.norms import EPS, ONES, START
from lernformer.checks.mistakes.residual_norm.residual_connection import (
    BY_DEFAULT,
    WAY_AROUND,
    share_dropped,
)
from lernformer.checks.mistakes.residual_norm.scaling import (
    ANY_AXIS,
    CONSTANT,
    SMALL,
)
from lernformer.checks.modules import dropout_averages, without_dropout
from lernformer.checks.residual_layers import (
    probe_feed_forward,
    probe_norm,
    probe_residual,
)
from lernformer.checks.task import Case, Observation, Task
from lernformer.checks.values import as_reference, probe_numpy, spread_out

FINITE = "survives equal features"
FLOAT32 = 1e-4  # 24 bits of precision, a dozen roundings, and a mean that cancels
BFLOAT16 = 0.1  # 8 bits of precision, a few roundings of numbers around 3
TORCHS = (  # what normalises; with one group, or turned round, each is layer_norm
    "torch.layer_norm",
    "torch.native_layer_norm",
    "torch.nn.functional.layer_norm",
    "torch.nn.LayerNorm",
    "torch.group_norm",
    "torch.nn.functional.group_norm",
    "torch.batch_norm",
    "torch.nn.functional.batch_norm",
    "torch.instance_norm",
    "torch.nn.functional.instance_norm",
)


# min_max and standardize ------------------------------------------------------------


def scaling_cases(essential: str) -> Callable[[np.random.Generator], list[Case]]:
    def cases(rng: np.random.Generator) -> list[Case]:
        def case(aspect, x, axis, **more):
            inputs = {"x": np.asarray(x, dtype=float), "axis": axis}
            return Case(aspect, inputs, **{"tolerance": FLOAT32, **more})

        def table(*shape):  # no two of its numbers are closer than 0.7
            n = np.prod(shape)
            steps = rng.permutation(n) - n // 3 + rng.uniform(0, 0.3, n)
            return steps.reshape(shape)

        some_equal = table(4, 3)
        some_equal[:, 1] = 7  # and its mean is exactly that
        equal_row = table(2, 4)
        equal_row[0] = -2.5
        # A guard of 1e-8 in a denominator of 0.002 is rounding; one of 1e-5, as in a
        # layer norm, changes the result.
        small = {"tolerance": 3e-4}
        return [
            case(essential, [2, 4, 12], 0, optional=True),
            case(essential, table(4, 3), 0),
            case(essential, table(3, 3), 0),
            case(ANY_AXIS, table(3, 3), 1),
            case(ANY_AXIS, table(3, 4), -1),
            case(ANY_AXIS, table(4, 1), 0),
            case(ANY_AXIS, table(2, 3, 4), 1),
            case(ANY_AXIS, table(2, 3, 4), -3),
            case(ANY_AXIS, table(2, 3, 4), (0, 1), optional=True),
            case(CONSTANT, some_equal, 0),
            case(CONSTANT, equal_row, 1),
            case(CONSTANT, [[0, 0, 0], [4, 4, 4]], 1),
            case(CONSTANT, table(3, 1), 1),
            case(SMALL, 0.5 + 3e-4 * table(5, 4), 0, **small),
            case(SMALL, 3e-4 * table(3, 6) - 0.1, 1, **small),
            case(PURE, table(3, 4), 0),
        ]

    return cases


def fills_interval(case: Case, seen: Observation) -> str | None:
    """For ``min_max``: the smallest is 0, the largest is 1."""
    if case.aspect == CONSTANT:
        return None
    x, axis = seen.values["result"], case.inputs["axis"]
    for name, want in (("smallest", 0), ("largest", 1)):
        got = np.asarray((x.min if want == 0 else x.max)(axis=axis)).reshape(-1)
        if np.ptp(case.inputs["x"], axis=axis).all() and np.abs(got - want).max() > 0.1:
            wrong = got[np.argmax(np.abs(got - want))]
            return (
                f"the {name} value along axis {axis} is {wrong:.4g} instead of {want}"
            )
    return None


def mean_and_variance(case: Case, seen: Observation) -> str | None:
    """For ``standardize``: mean 0, variance 1."""
    if (
        case.aspect == CONSTANT
        or not np.ptp(case.inputs["x"], case.inputs["axis"]).all()
    ):
        return None
    x, axis = seen.values["result"], case.inputs["axis"]
    for name, got, want in (
        ("mean", np.ravel(x.mean(axis=axis)), 0),
        ("variance", np.ravel(x.var(axis=axis)), 1),
    ):
        if np.abs(got - want).max() > 1e-2:
            wrong = got[np.argmax(np.abs(got - want))]
            return f"the {name} along axis {axis} is {wrong:.4g} instead of {want}"
    return None


SCALING_SHARES = {ANY_AXIS: 2, CONSTANT: 2, SMALL: 0.5, PURE: 0.5}

MIN_MAX = Task(
    id="residual_norm.min_max",
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Two steps: shift, so that the smallest becomes 0; divide, so that the largest "
        "becomes 1. By what must you divide?",
        "x.min(axis=axis, keepdims=True) keeps the axis with length 1, so that it fits "
        "x whatever the axis. Where max = min, let the denominator be 1.",
        "low = x.min(axis=axis, keepdims=True); span = x.max(axis=axis, keepdims=True) "
        "- low; return (x - low) / np.where(span == 0, 1, span).",
    ),
    aspects={"scales into [0, 1]": 5, **SCALING_SHARES},
    cases=scaling_cases("scales into [0, 1]"),
    probe=probe_numpy,
    expected=as_reference(reference.min_max, probe_numpy),
    symptoms=(modifies_input, not_finite, fills_interval),
    mistakes=mistakes.MIN_MAX,
)

STANDARDIZE = Task(
    id="residual_norm.standardize",
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Shift, so that the mean becomes 0; divide, so that the variance becomes 1. "
        "Dividing by c divides the variance by c².",
        "x.mean and x.std take axis=axis and keepdims=True. Where all values are "
        "equal, x - μ is 0 already; let the denominator be 1 there.",
        "deviation = x.std(axis=axis, keepdims=True); return (x - x.mean(axis=axis, "
        "keepdims=True)) / np.where(deviation == 0, 1, deviation).",
    ),
    aspects={"gives mean 0 and variance 1": 5, **SCALING_SHARES},
    cases=scaling_cases("gives mean 0 and variance 1"),
    probe=probe_numpy,
    expected=as_reference(reference.standardize, probe_numpy),
    symptoms=(modifies_input, not_finite, mean_and_variance),
    mistakes=mistakes.STANDARDIZE,
    ready_made=(
        *TORCHS,
        "scipy.stats.zscore",
        "lernformer.residual_norm.layer_norm",
        "lernformer.residual_norm.LayerNorm",
    ),
)

# The norms of a token: layer_norm, LayerNorm and RMSNorm ----------------------------

TOKENS = "normalises each token"


def norm_cases(
    rng: np.random.Generator, *, module: bool, beta: bool = True
) -> list[Case]:
    """Cases of a norm, as a function or as a module, with or without β."""

    def case(aspect, *shape, size=30.0, offset=10.0, eps=None, upstream=False, **more):
        d = shape[-1]
        parameters = {"gamma": rng.normal(1, 1, d)}
        if beta:
            parameters["beta"] = rng.normal(0, 2, d)
        given = {} if eps is None else {"eps": eps}
        x = {"x": offset + size * spread_out(rng, *shape)}
        if module:
            inputs = {"d_model": d, **given, **x, **parameters}
        else:
            inputs = {**x, **parameters, **given}
        if upstream:
            inputs["upstream"] = rng.normal(0, 1, shape)
        axes = " ".join(("B", "L", "d")[-len(shape) :]) if len(shape) < 4 else ""
        names = {"output" if module else "result": axes}
        return Case(aspect, inputs, names, **more)

    def by_hand():
        small = case(TOKENS, 3, optional=True)
        small.inputs["x"][:] = 10, 20, 60
        small.inputs["gamma"][:] = 1, 2, -1
        if beta:
            small.inputs["beta"][:] = 0, 0.5, 2
        return small

    equal = case(EPS, 2, 3, 5, size=3e-3, offset=0.05 * beta)
    equal.inputs["x"][0, 0] = 7 if beta else 0
    cases = [
        # Few numbers first. Then equal sizes, so that a statistic along a wrong axis
        # gives numbers and not an error; then sizes that all differ.
        by_hand(),
        case(TOKENS, 3, 3, 3),
        case(TOKENS, 2, 3, 5),
        case(TOKENS, 2, 4, 6, size=1e4),
        case(ONES, 2, 1, 5),
        case(ONES, 1, 3, 4),
        case(LEADING, 4, 5, optional=True),
        equal,
        case(EPS, 2, 3, 1),  # a single feature equals its mean
        case(EPS, 3, 2, 4, size=4e-3, offset=-0.03 * beta),
        case(EPS, 2, 3, 5, size=1.0, offset=beta, eps=0.5),
        case(PURE, 2, 3, 5),
    ]
    if not module:
        return cases
    float32 = {"dtype": "float32", "tolerance": FLOAT32}
    return [
        *cases[:3],
        case(TOKENS, 2, 3, 5, setting="second call"),
        case(TOKENS, 2, 3, 5, setting="train"),
        *cases[3:],
        case(START, 2, 3, 5, setting="fresh"),
        case(GRADIENT, 2, 3, 5, size=1.5, upstream=True, tolerance=FLOAT32),
        case(DTYPE, 2, 3, 5, size=1.5, offset=0),
        case(DTYPE, 2, 3, 5, size=1.5, offset=0, **float32),
        case(DTYPE, 2, 3, 5, size=1.5, offset=0, dtype="bfloat16", tolerance=BFLOAT16),
    ]


LAYER_NORM = Task(
    id="residual_norm.layer_norm",
    points=2,
    difficulty=1,
    minutes=15,
    hints=(
        "It is standardize along the last axis, with eps added to the variance, and "
        "then γ and β for each feature.",
        "μ and σ² are x.mean and x.var along axis -1 with keepdims=True. eps stands "
        "under the root; then nothing has to be done about equal features.",
        "gamma * (x - mean) / np.sqrt(variance + eps) + beta.",
    ),
    aspects={TOKENS: 5, ONES: 0.5, LEADING: 0.5, EPS: 3, PURE: 1},
    cases=lambda rng: norm_cases(rng, module=False),
    probe=probe_numpy,
    expected=as_reference(reference.layer_norm, probe_numpy),
    symptoms=(modifies_input, not_finite),
    mistakes=mistakes.LAYER_NORM,
    ready_made=(*TORCHS, "lernformer.residual_norm.LayerNorm"),
)


probe_layer_norm = probe_norm("gamma", "beta")
probe_rms_norm = probe_norm("gamma")

NORM_SHARES = {
    TOKENS: 5,
    ONES: 0.5,
    LEADING: 0.5,
    EPS: 1.5,
    START: 0.5,
    GRADIENT: 1,
    PURE: 0.5,
    DTYPE: 0.5,
}
NORM_SYMPTOMS = (modifies_input, loses_dtype, not_finite)

LAYER_NORM_MODULE = Task(
    id="residual_norm.LayerNorm",
    points=2,
    difficulty=2,
    minutes=15,
    hints=(
        "The formula is that of layer_norm. What is new: γ and β are learned, so they "
        "are parameters that the module makes once.",
        "nn.Parameter(torch.ones(d_model)) is a parameter. In torch, keepdims is "
        "keepdim, and x.var divides by d - 1 unless you say unbiased=False.",
        "mean = x.mean(dim=-1, keepdim=True); variance = x.var(dim=-1, keepdim=True, "
        "unbiased=False); return self.gamma * (x - mean) / torch.sqrt(variance + "
        "self.eps) + self.beta.",
    ),
    aspects=NORM_SHARES,
    cases=lambda rng: norm_cases(rng, module=True),
    probe=probe_layer_norm,
    expected=as_reference(reference.LayerNorm, probe_layer_norm),
    symptoms=NORM_SYMPTOMS,
    mistakes=mistakes.LAYER_NORM_MODULE,
    ready_made=TORCHS,
)

RMS_NORM = Task(
    id="residual_norm.RMSNorm",
    points=2,
    difficulty=1,
    minutes=10,
    hints=(
        "Compare the formula with that of LayerNorm: what is missing?",
        "No mean is subtracted and no β added. Under the root stands the mean of x², "
        "plus eps; γ is a parameter that starts as ones.",
        "mean_square = x.square().mean(dim=-1, keepdim=True); return self.gamma * x / "
        "torch.sqrt(mean_square + self.eps).",
    ),
    aspects=NORM_SHARES,
    cases=lambda rng: norm_cases(rng, module=True, beta=False),
    probe=probe_rms_norm,
    expected=as_reference(reference.RMSNorm, probe_rms_norm),
    symptoms=NORM_SYMPTOMS,
    mistakes=mistakes.RMS_NORM,
    ready_made=(
        "torch.rms_norm",
        "torch.nn.functional.rms_norm",
        "torch.nn.RMSNorm",
    ),
)

# FeedForward ------------------------------------------------------------------------

LAYERS = "computes two layers with a ReLU between"


def feed_forward_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, d, d_ff, *leading, setting="", dropout=0.0, **more):
        inputs = {"d_model": d, "d_ff": d_ff, "dropout": dropout}
        inputs["x"] = rng.normal(0, 1.5, (*leading, d))
        for name, n_in, n_out in (("linear_1", d, d_ff), ("linear_2", d_ff, d)):
            inputs[f"{name}.weight"] = rng.normal(0, 1.5 / n_in**0.5, (n_out, n_in))
            inputs[f"{name}.bias"] = rng.normal(0, 0.5, n_out)
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (*leading, d))
        axes = {2: "B L d_model"}.get(len(leading), "")
        return Case(aspect, inputs, {"output": axes}, setting, **more)

    half = {"dropout": 0.5}

    def dropping():
        """Half of a token's features in between at least are more than 0."""
        while True:
            made = case(DROPOUT, 4, 7, 1, 3, setting="dropout", **half)
            x = made.inputs
            hidden = x["x"] @ x["linear_1.weight"].T + x["linear_1.bias"]
            if (hidden > 0).sum(axis=-1).max() > 3:
                return made

    return [
        case(LAYERS, 3, 4, 2, 2),
        case(LAYERS, 4, 7, 2, 3),
        case(LAYERS, 6, 5, 3, 4),
        case(LAYERS, 4, 7, 2, 3, setting="second call"),
        case(ONES, 4, 5, 2, 1),
        case(ONES, 4, 5, 1, 3),
        case(ONES, 3, 1, 2, 4),
        case(ONES, 1, 5, 2, 3),
        case(LEADING, 4, 7, 3, optional=True),
        case(LEADING, 4, 7, 2, 3, 5, optional=True),
        case(DROPOUT, 4, 7, 2, 3, setting="eval with dropout", **half),
        case(DROPOUT, 4, 7, 2, 3, setting="train without dropout"),
        case(DROPOUT, 4, 7, 2, 3, setting="train by default"),
        dropping(),
        case(PURE, 4, 7, 2, 3),
        case(GRADIENT, 4, 7, 2, 3),
        case(DTYPE, 4, 7, 2, 3),
        case(DTYPE, 4, 7, 2, 3, dtype="float32", tolerance=FLOAT32),
        case(DTYPE, 4, 7, 2, 3, dtype="bfloat16", tolerance=BFLOAT16),
    ]


FEED_FORWARD = Task(
    id="residual_norm.FeedForward",
    points=2,
    difficulty=1,
    minutes=15,
    hints=(
        "Two nn.Linear, made in __init__, and between them the function that turns "
        "negative numbers into 0.",
        "linear_1 maps d_model to d_ff features, linear_2 back. nn.Dropout(dropout) "
        "acts on the features in between, after the ReLU.",
        "hidden = self.linear_1(x).relu(); return self.linear_2(self.dropout(hidden)).",
    ),
    aspects={
        LAYERS: 5,
        ONES: 0.5,
        LEADING: 0.5,
        DROPOUT: 2,
        GRADIENT: 1,
        PURE: 0.5,
        DTYPE: 0.5,
    },
    cases=feed_forward_cases,
    probe=probe_feed_forward,
    expected=without_dropout(probe_feed_forward, reference.FeedForward),
    symptoms=(
        dropout_averages(probe_feed_forward, reference.FeedForward),
        *NORM_SYMPTOMS,
    ),
    mistakes=mistakes.FEED_FORWARD,
)

# ResidualConnection -----------------------------------------------------------------

ADDS = "adds what the sublayer makes of the normalised x"
POST = "normalises the sum with norm_first=False"


def residual_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *shape, pre=True, setting="", dropout=0.0, silent=False, **more):
        d = shape[-1]
        inputs = {"d_model": d, "dropout": dropout, "norm_first": pre}
        inputs["silent"] = silent  # the sublayer returns zeros
        inputs["x"] = 1 + 5 * spread_out(rng, *shape)
        inputs["gamma"], inputs["beta"] = rng.normal(1, 0.5, d), rng.normal(0, 1, d)
        inputs["weight"] = rng.normal(0, 1 / d**0.5, (d, d))
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, shape)
        axes = {3: "B L d_model"}.get(len(shape), "")
        # The norm's eps is free: 1e-6 for 1e-5 changes a sixth digit.
        return Case(
            aspect, inputs, {"output": axes}, setting, **{"tolerance": 1e-4, **more}
        )

    def equal(pre):
        made = case(FINITE, 2, 3, 5, pre=pre)
        made.inputs["x"][0, 1] = 7
        made.inputs["x"][1] = 0
        if not pre:
            made.inputs["silent"] = True
        return made

    half, post = {"dropout": 0.5}, {"pre": False}
    silent = {**half, "silent": True, "setting": "train"}
    return [
        case(ADDS, 2, 2, 3),
        case(ADDS, 3, 3, 3),
        case(ADDS, 2, 4, 5),
        case(ADDS, 2, 4, 5, setting="second call"),
        case(POST, 2, 2, 3, **post),
        case(POST, 2, 4, 5, **post),
        case(BY_DEFAULT, 2, 4, 5, setting="by default"),
        case(ONES, 2, 1, 5),
        case(ONES, 1, 3, 4),
        case(ONES, 2, 1, 5, **post),
        case(LEADING, 3, 5, optional=True),
        equal(True),
        equal(False),
        case(WAY_AROUND, 2, 4, 5, **silent),
        case(WAY_AROUND, 2, 4, 5, **silent, **post),
        case(DROPOUT, 2, 4, 5, setting="eval with dropout", **half),
        case(DROPOUT, 2, 4, 5, setting="eval with dropout", **half, **post),
        case(DROPOUT, 2, 4, 5, setting="train without dropout"),
        case(DROPOUT, 2, 4, 5, setting="train without dropout", **post),
        case(DROPOUT, 2, 4, 5, setting="train by default"),
        case(DROPOUT, 1, 4, 5, setting="dropout", **half),
        case(DROPOUT, 1, 4, 5, setting="dropout, post-norm", **half, **post),
        case(PURE, 2, 4, 5),
        case(PURE, 2, 4, 5, **post),
        case(GRADIENT, 2, 4, 5),
        case(GRADIENT, 2, 4, 5, silent=True),
        case(GRADIENT, 2, 4, 5, **post),
        case(DTYPE, 2, 4, 5),
        case(DTYPE, 2, 4, 5, dtype="float32"),
        case(DTYPE, 2, 4, 5, dtype="float32", **post),
        case(DTYPE, 2, 4, 5, dtype="bfloat16", tolerance=BFLOAT16),
    ]


def dropped_as_often(case: Case, seen: Observation) -> str | None:
    """The symptom of another share than it should be; chance alone makes it ± 0.01."""
    share, p = share_dropped(case, seen), case.inputs["dropout"]
    if share is None or abs(share - p) < 0.05:
        return None
    return f"with dropout = {p} a share of {share:.2f} of what is added is dropped"


RESIDUAL = Task(
    id="residual_norm.ResidualConnection",
    points=4,
    difficulty=2,
    minutes=25,
    hints=(
        "Draw the two formulas as two arrows from x to the output: one through the "
        "sublayer, one around it. Where on them does the norm stand?",
        "In pre-norm the way around is x alone: no norm and no dropout on it. Dropout "
        "acts on what the sublayer returns. In post-norm the norm comes last.",
        "if self.norm_first: return x + self.dropout(sublayer(self.norm(x))); "
        "otherwise return self.norm(x + self.dropout(sublayer(x))).",
    ),
    aspects={
        ADDS: 4,
        POST: 2,
        BY_DEFAULT: 0.5,
        ONES: 0.5,
        LEADING: 0.5,
        FINITE: 0.5,
        WAY_AROUND: 1,
        DROPOUT: 1,
        GRADIENT: 1,
        PURE: 0.5,
        DTYPE: 0.5,
    },
    cases=residual_cases,
    probe=probe_residual,
    expected=without_dropout(probe_residual, reference.ResidualConnection),
    symptoms=(
        dropout_averages(probe_residual, reference.ResidualConnection),
        dropped_as_often,
        *NORM_SYMPTOMS,
    ),
    mistakes=mistakes.RESIDUAL,
)

TASKS = (
    MIN_MAX,
    STANDARDIZE,
    LAYER_NORM,
    LAYER_NORM_MODULE,
    RMS_NORM,
    FEED_FORWARD,
    RESIDUAL,
)
