"""Typical wrong answers to ``residual_norm.FeedForward``."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import in_steps
from lernformer.probes.case import Case, Observation
from lernformer.probes.modules import COPIES
from lernformer.probes.residual_norm.FeedForward import probe_feed_forward

OTHER = "other_activation"

ACTIVATIONS = (
    ("GELU", F.gelu, "GELU is the modern ReLU."),
    (
        "an approximate GELU",
        lambda x: F.gelu(x, approximate="tanh"),
        "The activation is an approximate GELU, as in GPT-2.",
    ),
    ("SiLU", F.silu, "The activation is x · sigmoid(x)."),
    ("a sigmoid", torch.sigmoid, "A neuron either fires or doesn't."),
    ("tanh", torch.tanh, "The classic activation is tanh."),
    ("a leaky ReLU", F.leaky_relu, "No neuron should die."),
    ("ELU", F.elu, "No neuron should die, and the curve should be smooth."),
    ("a softplus", F.softplus, "The ReLU should be smooth."),
    (
        "a softmax",
        lambda x: x.softmax(-1),
        "Attention has a softmax, so the network needs one, too.",
    ),
    (
        "the square of ReLU",
        lambda x: F.relu(x) ** 2,
        "The ReLU is squared, as in later work.",
    ),
    ("the absolute value", torch.abs, "|x| will do, because it isn't negative either."),
)


class Right(nn.Module):
    """A right answer in steps. Each mistake gets one of them wrong."""

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
    """The share that is dropped between the layers, from the spread of the outputs."""
    if case.setting != "dropout" or "spread" not in seen.values:
        return None
    x = case.inputs
    hidden = (x["x"] @ x["linear_1.weight"].T + x["linear_1.bias"]).clip(0)
    scatter = hidden[0] ** 2 @ (x["linear_2.weight"] ** 2).T  # for each output
    ratio = COPIES * (seen.values["spread"] ** 2).sum() / scatter.sum()  # p / (1 - p)
    return float(ratio / (1 + ratio))


def zeros_in_output(case: Case, seen: Observation) -> float:
    """The share of the output's numbers that are 0."""
    return float(seen.facts.get("zeros", 0)) if case.setting == "dropout" else 0.0


def _averages_like(answer: type, case: Case, seen: Observation) -> bool:
    """Whether a wrong answer's outputs have the average that was observed."""
    if case.setting != "dropout" or not seen.values:
        return False
    with torch.random.fork_rng(devices=()), torch.no_grad():
        torch.manual_seed(0)
        other = probe_feed_forward(answer, case).values
    noise = np.hypot(seen.values["spread"], other["spread"])
    off = np.abs(seen.values["average"] - other["average"])
    return bool((off < 6 * noise + 1e-6).all())


OTHER_ACTIVATION_FAMILY = Catalogue()

for name, activation, voice in ACTIVATIONS:
    cause = f"The code uses {name} as the activation. Use ReLU instead."
    changed = {"activate": staticmethod(activation), "__doc__": voice}
    OTHER_ACTIVATION_FAMILY.answer(OTHER, cause, seen="course")(
        type("Other", (Right,), changed)
    )


for top in (1, 6):
    cause = f"The code clips the hidden features at {top}. ReLU has no upper limit."
    changed = {"activate": lambda self, x, top=top: x.clamp(0, top)}
    changed["__doc__"] = "ReLU needs an upper limit."
    OTHER_ACTIVATION_FAMILY.answer("relu_clipped", cause)(
        type("Clipped", (Right,), changed)
    )


class DropoutOnInput(Right):
    """Dropout comes first."""

    def forward(self, x):
        return self.linear_2(F.relu(self.linear_1(self.dropout(x))))


MISTAKES = in_steps(globals(), Right)
