"""Typical wrong answers to ``residual_norm.FeedForward``."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.common import (
    DROPOUT_ARGUMENT_IGNORED,
    DROPOUT_DEFAULT,
    DROPOUT_IN_EVAL,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    STARTS_LARGE,
    STATE_KEPT,
    fails,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.residual_norm.common import (
    DROPPED_WHOLE,
    IN_FORWARD,
    LEADING_AXES,
    NOT_REGISTERED,
    NOT_TRAINED,
    SQUEEZED,
    SUPER_INIT,
)
from lernformer.probes.case import Case, Observation
from lernformer.probes.modules import COPIES
from lernformer.probes.residual_norm.FeedForward import probe_feed_forward

OTHER = "other_activation"

ACTIVATIONS = (
    ("GELU", F.gelu, "GELU is the modern ReLU."),
    ("an approximate GELU", lambda x: F.gelu(x, approximate="tanh"), "As in GPT-2."),
    ("SiLU", F.silu, "x · sigmoid(x)."),
    ("a sigmoid", torch.sigmoid, "A neuron fires or not."),
    ("tanh", torch.tanh, "The classic."),
    ("a leaky ReLU", F.leaky_relu, "No neuron shall die."),
    ("ELU", F.elu, "No neuron shall die, smoothly."),
    ("a softplus", F.softplus, "A smooth ReLU."),
    ("a softmax", lambda x: x.softmax(-1), "Attention had a softmax too."),
    ("the square of ReLU", lambda x: F.relu(x) ** 2, "Squared, as in later work."),
    ("the absolute value", torch.abs, "|x| is positive as well."),
)

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


class Right(nn.Module):
    """A right answer in steps; each mistake gets one of them wrong."""

    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return self.linear_2(self.dropout(self.activate(self.linear_1(x))))

    def activate(self, x):
        return F.relu(x)


def share_dropped(case: Case, seen: Observation) -> float | None:
    """The share that is dropped between the layers, by how far the outputs scatter."""
    if case.setting != "dropout" or "spread" not in seen.values:
        return None
    x = case.inputs
    hidden = (x["x"] @ x["linear_1.weight"].T + x["linear_1.bias"]).clip(0)
    scatter = hidden[0] ** 2 @ (x["linear_2.weight"] ** 2).T  # of each output
    ratio = COPIES * (seen.values["spread"] ** 2).sum() / scatter.sum()  # p / (1 - p)
    return float(ratio / (1 + ratio))


def zeros_in_output(case: Case, seen: Observation) -> float:
    """The share of the output's numbers that are 0."""
    return float(seen.facts.get("zeros", 0)) if case.setting == "dropout" else 0.0


def _averages_like(answer: type, case: Case, seen: Observation) -> bool:
    """Whether another answer's outputs have the average that was observed."""
    if case.setting != "dropout" or not seen.values:
        return False
    with torch.random.fork_rng(devices=()), torch.no_grad():
        torch.manual_seed(0)
        other = probe_feed_forward(answer, case).values
    noise = np.hypot(seen.values["spread"], other["spread"])
    off = np.abs(seen.values["average"] - other["average"])
    return bool((off < 6 * noise + 1e-6).all())


MISTAKES = Catalogue([SUPER_INIT, NOT_REGISTERED])
MISTAKES.sign(
    "second_layer_missing",
    "there are two layers: one to d_ff features, and one back to d_model.",
    fails("it learns 1:", "maps twice"),
)
MISTAKES.sign(
    "layer_too_many",
    "there are two layers: one to d_ff features, and one back to d_model; a gate "
    "between them, as in later work, is not asked for.",
    fails("it learns 3:"),
    seen="literature",
)
MISTAKES.sign(*NO_BIAS, fails("has a weight but no bias"))
MISTAKES.sign(
    "d_ff_ignored",
    "the width in between is d_ff, whatever it is.",
    fails("by two matrices"),
    seen="course",
)
MISTAKES.sign(
    "activation_not_made",
    "nn.ReLU is a class of layers: make one in __init__, self.relu = nn.ReLU(), and "
    "call that, or call x.relu().",
    fails("not ReLU"),
    seen="course",
)
MISTAKES += (IN_FORWARD, NOT_TRAINED)


@MISTAKES.answer(
    "no_nonlinearity",
    "there is nothing between the two layers, so that they are one linear map; a "
    "ReLU belongs there.",
    seen="course",
)
class TwoLinearLayers(Right):
    """Two layers see more than one."""

    def activate(self, x):
        return x


for name, activation, voice in ACTIVATIONS:
    cause = f"between the layers is {name}; here it is ReLU."
    changed = {"activate": staticmethod(activation), "__doc__": voice}
    MISTAKES.answer(OTHER, cause, seen="course")(type("Other", (Right,), changed))


for top in (1, 6):
    cause = f"the hidden features are cut off at {top}; ReLU has no upper limit."
    changed = {"activate": lambda self, x, top=top: x.clamp(0, top)}
    changed["__doc__"] = "ReLU with a lid."
    MISTAKES.answer("relu_clipped", cause)(type("Clipped", (Right,), changed))


