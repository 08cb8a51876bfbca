"""Typical wrong answers to ``embedding.TokenEmbedding``."""

import math
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn
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
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.TokenEmbedding import PADDING, SPARSE, START
from lernformer.probes.modules import AT_START, LARGEST_AT_START
from lernformer.probes.values import plain, tensors

MISTAKES = Catalogue()


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


def _alike(vectors: int) -> Callable:
    return lambda case, seen: (
        case.aspect == START
        and "words with a vector of their own" in seen.values
        and seen.values["words with a vector of their own"] == vectors
    )


def _not_at_start(case: Case, seen: Observation) -> bool:
    start = seen.values.get("padding's vector", np.zeros(1))
    return case.setting == "fresh" and case.aspect == PADDING and bool(start.any())


def _zero_elsewhere(case: Case, seen: Observation) -> bool:
    """Whether another row than padding's is zero."""
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
    """Whether the gradient is right but for each word's number of occurrences."""
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


WORDS_AVERAGED = "the words of a sentence are put into one vector; each keeps its own."


class Right(nn.Module):
    """A right answer in steps; each mutant gets one of them wrong."""

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


MISTAKES += (INPUT_MODIFIED, SUPER_INIT)

MISTAKES.sign(
    "one_row_too_many",
    "the weight has a row too many; padding is one of the vocab_size ids.",
    _one_row_more,
)

MISTAKES.sign(
    "not_a_parameter",
    "the vectors are no parameter of the module (a plain tensor, a buffer, a layer "
    "in a list or made in forward), so that no optimiser sees them; assign an "
    "nn.Parameter or an nn.Embedding to self, in __init__.",
    fails("its parameters have the shapes []"),
)

MISTAKES.sign(
    "ids_for_vectors",
    "a linear layer meets the ids themselves; it takes vectors, one-hot ones. An id is "
    "looked up: nn.Embedding.",
    _layer_of_ids,
)

MISTAKES.sign(
    "arguments_swapped",
    "vocab_size and d_model are swapped: first the rows, then the features.",
    _vocabulary_for_features,
)

MISTAKES.sign(
    "weight_scaled_in_place",
    "forward changes the weight itself, so that it grows with each call; scale the "
    "result.",
    lambda case, seen: (
        seen.facts.get("weight") == "changed"
        and "output" in seen.values
        and case.setting == "second call"
    ),
)

MISTAKES.sign(
    "max_norm",
    "the rows are cut to a largest length: leave out max_norm.",
    lambda case, seen: seen.facts.get("weight") == "changed" and not case.setting,
)


@MISTAKES.answer(
    "no_scale",
    "the vectors are not scaled; multiply them by √d_model in forward.",
    seen="course",
)
class NotScaled(Right):
    """The rows are the vectors."""

    def scale(self, x):
        return x


@MISTAKES.answer(
    "divided_by_sqrt_d",
    "the vectors are divided by √d_model, as scores in attention are; here they are "
    "multiplied.",
    seen="course",
)
class Divided(Right):
    """As in attention: divided by √d."""

    def scale(self, x):
        return x / math.sqrt(self.d_model)


@MISTAKES.answer(
    "scaled_by_d",
    "the vectors are multiplied by d_model, or by its root twice; multiply them by "
    "√d_model once.",
    seen="course",
)
class TimesD(Right):
    """Multiplied by d."""

    def scale(self, x):
        return x * self.d_model


@MISTAKES.answer(
    "divided_by_d",
    "the vectors are divided by d_model; multiply them by its square root.",
)
class DividedByD(Right):
    """Divided by d."""

    def scale(self, x):
        return x / self.d_model


@MISTAKES.answer(
    "scaled_by_sqrt_length",
    "the scale is √L; it is the root of the features, √d_model.",
)
class TimesRootOfLength(Right):
    """The last axis but one is d."""

    def scale(self, x):
        return x * math.sqrt(x.size(-2))


@MISTAKES.answer(
    "scaled_by_sqrt_vocab_size",
    "the scale is √vocab_size; it is the root of the features, √d_model.",
)
class TimesRootOfV(Right):
    """The first size of the weight."""

    def scale(self, x):
        return x * math.sqrt(self.embedding.weight.size(0))


@MISTAKES.answer("root_rounded", "√d_model is rounded; multiply by math.sqrt(d_model).")
class TimesWholeRoot(Right):
    """A factor is a whole number."""

    def scale(self, x):
        return x * int(math.sqrt(self.d_model))


@MISTAKES.answer("scale_added", "√d_model is added; multiply by it.")
class PlusRoot(Right):
    """Vectors are moved by √d."""

    def scale(self, x):
        return x + math.sqrt(self.d_model)


@MISTAKES.answer(
    "scaled_in_training_only",
    "after .eval() the vectors are not scaled; √d_model belongs to them always.",
)
class ScaledInTraining(Right):
    """Scaling helps learning, as dropout does."""

    def scale(self, x):
        return super().scale(x) if self.training else x


