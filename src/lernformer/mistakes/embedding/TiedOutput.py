"""Typical wrong answers to ``embedding.TiedOutput``."""

import math
from collections.abc import Callable

import torch
from torch import nn
from torch.nn import functional as F

from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
)
from lernformer.mistakes.embedding.layers import SUPER_INIT, of_axes
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.aspects import DTYPE

MISTAKES = Catalogue()


def _own(kind: str) -> Callable:
    return lambda case, seen: kind in seen.facts.get("own", "").split()


PADDING_LEFT_OUT = (
    "padding has no logit of its own; it is a row of the weight like others."
)


class Right(nn.Module):
    """A right answer in steps; each mutant gets one of them wrong."""

    def __init__(self, embedding):
        super().__init__()
        self.keep(embedding)

    def keep(self, embedding):
        self.weight = embedding.weight

    def forward(self, h):
        return h @ self.weight.T


MISTAKES += (INPUT_MODIFIED, SUPER_INIT)

MISTAKES.sign(
    "weight_not_found",
    "the course's embedding holds its vectors as `weight`: embedding.weight; give "
    "yours that name, too, and the two fit.",
    fails("'TokenEmbedding' object has no attribute"),
)

MISTAKES.sign(
    "embedding_overwritten",
    "the embedding itself is changed: its vectors are trained, or will be; take "
    "its weight over as it is.",
    lambda case, seen: seen.facts.get("embedding") == "changed",
)


@MISTAKES.answer(
    "softmaxed", "a softmax is applied; logits are raw, the loss does the rest."
)
class Probabilities(Right):
    """The output is a distribution."""

    def forward(self, h):
        return super().forward(h).softmax(dim=-1)


@MISTAKES.answer(
    "softmaxed", "a softmax is applied, and along the length; logits are raw."
)
class OverTheLength(Right):
    """The output is a distribution along the sentence."""

    def forward(self, h):
        return super().forward(h).softmax(dim=-2)


@MISTAKES.answer(
    "log_softmaxed", "a log-softmax is applied; logits are raw, the loss does the rest."
)
class LogProbabilities(Right):
    """The output is log-softmaxed, as in the Annotated Transformer."""

    def forward(self, h):
        return super().forward(h).log_softmax(dim=-1)


@MISTAKES.answer(
    "ids_returned",
    "these are the ids of the most likely words; the logits are asked for.",
)
class MostLikelyWord(Right):
    """From vectors back to words."""

    def forward(self, h):
        return super().forward(h).argmax(dim=-1)


@MISTAKES.answer(
    "scaled_by_sqrt_d",
    "the logits are multiplied by √d_model; that is for the input side only.",
)
class Scaled(Right):
    """What holds for the input holds for the output."""

    def forward(self, h):
        return h @ self.weight.T * math.sqrt(h.size(-1))


@MISTAKES.answer(
    "divided_by_sqrt_d",
    "the logits are divided by √d_model, as in attention; here they are not.",
    seen="course",
)
class Divided(Right):
    """As in attention."""

    def forward(self, h):
        return h @ self.weight.T / math.sqrt(h.size(-1))


@MISTAKES.answer(
    "cosine_for_dot_product",
    "this is the cosine; the logit is the dot product, lengths and all.",
)
class Cosines(Right):
    """Compares directions."""

    def forward(self, h):
        return F.normalize(h, dim=-1) @ F.normalize(self.weight, dim=-1).T


@MISTAKES.answer("activation_added", "a ReLU is applied; logits may be negative.")
class Rectified(Right):
    """A layer needs an activation."""

    def forward(self, h):
        return super().forward(h).relu()


@MISTAKES.answer("activation_added", "a sigmoid is applied; logits are raw.")
class Squashed(Right):
    """A word is likely or not: between 0 and 1."""

    def forward(self, h):
        return super().forward(h).sigmoid()


@MISTAKES.answer("padding_left_out", PADDING_LEFT_OUT)
class PaddingForbidden(Right):
    """Padding is never the answer."""

    def forward(self, h):
        logits = super().forward(h)
        hidden = torch.arange(logits.size(-1)) == 0
        return logits.masked_fill(hidden, -1e9)


@MISTAKES.answer("padding_left_out", PADDING_LEFT_OUT)
class RealWordsOnly(Right):
    """Padding has no logit."""

    def forward(self, h):
        return h @ self.weight[1:].T


MISTAKES += of_axes(Right)


@MISTAKES.answer(
    "last_position_only",
    "there are logits for the last position only; each position has some.",
)
class LastPosition(Right):
    """Only the last position predicts."""

    def forward(self, h):
        return super().forward(h)[..., -1, :]


@MISTAKES.answer(
    "weight_not_transposed",
    "the weight is not transposed; it is (V, d_model), so the features of h meet its "
    "rows: h @ weight.T.",
)
class NotTransposed(Right):
    """h @ E."""

    def forward(self, h):
        return h @ self.weight


MISTAKES.sign(
    "weight_not_transposed",
    "the weight is not transposed; it is (V, d_model), so the features of h meet "
    "its rows: h @ weight.T.",
    fails("cannot be multiplied"),
)

MISTAKES.sign(
    "embedding_called",
    "embedding(h) looks up ids, and h holds vectors; the product with its weight is "
    "asked for: h @ embedding.weight.T.",
    fails("tensors used as indices must be"),
)

MISTAKES.sign(
    "matrices_only",
    "torch.mm multiplies two matrices alone; @ takes (B, L, d) as well.",
    fails("must be a matrix"),
)

MISTAKES.sign(
    "two_parameters",
    "the numbers are shared in memory, but a second parameter is made, which the "
    "gradient reaches in place of the first; assign embedding.weight itself.",
    lambda case, seen: (
        _own("table")(case, seen) and seen.facts.get("memory") == "shared"
    ),
)

MISTAKES.sign(
    "tied_by_copy",
    "the weight is copied: equal at the start, it then goes its own way; assign "
    "embedding.weight itself, one parameter for both.",
    lambda case, seen: case.setting == "follows",
    seen="course",
)

MISTAKES.sign(
    "not_tied",
    "there is a weight of its own; use the embedding's.",
    _own("table"),
)

MISTAKES.sign(
    "bias_added",
    "there is a bias; the logit is the dot product and nothing else.",
    _own("bias"),
)

MISTAKES.sign(
    "extra_projection",
    "there is another layer; the logit is the dot product of h and the row.",
    _own("layer"),
)

MISTAKES.sign(
    "weight_detached",
    "no gradient reaches the embedding's weight: .data and .detach() cut it off.",
    lambda case, seen: (
        case.setting == "gradient of weight" and "gradient of weight" not in seen.values
    ),
)

MISTAKES.sign(
    "view_kept",
    "weight.T is computed once, in __init__: it stays behind when the model moves "
    "to another dtype or device. Transpose in forward.",
    lambda case, seen: case.aspect == DTYPE and "raises Runtime" in seen.trouble,
)

MISTAKES += (AXES_SQUEEZED, GRADIENT_CUT, DTYPE_LOST)
