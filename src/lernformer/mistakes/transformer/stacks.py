"""Mistakes that several tasks of the chapter share."""

from dataclasses import replace

import numpy as np
from torch import nn

from lernformer.mistakes.common import (
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    STATE_KEPT,
)
from lernformer.mistakes.table import in_steps, mistakes
from lernformer.mistakes.transformer.layers import not_a_tensor
from lernformer.probes.case import Case, Observation
from lernformer.probes.transformer.common import MASKS, POST
from lernformer.probes.transformer.stacks import ARGUMENTS
from lernformer.residual_norm import LayerNorm
from lernformer.transformer import DecoderLayer, EncoderLayer

MADE_WITH = ("d_model", "n_heads", "d_ff", "dropout", "norm_first")


class StackInSteps(nn.Module):
    """A right stack. Each mistake of stacks.txt changes one of its steps."""

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
    """Run all layers, with the norm after each."""
    for layer in stack.layers:
        x = stack.norm(layer(x, *context))
    return x


def turned(stack, x, *context):
    """Reverse the order of the layers, and run them."""
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


def made_otherwise(case: Case, seen: Observation) -> set[str]:
    """The arguments of the first layer that differ from the configuration's."""
    made = seen.values.get(ARGUMENTS, np.zeros((0, 5)))
    return {
        name
        for got, name in zip(made[:1].ravel(), MADE_WITH, strict=False)
        if got != case.inputs[name]
    }


SIGNS = mistakes(globals(), "stacks.signs.txt")

LATER_SIGNS = mistakes(globals(), "stacks.later.txt")

MASK_KEPT = replace(
    STATE_KEPT,
    shows=lambda case, seen: case.aspect == MASKS and STATE_KEPT.shows(case, seen),  # type: ignore[misc]
)

LAST = (*LATER_SIGNS, INPUT_MODIFIED, GRADIENT_CUT, DTYPE_LOST)
