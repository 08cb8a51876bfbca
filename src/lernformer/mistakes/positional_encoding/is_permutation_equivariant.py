"""Typical wrong answers to ``positional_encoding.is_permutation_equivariant``."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from lernformer.mistakes.common import sign
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.is_permutation_equivariant import (
    GIVEN,
    LOOSE,
)


def _called_with(id: str, cause: str, *words: str) -> Mistake:
    """A mistake known by what the layer was called with: only these words."""

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
    """Whether the order indexed an axis that is too short for it."""
    return lambda case, seen: (
        "out of bounds" in seen.trouble
        and f"with size {case.inputs['x'].shape[axis]}" in seen.trouble
    )


AVERAGES_COMPARED = (
    "sums, averages or sorted numbers are compared; in them differences cancel, "
    "vanish, or no longer belong to any token. Compare each number with its own "
    "partner."
)

TOLERANCE_TOO_LARGE = (
    "a real difference passes for rounding: the tolerance is too large, use 1e-5; or "
    "the numbers are rounded before they are compared."
)


PART_COMPARED = (
    "only a part of the outputs is compared; a layer may be at fault in one sentence, "
    "at one place or in one feature."
)


GROWS_TOO_FAST = (
    "the tolerance grows so fast with the numbers that a real difference passes for "
    "rounding; use rtol=1e-5."
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


CALLED_WITH = _called_with(
    "layer_not_called",
    "the layer is never called; call it with x and with the shuffled x.",
    "never",
)

shows_sentences_shuffled = _beyond_axis(0)

shows_features_shuffled = _beyond_axis(2)

CALLED_ALSO_WITH = _called_also_with(
    "own_order",
    "tokens are shuffled in an order other than the one that is passed in.",
    "another order",
)
CALLED_ALSO_WITH_2 = _called_also_with(
    "own_tokens",
    "the layer is not called with the tokens of x in a different order: shuffle those "
    "of each sequence along its positions, neither drawn again nor rounded.",
    "other tokens",
)
CALLED_ALSO_WITH_3 = _called_also_with(
    "sentences_joined",
    "the layer reads x and the shuffled x as one batch of 2 B sentences. What it "
    "does may depend on the batch; call it twice.",
    "joined",
)
CALLED_ALSO_WITH_4 = _called_also_with(
    "something_else_asked",
    "the layer is called with something other than x and x[:, order]: other sentences, "
    "or more or fewer of them. Shuffle the tokens, the second axis, and nothing else.",
    "something else",
)
CALLED_WITH_2 = _called_with(
    "input_not_shuffled",
    "the layer never reads shuffled tokens: call layer(x[:, order]) too.",
    "as it is",
)
CALLED_WITH_3 = _called_with(
    "original_not_read",
    "the layer never reads the tokens in their own order: call layer(x) too.",
    "shuffled",
)


OTHERS = [
    Mistake("tolerance_too_large", TOLERANCE_TOO_LARGE, answer=within(atol=atol))
    for atol in LOOSE
]


OTHERS_2 = [
    Mistake("tolerance_too_large", GROWS_TOO_FAST, answer=within(rtol=rtol))
    for rtol in LOOSE
]


OTHERS_3 = [
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


OTHERS_4 = [
    Mistake("averages_compared", AVERAGES_COMPARED, answer=of_means(axis))
    for axis in range(3)
]


MISTAKES = mistakes(globals())
