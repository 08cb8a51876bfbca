"""Mistakes that several tasks of the chapter share."""

import re
from collections.abc import Callable, Container
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from lernformer.attention import MultiHeadAttention
from lernformer.mistakes.common import DTYPE_LOST, GRADIENT_CUT, INPUT_MODIFIED, sign
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import in_steps, mistakes
from lernformer.mistakes.transformer.common import SUPER_INIT
from lernformer.probes.case import Case, Observation
from lernformer.probes.transformer.common import ONES
from lernformer.probes.transformer.layers import probe_layer
from lernformer.residual_norm import FeedForward, LayerNorm, RMSNorm

SAME_NORM = (
    "same_norm_twice",
    "Several sublayers share one norm (or one residual connection). Each sublayer "
    "needs its own γ and β.",
)

NO_RESIDUAL = (
    "no_residual",
    "The code doesn't add the input x. Put each sublayer inside a residual connection, "
    "which adds x to what the sublayer returns.",
)

NORM_SKIPPED = (
    "norm_skipped",
    "The code doesn't use the result of a norm. In pre-norm, every sublayer reads "
    "norm(x). "
    "Inside a residual connection, norm(x) reaches your function as its argument h, "
    "so write lambda h: attention(h, …), not attention(x, …).",
)

HEADS_IGNORED = "The number of heads isn't n_heads. Pass n_heads on to the attention."


class LayerInSteps(nn.Module):
    """A right layer. Each mistake of layers.txt changes one of its steps."""

    n_attentions: int

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.attentions = nn.ModuleList(
            MultiHeadAttention(d_model, heads) for heads in self.heads(n_heads)
        )
        self.network = FeedForward(d_model, d_ff)
        norms = range(self.n_attentions + 1)
        self.norms = nn.ModuleList(self.norm(d_model) for _ in norms)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def heads(self, n_heads):
        return [n_heads] * self.n_attentions

    def norm(self, d_model):
        return LayerNorm(d_model)

    def forward(self, x, *context):
        for i, f in enumerate(self.sublayers(*context)):
            x = self.pre(i, x, f) if self.norm_first else self.post(i, x, f)
        return x

    def pre(self, i, x, f):
        return x + self.dropout(f(self.norms[i](x)))

    def post(self, i, x, f):
        return self.norms[i](x + self.dropout(f(x)))

    def transform(self, h):
        return self.network(h)


class EncoderLayerInSteps(LayerInSteps):
    n_attentions = 1

    def sublayers(self, src_mask=None):
        return [lambda h: self.attend(h, src_mask), self.transform]

    def attend(self, h, mask):
        return self.attentions[0](h, h, h, mask)[0]


class DecoderLayerInSteps(LayerInSteps):
    n_attentions = 2

    def sublayers(self, memory, tgt_mask=None, src_mask=None):
        return [
            lambda h: self.look_back(h, tgt_mask, src_mask),
            lambda h: self.look_across(h, memory, tgt_mask, src_mask),
            self.transform,
        ]

    def look_back(self, h, tgt_mask, src_mask):
        return self.attentions[0](h, h, h, tgt_mask)[0]

    def look_across(self, h, memory, tgt_mask, src_mask):
        return self.attentions[1](h, memory, memory, src_mask)[0]


ENCODER, DECODER = Catalogue(), Catalogue()
RIGHT = ((ENCODER, EncoderLayerInSteps), (DECODER, DecoderLayerInSteps))


def step(branch: str, id: str, cause: str, seen: str = "made up") -> Callable:
    """Register a wrong step of pre-norm or post-norm, in both kinds of layer.

    There is one mistake with the step in all sublayers, and one for each sublayer.
    """

    def register(wrong: Callable) -> Callable:
        for known, right in RIGHT:
            every = range(right.n_attentions + 1)
            for places in (every, *([i] for i in every)):
                made: dict[str, Any] = {
                    branch: _only_at(places, wrong, getattr(right, branch))
                }
                made["__doc__"] = wrong.__doc__
                answer = type(wrong.__name__, (right,), made)
                known.answer(id, cause, seen)(answer)
        return wrong

    return register


def _only_at(places: Container[int], wrong: Callable, right: Callable) -> Callable:
    return lambda self, i, x, f: (wrong if i in places else right)(self, i, x, f)


@step("pre", *NO_RESIDUAL, seen="course")
def one_after_the_other(layer, i, x, f):
    """The sublayers simply run one after the other."""
    return layer.dropout(f(layer.norms[i](x)))


@step("post", *NO_RESIDUAL)
def one_norm_after_the_other(layer, i, x, f):
    """The sublayers run one after the other, with a norm after each."""
    return layer.norms[i](layer.dropout(f(x)))


