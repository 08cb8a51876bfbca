"""Typical wrong answers to ``embedding.TiedOutput``."""

import math
from collections.abc import Callable

import torch
from torch import nn
from torch.nn import functional as F

from lernformer.mistakes.embedding.layers import of_axes
from lernformer.mistakes.table import in_steps
from lernformer.probes.aspects import DTYPE


def _own(kind: str) -> Callable:
    return lambda case, seen: kind in seen.facts.get("own", "").split()


class Right(nn.Module):
    """A right answer in steps; each mutant gets one of them wrong."""

    def __init__(self, embedding):
        super().__init__()
        self.keep(embedding)

    def keep(self, embedding):
        self.weight = embedding.weight

    def forward(self, h):
        return h @ self.weight.T


def shows_embedding_overwritten(case, seen):
    return seen.facts.get("embedding") == "changed"


class Probabilities(Right):
    """The output is a distribution."""

    def forward(self, h):
        return super().forward(h).softmax(dim=-1)


class LogProbabilities(Right):
    """The output is log-softmaxed, as in the Annotated Transformer."""

    def forward(self, h):
        return super().forward(h).log_softmax(dim=-1)


class PaddingForbidden(Right):
    """Padding is never the answer."""

    def forward(self, h):
        logits = super().forward(h)
        hidden = torch.arange(logits.size(-1)) == 0
        return logits.masked_fill(hidden, -1e9)


OF_AXES = of_axes(Right)


def shows_two_parameters(case, seen):
    return _own("table")(case, seen) and seen.facts.get("memory") == "shared"


def shows_tied_by_copy(case, seen):
    return case.setting == "follows"


shows_not_tied = _own("table")

shows_bias_added = _own("bias")

shows_extra_projection = _own("layer")


def shows_weight_detached(case, seen):
    return (
        case.setting == "gradient of weight" and "gradient of weight" not in seen.values
    )


def shows_view_kept(case, seen):
    return case.aspect == DTYPE and "raises Runtime" in seen.trouble


MISTAKES = in_steps(globals(), Right)
