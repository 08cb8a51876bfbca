"""Mistakes that several tasks of the chapter share."""

import re
from collections.abc import Callable

import numpy as np
from torch import nn
from torch.nn import functional as F

from lernformer import transformer as reference
from lernformer.mistakes.common import (
    DROPOUT_IN_EVAL,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    STATE_KEPT,
    fails,
    sign,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.transformer.common import INVERTED, SUPER_INIT, wrong
from lernformer.probes.case import Case, Observation
from lernformer.probes.transformer.common import ONES
from lernformer.probes.transformer.layers import BY_DEFAULT, probe_layer

NO_RESIDUAL = (
    "no_residual",
    "x is not added: each sublayer stands inside a residual connection, which adds x "
    "to what the sublayer returns.",
)

NORM_SKIPPED = (
    "norm_skipped",
    "a norm is made and not used: in pre-norm every sublayer reads norm(x).",
)

SAME_NORM = (
    "same_norm_twice",
    "one norm (or one residual connection) serves several sublayers; each has one of "
    "its own, with its own γ and β.",
)

NORM_FIRST_IGNORED = (
    "norm_first_ignored",
    "with norm_first=False a sublayer is still pre-norm: pass norm_first on to every "
    "residual connection.",
)

POST_FOR_PRE = (
    "post_norm_for_pre_norm",
    "this is post-norm, norm(x + sublayer(x)); with norm_first=True it is "
    "x + sublayer(norm(x)).",
)

PARALLEL = (
    "sublayers_in_parallel",
    "a sublayer reads the x that came in, or the result of another is lost: each works "
    "on what the one before returned, x = ….",
)

HEADS = ("n_heads_ignored", "the number of heads is not n_heads; pass it on.")


def sublayers(layer: nn.Module, *context) -> list[Callable]:
    """The sublayers in their right order, as functions of one tensor."""
    if isinstance(layer, reference.EncoderLayer):
        (src_mask,) = context
        return [
            lambda h: layer.self_attention(h, h, h, src_mask)[0],
            layer.feed_forward,
        ]
    memory, tgt_mask, src_mask = context
    return [
        lambda h: layer.self_attention(h, h, h, tgt_mask)[0],
        lambda h: layer.cross_attention(h, memory, memory, src_mask)[0],
        layer.feed_forward,
    ]


def residual(layer: nn.Module, i: int):
    return getattr(layer, f"residual_{i}")


def right(layer, i, x, f):
    return residual(layer, i)(x, f)


def pre(layer, i, x, f):
    return x + f(residual(layer, i).norm(x))


def post(layer, i, x, f):
    return residual(layer, i).norm(x + f(x))


def bare(layer, i, x, f):
    norm = residual(layer, i).norm
    return f(norm(x)) if layer.residual_1.norm_first else norm(f(x))


def unnormed(layer, i, x, f):
    return x + f(x)


def normed_around(layer, i, x, f):
    x = residual(layer, i).norm(x)
    return x + f(x)


def scaled(layer, i, x, f):
    norm = residual(layer, i).norm
    if layer.residual_1.norm_first:
        return (x + f(norm(x))) / 2**0.5
    return norm((x + f(x)) / 2**0.5)


def rms_normed(layer, i, x, f):
    own = residual(layer, i).norm

    def norm(x):
        return own.gamma * x / (x.square().mean(-1, keepdim=True) + own.eps).sqrt()

    return x + f(norm(x)) if layer.residual_1.norm_first else norm(x + f(x))


def chain(*steps: Callable, order: tuple[int, ...] = ()) -> Callable:
    """A ``forward``: step by step through the sublayers, the last step for the rest."""

    def forward(self, x, *context):
        found = sublayers(self, *_all(context, self))
        chosen = [found[i - 1] for i in order] if order else found
        for i, f in enumerate(chosen, 1):
            x = steps[min(i, len(steps)) - 1](self, i, x, f)
        return x

    return forward


def _all(context: tuple, layer: nn.Module) -> tuple:
    """The context with masks that were not given as ``None``."""
    size = 3 if isinstance(layer, reference.DecoderLayer) else 1
    return (*context, *[None] * (size - len(context)))


def with_residuals(*numbers: int) -> Callable:
    """A ``forward`` that runs its sublayers inside of these residual connections."""

    def forward(self, x, *context):
        found = sublayers(self, *_all(context, self))
        for i, f in zip(numbers, found, strict=True):
            x = residual(self, i)(x, f)
        return x

    return forward


def _parallel(self, x, *context):
    found = sublayers(self, *_all(context, self))
    return x + sum(f(residual(self, i).norm(x)) for i, f in enumerate(found, 1))


def _smooth(self, x, *context):
    *attentions, network = sublayers(self, *_all(context, self))

    def smooth(h):
        return network.linear_2(F.gelu(network.linear_1(h)))

    for i, f in enumerate([*attentions, smooth], 1):
        x = residual(self, i)(x, f)
    return x


def _first_masks(self, x, *context):
    context = [
        m[:1] if m is not None and not m.is_floating_point() else m for m in context
    ]
    for i, f in enumerate(sublayers(self, *_all(tuple(context), self)), 1):
        x = residual(self, i)(x, f)
    return x


def _first_lost(self, x, *context):
    found = sublayers(self, *_all(context, self))
    residual(self, 1)(x, found[0])
    for i, f in enumerate(found[1:], 2):
        x = residual(self, i)(x, f)
    return x


def _common(base: type) -> list[Mistake]:
    last = 3 if base is reference.DecoderLayer else 2

    def made(*what, **how):
        return wrong(probe_layer, base, *what, **how)

    def one_head(layer, name="self_attention"):
        getattr(layer, name).n_heads = 1

    attentions = ["self_attention", "cross_attention"][: last - 1]
    return [
        made(*NO_RESIDUAL, chain(bare)),
        *(
            made(*NO_RESIDUAL, chain(*[right] * (i - 1), bare, right))
            for i in range(1, last + 1)
        ),
        made(*NORM_SKIPPED, chain(unnormed)),
        *(
            made(*NORM_SKIPPED, chain(*[right] * (i - 1), unnormed, right))
            for i in range(1, last + 1)
        ),
        made(
            "norm_residual",
            "norm(x) is added instead of x, so that nothing goes around the norm: keep "
            "x as it came.",
            chain(normed_around),
        ),
        made(*NORM_FIRST_IGNORED, chain(pre)),
        *(
            made(*NORM_FIRST_IGNORED, chain(*[right] * (i - 1), pre, right))
            for i in range(1, last + 1)
        ),
        made(*POST_FOR_PRE, chain(post)),
        made(*PARALLEL, _parallel),
        made(*PARALLEL, _first_lost),
        made(
            "feed_forward_skipped",
            "the feed-forward network is not used: it is the last sublayer.",
            chain(right, order=tuple(range(1, last))),
        ),
        *(made(*HEADS, start=lambda m, n=name: one_head(m, n)) for name in attentions),
        made(*HEADS, start=lambda m: [one_head(m, name) for name in attentions]),
        made(
            "other_activation",
            "the network's nonlinearity is not the ReLU, max(0, x).",
            _smooth,
        ),
        made(
            "rms_norm",
            "the norms are RMSNorm: a LayerNorm subtracts the mean first and adds β.",
            chain(rms_normed),
        ),
        made(
            "sum_scaled",
            "the sum of x and the sublayer's result is scaled; it is x + …, as it is.",
            chain(scaled),
        ),
        made(
            "mask_of_first_item",
            "the first sentence's mask is used for all; each sentence has its own.",
            _first_masks,
        ),
    ]


SUBLAYER_MISSING = (
    "sublayer_missing",
    "a part is missing: an encoder layer has an attention and a feed-forward network, "
    "a decoder layer two attentions and a feed-forward network.",
)


def _never_dropped(case: Case, seen: Observation) -> bool:
    same = seen.values.get("added")
    if same is None:
        return "same" in seen.facts
    return np.allclose(same, case.inputs["bias"])


def _other_share(case: Case, seen: Observation) -> bool:
    """Whether what is kept grows as if another share of it were dropped."""
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
    """Whether more than what the sublayer adds has changed."""
    if "off" in seen.values:
        return bool(seen.values["off"].max() > case.tolerance)
    if "added" not in seen.values:
        return False
    added, p = seen.values["added"], case.inputs["dropout"]
    factors = (added / case.inputs["bias"]).reshape(-1)
    few = {0, *((1 - p) ** -k for k in (1, 2, 3))}
    return not all(np.isclose(list(few), x, atol=1e-3).any() for x in factors[:200])


RETURNED = (
    "a layer returns one tensor: attention's weights stay where they are.",
    fails("output should be a torch.Tensor"),
)


def _other_width(case: Case, seen: Observation) -> bool:
    """Whether a layer maps d_model features to others than d_ff, or back."""
    found = re.search(r"learns \S+ of shape \((\d+), (\d+)\)", seen.trouble)
    sizes = set(map(int, found.groups())) if found else set()
    d = case.inputs["d_model"]
    several = {d, 2 * d}, {d, 3 * d}  # an attention's projections in one
    return len(sizes) == 2 and d in sizes and sizes not in several


def _signs(attentions: int) -> list[Mistake]:
    norms = attentions + 1
    return [
        INPUT_MODIFIED,
        STATE_KEPT,
        SUPER_INIT,
        sign(
            "parts_in_list",
            "the parts are not registered with the module: made in forward, or kept in "
            "a plain Python list, they are new at each call or hidden from the "
            "optimiser. Assign each to self in __init__, or use nn.ModuleList.",
            fails(f"0 of {attentions} attentions, 0 of", "same dtype"),
        ),
        sign(
            *SUBLAYER_MISSING,
            fails("0 of 1 feed-forward", "1 of 2 attentions, 2 of 3 norms"),
        ),
        sign(
            "arguments_swapped",
            "the arguments come in the order d_model, n_heads, d_ff, dropout, "
            "norm_first.",
            lambda case, seen: f"n_heads ({case.inputs['d_ff']})" in seen.trouble,
        ),
        sign(
            "pair_for_output",
            "attention returns two results, (output, weights); the sublayer is the "
            "first of them: attention(…)[0].",
            fails("not tuple", "'tuple'"),
        ),
        sign("weights_returned", *RETURNED),
        sign(*INVERTED, fails("unary ~")),
        sign(
            "d_ff_ignored",
            "the feed-forward network is d_ff wide, whatever that is.",
            _other_width,
        ),
        sign(
            "norm_without_parameters",
            "there are no norms, or they have no γ and β to learn: each residual "
            "connection has a LayerNorm(d_model).",
            fails(f"0 of {norms} norms"),
        ),
        sign(
            "shared_attention",
            "one attention looks at the target and at the memory; each needs "
            "projections of its own, so make two.",
            fails("1 of 2 attentions"),
        ),
        sign(
            *SAME_NORM,
            fails(*(f" {n} of {norms} norms" for n in range(1, norms))),
        ),
        sign(
            "extra_norm",
            "there is a norm too many: one for each sublayer, in its residual "
            "connection; none at the end of the layer, and none for the memory, which "
            "the encoder has normed.",
            fails(f"{norms + 1} of {norms} norms", f"{norms + 2} of {norms} norms"),
        ),
        sign(
            "more_is_learned",
            "a layer learns what its parts learn, and nothing else.",
            fails("which is of no attention"),
        ),
        sign(*HEADS, fails("must be divisible by n_heads (8)")),
        sign(
            "post_norm_by_default",
            "without the argument it is pre-norm: norm_first=True is the default.",
            lambda case, seen: (
                case.aspect == BY_DEFAULT and _same_when(case, seen, norm_first=False)
            ),
        ),
        sign(
            "dropout_default",
            "without the argument there is no dropout: dropout=0.0 is the default.",
            lambda case, seen: case.aspect == BY_DEFAULT,
        ),
        DROPOUT_IN_EVAL,
        sign(
            "dropout_never_applied",
            "pass dropout on to every residual connection; dropout inside of attention "
            "or of the network alone is not enough.",
            _never_dropped,
        ),
        sign(
            "dropout_argument_ignored",
            "another share than `dropout` is dropped: pass the argument on as it is, "
            "as the probability to drop.",
            _other_share,
        ),
        sign(
            "dropout_on_the_way_around",
            "dropout acts on what a sublayer returns, before the sum; x itself keeps "
            "its way around.",
            _x_dropped,
        ),
        sign(
            "dropout_twice",
            "dropout acts twice on what a sublayer adds: the residual connection drops "
            "already.",
            lambda case, seen: "added" in seen.values,
        ),
    ]


def _same_when(case: Case, seen: Observation, **changes) -> bool:
    case = Case(case.aspect, {**case.inputs, **changes}, setting="")
    base = reference.DecoderLayer if "memory" in case.inputs else reference.EncoderLayer
    output = probe_layer(base, case).values["output"]
    got = seen.values.get("output")
    return got is not None and got.shape == output.shape and np.allclose(got, output)


SQUEEZED = sign(
    "axes_squeezed",
    "squeeze() drops every axis of length 1, also those that mean something; name the "
    "one axis that may go.",
    lambda case, seen: case.aspect == ONES,
)

LAST = (SQUEEZED, GRADIENT_CUT, DTYPE_LOST)

_enc, _dec = reference.EncoderLayer, reference.DecoderLayer
