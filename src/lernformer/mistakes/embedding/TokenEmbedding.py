"""Typical wrong answers to ``embedding.TokenEmbedding``."""

import math

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lernformer.mistakes.embedding.layers import of_axes
from lernformer.mistakes.table import in_steps
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.TokenEmbedding import PADDING, START
from lernformer.probes.modules import AT_START, LARGEST_AT_START, SMALLEST_AT_START
from lernformer.probes.values import plain, tensors


def _vectors(x: dict) -> Tensor:
    return F.embedding(x["ids"], x["weight"]) * math.sqrt(x["d_model"])


def _layer_of_ids(case: Case, seen: Observation) -> bool:
    """Whether ids (B, L) met a weight (V, d) in a product."""
    sizes = (
        *case.inputs["ids"].shape,
        case.inputs["vocab_size"],
        case.inputs["d_model"],
    )
    met = "({}x{} and {}x{})".format(*sizes)
    return met in seen.trouble or "got Long and" in seen.trouble


def _vocabulary_for_features(case: Case, seen: Observation) -> bool:
    output = seen.values.get("output", np.zeros(0))
    return output.ndim > 1 and output.shape[-1] == case.inputs["vocab_size"]


def _one_row_more(case: Case, seen: Observation) -> bool:
    x = case.inputs
    return f"[({x['vocab_size'] + 1}, {x['d_model']})]" in seen.trouble


def _vectors_at_start(case: Case, seen: Observation) -> np.ndarray | None:
    """How many different vectors a fresh layer has for its words, if this case asks."""
    name = "words with a vector of their own"
    return seen.values.get(name) if case.aspect == START else None


def _not_at_start(case: Case, seen: Observation) -> bool:
    start = seen.values.get("padding's vector", np.zeros(1))
    return case.setting == "fresh" and case.aspect == PADDING and bool(start.any())


def _zero_elsewhere(case: Case, seen: Observation) -> bool:
    """Whether exactly one row is zero, and it isn't padding's."""
    zeros = seen.facts.get("zero rows", "").split()
    return len(zeros) == 1 and zeros != [str(case.inputs["pad_id"])]


def _some_dropped(case: Case, seen: Observation) -> bool:
    x = case.inputs
    output = seen.values.get("output")
    if output is None or "upstream" in x or output.shape[:-1] != x["ids"].shape:
        return False
    right = plain(_vectors(tensors(case)))
    kept = (output != 0) & (right != 0)
    factors = output[kept] / right[kept]
    alike = len(factors) and np.allclose(factors, factors[0], rtol=0.05)
    return bool(alike and factors[0] > 1.01)


def _frequency_ignored(case: Case, seen: Observation) -> bool:
    """Whether the gradient is right except for each word's number of occurrences."""
    name = "gradient of weight"
    if name not in seen.values:
        return False
    x = tensors(case)
    weight = x["weight"].clone().requires_grad_()
    output = _vectors(x | {"weight": weight})
    (right,) = torch.autograd.grad(output, weight, x["upstream"])
    times = torch.bincount(x["ids"].flatten(), minlength=len(weight)).clamp(min=1)
    wrong = np.delete(plain(right / times[:, None]), x["pad_id"], axis=0)
    return wrong.shape == seen.values[name].shape and np.allclose(
        wrong, seen.values[name], atol=1e-4
    )


class Right(nn.Module):
    """A right answer in steps. Each wrong answer gets one of these steps wrong."""

    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.d_model, self.pad_id = d_model, pad_id
        self.embedding = self.table(vocab_size, d_model, pad_id)

    def table(self, vocab_size, d_model, pad_id):
        table = nn.Embedding(vocab_size, d_model, padding_idx=pad_id)
        table.weight.data *= d_model**-0.5
        return table

    @property
    def weight(self):
        return self.embedding.weight

    def forward(self, ids):
        return self.scale(self.embedding(ids))

    def scale(self, x):
        return x * math.sqrt(self.d_model)


OF_AXES = of_axes(Right)


MISTAKES = in_steps(globals(), Right)
