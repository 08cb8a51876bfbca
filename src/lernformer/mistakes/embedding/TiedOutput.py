"""Typical wrong answers to ``embedding.TiedOutput``."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from lernformer.mistakes.embedding.layers import of_axes
from lernformer.mistakes.table import in_steps
from lernformer.probes.case import Observation


def _own(seen: Observation) -> list[str]:
    """The kinds of parameters that the output layer has of its own."""
    return seen.facts.get("own", "").split()


class Right(nn.Module):
    """A right answer in steps. Each wrong answer gets one of these steps wrong."""

    def __init__(self, embedding):
        super().__init__()
        self.keep(embedding)

    def keep(self, embedding):
        self.weight = embedding.weight

    def forward(self, h):
        return h @ self.weight.T


OF_AXES = of_axes(Right)


MISTAKES = in_steps(globals(), Right)
