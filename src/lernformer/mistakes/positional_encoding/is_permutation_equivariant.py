"""Typical wrong answers to ``positional_encoding.is_permutation_equivariant``."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.is_permutation_equivariant import (
    GIVEN,
    LOOSE,
)


def _calls(seen: Observation) -> list[str]:
    """What the layer was called with, in words."""
    return seen.facts.get("calls", "").split(", ")


def _only_called(case: Case, seen: Observation, how: str) -> bool:
    return bool(seen.values) and case.aspect != GIVEN and set(_calls(seen)) == {how}


def _beyond_axis(axis: int, case: Case, seen: Observation) -> bool:
    """Whether the order indexed an axis that is too short for it."""
    size = case.inputs["x"].shape[axis]
    return "out of bounds" in seen.trouble and f"with size {size}" in seen.trouble


AVERAGES_COMPARED = (
    "The code compares sums, averages or sorted numbers, in which differences cancel "
    "out, vanish or no longer belong to any token. Compare each number with its own "
    "counterpart."
)

TOLERANCE_TOO_LARGE = (
    "A real difference passes as rounding, because the tolerance is too large or the "
    "numbers are rounded. Use 1e-5, and compare the numbers as they are."
)


PART_COMPARED = (
    "The code compares only part of the outputs. Compare all of them, because a layer "
    "may fail in only one sentence, position or feature."
)


GROWS_TOO_FAST = (
    "The tolerance grows so fast with the numbers that a real difference passes as "
    "rounding. Use rtol=1e-5."
)


def both(layer, x, order):
    """The two tensors that must agree."""
    return layer(x[:, order]), layer(x)[:, order]


def agree(a, b, rtol=1e-5, atol=1e-5):
    return torch.allclose(a, b, rtol=rtol, atol=atol)


def within(**tolerance: float) -> Callable:
    """A comparison that is too lenient."""

    def lenient(layer, x, order):
        """Two outputs agree if they are roughly the same."""
        return agree(*both(layer, x, order), **tolerance)

    return named(lenient, "within", *tolerance, *tolerance.values())


def of_part(name: str, part: Any) -> Callable:
    """A comparison that looks at only one part."""

    def partial(layer, x, order):
        """It is enough to compare one part of the outputs."""
        one, other = both(layer, x, order)
        return agree(one[part], other[part])

    return named(partial, name)


def of_means(axis: int) -> Callable:
    """A comparison of averages."""

    def average(layer, x, order):
        """Two outputs agree if they are the same on average."""
        one, other = both(layer, x, order)
        return agree(one.mean(dim=axis), other.mean(dim=axis))

    return named(average, "means_along_axis", axis)


def named(answer: Callable, *words: Any) -> Callable:
    answer.__name__ = "_".join(map(str, words))
    return answer


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
