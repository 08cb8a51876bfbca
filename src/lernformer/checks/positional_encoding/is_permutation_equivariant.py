"""Check for ``positional_encoding.is_permutation_equivariant``."""

import numpy as np

from lernformer.checks.expected import right
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.is_permutation_equivariant import (
    GIVEN,
    LARGE,
    PROBE,
    SMALL,
    TINY,
    ZERO,
)

DISTINGUISHES = "tells equivariant layers from others"

INVARIANT = "tells equivariance from invariance"

EVERYWHERE = "compares every number"

TOLERANCE = "allows for rounding, and for no more"

TWO = "self-attention", "self-attention with positions"

ONE_FOR_ALL = "the first token for all tokens", "the last token for all tokens"

IGNORING = (
    "the same average for all tokens",
    "the average plus the place of each token",
)

BATCH = "leaves the sentences of the batch where they are"

PLAIN = (
    *TWO,
    "self-attention to the past",
    "the identity",
    "a linear layer",
    "the sum of the tokens so far",
    "the tokens in reverse",
)

PARTS = (
    "positions in one sentence",
    "positions that cancel over the batch",
    "positions in one feature",
    "the first token doubled",
    "the first token reversed",
    "the first token negated",
    "the last token doubled",
)

NEARLY = (
    "a rounding at odd places",
    f"{TINY} more in one 0",
    *(f"{more} more in one 3" for more in SMALL),
)


def no_way_back(rng: np.random.Generator, length: int) -> np.ndarray:
    """Return a single cycle: it moves every token and isn't its own inverse."""
    order, around = np.empty(length, int), rng.permutation(length)
    order[around] = np.roll(around, 1)
    return order


def equivariance_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, layers, b, length, d, *orders):
        x = rng.normal(0, 1, (b, length, d))
        x[..., 0] = -np.abs(x[..., 0])
        x[-1, :, 0] *= -1  # marks the last sentence
        if aspect == EVERYWHERE:
            x.sort(axis=1)  # so that all differences may have the same sign
        if aspect == TOLERANCE:
            x[..., ZERO] = 0  # where a relative tolerance is 0
            x[..., LARGE] = 3
        if aspect == GIVEN:
            x[:] = x[:, :1]  # equal tokens: a result for other inputs is wrong here
        if not orders:  # two orders that take each token from different places
            once = no_way_back(rng, length)
            orders = once, once[once]
        inputs = {"layers": tuple(layers), "x": x, "orders": np.array(orders)}
        return Case(aspect, inputs)

    # these include an order that is its own inverse, and one that changes nothing
    three = [1, 2, 0], [2, 1, 0], [0, 1, 2]
    five = no_way_back(rng, 5), [1, 0, 2, 4, 3], np.arange(5)
    return [
        case(DISTINGUISHES, TWO, 2, 4, 3, [1, 2, 3, 0]),
        case(DISTINGUISHES, PLAIN, 2, 5, 4, *five),
        case(DISTINGUISHES, PLAIN, 4, 3, 6, *three),  # short sentences
        case(DISTINGUISHES, PLAIN, 1, 7, 3),
        case(INVARIANT, (*TWO, *IGNORING), 2, 5, 4, *five),
        case(EVERYWHERE, TWO + PARTS + ONE_FOR_ALL, 3, 4, 5),
        case(EVERYWHERE, TWO + PARTS + ONE_FOR_ALL, 2, 6, 3),
        case(TOLERANCE, TWO + NEARLY, 2, 7, 40),
        case(BATCH, (*TWO, "a different factor for each sentence"), 3, 4, 5),
        case(GIVEN, PLAIN, 2, 4, 5),
        case(PURE, TWO, 2, 5, 4),
    ]


def wrong_answer(case: Case, seen: Observation) -> str | None:
    """Return the symptom of the first layer and order that the answer gets wrong."""
    want, got = right(case, TASK.expected)["result"], seen.values["result"]
    if np.array_equal(want, got):
        return None
    i, j = np.argwhere(want != got)[0]
    order = case.inputs["orders"][j]
    if not want[i, j]:
        truth = "False: the layer does not give the same outputs, shuffled"
    elif np.array_equal(order, np.sort(order)):
        truth = "True: this order changes nothing"
    else:
        truth = "True: the layer gives the same outputs, shuffled"
    return (
        f"for {case.inputs['layers'][i]} and the order {order.tolist()} it says "
        f"{bool(got[i, j])}, expected {truth}"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        DISTINGUISHES: 4.5,
        INVARIANT: 1,
        EVERYWHERE: 2,
        TOLERANCE: 1,
        BATCH: 0.5,
        GIVEN: 0.5,
        PURE: 0.5,
    },
    cases=equivariance_cases,
    symptoms=(modifies_input, wrong_answer),
)
