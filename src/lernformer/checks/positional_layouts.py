"""Checks of the tasks on what is the same in another form: halves for pairs, adding.

The tasks of the chapter are gathered in ``positional_encoding``.
"""

import numpy as np

from lernformer import positional_encoding as reference
from lernformer.checks.judging import numbers
from lernformer.checks.mistakes import positional_encoding as mistakes
from lernformer.checks.mistakes.common import (
    DTYPE,
    GRADIENT,
    LEADING,
    PURE,
    dtype_kept,
    modifies_input,
    not_finite,
)
from lernformer.checks.mistakes.positional_encoding.layouts import PARTS, WIDTH
from lernformer.checks.mistakes.positional_encoding.tables import ODD
from lernformer.checks.task import Case, Observation, Task
from lernformer.checks.values import as_reference, probe_numpy, probe_parts

MOVED = 1e-5  # nothing is computed, but an answer may hold it in float32
SUMS = 1e-4  # sums of a few products, perhaps in float32
BFLOAT16 = 0.15  # 8 bits of precision, a few roundings of numbers around 4

# to_halves --------------------------------------------------------------------------

MOVES = "puts even features first, then odd ones"


def halves_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *shape, **more):
        inputs = {"x": rng.normal(0, 1, shape)}
        return Case(aspect, inputs, {"result": "L d"}, tolerance=MOVED, **more)

    counted = case(MOVES, 3, 6)  # row 2, feature 4 is 2.4
    counted.inputs["x"][:] = np.arange(3)[:, None] + np.arange(6) / 10
    return [
        counted,
        case(MOVES, 2, 4),
        case(MOVES, 7, 8),
        case(MOVES, int(rng.integers(4, 8)), 2 * int(rng.integers(5, 10))),
        case(ODD, 3, 5),
        case(ODD, 4, 1),
        case(ODD, int(rng.integers(4, 8)), 2 * int(rng.integers(5, 10)) + 1),
        case(LEADING, 2, 3, 6),
        case(LEADING, 8),
        case(LEADING, 3, 2, 4, 8),
        case(PURE, 3, 6),
    ]


HALVES = Task(
    id="positional_encoding.to_halves",
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Write down where the features 0, 1, 2, 3, 4, 5 of a row end up. What would it "
        "be for five features?",
        "x[..., 0::2] are the even features, whatever axes come before. The odd ones "
        "are had in the same way, and np.concatenate puts both side by side.",
        "np.concatenate([x[..., 0::2], x[..., 1::2]], axis=-1).",
    ),
    aspects={MOVES: 6, ODD: 2, LEADING: 1, PURE: 1},
    cases=halves_cases,
    probe=probe_numpy,
    expected=as_reference(reference.to_halves, probe_numpy),
    symptoms=(modifies_input, not_finite),
    mistakes=mistakes.HALVES,
)

# concatenation_as_sum ---------------------------------------------------------------

ADDS_UP = "splits the mixture into its two parts"


def concatenation_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, b, length, d, d_p, d_out, **more):
        inputs = {
            "x": rng.normal(0, 1, (b, length, d)),
            "positions": rng.normal(0, 1, (length, d_p)),
            "weight": rng.normal(0, 1, (d + d_p, d_out)),
        }
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (b + 1) * length * d_out)
        axes = {"from_words": "B L d_out", "from_positions": "L d_out"}
        return Case(aspect, inputs, axes, **{"tolerance": SUMS, **more})

    return [
        # Sizes by which W, or a block of it, turned round gives numbers, no error …
        case(ADDS_UP, 2, 3, 2, 2, 4),
        case(ADDS_UP, 2, 3, 2, 2, 2),
        # … and sizes that differ, so that one cannot stand for another.
        case(ADDS_UP, 2, 3, 4, 4, 5),
        case(ADDS_UP, 3, 1, 5, 5, 4),
        case(WIDTH, 2, 3, 4, 6, 5),
        case(WIDTH, 2, 5, 7, 3, 4),
        case(WIDTH, 1, 4, 3, 1, 2),
        case(PURE, 2, 3, 4, 4, 5),
        case(GRADIENT, 2, 3, 4, 4, 5),
        case(DTYPE, 2, 3, 4, 4, 5),
        case(DTYPE, 2, 3, 4, 4, 5, dtype="float32"),
        case(DTYPE, 2, 3, 4, 4, 5, dtype="bfloat16", tolerance=BFLOAT16),
    ]


def misses_the_mixture(case: Case, seen: Observation) -> str | None:
    if case.aspect not in (ADDS_UP, WIDTH):
        return None
    word, place = case.inputs["x"][0, -1], case.inputs["positions"][-1]
    want = np.concatenate([word, place]) @ case.inputs["weight"]
    words, places = (seen.values[name] for name in PARTS)
    got = words[0, -1] + places[-1]
    if np.allclose(got, want, atol=10 * case.tolerance):
        return None
    return (
        f"for the last word of a sentence the parts add up to {numbers(got)}, but "
        f"[X; P] W is {numbers(want)}"
    )


probe_concatenation = probe_parts(*PARTS)

CONCATENATION = Task(
    id="positional_encoding.concatenation_as_sum",
    points=2,
    difficulty=2,
    minutes=15,
    hints=(
        "Write out one entry of [X; P] W as a sum over features. Which terms hold a "
        "number of X, and which rows of W do they meet?",
        "The first d rows of W meet the word, the other d_p rows the position. Cut W "
        "there and multiply each block by its own.",
        "d = x.size(-1); return x @ weight[:d], positions @ weight[d:].",
    ),
    aspects={ADDS_UP: 5, WIDTH: 2, GRADIENT: 1, PURE: 1, DTYPE: 1},
    cases=concatenation_cases,
    probe=probe_concatenation,
    expected=as_reference(reference.concatenation_as_sum, probe_concatenation),
    symptoms=(modifies_input, dtype_kept(*PARTS), not_finite, misses_the_mixture),
    mistakes=mistakes.CONCATENATION,
)
