"""Typical wrong answers to ``attention.MultiHeadAttention``."""

import math
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional as F

from lernformer.attention import merge_heads, split_heads
from lernformer.mistakes.attention.scaled_dot_product_attention import (
    ATTEND,
    PRODUCT_MISFIT,
    attend,
)
from lernformer.mistakes.common import (
    DROPOUT_ARGUMENT_IGNORED,
    DROPOUT_DEFAULT,
    DROPOUT_IN_EVAL,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    LAYOUT_LOST,
    STATE_KEPT,
    fails,
    misfit,
    sign,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.aspects import LARGE
from lernformer.probes.attention.MultiHeadAttention import CROSS
from lernformer.probes.case import Arrays, Case
from lernformer.probes.values import plain, tensors

SHARED = "one projection serves for query, key and value; each has a layer of its own."


def _linear(x: dict, name: str, input: Tensor) -> Tensor:
    return F.linear(input, x[f"{name}_proj.weight"], x[f"{name}_proj.bias"])


def _project(x: dict) -> list[Tensor]:
    pairs = {"q": "query", "k": "key", "v": "value"}
    return [_linear(x, short, x[long]) for short, long in pairs.items()]


def _formula(
    id: str,
    cause: str,
    *,
    project: Callable = _project,
    split: Callable = split_heads,
    attend: Callable = attend,
    merge: Callable = merge_heads,
    finish: Callable = lambda x, heads: _linear(x, "out", heads),
    weigh: Callable = lambda weights: weights,
) -> Mistake:
    """A mistake in one of the steps of multi-head attention."""

    def gives(case: Case) -> Arrays:
        x = tensors(case)
        with torch.no_grad():
            q, k, v = (split(part, x["n_heads"]) for part in project(x))
            heads, weights = attend(q, k, v, x["mask"])
            output = finish(x, merge(heads))
        return {"output": plain(output), "weights": plain(weigh(weights))}

    return Mistake(id, cause, gives)


def _reshaped(x: Tensor, n_heads: int) -> Tensor:
    return x.reshape(x.size(0), n_heads, x.size(1), x.size(-1) // n_heads)


def _joined(x: Tensor) -> Tensor:
    return x.reshape(x.size(0), x.size(2), -1)


def _across_heads(q, k, v, mask=None):
    q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    output, weights = attend(q, k, v)
    return output.transpose(1, 2), weights


def _one_head_masked(q, k, v, mask=None):
    free, masked = attend(q, k, v), attend(q, k, v, mask)
    return [
        torch.cat([m[:, :1], f[:, 1:]], 1) for m, f in zip(masked, free, strict=True)
    ]


def _projecting(query="query", key="key", value="value", q="q", k="k", v="v"):
    """Projections of other inputs, or with other layers, than they should be."""
    return lambda x: [
        _linear(x, layer, x[name]) if layer else x[name]
        for layer, name in ((q, query), (k, key), (v, value))
    ]


MISTAKES = (
    STATE_KEPT,
    INPUT_MODIFIED,
    sign(
        "super_init_forgotten",
        "__init__ must call super().__init__() before it makes layers.",
        fails("before Module.__init__"),
    ),
    sign(
        "no_output_projection",
        "the output projection is missing: out_proj mixes the merged heads.",
        fails("no out_proj"),
    ),
    sign(
        "shared_projection",
        SHARED,
        lambda case, seen: bool(seen.facts.get("shared")),
    ),
    sign(
        "parameters_in_forward",
        "the four layers are made once, in __init__; made in forward they would be new "
        "and untrained at each call.",
        lambda case, seen: (
            fails("no q_proj", "no k_proj", "no v_proj")(case, seen)
            or bool(seen.facts.get("changed"))
        ),
    ),
    sign(
        "heads_summed",
        "out_proj takes d_k features: are the heads added? They are put side by side, "
        "so that H · d_k = d_model features come in.",
        fails("out_proj should"),
    ),
    sign(
        "d_k_is_d_model",
        "each head gets d_model features; they share them: d_k = d_model / n_heads.",
        fails("_proj should map"),
    ),
    sign(
        "projections_in_list",
        "the layers are not registered with the module (a plain Python list hides "
        "them), so that no optimiser sees them; assign each to self, or use "
        "nn.ModuleList.",
        fails("not among its parameters"),
    ),
    _formula("shared_projection", SHARED, project=_projecting(k="q", v="q")),
    _formula(
        "k_proj_for_value",
        "the values pass through k_proj; they have v_proj.",
        project=_projecting(v="k"),
    ),
    *(
        _formula(
            "projection_missing",
            f"the {name} is not projected; it passes through {short}_proj first.",
            project=_projecting(**{short: ""}),
        )
        for short, name in (("q", "query"), ("k", "key"), ("v", "value"))
    ),
    _formula(
        "activation_added",
        "the projections are followed by a ReLU; they are linear.",
        project=lambda x: [F.relu(part) for part in _project(x)],
    ),
    _formula(
        "key_value_swapped",
        "key and value are swapped: the query meets the keys, the weights average the "
        "values.",
        project=_projecting(key="value", value="key"),
    ),
    _formula(
        "query_key_swapped",
        "query and key are swapped: row i of the weights belongs to query i.",
        project=_projecting(query="key", key="query"),
    ),
    _formula(
        "self_attention_only",
        "key and value are ignored: in cross-attention they come from elsewhere.",
        project=_projecting(key="query", value="query"),
    ),
    _formula(
        "value_from_query",
        "the values are made from the query; they belong to the keys.",
        project=_projecting(value="query"),
    ),
    _formula(
        "value_ignored",
        "the values are made from the key; value is an argument of its own.",
        project=_projecting(value="key"),
    ),
    _formula(
        "split_without_transpose",
        "the heads are split by one reshape, which cuts the sequence and not the "
        "features. Reshape to (B, L, H, d_k), then transpose H and L.",
        split=_reshaped,
    ),
    _formula(
        "split_without_transpose",
        "the heads are split and merged by one reshape each, which cuts the sequence "
        "and not the features. Reshape to (B, L, H, d_k), then transpose H and L.",
        split=_reshaped,
        merge=_joined,
    ),
    _formula(
        "merge_without_transpose",
        "the heads are merged by one reshape, which mixes positions. Swap H and L "
        "first.",
        merge=_joined,
    ),
    _formula(
        "heads_after_length",
        "the heads stay behind the length, so that the heads of one position attend to "
        "each other; transpose to (B, H, L, d_k).",
        attend=_across_heads,
    ),
    _formula(
        "heads_summed",
        "the heads are added up (summed); they are put side by side (concatenated).",
        merge=lambda x: merge_heads(x.sum(1, keepdim=True).expand_as(x)),
    ),
    _formula(
        "one_head_only",
        "there is one head only; split d_model into n_heads heads.",
        split=lambda x, n_heads: split_heads(x, 1),
    ),
    _formula(
        "n_heads_hard_coded",
        "the number of heads is fixed at 8; use n_heads.",
        split=lambda x, n_heads: split_heads(x, 8),
    ),
    _formula(
        "scale_by_sqrt_d_model",
        "the scores are divided by √d_model; a head's products are sums of d_k terms, "
        "so it is √d_k.",
        attend=lambda q, k, v, mask=None: attend(
            q, k, v, mask, factor=(q.size(-3) * q.size(-1)) ** -0.5
        ),
    ),
    _formula(
        "scale_by_sqrt_n_heads",
        "the scores are divided by √n_heads instead of √d_k.",
        attend=lambda q, k, v, mask=None: attend(
            q, k, v, mask, factor=q.size(-3) ** -0.5
        ),
    ),
    _formula(
        "softmax_over_heads",
        "the softmax runs over the heads (dim=1); each query shares its attention "
        "among the keys: dim=-1.",
        attend=lambda q, k, v, mask=None: attend(q, k, v, mask, axis=-3),
    ),
    _formula(
        "weights_before_softmax",
        "the second result holds the scores; return the weights, after the softmax.",
        attend=lambda q, k, v, mask=None: (
            attend(q, k, v, mask)[0],
            q @ k.mT / math.sqrt(q.size(-1)),
        ),
    ),
    _formula(
        "weights_averaged",
        "the weights are averaged over the heads; return those of each head: "
        "(B, H, L_q, L_k).",
        weigh=lambda weights: weights.mean(1),
    ),
    _formula(
        "heads_in_batch",
        "batch and heads are one axis of the weights; keep them apart: "
        "(B, H, L_q, L_k).",
        weigh=lambda weights: weights.flatten(0, 1),
    ),
    *(
        _formula(id, cause, attend=compute)
        for id, cause, compute in ATTEND
        if id != "key_value_swapped"
    ),
    _formula(
        "key_value_swapped",
        "keys and values are swapped: the query meets the keys, the weights average "
        "the values.",
        attend=lambda q, k, v, mask=None: attend(q, v, k, mask),
    ),
    _formula(
        "mask_of_first_head",
        "the first head's mask hides the same keys in all heads; each has its own.",
        attend=lambda q, k, v, mask: attend(q, k, v, mask[:, :1]),
    ),
    _formula(
        "mask_on_first_head_only",
        "the mask reaches the first head only.",
        attend=_one_head_masked,
    ),
    _formula(
        "no_output_projection",
        "the output projection is not applied: out_proj mixes the merged heads.",
        finish=lambda x, heads: heads,
    ),
    _formula(
        "out_proj_before_merge",
        "out_proj is applied to the values; it comes last, after the heads are merged.",
        project=lambda x: [*_project(x)[:2], _linear(x, "out", _project(x)[2])],
        finish=lambda x, heads: heads,
    ),
    _formula(
        "residual_added",
        "the query is added to the output; the residual connection comes later, around "
        "attention.",
        finish=lambda x, heads: _linear(x, "out", heads) + x["query"],
    ),
    _formula(
        "layer_norm_added",
        "the output is normalised; LayerNorm comes later, around attention.",
        finish=lambda x, heads: F.layer_norm(
            _linear(x, "out", heads), (heads.size(-1),)
        ),
    ),
    Mistake(
        "batch_and_length_swapped",
        "batch and length are exchanged: inputs are (B, L, d_model), not (L, B, …).",
        gives=lambda case: {"output": _length_first(case)},
    ),
    sign(
        "weights_output_swapped",
        "the two results are in the wrong order; return (output, weights).",
        lambda case, seen: (
            seen.values
            and next(iter(seen.values.values())).ndim == 4
            and seen.values["weights"].ndim == 3
        ),
    ),
    sign(
        "weights_not_returned",
        "return both: output, weights.",
        fails("should return", "weights should be a torch.Tensor, got None"),
    ),
    sign(
        "mask_required",
        "without a mask nothing is hidden; handle mask=None.",
        lambda case, seen: (
            case.inputs["mask"] is None and fails("NoneType")(case, seen)
        ),
    ),
    sign(
        "mask_truth_value",
        "`if mask:` asks for the truth of many values at once; write "
        "`if mask is not None:`.",
        fails("Boolean value of Tensor"),
    ),
    sign(
        "mask_unsqueezed",
        "an axis is added to the mask, though (B, 1, 1, L_k) fits the scores already; "
        "use it as it comes.",
        lambda case, seen: (
            case.inputs["mask"] is not None
            and (misfit(seen) or _weights_axes(seen) not in (0, 4))
        ),
    ),
    DROPOUT_IN_EVAL,
    DROPOUT_DEFAULT,
    DROPOUT_ARGUMENT_IGNORED,
    sign(
        "dropout_never_applied",
        "dropout is not applied: in training, self.dropout(weights) drops some.",
        lambda case, seen: (
            case.setting == "dropout"
            and bool(seen.values)
            and seen.values["spread"].max() < 1e-12
        ),
    ),
    sign(
        "dropout_changes_average",
        "dropout changes the average: the weights that stay are divided by (1 - p), as "
        "nn.Dropout does; it acts on the weights, after the softmax.",
        lambda case, seen: case.setting == "dropout",
    ),
    GRADIENT_CUT,
    DTYPE_LOST,
    LAYOUT_LOST,
    sign(
        "n_heads_hard_coded",
        "the heads do not fit d_model: d_k is d_model // n_heads, none is fixed.",
        fails("unflatten", "must be divisible"),
    ),
    sign(
        "same_length_assumed",
        "it works for as many keys as queries only; in cross-attention L_q and L_k "
        "differ: read the length of each tensor.",
        lambda case, seen: case.aspect == CROSS,
    ),
    sign("keys_not_transposed", PRODUCT_MISFIT, fails("dimensions of batch2")),
    sign(
        "overflow",
        "exp overflows for large scores; take torch.softmax, or subtract each row's "
        "own largest score first.",
        lambda case, seen: case.aspect == LARGE,
    ),
)


def _weights_axes(seen) -> int:
    return seen.values["weights"].ndim if seen.values else 0


def _length_first(case: Case):
    x = tensors(case)
    for name in ("query", "key", "value"):
        x[name] = x[name].transpose(0, 1)
    with torch.no_grad():
        q, k, v = (split_heads(part, x["n_heads"]) for part in _project(x))
        scores = q @ k.mT / math.sqrt(q.size(-1))
        heads = scores.softmax(-1) @ v
        return plain(_linear(x, "out", merge_heads(heads)).transpose(0, 1))
