"""Typical wrong answers to ``positional_encoding.is_permutation_equivariant``."""

from collections.abc import Callable

import torch
from torch import Tensor

from lernformer.mistakes.common import INPUT_MODIFIED, fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.is_permutation_equivariant import (
    EQUAL,
    GIVEN,
    LOOSE,
    probe_layers,
)

WRONG_AXIS = (
    "the {} are shuffled; the tokens are the second axis of (B, L, d): x[:, order]."
)

INVERTED = (
    "one side is shuffled by the order, the other one by its inverse; both take the "
    "same: x[:, order] and layer(x)[:, order]."
)

AVERAGED = (
    "sums, averages or sorted numbers are compared; in them differences cancel, "
    "vanish, or belong to no token any more. Each number must agree with its own."
)

PART_ONLY = (
    "a part of the outputs is compared; a layer may be at fault in one sentence, at "
    "one place or in one feature."
)

NEGATIVE = (
    "the sign gets lost: a large negative difference is smaller than any tolerance, "
    "and −1 is not 1. Take abs() of the difference, and only there."
)


def _says(id: str, cause: str, compute: Callable) -> Mistake:
    """A mistake whose answers are those of ``compute(layer, x, order)``."""

    def gives(case: Case):
        return {"result": probe_layers(compute, case).values["result"]}

    return Mistake(id, cause, gives)


def _compared(id: str, cause: str, change: Callable, **tolerance: float) -> Mistake:
    """The two right tensors, compared after ``change``."""

    def compute(layer, x, order):
        both = change(layer(x[:, order])), change(layer(x)[:, order])
        return torch.allclose(*both, **(tolerance or EQUAL))

    return _says(id, cause, compute)


def _called_with(id: str, cause: str, *words: str) -> Mistake:
    """Read off what the layer was called with: these words and nothing else."""

    def shows(case: Case, seen: Observation) -> bool:
        calls = seen.facts.get("calls", "").split(", ")
        told = bool(seen.values) and case.aspect != GIVEN
        return told and set(calls) <= set(words)

    return sign(id, cause, shows)


def _called_also_with(id: str, cause: str, word: str) -> Mistake:
    def shows(case: Case, seen: Observation) -> bool:
        return word in seen.facts.get("calls", "").split(", ")

    return sign(id, cause, shows)


def _beyond_axis(axis: int) -> Callable[[Case, Observation], bool]:
    """Whether the order was asked of an axis that is too short for it."""
    return lambda case, seen: (
        "out of bounds" in seen.trouble
        and f"with size {case.inputs['x'].shape[axis]}" in seen.trouble
    )


def _inverse(order: Tensor) -> Tensor:
    return order.argsort()


def _difference(layer: Callable, x: Tensor, order: Tensor) -> Tensor:
    return layer(x[:, order]) - layer(x)[:, order]


def _equal_sizes(layer: Callable, x: Tensor, order: Tensor) -> bool:
    both = layer(x[:, order]).abs(), layer(x)[:, order].abs()
    return torch.allclose(*both, **EQUAL)


ROUNDED = (
    "the numbers are rounded before they are compared, so small differences vanish, "
    "and others appear where two neighbours are rounded apart; compare them as they "
    "are, with a tolerance."
)

