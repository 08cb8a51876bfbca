"""Typical wrong answers to ``transformer.EncoderLayer``."""

import torch

from lernformer.mistakes.table import in_steps
from lernformer.mistakes.transformer.layers import (
    EncoderLayerInSteps as Right,
)
from lernformer.mistakes.transformer.layers import signs

SIGNS = signs(attentions=1)


class FirstNormTwice(Right):
    """Two norms are made, and the first is used twice."""

    def pre(self, i, x, f):
        return super().pre(0, x, f)

    def post(self, i, x, f):
        return super().post(0, x, f)


MISTAKES = in_steps(globals(), Right)
