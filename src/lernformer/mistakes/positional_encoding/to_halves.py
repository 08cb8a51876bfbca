"""Typical wrong answers to ``positional_encoding.to_halves``."""

import numpy as np

from lernformer.mistakes.mistake import Bugs
from lernformer.mistakes.positional_encoding.common import truncated
from lernformer.mistakes.table import mistakes
from lernformer.probes.aspects import LEADING
from lernformer.probes.positional_encoding.common import ODD


def order(d):
    """The features as they come in the result."""
    return np.r_[0:d:2, 1:d:2]


def inverse_permutation(x):
    """result[..., order] = x puts the features where they come from."""
    result = np.empty_like(x)
    result[..., order(x.shape[-1])] = x
    return result


def made_anew(x):
    """Ignores x and makes the table of sines and cosines."""
    length, d = x.shape[-2:]
    clocks = 10000.0 ** (-np.arange(0, d, 2) / d)
    angles = np.arange(length)[:, None] * clocks
    table = np.concatenate([np.sin(angles), np.cos(angles)[:, : d // 2]], axis=1)
    return np.broadcast_to(table, x.shape)


def shows_second_axis(case, seen):
    return case.aspect == LEADING


def shows_odd_size(case, seen):
    return case.aspect == ODD


TRUNCATED = truncated(lambda x: x[..., order(x.shape[-1])])

BUGS = Bugs(
    (
        "    return x[..., [*range(0, d, 2), *range(1, d, 2)]]",
        "    order = [*range(0, d, 2), *range(1, d, 2)]\n"
        "    result = np.empty_like(x)\n"
        "    result[...] = x[..., order]\n"
        "    return result",
    )
)
BUGS.plant(
    "permuted_back",
    "With four features it is right. But 0, 1, 2, 3, 4, 5 becomes 0, 3, 1, 4, 2, 5.",
    right="result[...] = x[..., order]",
    wrong="result[..., order] = x",
)
BUGS.plant(
    "odd_features_first",
    "Every feature is there, but the table that I turn with it has its cosines first.",
    right="[*range(0, d, 2), *range(1, d, 2)]",
    wrong="[*range(1, d, 2), *range(0, d, 2)]",
)
BUGS.plant(
    "second_half_reversed",
    "The first half is right. In the second half the features come in the wrong order, "
    "if there are more than three.",
    right="*range(1, d, 2)]",
    wrong="*reversed(range(1, d, 2))]",
)
BUGS.plant(
    "not_moved",
    "What comes out is what I put in.",
    right="= x[..., order]",
    wrong="= x",
)
BUGS.plant(
    "halves_exchanged",
    "No feature is missing, but neighbours stay neighbours: 0, 1, 2 becomes 2, 0, 1.",
    right="[*range(0, d, 2), *range(1, d, 2)]",
    wrong="[*range((d + 1) // 2, d), *range((d + 1) // 2)]",
)


MISTAKES = mistakes(globals())
