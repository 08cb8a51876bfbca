"""Mistakes that several tasks of the chapter share."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from torch import nn

from lernformer.mistakes.common import (
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    STATE_KEPT,
    fails,
    sign,
)
from lernformer.mistakes.table import in_steps
from lernformer.mistakes.transformer.common import INVERTED, SUPER_INIT
from lernformer.mistakes.transformer.layers import not_a_tensor
from lernformer.probes.case import Case, Observation
from lernformer.probes.transformer.common import MASKS, POST
from lernformer.probes.transformer.stacks import ARGUMENTS, ARGUMENTS_PASSED
from lernformer.residual_norm import LayerNorm
from lernformer.transformer import DecoderLayer, EncoderLayer

NOT_PASSED = "config_not_passed_on"

MADE_WITH = ("d_model", "n_heads", "d_ff", "dropout", "norm_first")

FINAL_MISSING = (
    "final_norm_missing",
    "the norm at the end is missing: what a pre-norm stack has added up is never "
    "normed otherwise.",
)

COUNT = ("layer_count_wrong", "not all n_layers layers are run, or others are made.")

SHARED = (
    "shared_layers",
    "there is one layer, used several times: [layer] * n repeats the same object. Each "
    "turn of the comprehension must make a new one.",
)


class StackInSteps(nn.Module):
    """A right stack; each mistake of stacks.txt changes one of its steps."""

    def __init__(self, config):
        super().__init__()
        layers = range(config.n_layers)
        self.layers = nn.ModuleList(self.layer(config) for _ in layers)
        first = config.norm_first
        self.norm = LayerNorm(config.d_model) if first else nn.Identity()

    def forward(self, x, *context):
        return self.norm(self.run(x, *context))

    def run(self, x, *context):
        for i, layer in enumerate(self.layers):
            x = self.step(i, layer, x, *context)
        return x

    def step(self, i, layer, x, *context):
        return layer(x, *context)


class EncoderInSteps(StackInSteps):
    def layer(self, c):
        return EncoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)


class DecoderInSteps(StackInSteps):
    def layer(self, c):
        return DecoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)


def norm_in_the_loop(stack, x, *context):
    """Run all layers, each followed by the norm."""
    for layer in stack.layers:
        x = stack.norm(layer(x, *context))
    return x


def turned(stack, x, *context):
    """Turn the order of the layers, and run them."""
    stack.layers = nn.ModuleList(reversed(list(stack.layers)))
    return StackInSteps.run(stack, x, *context)


ENCODER = in_steps(globals(), EncoderInSteps)
DECODER = in_steps(globals(), DecoderInSteps)


def _counts(case: Case, seen: Observation) -> tuple[int, int] | None:
    """How many layers were found, and how many there should be."""
    words = seen.trouble.split("has, of its own, ")[-1].split(" of ")
    if not seen.trouble.startswith("has, of its own") or "layers" not in seen.trouble:
        return None
    return int(words[0]), int(words[1].split()[0])


def _made_once(case: Case, seen: Observation) -> bool:
    counts = _counts(case, seen)
    return counts is not None and counts[0] == 1 < counts[1]


def _made_otherwise(case: Case, seen: Observation) -> bool:
    counts = _counts(case, seen)
    return counts is not None and counts[0] != counts[1]


def _handed_on(*wrong: str) -> Callable[[Case, Observation], bool]:
    """Whether exactly these arguments of the layers are wrong."""

    def shows(case: Case, seen: Observation) -> bool:
        return made_otherwise(case, seen) == set(wrong)

    return shows


def made_otherwise(case: Case, seen: Observation) -> set[str]:
    """The arguments of the first layer that differ from the configuration's."""
    made = seen.values.get(ARGUMENTS, np.zeros((0, 5)))
    return {
        name
        for got, name in zip(made[:1].ravel(), MADE_WITH, strict=False)
        if got != case.inputs[name]
    }


def _by_heads(case: Case, seen: Observation) -> bool:
    """Whether the layers fail because of the number of heads that they are given."""
    return "must be divisible by n_heads" in seen.trouble


SIGNS = (
    SUPER_INIT,
    sign(
        "list_returned",
        "a stack returns one tensor, what its last layer gives.",
        not_a_tensor,
    ),
    sign(
        "layers_in_list",
        "the layers are not registered with the module: in a plain Python list, or "
        "made in forward, no optimiser finds them. nn.ModuleList registers them.",
        fails("0 of 3 attentions", "0 of 6 attentions", "Double and Float"),
        seen="issue",
    ),
    sign(*INVERTED, fails("unary ~")),
    sign(*SHARED, _made_once, seen="course"),
    sign(
        "final_norm_in_post_norm",
        "the norm at the end belongs to pre-norm; a post-norm layer already ends with "
        "one.",
        lambda case, seen: "1 of 0 norms" in seen.trouble,
    ),
    sign(*FINAL_MISSING, fails("0 of 1 norms")),
    sign(*COUNT, _made_otherwise),
)

LATER_SIGNS = (
    sign(
        "dropout_in_eval",
        "dropout is at work after .eval(); leave it to the layers.",
        lambda case, seen: case.setting == "eval with dropout",
    ),
    sign(
        "dropout_elsewhere",
        "dropout acts on what enters the stack, leaves it or goes from layer to layer; "
        "leave that to the layers.",
        lambda case, seen: case.setting == "dropout" and bool(seen.values),
    ),
    sign(
        NOT_PASSED,
        "dropout is not passed on to the layers; it is a layer's fourth argument: "
        "d_model, n_heads, d_ff, dropout, norm_first.",
        _handed_on("dropout"),
        seen="course",
    ),
    sign(
        NOT_PASSED,
        "norm_first is not passed on to the layers; it is a layer's last argument: "
        "d_model, n_heads, d_ff, dropout, norm_first.",
        _handed_on("norm_first"),
        seen="course",
    ),
    sign(
        NOT_PASSED,
        "dropout and norm_first do not reach the layers as what they are: they are "
        "the last two, in this order: d_model, n_heads, d_ff, dropout, norm_first.",
        _handed_on("dropout", "norm_first"),
    ),
    sign(
        NOT_PASSED,
        "a layer takes d_model, n_heads, d_ff, dropout and norm_first, in this "
        "order, all from the configuration.",
        lambda case, seen: (
            (case.aspect in (ARGUMENTS_PASSED, POST) and bool(seen.values))
            or _by_heads(case, seen)
        ),
    ),
)

MASK_KEPT = replace(
    STATE_KEPT,
    shows=lambda case, seen: case.aspect == MASKS and STATE_KEPT.shows(case, seen),  # type: ignore[misc]
)

LAST = (*LATER_SIGNS, INPUT_MODIFIED, GRADIENT_CUT, DTYPE_LOST)