@MISTAKES.answer(
    "relu_at_the_end",
    "the ReLU follows the second layer; it belongs between the two.",
    seen="course",
)
class ReluLast(Right):
    """The activation follows the second layer."""

    def forward(self, x):
        return F.relu(self.linear_2(self.dropout(self.linear_1(x))))


@MISTAKES.answer(
    "relu_at_the_end",
    "a second ReLU follows the second layer; there is one, between the two.",
    seen="course",
)
class ReluTwice(Right):
    """An activation after each layer."""

    def forward(self, x):
        return F.relu(super().forward(x))


@MISTAKES.answer(
    "relu_first",
    "the ReLU comes before the first layer; it belongs between the two.",
)
class ReluBefore(Right):
    """The activation comes first."""

    def forward(self, x):
        return self.linear_2(self.dropout(self.linear_1(F.relu(x))))


@MISTAKES.answer(
    "second_layer_missing",
    "the second layer is not applied: linear_2 maps back to d_model.",
)
class HiddenReturned(Right):
    """The hidden features are the result."""

    def forward(self, x):
        return self.dropout(F.relu(self.linear_1(x)))


@MISTAKES.answer(*NO_BIAS)
class WeightsOnly(Right):
    """The weights are the layer."""

    def forward(self, x):
        hidden = self.activate(F.linear(x, self.linear_1.weight))
        return F.linear(self.dropout(hidden), self.linear_2.weight)


@MISTAKES.answer(
    "residual_added",
    "x is added to the result; that is the work of the residual connection.",
    seen="course",
)
class ResidualInside(Right):
    """x is added here."""

    def forward(self, x):
        return x + super().forward(x)


@MISTAKES.answer(*NORM_ADDED, seen="course")
class NormedAfter(Right):
    """Add & Norm ends here."""

    def forward(self, x):
        return F.layer_norm(super().forward(x), x.shape[-1:])


@MISTAKES.answer(*NORM_ADDED, seen="course")
class NormedBefore(Right):
    """Pre-norm starts here."""

    def forward(self, x):
        return super().forward(F.layer_norm(x, x.shape[-1:]))


@MISTAKES.answer(*NORM_ADDED, seen="course")
class AddAndNorm(Right):
    """The network, the residual and the norm are one layer."""

    def forward(self, x):
        return F.layer_norm(x + super().forward(x), x.shape[-1:])


@MISTAKES.answer(*TOKENS_MIXED)
class MixesTokens(Right):
    """The layers run along the sentence as well."""

    def activate(self, x):
        hidden = F.relu(x)
        return hidden + hidden.mean(dim=-2, keepdim=True)


@MISTAKES.answer(*TOKENS_MIXED)
class LooksBack(Right):
    """A convolution of width two: a token sees the one before it."""

    def activate(self, x):
        hidden = F.relu(x)
        before = torch.zeros_like(hidden)
        before[..., 1:, :] = hidden[..., :-1, :]
        return hidden + before


@MISTAKES.answer(
    "first_item_only",
    "all sentences get the result of the first one.",
)
class FirstSentenceOnly(Right):
    """All sentences of a batch are alike."""

    def forward(self, x):
        return super().forward(x[:1]).expand_as(x)


MISTAKES += (
    INPUT_MODIFIED,
    SQUEEZED,
    LEADING_AXES,
    STARTS_LARGE,
    STATE_KEPT,
    DROPOUT_IN_EVAL,
    DROPOUT_DEFAULT,
    DROPOUT_ARGUMENT_IGNORED,
)
MISTAKES.sign(
    "dropout_never_applied",
    "dropout is not applied: in training, self.dropout(hidden) drops some, and its "
    "result is what goes on.",
    lambda case, seen: (
        case.setting == "dropout"
        and bool(seen.values)
        and seen.values["spread"].max() < 1e-12
    ),
    seen="course",
)
MISTAKES.sign(
    "dropout_on_output",
    "dropout acts on the result; it belongs between the two layers, after the ReLU. "
    "What a sublayer returns is dropped by the residual connection around.",
    lambda case, seen: zeros_in_output(case, seen) > 0.1,
    seen="issue",
)


class DropoutOnInput(Right):
    """Dropout comes first."""

    def forward(self, x):
        return self.linear_2(F.relu(self.linear_1(self.dropout(x))))


MISTAKES.sign(
    "dropout_on_input",
    "dropout acts on x; it belongs after the first layer's ReLU.",
    lambda case, seen: _averages_like(DropoutOnInput, case, seen),
)
MISTAKES.append(DROPPED_WHOLE)
MISTAKES.sign(
    "dropout_changes_average",
    "dropout changes the average: what stays is divided by (1 - p), as nn.Dropout "
    "does it, after the ReLU.",
    lambda case, seen: (
        case.setting == "dropout" and not _averages_like(Right, case, seen)
    ),
    seen="course",
)
MISTAKES.sign(
    "dropout_twice",
    "another share than `dropout` is dropped: dropout acts twice, or with another "
    "probability.",
    lambda case, seen: share_dropped(case, seen) is not None,
)
MISTAKES += (GRADIENT_CUT, DTYPE_LOST)
