"""Typical wrong answers to ``residual_norm.FeedForward``."""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from lernformer.mistakes.common import (
    DROPOUT_ARGUMENT_IGNORED,
    DROPOUT_DEFAULT,
    DROPOUT_IN_EVAL,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    STATE_KEPT,
    fails,
    sign,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.residual_norm.common import (
    DROPPED_WHOLE,
    IN_FORWARD,
    NOT_REGISTERED,
    NOT_TRAINED,
    PARAMETER_MISSING,
    SQUEEZED,
    SUPER_INIT,
)
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.values import plain, tensors

RUNS = 4000  # that imitate a dropout in the wrong place

OTHER = "other_activation"

RELU_AT_THE_END = "relu_at_the_end"

NO_BIAS = (
    "bias_missing",
    "the biases b₁ and b₂ are part of the two layers; nn.Linear brings them along.",
)

NORM_ADDED = (
    "norm_added",
    "a norm is at work here; it belongs into the residual connection around.",
)

TOKENS_MIXED = (
    "tokens_mixed",
    "a token's result depends on other tokens; the two layers see each token alone.",
)


def _layer(x: dict, number: int, input: Tensor, bias: bool = True) -> Tensor:
    name = f"linear_{number}"
    return F.linear(input, x[f"{name}.weight"], x[f"{name}.bias"] if bias else None)


def _through(activate: Callable) -> Callable:
    return lambda x: _layer(x, 2, activate(_layer(x, 1, x["x"])))


def _formula(id: str, cause: str, compute: Callable) -> Mistake:
    """A mistake: ``compute`` takes the case's tensors, weights among them, by name."""

    def gives(case: Case) -> Arrays:
        with torch.no_grad():
            return {"output": plain(compute(tensors(case)))}

    return Mistake(id, cause, gives)


def _looks_back(hidden: Tensor) -> Tensor:
    return hidden + F.pad(hidden, (0, 0, 1, 0))[..., :-1, :]


def _average_of(case: Case, seen: Observation, compute: Callable) -> bool:
    """Whether dropout by ``compute`` has the average that was observed."""
    if case.setting != "dropout" or not seen.values:
        return False
    x = tensors(case)
    x["x"] = x["x"].repeat(RUNS, 1, 1)
    with torch.random.fork_rng(devices=()), torch.no_grad():
        torch.manual_seed(0)
        runs = plain(compute(x))
    got, spread = seen.values["average"], seen.values["spread"]
    if got.shape != runs.shape[1:]:
        return False
    noise = np.hypot(spread, runs.std(axis=0) / RUNS**0.5)
    return bool((np.abs(got - runs.mean(axis=0)) < 6 * noise + 1e-6).all())


def _drops_input(x: dict) -> Tensor:
    return _through(F.relu)({**x, "x": F.dropout(x["x"], x["dropout"])})


MISTAKES = (
    INPUT_MODIFIED,
    SUPER_INIT,
    sign(
        "second_layer_missing",
        "there are two layers: linear_1 to d_ff features, linear_2 back to d_model.",
        fails("has no linear_2"),
    ),
    PARAMETER_MISSING,
    NOT_REGISTERED,
    sign(*NO_BIAS, fails("has a weight but no bias")),
    sign(
        "layers_swapped",
        "the two layers are exchanged: linear_1 maps d_model to d_ff features, "
        "linear_2 back.",
        fails("is the other way round"),
    ),
    sign(
        "d_ff_ignored",
        "the width in between is d_ff, whatever it is.",
        fails("should map"),
    ),
    IN_FORWARD,
    NOT_TRAINED,
    _formula(
        "no_nonlinearity",
        "there is nothing between the two layers, so that they are one linear map; "
        "a ReLU belongs there.",
        _through(lambda h: h),
    ),
    *(
        _formula(OTHER, f"between the layers is {name}; here it is ReLU.", _through(f))
        for name, f in (
            ("GELU", F.gelu),
            ("GELU", lambda h: F.gelu(h, approximate="tanh")),
            ("SiLU", F.silu),
            ("a sigmoid", torch.sigmoid),
            ("tanh", torch.tanh),
            ("a leaky ReLU", F.leaky_relu),
            ("ELU", F.elu),
            ("a softplus", F.softplus),
            ("a softmax", lambda h: h.softmax(-1)),
            ("the square of ReLU", lambda h: F.relu(h) ** 2),
            ("the absolute value", torch.abs),
        )
    ),
    *(
        _formula(
            "relu_clipped",
            f"the hidden features are cut off at {top}; ReLU has no upper limit.",
            _through(lambda h, top=top: h.clamp(0, top)),
        )
        for top in (1, 6)
    ),
    _formula(
        RELU_AT_THE_END,
        "the ReLU follows the second layer; it belongs between the two.",
        lambda x: F.relu(_through(lambda h: h)(x)),
    ),
    _formula(
        RELU_AT_THE_END,
        "a second ReLU follows the second layer; there is one, between the two.",
        lambda x: F.relu(_through(F.relu)(x)),
    ),
    _formula(
        "relu_first",
        "the ReLU comes before the first layer; it belongs between the two.",
        lambda x: _through(lambda h: h)({**x, "x": F.relu(x["x"])}),
    ),
    _formula(
        "second_layer_missing",
        "the second layer is not applied: linear_2 maps back to d_model.",
        lambda x: F.relu(_layer(x, 1, x["x"])),
    ),
    _formula(
        *NO_BIAS,
        lambda x: _layer(x, 2, F.relu(_layer(x, 1, x["x"], False)), False),
    ),
    _formula(
        "residual_added",
        "x is added to the result; that is the work of the residual connection.",
        lambda x: x["x"] + _through(F.relu)(x),
    ),
    _formula(
        *NORM_ADDED,
        lambda x: F.layer_norm(_through(F.relu)(x), (x["d_model"],)),
    ),
    _formula(
        *NORM_ADDED,
        lambda x: _through(F.relu)({**x, "x": F.layer_norm(x["x"], (x["d_model"],))}),
    ),
    _formula(
        *TOKENS_MIXED,
        _through(lambda h: F.relu(h) + F.relu(h).mean(dim=-2, keepdim=True)),
    ),
    _formula(*TOKENS_MIXED, _through(lambda h: _looks_back(F.relu(h)))),
    _formula(
        "first_item_only",
        "all sentences get the result of the first one.",
        lambda x: _through(F.relu)(x)[:1].expand_as(x["x"]),
    ),
    SQUEEZED,
    STATE_KEPT,
    DROPOUT_IN_EVAL,
    DROPOUT_DEFAULT,
    DROPOUT_ARGUMENT_IGNORED,
    sign(
        "dropout_never_applied",
        "dropout is not applied: in training, self.dropout(hidden) drops some, and "
        "its result is what goes on.",
        lambda case, seen: (
            case.setting == "dropout"
            and bool(seen.values)
            and seen.values["spread"].max() < 1e-12
        ),
    ),
    sign(
        "dropout_on_input",
        "dropout acts on x; it belongs after the first layer's ReLU.",
        lambda case, seen: _average_of(case, seen, _drops_input),
    ),
    DROPPED_WHOLE,
    sign(
        "dropout_changes_average",
        "dropout changes the average: what stays is divided by (1 - p), as nn.Dropout "
        "does it, after the ReLU.",
        lambda case, seen: case.setting == "dropout",
    ),
    GRADIENT_CUT,
    DTYPE_LOST,
)