@MISTAKES.answer(
    "vectors_normalised", "the vectors are brought to one length; only scale them."
)
class UnitVectors(Right):
    """All vectors have length √d."""

    def scale(self, x):
        return super().scale(F.normalize(x, dim=-1))


MISTAKES.sign(
    "dropout_added",
    "some numbers are 0 and the others too large: there is dropout, which belongs "
    "behind the positional encoding.",
    _some_dropped,
)

MISTAKES += of_axes(Right)


@MISTAKES.answer("length_reversed", "each sentence runs backwards.")
class WordsFlipped(Right):
    """Each sentence from its end."""

    def forward(self, ids):
        return super().forward(ids.flip(-1))


@MISTAKES.answer(
    "counted_from_one", "these are the rows beside the right ones; ids count from 0."
)
class IdsFromOne(Right):
    """The first word is number one."""

    def forward(self, ids):
        return super().forward(ids - (ids > 0).long())


@MISTAKES.answer("words_averaged", WORDS_AVERAGED)
class BagOfWords(Right):
    """A sentence has one vector."""

    def forward(self, ids):
        return super().forward(ids).mean(dim=-2)


@MISTAKES.answer("words_averaged", WORDS_AVERAGED)
class SumOfWords(Right):
    """A sentence is the sum of its words."""

    def forward(self, ids):
        return super().forward(ids).sum(dim=-2)


@MISTAKES.answer(
    "pad_masked_across_batch",
    "a position that is padding in one sentence is zero in all; each sentence has "
    "its own padding.",
)
class HidesPositions(Right):
    """Where one sentence is padded, all are."""

    def forward(self, ids):
        words = (ids != self.pad_id).reshape(-1, ids.size(-1)).all(dim=0)
        return super().forward(ids) * words.unsqueeze(-1)


@MISTAKES.answer(
    "positions_added",
    "the same word has other vectors at other places; positions come in the next "
    "chapter.",
)
class WithPositions(Right):
    """Embeddings carry their positions."""

    def scale(self, x):
        positions = torch.arange(x.size(-2), dtype=x.dtype).unsqueeze(-1)
        return super().scale(x) + torch.sin(positions)


MISTAKES.sign(
    "pad_id_ignored",
    "padding has another id than pad_id: pass pad_id on, as padding_idx.",
    lambda case, seen: case.setting == "fresh" and _zero_elsewhere(case, seen),
)

MISTAKES.sign(
    "pad_id_default",
    "pad_id is 0 by default.",
    lambda case, seen: case.setting == "fresh, default pad_id",
)

MISTAKES.sign(
    "pad_row_not_zero",
    "padding's vector is not zero: padding_idx=pad_id makes it so; if you draw the "
    "rows yourself, set that row to 0 afterwards.",
    _not_at_start,
    seen="course",
)

MISTAKES.sign(
    "pad_row_trained",
    "padding's vector is zero at the start and then learns with the others: "
    "padding_idx=pad_id stops its gradient.",
    lambda case, seen: case.setting == "trained" and case.aspect == PADDING,
    seen="course",
)

MISTAKES.sign(
    "all_rows_zero",
    "all vectors start at zero, so that no word differs from another; draw them at "
    "random.",
    _alike(0),
)

MISTAKES.sign(
    "all_rows_alike",
    "words start with the same vector and get no different ones by it; draw them "
    "at random.",
    _alike(1),
)

MISTAKES.sign(
    "frozen",
    "the vectors do not learn: requires_grad is False.",
    lambda case, seen: seen.facts.get("frozen") == "yes",
)

MISTAKES.sign(
    "gradient_by_frequency",
    "the gradient of a word is divided by how often it occurs: leave out "
    "scale_grad_by_freq.",
    _frequency_ignored,
)

MISTAKES.sign(
    "extra_parameters",
    "something beside the vectors learns (a bias, or the scale): √d_model is fixed "
    "and padding stays zero.",
    lambda case, seen: seen.facts.get("parameters", "1") != "1",
)

MISTAKES.sign(
    "starts_large",
    "the rows start too large: with TiedOutput the logits begin in the dozens, and the "
    "first loss far above that of guessing; draw the rows from N(0, 1) and divide them "
    "by √d_model.",
    lambda case, seen: seen.values.get(AT_START, 0) > LARGEST_AT_START,
    seen="course",
)

MISTAKES.sign(
    "weight_unnamed",
    "TiedOutput reads the rows as embedding.weight: keep them as self.weight, an "
    "nn.Parameter (vocab_size, d_model), or let a property weight return them.",
    fails("as the parameter weight of shape"),
    seen="course",
)

MISTAKES.sign(
    "sparse_gradient",
    "sparse=True saves memory in tables far larger than ours, and torch.optim.Adam "
    "refuses it: leave it out.",
    lambda case, seen: seen.facts.get(SPARSE) == "sparse",
)

MISTAKES += (AXES_SQUEEZED, GRADIENT_CUT, DTYPE_LOST)
