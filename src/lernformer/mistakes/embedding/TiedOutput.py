"""Typical wrong answers to ``embedding.TiedOutput``."""

import math
from collections.abc import Callable

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
from lernformer.probes.aspects import DTYPE


def _logits(x: dict, before: Callable) -> Tensor:
    return before(x["h"]) @ x["weight"].T


_output = _formulas(_logits)


def _cosines(y: Tensor, x: dict) -> Tensor:
    return F.normalize(x["h"], dim=-1) @ F.normalize(x["weight"], dim=-1).T


def _own(kind: str) -> Callable:
    return lambda case, seen: kind in seen.facts.get("own", "").split()


def _hide_padding(y: Tensor, x: dict) -> Tensor:
    return y.masked_fill(torch.arange(y.size(-1)) == 0, -1e9)


MISTAKES = (
    INPUT_MODIFIED,
    SUPER_INIT,
    sign(
        "weight_not_found",
        "an embedding's vectors are its `weight`: embedding.weight.",
        fails("'TokenEmbedding' object has no attribute"),
    ),
    sign(
        "embedding_overwritten",
        "the embedding itself is changed: its vectors are trained, or will be; take "
        "its weight over as it is.",
        lambda case, seen: seen.facts.get("embedding") == "changed",
    ),
    _output(
        "softmaxed",
        "a softmax is applied; logits are raw, the loss does the rest.",
        lambda y, x: y.softmax(-1),
    ),
    _output(
        "softmaxed",
        "a softmax is applied, and along the length; logits are raw.",
        lambda y, x: y.softmax(-2),
    ),
    _output(
        "log_softmaxed",
        "a log-softmax is applied; logits are raw, the loss does the rest.",
        lambda y, x: y.log_softmax(-1),
    ),
    _output(
        "ids_returned",
        "these are the ids of the most likely words; the logits are asked for.",
        lambda y, x: y.argmax(-1),
    ),
    _output(
        "scaled_by_sqrt_d",
        "the logits are multiplied by √d_model; that is for the input side only.",
        lambda y, x: y * math.sqrt(x["h"].size(-1)),
    ),
    _output(
        "divided_by_sqrt_d",
        "the logits are divided by √d_model, as in attention; here they are not.",
        lambda y, x: y / math.sqrt(x["h"].size(-1)),
    ),
    _output(
        "cosine_for_dot_product",
        "this is the cosine; the logit is the dot product, lengths and all.",
        _cosines,
    ),
    _output(
        "activation_added",
        "a ReLU is applied; logits may be negative.",
        lambda y, x: y.relu(),
    ),
    *(
        _output(
            "padding_left_out",
            "padding has no logit of its own; it is a row of the weight like others.",
            change,
        )
        for change in (_hide_padding, lambda y, x: y[..., 1:])
    ),
    *_common(_output),
    _output(
        "last_position_only",
        "there are logits for the last position only; each position has some.",
        lambda y, x: y[..., -1, :],
    ),
    _output(
        "weight_not_transposed",
        "the weight is not transposed; it is (V, d_model), so the features of h meet "
        "its rows: h @ weight.T.",
        lambda y, x: x["h"] @ x["weight"],
    ),
    sign(
        "weight_not_transposed",
        "the weight is not transposed; it is (V, d_model), so the features of h meet "
        "its rows: h @ weight.T.",
        fails("cannot be multiplied"),
    ),
    sign(
        "two_parameters",
        "the numbers are shared in memory, but a second parameter is made, which the "
        "gradient reaches in place of the first; assign embedding.weight itself.",
        lambda case, seen: (
            _own("table")(case, seen) and seen.facts.get("memory") == "shared"
        ),
    ),
    sign(
        "tied_by_copy",
        "the weight is copied: equal at the start, it then goes its own way; assign "
        "embedding.weight itself, one parameter for both.",
        lambda case, seen: case.setting == "follows",
    ),
    sign(
        "not_tied",
        "there is a weight of its own; use the embedding's.",
        _own("table"),
    ),
    sign(
        "bias_added",
        "there is a bias; the logit is the dot product and nothing else.",
        _own("bias"),
    ),
    sign(
        "extra_projection",
        "there is another layer; the logit is the dot product of h and the row.",
        _own("layer"),
    ),
    sign(
        "weight_detached",
        "no gradient reaches the embedding's weight: .data and .detach() cut it off.",
        lambda case, seen: (
            case.setting == "gradient of weight"
            and "gradient of weight" not in seen.values
        ),
    ),
    sign(
        "view_kept",
        "weight.T is computed once, in __init__: it stays behind when the model moves "
        "to another dtype or device. Transpose in forward.",
        lambda case, seen: case.aspect == DTYPE and "raises Runtime" in seen.trouble,
    ),
    AXES_SQUEEZED,
    GRADIENT_CUT,
    DTYPE_LOST,
)