MISTAKES = (
    INPUT_MODIFIED,
    _called_with(
        "layer_not_called",
        "the layer is never called; call it with x and with the shuffled x.",
        "never",
    ),
    sign("sentences_shuffled", WRONG_AXIS.format("sentences"), _beyond_axis(0)),
    sign("features_shuffled", WRONG_AXIS.format("features"), _beyond_axis(2)),
    _called_also_with(
        "own_order",
        "tokens are shuffled by another order than the one that is passed in.",
        "another order",
    ),
    _called_also_with(
        "own_tokens",
        "the layer is asked about other tokens than those of x; take them as they are, "
        "neither drawn anew nor rounded.",
        "other tokens",
    ),
    _called_also_with(
        "sentences_joined",
        "the layer reads x and the shuffled x as one batch of 2 B sentences. What it "
        "does may depend on the batch; call it twice.",
        "joined",
    ),
    _called_with(
        "input_not_shuffled",
        "the layer never reads shuffled tokens: call layer(x[:, order]) too.",
        "as it is",
    ),
    _called_with(
        "original_not_read",
        "the layer never reads the tokens in their own order: call layer(x) too.",
        "shuffled",
    ),
    _says(
        "invariance_tested",
        "layer(x[:, order]) is compared with layer(x). They are equal if the order has "
        "no effect at all, which is invariance; equivariant means that the outputs are "
        "shuffled along: layer(x)[:, order].",
        lambda layer, x, order: torch.allclose(layer(x[:, order]), layer(x), **EQUAL),
    ),
    *(
        _says("order_inverted", INVERTED, compute)
        for compute in (
            lambda layer, x, order: torch.allclose(
                layer(x[:, order]), layer(x)[:, _inverse(order)], **EQUAL
            ),
            lambda layer, x, order: torch.allclose(
                layer(x[:, _inverse(order)]), layer(x)[:, order], **EQUAL
            ),
        )
    ),
    _says(
        "invariance_excluded",
        "a layer that gives every token the same is said not to be equivariant. But "
        "its outputs are the same in any order, so they are the same, shuffled.",
        lambda layer, x, order: (
            not torch.allclose(layer(x[:, order]), layer(x), **EQUAL)
            and torch.allclose(layer(x[:, order]), layer(x)[:, order], **EQUAL)
        ),
    ),
    _says(
        "invariance_accepted",
        "a layer whose outputs stay where they are when the tokens move is said to be "
        "equivariant. That is invariance; here only layer(x)[:, order] counts.",
        lambda layer, x, order: (
            torch.allclose(layer(x[:, order]), layer(x), **EQUAL)
            or torch.allclose(layer(x[:, order]), layer(x)[:, order], **EQUAL)
        ),
    ),
    _says(
        "negated",
        "True and False are exchanged.",
        lambda *x: not torch.allclose(_difference(*x), torch.zeros(()), **EQUAL),
    ),
    _compared(
        "shapes_compared",
        "the shapes are compared, which are always the same; compare the numbers.",
        torch.zeros_like,
    ),
    _says(
        "exact_comparison",
        "the numbers are compared bit by bit. Sums in another order are rounded in "
        "another way; allow for it, with torch.allclose.",
        lambda *x: not _difference(*x).any(),
    ),
    _compared(
        "absolute_tolerance_missing",
        "near zero a tolerance that grows with the number is none: torch.allclose has "
        "atol=1e-8 unless you say atol=1e-5.",
        lambda y: y,
        rtol=1e-5,
        atol=1e-8,
    ),
    _says(
        "averages_compared",
        AVERAGED,
        lambda *x: bool(_difference(*x).abs().mean() < 1e-5),
    ),
    *(
        _compared(
            "tolerance_too_large",
            "the tolerance is so large that a real difference passes for rounding; "
            "take 1e-5.",
            lambda y: y,
            rtol=1e-5,
            atol=atol,
        )
        for atol in LOOSE
    ),
    *(
        _says("sign_ignored", NEGATIVE, compute)
        for compute in (
            lambda *x: bool(_difference(*x).max() < 1e-5),
            lambda *x: bool(_difference(*x).min() > -1e-5),
            _equal_sizes,
        )
    ),
    *(
        _compared(
            "tolerance_too_large",
            "the tolerance grows so fast with the numbers that a real difference "
            "passes for rounding; take rtol=1e-5.",
            lambda y: y,
            rtol=rtol,
            atol=1e-5,
        )
        for rtol in LOOSE
    ),
    *(
        _compared("rounded_before", ROUNDED, rounded)
        for rounded in (
            lambda y: y.half(),
            lambda y: y.bfloat16(),
            lambda y: y.round(decimals=4),
            lambda y: y.round(decimals=3),
            lambda y: y.round(decimals=2),
        )
    ),
    *(
        _compared("part_compared", PART_ONLY, part)
        for part in (
            lambda y: y[0],
            lambda y: y[:, 0],
            lambda y: y[:, 1],
            lambda y: y[:, -1],
            lambda y: y[..., 0],
            lambda y: y[0, 0],
        )
    ),
    *(
        _compared("averages_compared", AVERAGED, average)
        for average in (
            lambda y: y.mean(),
            lambda y: y.mean(dim=1),
            lambda y: y.mean(dim=0),
            lambda y: y.mean(dim=-1),
            lambda y: y.norm(),
            lambda y: y.norm(dim=-1),
            lambda y: y.sort(dim=1)[0],
        )
    ),
    _says(
        "averages_compared",
        AVERAGED,
        lambda *x: bool(_difference(*x).sum().abs() < 1e-4),
    ),
    _says(
        "any_for_all",
        "one equal number is enough for any(); ask for all().",
        lambda *x: bool((_difference(*x).abs() < 1e-5).any()),
    ),
    sign(
        "assertion_raised",
        "an assertion stops the program where it should say False; torch.allclose "
        "returns the answer.",
        fails("raises AssertionError"),
    ),
    sign("nothing_returned", "return the answer.", fails("got None")),
    sign(
        "no_single_truth",
        "return one truth value for all numbers: torch.allclose(…), isclose(…).all(), "
        "or the largest difference <= a tolerance.",
        fails("should return True or False"),
    ),
)
