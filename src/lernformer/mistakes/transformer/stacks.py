"""Mistakes that several tasks of the chapter share."""

from dataclasses import replace

from torch import nn

from lernformer import transformer as reference
from lernformer.mistakes.common import (
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
from lernformer.probes.transformer.common import MASKS, POST
from lernformer.probes.transformer.stacks import ARGUMENTS_PASSED, probe_stack

FINAL_MISSING = (
    "final_norm_missing",
    "the norm at the end is missing: what a pre-norm stack has added up is never "
    "normed otherwise.",
)

CHAINED = (
    "layers_not_chained",
    "a layer reads something else than the result of the one before: x = layer(x, …).",
)

COUNT = ("layer_count_wrong", "not all n_layers layers are run, or others are made.")

SHARED = (
    "shared_layers",
    "there is one layer, used several times: [layer] * n repeats the same object. Each "
    "turn of the comprehension must make a new one.",
)

_enc, _dec = reference.Encoder, reference.Decoder


def _norm_in_loop(self, x, *context):
    for layer in self.layers:
        x = self.norm(layer(x, *context))
    return x


def _norm_first(self, x, *context):
    x = self.norm(x)
    for layer in self.layers:
        x = layer(x, *context)
    return x


def _no_norm(self, x, *context):
    for layer in self.layers:
        x = layer(x, *context)
    return x


def _first_only(self, x, *context):
    return self.norm(self.layers[0](x, *context))


def _of_input(self, x, *context):
    return self.norm([layer(x, *context) for layer in self.layers][-1])


def _added(self, x, *context):
    return self.norm(sum(layer(x, *context) for layer in self.layers))


def _around(self, x, *context):
    return self.norm(x + _no_norm(self, x, *context))


def _turning(self, x, *context):
    self.layers = nn.ModuleList(reversed(list(self.layers)))
    return self.norm(_no_norm(self, x, *context))


def _once(self, x, first, rest):
    """The first layer with a context of its own."""
    for i, layer in enumerate(self.layers):
        x = layer(x, *(rest if i else first))
    return self.norm(x)


def _counts(case: Case, seen: Observation) -> tuple[int, int] | None:
    """How many layers were found, and how many there should be."""
    words = seen.trouble.split("has, of its own, ")[-1].split(" of ")
    if not seen.trouble.startswith("has, of its own") or "layers" not in seen.trouble:
        return None
    return int(words[0]), int(words[1].split()[0])


def _made_once(case: Case, seen: Observation) -> bool:
    counts = _counts(case, seen)
    return counts is not None and counts[0] == 1 < counts[1]


def _made_otherwise(case: Case, seen: Observation) -> bool:
    counts = _counts(case, seen)
    return counts is not None and counts[0] != counts[1]


def _one_norm_more(case: Case, seen: Observation) -> bool:
    return "1 of 0 norms" in seen.trouble


def _common(base: type) -> tuple[Mistake, ...]:
    def made(*what, **how):
        return wrong(probe_stack, base, *what, **how)

    return (
        INPUT_MODIFIED,
        SUPER_INIT,
        sign(
            "list_returned",
            "a stack returns one tensor, what its last layer gives.",
            fails("output should be a torch.Tensor"),
        ),
        sign(
            "layers_in_list",
            "the layers are not registered with the module: in a plain Python list, or "
            "made in forward, no optimiser finds them. nn.ModuleList registers them.",
            fails("0 of 3 attentions", "0 of 6 attentions", "same dtype"),
        ),
        sign(*INVERTED, fails("unary ~")),
        sign(*SHARED, _made_once),
        sign(
            "final_norm_in_post_norm",
            "the norm at the end belongs to pre-norm; a post-norm layer ends with one "
            "already.",
            _one_norm_more,
        ),
        sign(*FINAL_MISSING, fails("0 of 1 norms")),
        sign(*COUNT, _made_otherwise),
        made(*FINAL_MISSING, _no_norm),
        made(
            "norm_after_each_layer",
            "the norm acts after each layer; it acts once, at the end.",
            _norm_in_loop,
        ),
        made(
            "norm_at_the_start",
            "the norm acts on what comes in; it belongs at the end.",
            _norm_first,
        ),
        made(*COUNT, _first_only),
        made(*CHAINED, _of_input),
        made(*CHAINED, _added),
        made(
            "residual_around_stack",
            "x is added to what the stack gives; the layers have their residuals.",
            _around,
        ),
        sign(
            "dropout_in_eval",
            "dropout is at work after .eval(); leave it to the layers.",
            lambda case, seen: case.setting == "eval with dropout",
        ),
        sign(
            "dropout_elsewhere",
            "what enters the stack, leaves it or goes from layer to layer is dropped; "
            "the layers do that alone.",
            lambda case, seen: case.setting == "dropout" and bool(seen.values),
        ),
        made("layers_reversed", "the layers run in another order.", _turning),
        sign(
            "config_not_passed_on",
            "a layer takes d_model, n_heads, d_ff, dropout and norm_first, in this "
            "order, all from the configuration.",
            lambda case, seen: (
                (case.aspect in (ARGUMENTS_PASSED, POST) and bool(seen.values))
                or "must be divisible by n_heads" in seen.trouble
            ),
        ),
    )


MASK_KEPT = replace(
    STATE_KEPT,
    shows=lambda case, seen: case.aspect == MASKS and STATE_KEPT.shows(case, seen),
)

LAST = (GRADIENT_CUT, DTYPE_LOST)
