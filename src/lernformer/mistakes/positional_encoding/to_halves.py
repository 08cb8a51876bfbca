"""Typical wrong answers to ``positional_encoding.to_halves``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED, fails
from lernformer.mistakes.embedding.common import NOT_AN_ARRAY
from lernformer.mistakes.mistake import Bugs, Catalogue
from lernformer.mistakes.positional_encoding.common import truncated
from lernformer.probes.aspects import LEADING
from lernformer.probes.positional_encoding.common import ODD

MISTAKES = Catalogue()

STACKED = (
    "even and odd features are apart; np.concatenate([…, …], axis=-1) puts them side "
    "by side in one array."
)

ONE_HALF_MISSING = (
    "half of the features are missing: those with odd numbers, x[..., 1::2], or "
    "those with even ones."
)


def order(d):
    """The features as they come in the result."""
    return np.r_[0:d:2, 1:d:2]


MISTAKES += (INPUT_MODIFIED, NOT_AN_ARRAY)


@MISTAKES.answer("not_moved", "the features are where they were.")
def two_halves_joined(x):
    """Cuts x in the middle and joins it again."""
    middle = x.shape[-1] // 2
    return np.concatenate([x[..., :middle], x[..., middle:]], axis=-1)


@MISTAKES.answer(
    "permuted_back",
    "this is the way back: it takes x for halves and makes pairs of them. "
    "result[..., order] = x and x[..., order] are inverse to each other.",
)
def inverse_permutation(x):
    """result[..., order] = x puts the features where they come from."""
    result = np.empty_like(x)
    result[..., order(x.shape[-1])] = x
    return result


@MISTAKES.answer(
    "odd_features_first",
    "the features with odd numbers come first; counting starts at 0, and an even "
    "feature is a sine.",
)
def cosines_first(x):
    """Odd before even."""
    return np.concatenate([x[..., 1::2], x[..., 0::2]], axis=-1)


@MISTAKES.answer(
    "halves_exchanged",
    "x is cut in the middle, and its halves change places; what comes first is every "
    "second feature, x[..., 0::2].",
)
def cut_in_the_middle(x):
    """The two halves of x change places."""
    middle = (x.shape[-1] + 1) // 2
    return np.concatenate([x[..., middle:], x[..., :middle]], axis=-1)


@MISTAKES.answer(
    "second_half_reversed",
    "the odd features run backwards; they keep their order: 1, 3, 5, …",
)
def there_and_back(x):
    """Up the even features and down the odd ones, as a rotation's blocks mirror."""
    return np.concatenate([x[..., 0::2], x[..., 1::2][..., ::-1]], axis=-1)


@MISTAKES.answer(
    "rows_moved",
    "the rows are reordered, that is the positions; features are the last axis.",
)
def positions_reordered(x):
    """Even positions first."""
    return np.concatenate([x[0::2], x[1::2]])


@MISTAKES.answer(
    "recomputed", "this is the table itself, whatever x is; move the features of x."
)
def made_anew(x):
    """Ignores x and makes the table of sines and cosines."""
    length, d = x.shape[-2:]
    clocks = 10000.0 ** (-np.arange(0, d, 2) / d)
    angles = np.arange(length)[:, None] * clocks
    table = np.concatenate([np.sin(angles), np.cos(angles)[:, : d // 2]], axis=1)
    return np.broadcast_to(table, x.shape)


@MISTAKES.answer(
    "joined_below_each_other",
    "np.concatenate joins along the first axis unless it is told axis=-1.",
)
def joined_along_the_first_axis(x):
    """Concatenation puts things side by side."""
    return np.concatenate([x[..., 0 : x.shape[-1] // 2 * 2 : 2], x[..., 1::2]])


@MISTAKES.answer("stacked", STACKED)
def two_tables(x):
    """np.stack joins along a new axis."""
    return np.stack([x[..., 0::2], x[..., 1::2]])


MISTAKES.sign("stacked", STACKED, fails("got a tuple of 2", "got a list of 2"))


@MISTAKES.answer(
    "order_returned",
    "these are the numbers of the features in their new order; return the features "
    "themselves, x[..., order].",
)
def order_without_x(x):
    """The order, and not the features in it."""
    return order(x.shape[-1])


@MISTAKES.answer("one_half_missing", ONE_HALF_MISSING)
def sines_alone(x):
    """The even features."""
    return x[..., 0::2]


@MISTAKES.answer("one_half_missing", ONE_HALF_MISSING)
def cosines_alone(x):
    """The odd features."""
    return x[..., 1::2]


@MISTAKES.answer("one_half_missing", ONE_HALF_MISSING)
def sines_twice(x):
    """The slice was copied, and its start left."""
    return np.concatenate([x[..., 0::2], x[..., 0::2]], axis=-1)


MISTAKES.sign(
    "second_axis",
    "it takes the second axis for the last one: x[:, 0::2]. With x[..., 0::2] and "
    "axis=-1 any number of axes may come before.",
    lambda case, seen: case.aspect == LEADING,
)

MISTAKES.sign(
    "odd_size",
    "it works for even sizes only. With an odd d there are ⌈d/2⌉ even features and "
    "⌊d/2⌋ odd ones; slices with a step count them by themselves.",
    lambda case, seen: case.aspect == ODD,
    seen="course",
)

MISTAKES += (truncated(lambda x: x[..., order(x.shape[-1])]),)

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
