"""Typical wrong answers to ``positional_encoding.is_permutation_equivariant``."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from lernformer.mistakes.common import INPUT_MODIFIED, fails, sign
from lernformer.mistakes.mistake import Catalogue, Mistake
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.is_permutation_equivariant import (
    GIVEN,
    LOOSE,
)

MISTAKES = Catalogue()

WRONG_AXIS = (
    "the {} are shuffled; the tokens are the second axis of (B, L, d): x[:, order]."
)


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


AVERAGES_COMPARED = (
    "sums, averages or sorted numbers are compared; in them differences cancel, "
    "vanish, or belong to no token any more. Each number must agree with its own."
)

TOLERANCE_TOO_LARGE = (
    "a real difference passes for rounding: the tolerance is too large, take 1e-5; or "
    "the numbers are rounded before they are compared."
)

SIGN_IGNORED = (
    "the sign gets lost: a large negative difference is smaller than any tolerance, "
    "and −1 is not 1. Take abs() of the difference, and only there."
)

PART_COMPARED = (
    "a part of the outputs is compared; a layer may be at fault in one sentence, at "
    "one place or in one feature."
)


ORDER_INVERTED = (
    "one side is shuffled by the order, the other one by its inverse; both take the "
    "same: x[:, order] and layer(x)[:, order]."
)

GROWS_TOO_FAST = (
    "the tolerance grows so fast with the numbers that a real difference passes for "
    "rounding; take rtol=1e-5."
)

ROUNDED_BEFORE = (
    "the numbers are rounded before they are compared, so small differences vanish, "
    "and others appear where two neighbours are rounded apart; compare them as they "
    "are, with a tolerance."
)


def both(layer, x, order):
    """The two tensors that must agree."""
    return layer(x[:, order]), layer(x)[:, order]


def agree(a, b, rtol=1e-5, atol=1e-5):
    return torch.allclose(a, b, rtol=rtol, atol=atol)


def within(**tolerance: float) -> Callable:
    """A comparison that is too lenient."""

    def lenient(layer, x, order):
        """Roughly the same is the same."""
        return agree(*both(layer, x, order), **tolerance)

    return named(lenient, "within", *tolerance, *tolerance.values())


def of_part(name: str, part: Any) -> Callable:
    """A comparison that looks at one part alone."""

    def partial(layer, x, order):
        """One of them is enough."""
        one, other = both(layer, x, order)
        return agree(one[part], other[part])

    return named(partial, name)


def of_means(axis: int) -> Callable:
    """A comparison of averages."""

    def average(layer, x, order):
        """The same on average."""
        one, other = both(layer, x, order)
        return agree(one.mean(dim=axis), other.mean(dim=axis))

    return named(average, "means_along_axis", axis)


def named(answer: Callable, *words: Any) -> Callable:
    answer.__name__ = "_".join(map(str, words))
    return answer


MISTAKES += (
    INPUT_MODIFIED,
    _called_with(
        "layer_not_called",
        "the layer is never called; call it with x and with the shuffled x.",
        "never",
    ),
)

MISTAKES.sign("sentences_shuffled", WRONG_AXIS.format("sentences"), _beyond_axis(0))

MISTAKES.sign("features_shuffled", WRONG_AXIS.format("features"), _beyond_axis(2))

MISTAKES += (
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
)


@MISTAKES.answer(
    "invariance_tested",
    "layer(x[:, order]) is compared with layer(x). They are equal if the order has "
    "no effect at all, which is invariance; equivariant means that the outputs are "
    "shuffled along: layer(x)[:, order].",
)
def same_outputs(layer, x, order):
    """The order must not matter."""
    return agree(layer(x[:, order]), layer(x))


@MISTAKES.answer("order_inverted", ORDER_INVERTED)
def undone_after(layer, x, order):
    """The outputs are shuffled the other way round."""
    return agree(layer(x[:, order]), layer(x)[:, order.argsort()])


@MISTAKES.answer("order_inverted", ORDER_INVERTED)
def undone_before(layer, x, order):
    """The inputs are shuffled the other way round."""
    return agree(layer(x[:, order.argsort()]), layer(x)[:, order])


@MISTAKES.answer(
    "invariance_excluded",
    "a layer that gives every token the same is said not to be equivariant. But its "
    "outputs are the same in any order, so they are the same, shuffled.",
)
def equivariant_but_not_invariant(layer, x, order):
    """The outputs must move."""
    return agree(*both(layer, x, order)) and not agree(layer(x[:, order]), layer(x))


@MISTAKES.answer(
    "invariance_accepted",
    "a layer whose outputs stay where they are when the tokens move is said to be "
    "equivariant. That is invariance; here only layer(x)[:, order] counts.",
)
def equivariant_or_invariant(layer, x, order):
    """Who does not care about the order is fine, too."""
    return agree(*both(layer, x, order)) or agree(layer(x[:, order]), layer(x))


@MISTAKES.answer("negated", "True and False are exchanged.")
def differ(layer, x, order):
    """True if they differ."""
    return not agree(*both(layer, x, order))


@MISTAKES.answer(
    "shapes_compared",
    "the shapes are compared, which are always the same; compare the numbers.",
)
def same_shape(layer, x, order):
    """The same shape."""
    one, other = both(layer, x, order)
    return one.shape == other.shape


@MISTAKES.answer(
    "exact_comparison",
    "the numbers are compared bit by bit. Sums in another order are rounded in "
    "another way; allow for it, with torch.allclose.",
)
def bit_by_bit(layer, x, order):
    """Equal is equal."""
    return torch.equal(*both(layer, x, order))


@MISTAKES.answer(
    "absolute_tolerance_missing",
    "near zero a tolerance that grows with the number is none: torch.allclose has "
    "atol=1e-8 unless you say atol=1e-5.",
)
def allclose_by_default(layer, x, order):
    """torch.allclose as it is."""
    return torch.allclose(*both(layer, x, order))


@MISTAKES.answer("averages_compared", AVERAGES_COMPARED)
def mean_of_differences(layer, x, order):
    """The mean difference is small."""
    one, other = both(layer, x, order)
    return bool((one - other).abs().mean() < 1e-5)


MISTAKES += [
    Mistake("tolerance_too_large", TOLERANCE_TOO_LARGE, answer=within(atol=atol))
    for atol in LOOSE
]


@MISTAKES.answer("sign_ignored", SIGN_IGNORED)
def largest_difference(layer, x, order):
    """max, without abs."""
    one, other = both(layer, x, order)
    return bool((one - other).max() < 1e-5)


@MISTAKES.answer("sign_ignored", SIGN_IGNORED)
def largest_difference_the_other_way(layer, x, order):
    """max without abs, of the negative."""
    one, other = both(layer, x, order)
    return bool((other - one).max() < 1e-5)


@MISTAKES.answer("sign_ignored", SIGN_IGNORED)
def sizes_compared(layer, x, order):
    """abs of each, not of their difference."""
    one, other = both(layer, x, order)
    return agree(one.abs(), other.abs())


MISTAKES += [
    Mistake("tolerance_too_large", GROWS_TOO_FAST, answer=within(rtol=rtol))
    for rtol in LOOSE
]


@MISTAKES.answer("rounded_before", ROUNDED_BEFORE)
def in_half_precision(layer, x, order):
    """Half precision forgives small differences."""
    one, other = both(layer, x, order)
    return agree(one.half(), other.half())


MISTAKES += [
    Mistake("part_compared", PART_COMPARED, answer=of_part(name, part))
    for name, part in {
        "first_sentence": np.s_[0],
        "first_token": np.s_[:, 0],
        "second_token": np.s_[:, 1],
        "last_token": np.s_[:, -1],
        "first_feature": np.s_[..., 0],
        "first_token_of_the_first_sentence": np.s_[0, 0],
    }.items()
]


@MISTAKES.answer("averages_compared", AVERAGES_COMPARED)
def means(layer, x, order):
    """The same on average."""
    one, other = both(layer, x, order)
    return agree(one.mean(), other.mean())


MISTAKES += [
    Mistake("averages_compared", AVERAGES_COMPARED, answer=of_means(axis))
    for axis in range(3)
]


@MISTAKES.answer("averages_compared", AVERAGES_COMPARED)
def length_of_all(layer, x, order):
    """The same length, all numbers taken as one vector."""
    one, other = both(layer, x, order)
    return agree(one.norm(), other.norm())


@MISTAKES.answer("averages_compared", AVERAGES_COMPARED)
def norms(layer, x, order):
    """Each output as long as before."""
    one, other = both(layer, x, order)
    return agree(one.norm(dim=-1), other.norm(dim=-1))


@MISTAKES.answer("averages_compared", AVERAGES_COMPARED)
def same_numbers(layer, x, order):
    """The same numbers, in whatever order."""
    return agree(layer(x[:, order]).sort(dim=1)[0], layer(x).sort(dim=1)[0])


@MISTAKES.answer("averages_compared", AVERAGES_COMPARED)
def sum_of_differences(layer, x, order):
    """The differences sum to zero."""
    one, other = both(layer, x, order)
    return bool((one - other).sum().abs() < 1e-4)


@MISTAKES.answer("any_for_all", "one equal number is enough for any(); ask for all().")
def any_close(layer, x, order):
    """any for all."""
    return torch.isclose(*both(layer, x, order), rtol=1e-5, atol=1e-5).any().item()


MISTAKES.sign(
    "assertion_raised",
    "an assertion stops the program where it should say False; torch.allclose "
    "returns the answer.",
    fails("raises AssertionError"),
)

MISTAKES.sign("nothing_returned", "return the answer.", fails("got None"))

MISTAKES.sign(
    "no_single_truth",
    "return one truth value for all numbers: torch.allclose(…), isclose(…).all(), "
    "or the largest difference <= a tolerance.",
    fails("should return True or False"),
)