@step("pre", *NORM_SKIPPED, seen="issue")
def not_normed(layer, i, x, f):
    """Once the norms are made in __init__, they take effect by themselves."""
    return x + layer.dropout(f(x))


@step("pre", *NORM_SKIPPED, seen="course")
def lambda_of_x(layer, i, x, f):
    """x is already normed inside lambda h: attention(x, x, x, mask)[0]."""
    layer.norms[i](x)
    return x + layer.dropout(f(x))


@step(
    "pre",
    "doubled",
    "The code adds x twice. Leave it out, because the residual connection already adds "
    "it.",
    seen="course",
)
def added_again(layer, i, x, f):
    """The way around still has to be added, x + residual(x, …)."""
    return x + x + layer.dropout(f(layer.norms[i](x)))


@step(
    "post",
    "norm_skipped",
    "The code creates a norm but doesn't use it. In post-norm, every sum passes "
    "through a norm: norm(x + sublayer(x)).",
)
def sum_not_normed(layer, i, x, f):
    """In post-norm, the sums need no norm."""
    return x + layer.dropout(f(x))


@step(
    "post",
    "norm_first_ignored",
    "A sublayer uses pre-norm even with norm_first=False. Pass norm_first on to every "
    "residual connection.",
    seen="course",
)
def always_pre_norm(layer, i, x, f):
    """The argument norm_first needn't be passed on."""
    return layer.pre(i, x, f)


for known, right in RIGHT:
    known += in_steps(globals(), right)


def _never_dropped(case: Case, seen: Observation) -> bool:
    same = seen.values.get("added")
    if same is None:
        return "same" in seen.facts
    return np.allclose(same, case.inputs["bias"])


def _other_share(case: Case, seen: Observation) -> bool:
    """Whether what is kept grows as if a different share were dropped."""
    if "added" not in seen.values:
        return False
    factors = (seen.values["added"] / case.inputs["bias"]).reshape(-1)
    kept = factors[np.abs(factors) > 1e-6]
    right = (1 - case.inputs["dropout"]) ** -np.arange(1, 4.0)
    return (
        0 < len(kept) < len(factors)
        and np.ptp(kept) < 1e-3
        and not np.isclose(kept[0], right, atol=1e-3).any()
    )


def _x_dropped(case: Case, seen: Observation) -> bool:
    """Whether anything besides what the sublayer adds has changed."""
    if "off" in seen.values:
        return bool(seen.values["off"].max() > case.tolerance)
    if "added" not in seen.values:
        return False
    added, p = seen.values["added"], case.inputs["dropout"]
    factors = (added / case.inputs["bias"]).reshape(-1)
    few = {0, *((1 - p) ** -k for k in (1, 2, 3))}
    return not all(np.isclose(list(few), x, atol=1e-3).any() for x in factors[:200])


def not_a_tensor(case: Case, seen: Observation) -> bool:
    """Whether there is a result that is not a tensor."""
    found = "output should be a torch.Tensor" in seen.trouble
    return found and "got None" not in seen.trouble


def _five_axes(case: Case, seen: Observation) -> bool:
    """Whether a mask has one axis too many."""
    return re.search(r"mask \((\d+, ){4}\d+\) does not", seen.trouble) is not None


def _other_width(case: Case, seen: Observation) -> bool:
    """Whether a layer maps d_model features to a number other than d_ff, or back."""
    found = re.search(r"learns \S+ of shape \((\d+), (\d+)\)", seen.trouble)
    sizes = set(map(int, found.groups())) if found else set()
    d = case.inputs["d_model"]
    several = {d, 2 * d}, {d, 3 * d}  # several projections of an attention in one
    return len(sizes) == 2 and d in sizes and sizes not in several


def signs(attentions: int) -> Catalogue:
    """How mistakes show in a layer with so many attentions."""
    counts = {"attentions": attentions, "norms": attentions + 1}
    return mistakes({**globals(), **counts}, "layers.signs.txt")


def _same_when(case: Case, seen: Observation, **changes: Any) -> bool:
    case = Case(case.aspect, {**case.inputs, **changes}, setting="")
    right = DecoderLayerInSteps if "memory" in case.inputs else EncoderLayerInSteps
    output = probe_layer(right, case).values["output"]
    got = seen.values.get("output")
    return got is not None and got.shape == output.shape and np.allclose(got, output)


SQUEEZED = sign(
    "axes_squeezed",
    "squeeze() drops every axis of length 1, even one that means something. Name the "
    "axis that you want to drop.",
    lambda case, seen: case.aspect == ONES,
)

LAST = (INPUT_MODIFIED, SQUEEZED, GRADIENT_CUT, DTYPE_LOST)
