"""Typical wrong answers to ``embedding.TokenEmbedding``."""

import math
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
    sign,
)
from lernformer.mistakes.embedding.layers import SUPER_INIT, _common, _formulas
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.TokenEmbedding import PADDING, START
from lernformer.probes.values import plain, tensors


def _vectors(x: dict, before: Callable) -> Tensor:
    d_model = x["weight"].size(1)
    return F.embedding(before(x["ids"]), x["weight"]) * math.sqrt(d_model)


_embedding = _formulas(_vectors)


def _scaled(by: Callable) -> Callable:
    """Scaled by something else in place of √d_model."""

    def change(y: Tensor, x: dict) -> Tensor:
        return y / math.sqrt(x["d_model"]) * by(x)

    return change


def _words_in_all(x: dict) -> Tensor:
    """(L) where no sentence has padding."""
    return (x["ids"] != x["pad_id"]).reshape(-1, x["ids"].size(-1)).all(0)


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


MISTAKES = (
    INPUT_MODIFIED,
    SUPER_INIT,
    sign(
        "one_row_too_many",
        "the weight has a row too many; padding is one of the vocab_size ids.",
        _one_row_more,
    ),
    sign(
        "not_a_parameter",
        "the vectors are no parameter of the module (a plain tensor, a buffer, a layer "
        "in a list or made in forward), so that no optimiser sees them; assign an "
        "nn.Parameter or an nn.Embedding to self, in __init__.",
        fails("its parameters have the shapes []"),
    ),
    sign(
        "arguments_swapped",
        "vocab_size and d_model are swapped: first the rows, then the features.",
        _vocabulary_for_features,
    ),
    sign(
        "weight_scaled_in_place",
        "forward changes the weight itself, so that it grows with each call; scale the "
        "result.",
        lambda case, seen: (
            seen.facts.get("weight") == "changed"
            and "output" in seen.values
            and case.setting == "second call"
        ),
    ),
    sign(
        "max_norm",
        "the rows are cut to a largest length: leave out max_norm.",
        lambda case, seen: seen.facts.get("weight") == "changed" and not case.setting,
    ),
    _embedding(
        "no_scale",
        "the vectors are not scaled; multiply them by √d_model in forward.",
        _scaled(lambda x: 1.0),
    ),
    _embedding(
        "divided_by_sqrt_d",
        "the vectors are divided by √d_model, as scores in attention are; here they "
        "are multiplied.",
        _scaled(lambda x: x["d_model"] ** -0.5),
    ),
    _embedding(
        "scaled_by_d",
        "the vectors are multiplied by d_model, or by its root twice; multiply them by "
        "√d_model once.",
        _scaled(lambda x: x["d_model"]),
    ),
    _embedding(
        "divided_by_d",
        "the vectors are divided by d_model; multiply them by its square root.",
        _scaled(lambda x: 1 / x["d_model"]),
    ),
    _embedding(
        "scaled_by_sqrt_length",
        "the scale is √L; it is the root of the features, √d_model.",
        _scaled(lambda x: math.sqrt(x["ids"].size(-1))),
    ),
    _embedding(
        "scaled_by_sqrt_vocab_size",
        "the scale is √vocab_size; it is the root of the features, √d_model.",
        _scaled(lambda x: math.sqrt(x["vocab_size"])),
    ),
    _embedding(
        "vectors_normalised",
        "the vectors are brought to one length; only scale them.",
        lambda y, x: F.normalize(y, dim=-1) * math.sqrt(x["d_model"]),
    ),
    sign(
        "dropout_added",
        "some numbers are 0 and the others too large: there is dropout, which belongs "
        "behind the positional encoding.",
        lambda case, seen: _some_dropped(case, seen),
    ),
    *_common(_embedding),
    _embedding(
        "length_reversed",
        "each sentence runs backwards.",
        before=lambda ids: ids.flip(-1),
    ),
    _embedding(
        "counted_from_one",
        "these are the rows beside the right ones; ids count from 0.",
        before=lambda ids: ids - (ids > 0).long(),
    ),
    *(
        _embedding(
            "words_averaged",
            "the words of a sentence are put into one vector; each keeps its own.",
            change,
        )
        for change in (lambda y, x: y.mean(-2), lambda y, x: y.sum(-2))
    ),
    _embedding(
        "pad_masked_across_batch",
        "a position that is padding in one sentence is zero in all; each sentence has "
        "its own padding.",
        lambda y, x: y * _words_in_all(x)[:, None],
    ),
    _embedding(
        "positions_added",
        "the same word has other vectors at other places; positions come in the next "
        "chapter.",
        lambda y, x: y + torch.sin(torch.arange(y.size(-2))[:, None].to(y)),
    ),
    sign(
        "pad_id_ignored",
        "padding has another id than pad_id: pass pad_id on, as padding_idx.",
        lambda case, seen: case.setting == "fresh" and _zero_elsewhere(case, seen),
    ),
    sign(
        "pad_id_default",
        "pad_id is 0 by default.",
        lambda case, seen: case.setting == "fresh, default pad_id",
    ),
    sign(
        "pad_row_not_zero",
        "padding's vector is not zero: padding_idx=pad_id makes it so; if you draw the "
        "rows yourself, set that row to 0 afterwards.",
        _not_at_start,
    ),
    sign(
        "pad_row_trained",
        "padding's vector is zero at the start and then learns with the others: "
        "padding_idx=pad_id stops its gradient.",
        lambda case, seen: case.setting == "trained" and case.aspect == PADDING,
    ),
    sign(
        "all_rows_zero",
        "all vectors start at zero, so that no word differs from another; draw them at "
        "random.",
        _alike(0),
    ),
    sign(
        "all_rows_alike",
        "words start with the same vector and get no different ones by it; draw them "
        "at random.",
        _alike(1),
    ),
    sign(
        "frozen",
        "the vectors do not learn: requires_grad is False.",
        lambda case, seen: seen.facts.get("frozen") == "yes",
    ),
    sign(
        "gradient_by_frequency",
        "the gradient of a word is divided by how often it occurs: leave out "
        "scale_grad_by_freq.",
        lambda case, seen: _frequency_ignored(case, seen),
    ),
    sign(
        "extra_parameters",
        "something beside the vectors learns (a bias, or the scale): √d_model is fixed "
        "and padding stays zero.",
        lambda case, seen: seen.facts.get("parameters", "1") != "1",
    ),
    AXES_SQUEEZED,
    GRADIENT_CUT,
    DTYPE_LOST,
)


def _some_dropped(case: Case, seen: Observation) -> bool:
    x = case.inputs
    output = seen.values.get("output")
    if output is None or "upstream" in x or output.shape[:-1] != x["ids"].shape:
        return False
    right = plain(_vectors(tensors(case), lambda ids: ids))
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
    output = _vectors(x | {"weight": weight}, lambda ids: ids)
    (right,) = torch.autograd.grad(output, weight, x["upstream"])
    times = torch.bincount(x["ids"].flatten(), minlength=len(weight)).clamp(min=1)
    wrong = np.delete(plain(right / times[:, None]), x["pad_id"], axis=0)
    return wrong.shape == seen.values[name].shape and np.allclose(
        wrong, seen.values[name], atol=1e-4
    )
