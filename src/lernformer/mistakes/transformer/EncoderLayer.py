"""Typical wrong answers to ``transformer.EncoderLayer``."""

import torch

from lernformer.mistakes.table import in_steps
from lernformer.mistakes.transformer.layers import (
    EncoderLayerInSteps as Right,
)
from lernformer.mistakes.transformer.layers import _signs

SIGNS = _signs(attentions=1)


class NoMask(Right):
    """All tokens may be seen."""

    def attend(self, h, mask):
        return super().attend(h, None)


class NoFuture(Right):
    """A look-ahead mask for the encoder, too."""

    def attend(self, h, mask):
        length = h.size(1)
        past = torch.ones(length, length, dtype=torch.bool).tril()
        return super().attend(h, past if mask is None else mask & past)


class FirstNormTwice(Right):
    """Two are made, and one is used twice."""

    def pre(self, i, x, f):
        return super().pre(0, x, f)

    def post(self, i, x, f):
        return super().post(0, x, f)


class QueryNormed(Right):
    """Keys and values are taken as they come."""

    def forward(self, x, src_mask=None):
        if not self.norm_first:
            return super().forward(x, src_mask)
        attended = self.attentions[0](self.norms[0](x), x, x, src_mask)[0]
        return self.pre(1, x + self.dropout(attended), self.transform)


MISTAKES = in_steps(globals(), Right)
