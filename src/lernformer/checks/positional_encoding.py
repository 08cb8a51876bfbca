"""Checks of the tasks on positional encoding.

Sizes differ from one another wherever they can, so that an answer that confuses two
of them fails. A task's first case is small enough to follow by hand.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from lernformer import positional_encoding as reference
from lernformer.checks.judging import numbers
from lernformer.checks.mistakes import positional_encoding as mistakes
from lernformer.checks.mistakes.common import (
    DTYPE,
    GRADIENT,
    LEADING,
    PURE,
    loses_dtype,
    modifies_input,
    not_finite,
)
from lernformer.checks.mistakes.positional_encoding.layers import (
    ADDS,
    DROPOUT,
    LEARNS,
    LENGTHS,
    TRAINED,
)
from lernformer.checks.mistakes.positional_encoding.rotary import DEVICE, POSITIONS
from lernformer.checks.mistakes.positional_encoding.shifts import BACKWARDS, NEGATIVE
from lernformer.checks.mistakes.positional_encoding.tables import BASE, LONG, ODD
from lernformer.checks.modules import on_another_device, stays_behind
from lernformer.checks.positional_equivariance import EQUIVARIANCE
from lernformer.checks.positional_layers import (
    adapt_layer,
    does_not_learn,
    drops_wrongly,
    expected_layer,
    has_parameters,
    probe_layer,
    takes_too_much,
)
from lernformer.checks.positional_layouts import CONCATENATION, HALVES
from lernformer.checks.task import Case, Observation, Task
from lernformer.checks.values import (
    as_reference,
    probe_numpy,
    probe_torch,
    tensors,
)

# float32 has 24 bits: an angle of 5 is exact to 3e-7, one of 50 to 3e-6 …
NEAR = 1e-5
LAYER = 1e-4  # … and the sum with a token adds its own rounding.
# At position 5000 float32 tables made by exp and log or by powers differ by 4e-4 from
# one another, and both are right.
FAR = 2e-3
BFLOAT16 = 0.15  # 8 bits of precision, a few roundings of numbers around 4


# angular_frequencies ----------------------------------------------------------------


def frequency_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, d_model, **base):
        inputs = {"d_model": d_model, **base}
        return Case(aspect, inputs, {"result": "clocks"}, tolerance=NEAR)

    falls = "falls from 1 by the same factor"
    return [
        case(falls, 4),
        case(falls, 6),
        case(falls, 2 * int(rng.integers(5, 30))),
        case(falls, 512),
        case(BASE, 6, base=500.0),
        case(BASE, 8, base=float(rng.integers(2, 50))),
        case(ODD, 5),
        case(ODD, 1),
        case(ODD, 2 * int(rng.integers(5, 30)) + 1),
    ]


FREQUENCIES = Task(
    id="positional_encoding.angular_frequencies",
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Write down the ω_k for d_model = 4 by hand: there are two. How many are there "
        "for d_model = 5?",
        "k counts 0, 1, 2, … up to ⌈d/2⌉ - 1. np.arange gives them all at once, and "
        "base ** (an array) is an array.",
        "k = np.arange((d_model + 1) // 2); then base ** (-2.0 * k / d_model).",
    ),
    aspects={"falls from 1 by the same factor": 6, BASE: 2, ODD: 2},
    cases=frequency_cases,
    probe=probe_numpy,
    expected=as_reference(reference.angular_frequencies, probe_numpy),
    symptoms=(not_finite,),
    mistakes=mistakes.FREQUENCIES,
)

# sinusoidal_encoding ----------------------------------------------------------------


def sinusoidal_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, length, d_model, tolerance=NEAR, **base):
        inputs = {"length": length, "d_model": d_model, **base}
        return Case(aspect, inputs, {"result": "L d_model"}, tolerance=tolerance)

    waves = "gives each position its sines and cosines"
    return [
        case(waves, 3, 4),
        case(waves, 4, 4),
        case(waves, 5, 6),
        case(waves, int(rng.integers(6, 10)), 2 * int(rng.integers(6, 10))),
        case(ODD, 4, 5),
        case(ODD, 3, 1),
        case(ODD, int(rng.integers(4, 8)), 2 * int(rng.integers(5, 10)) + 1),
        case(BASE, 5, 6, base=500.0),  # as above: a table kept for its size is wrong
        case(BASE, 5, 8, base=float(rng.integers(2, 50))),
        case(LONG, 1, 6),
        case(LONG, 5100, 4, tolerance=FAR),
    ]


SINUSOIDAL = Task(
    id="positional_encoding.sinusoidal_encoding",
    points=3,
    difficulty=2,
    minutes=20,
    hints=(
        "First make all angles, position times frequency, as one array with a row for "
        "each position and a column for each clock. Then the waves.",
        "np.arange(length)[:, None] is a column; a column times a row of frequencies "
        "is the table of angles. table[:, 0::2] are the even dimensions, table[:, "
        "1::2] the odd ones. With an odd d there is one cosine fewer than sines.",
        "angles = np.arange(length)[:, None] * angular_frequencies(d_model, base); "
        "encoding[:, 0::2] = np.sin(angles); encoding[:, 1::2] = "
        "np.cos(angles[:, : d_model // 2]).",
    ),
    aspects={
        "gives each position its sines and cosines": 6,
        ODD: 2,
        BASE: 1,
        LONG: 1,
    },
    cases=sinusoidal_cases,
    probe=probe_numpy,
    expected=as_reference(reference.sinusoidal_encoding, probe_numpy),
    symptoms=(not_finite,),
    mistakes=mistakes.SINUSOIDAL,
    ready_made=("lernformer.positional_encoding.PositionalEncoding",),
)

# shift_matrix -----------------------------------------------------------------------


def shift_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, offset, d_model, tolerance=NEAR, **base):
        inputs = {"offset": offset, "d_model": d_model, **base}
        return Case(aspect, inputs, {"result": "d_model d_model"}, tolerance=tolerance)

    moves = "moves every position by the offset"
    return [
        case(moves, 1, 4),
        case(moves, 2, 2),
        case(moves, 3, 6),
        case(moves, int(rng.integers(4, 8)), 10),
        case(BACKWARDS, -2, 4),
        case(BACKWARDS, -int(rng.integers(3, 8)), 6),
        case(BACKWARDS, 0, 6),
        case(BASE, 3, 6, base=500.0),
        case(BASE, 2, 8, base=float(rng.integers(5, 50))),
        case("is right for far positions", 1000, 6, tolerance=FAR),
    ]


def misses_the_position(case: Case, seen: Observation) -> str | None:
    offset, matrix = case.inputs["offset"], seen.values["result"]
    start = 2 + max(0, -offset)
    sizes = {name: x for name, x in case.inputs.items() if name != "offset"}
    table = reference.sinusoidal_encoding(start + abs(offset) + 1, **sizes)
    moved, want = matrix @ table[start], table[start + offset]
    if np.allclose(moved, want, atol=100 * case.tolerance):
        return None
    return (
        f"M @ PE[{start}] is {numbers(moved)}, but PE[{start + offset}] is "
        f"{numbers(want)}"
    )


SHIFT = Task(
    id="positional_encoding.shift_matrix",
    points=3,
    difficulty=3,
    minutes=25,
    hints=(
        "Take one clock. Write sin(ω(p + k)) and cos(ω(p + k)) with the addition "
        "theorems: what stands before sin(ωp), what before cos(ωp)?",
        "One clock gives the block [[cos ωk, sin ωk], [-sin ωk, cos ωk]]. The blocks "
        "of all clocks stand along the diagonal, with zeros around them.",
        "angles = offset * angular_frequencies(d_model, base); even = np.arange(0, "
        "d_model, 2); into a matrix of zeros write matrix[even, even + 1] = "
        "np.sin(angles), and the other three in the same way.",
    ),
    aspects={
        "moves every position by the offset": 6,
        BACKWARDS: 2,
        BASE: 1,
        "is right for far positions": 1,
    },
    cases=shift_cases,
    probe=probe_numpy,
    expected=as_reference(reference.shift_matrix, probe_numpy),
    symptoms=(not_finite, misses_the_position),
    mistakes=mistakes.SHIFT,
)

# position_similarity ----------------------------------------------------------------


def similarity_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, offsets, d_model, base=None, **more):
        inputs = {"offsets": np.asarray(offsets), "d_model": d_model}
        if base is not None:
            inputs["base"] = base
        # sums of cosines of angles up to 50, perhaps in float32
        return Case(aspect, inputs, tolerance=LAYER, **more)

    dot = "is the dot product of two positions"
    shapes = "takes offsets of any shape"
    return [
        case(dot, [0, 1, 2], 4),
        case(dot, [1, 2, 5], 6),  # as many offsets as clocks
        case(dot, rng.integers(0, 50, 7), 10),
        case(dot, rng.integers(1, 10, 5), 512),
        case(NEGATIVE, [-1, 2, -3, 0], 6),
        case(NEGATIVE, rng.integers(-50, 0, 5), 8),
        case(shapes, [4], 6),
        case(shapes, rng.integers(0, 50, (2, 3)), 8, optional=True),
        case(shapes, 3, 6, optional=True),
        case(BASE, [0, 1, 2, 3], 6, base=500.0),
        case(BASE, rng.integers(1, 50, 5), 8, base=float(rng.integers(5, 50))),
        case(PURE, rng.integers(-50, 0, 5), 6),
    ]


SIMILARITY = Task(
    id="positional_encoding.position_similarity",
    points=2,
    difficulty=2,
    minutes=15,
    hints=(
        "Take one clock: what is sin(a) sin(b) + cos(a) cos(b)? Then sum over clocks.",
        "It is cos(a - b), so only ω_k times the offset is left. No table is needed.",
        "offsets[..., None] * angular_frequencies(d_model, base) holds an angle for "
        "each offset and clock; sum its cosine over the last axis.",
    ),
    aspects={
        "is the dot product of two positions": 6,
        NEGATIVE: 1,
        "takes offsets of any shape": 1,
        BASE: 1,
        PURE: 1,
    },
    cases=similarity_cases,
    probe=probe_numpy,
    expected=as_reference(reference.position_similarity, probe_numpy),
    symptoms=(modifies_input, not_finite),
    mistakes=mistakes.SIMILARITY,
)

# PositionalEncoding and LearnedPositionalEncoding -----------------------------------

START = "goes on from a start"


def layer_cases(learned: bool) -> Callable[[np.random.Generator], list[Case]]:
    def cases(rng: np.random.Generator) -> list[Case]:
        def case(aspect, lead, length, d_model, max_length, setting="", **more):
            more = {"dropout": 0.0, "tolerance": LAYER, **more}
            inputs = {"d_model": d_model, "max_length": max_length}
            inputs["dropout"] = more.pop("dropout")
            # far from 0, so that a dropped feature is told from a small one
            mean, spread = (5, 0.5) if setting == "dropout" else (0, 1.5)
            inputs["x"] = rng.normal(mean, spread, (*lead, length, d_model))
            if "start" in more:
                inputs["start"] = more.pop("start")
            if learned:
                inputs["table"] = rng.normal(0, 1, (max_length, d_model))
            if aspect in (GRADIENT, LEARNS):
                inputs["upstream"] = rng.normal(0, 1, inputs["x"].shape)
            axes = {"output": "B L d_model", "gradient of table": "max_length d_model"}
            return Case(aspect, inputs, axes, setting, **more)

        two = (2,)
        own = fixed_cases(case) if not learned else learned_cases(case)
        return [
            case(ADDS, two, 3, 4, 7),
            case(ADDS, (3,), 3, 6, 8),
            case(ADDS, two, 5, 6, 11),
            case(ADDS, two, 5, 6, 11, "second call"),
            case(LENGTHS, two, 1, 4, 7),
            case(LENGTHS, two, 7, 4, 7),
            case(LENGTHS, two, 7, 4, 5, "too long"),
            *own,
            case(START, two, 3, 4, 9, start=2, optional=True),
            case(LEADING, (), 3, 6, 9, optional=True),
            case(LEADING, (2, 4), 3, 6, 9, optional=True),
            case(DROPOUT, two, 3, 4, 7, "eval with dropout", dropout=0.5),
            case(DROPOUT, two, 3, 4, 7, "train without dropout"),
            case(DROPOUT, two, 3, 4, 7, "train by default"),
            case(DROPOUT, (3,), 40, 16, 50, "dropout", dropout=0.25),
            case(PURE, two, 3, 4, 7),
            case(GRADIENT, two, 3, 4, 7),
            case(DEVICE, two, 3, 4, 7, "device"),
            case(DTYPE, two, 3, 4, 7, dtype="float32"),
            case(DTYPE, two, 3, 4, 7, dtype="bfloat16", tolerance=BFLOAT16),
        ]

    return cases


def fixed_cases(case: Callable) -> list[Case]:
    return [
        case(LENGTHS, (2,), 5000, 4, 5000, "by default", tolerance=FAR),
        case(LENGTHS, (2,), 6000, 2, 6000, tolerance=FAR),
        case(ODD, (2,), 3, 5, 8),
        case(ODD, (2,), 4, 1, 6),
        case(TRAINED, (2,), 3, 4, 7),
    ]


def learned_cases(case: Callable) -> list[Case]:
    return [case(LEARNS, (2,), 3, 4, 7), case(LEARNS, (3,), 5, 4, 6)]


FIXED = Task(
    id="positional_encoding.PositionalEncoding",
    points=3,
    difficulty=2,
    minutes=20,
    hints=(
        "The table is the same for every sentence, so it is made once, in __init__. "
        "In forward only its first L rows are needed.",
        "torch.from_numpy turns your table into a tensor; self.register_buffer(name, "
        "tensor) keeps it with the model, but away from the optimiser. (L, d) is added "
        "to (B, L, d) by broadcasting.",
        'self.register_buffer("table", torch.from_numpy(sinusoidal_encoding('
        "max_length, d_model)).float()); then in forward self.dropout(x + "
        "_rows(self.table, x, start)).",
    ),
    aspects={
        ADDS: 4,
        LENGTHS: 1,
        ODD: 1,
        TRAINED: 1,
        START: 0.5,
        LEADING: 0.5,
        DROPOUT: 1,
        PURE: 0.5,
        GRADIENT: 0.5,
        DEVICE: 0.5,
        DTYPE: 0.5,
    },
    cases=layer_cases(learned=False),
    probe=probe_layer,
    expected=expected_layer(reference.PositionalEncoding),
    symptoms=(
        has_parameters,
        takes_too_much(formula=True),
        drops_wrongly,
        modifies_input,
        stays_behind,
        loses_dtype,
        not_finite,
    ),
    mistakes=mistakes.FIXED,
)

LEARNED = Task(
    id="positional_encoding.LearnedPositionalEncoding",
    points=2,
    difficulty=1,
    minutes=10,
    hints=(
        "It is PositionalEncoding with another table: random at first, then changed by "
        "the optimiser.",
        "nn.Parameter(tensor), assigned to self in __init__, is what parameters() "
        "finds. Its size is (max_length, d_model).",
        "self.table = nn.Parameter(torch.randn(max_length, d_model) * 0.02); forward "
        "is the same as before.",
    ),
    aspects={
        ADDS: 4,
        LEARNS: 2,
        LENGTHS: 1,
        START: 0.25,
        LEADING: 0.25,
        DROPOUT: 1,
        PURE: 0.5,
        GRADIENT: 0.5,
        DEVICE: 0.25,
        DTYPE: 0.25,
    },
    cases=layer_cases(learned=True),
    probe=probe_layer,
    expected=expected_layer(reference.LearnedPositionalEncoding),
    symptoms=(
        does_not_learn,
        takes_too_much(formula=False),
        drops_wrongly,
        modifies_input,
        stays_behind,
        loses_dtype,
        not_finite,
    ),
    mistakes=mistakes.LEARNED,
    adapt=adapt_layer,
)

# rotary -----------------------------------------------------------------------------

TURNS = "turns each pair at its own speed"


def rotary_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lead, length, d, positions=None, setting="", **more):
        counted = np.arange(length) if positions is None else np.asarray(positions)
        inputs = {"x": rng.normal(0, 1.5, (*lead, length, d)), "positions": counted}
        if "base" in more:
            inputs["base"] = more.pop("base")
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (*lead, length, d))
        more = {"tolerance": LAYER, **more}
        names = {0: "", 1: "B ", 2: "B H "}[len(lead)]
        return Case(aspect, inputs, {"output": f"{names}L d"}, setting, **more)

    two = (2,)
    # torch has no complex numbers of bfloat16, so an answer may refuse it
    half = {"dtype": "bfloat16", "tolerance": BFLOAT16, "optional": True}
    of_each = rng.integers(0, 50, (2, 5))
    small, far = [0, 1, 2], [257, 303, 1001]  # far: bfloat16 rounds them all
    return [
        case(TURNS, two, 3, 4),
        case(TURNS, (3,), 3, 6),
        case(TURNS, two, 5, 8),
        case(POSITIONS, two, 3, 6, [4, 1, 7]),
        case(POSITIONS, two, 5, 6, rng.integers(0, 50, 5)),
        case(POSITIONS, two, 3, 6, [900, 0, 2100], tolerance=FAR),
        case(POSITIONS, two, 1, 6, [3]),
        case(POSITIONS, two, 5, 6, of_each, optional=True),
        case(LEADING, (), 3, 6),
        case(LEADING, (2, 3), 5, 4),
        case(LEADING, (3, 2), 4, 6),
        case(BASE, two, 5, 6, base=500.0),
        case(BASE, two, 4, 8, base=float(rng.integers(5, 50))),
        case(PURE, two, 3, 6),
        case(GRADIENT, two, 3, 6),
        case(DEVICE, two, 3, 6, setting="device"),
        case(DTYPE, two, 3, 6, dtype="float32"),
        case(DTYPE, two, 3, 6, small, **half),
        case(DTYPE, two, 3, 6, far, **half),
    ]


_probe_rotary = probe_torch("output")


def probe_rotary(answer: Any, case: Case) -> Observation:
    if case.setting == "device":
        return on_another_device(answer, tensors(case))
    return _probe_rotary(answer, case)


def changes_lengths(case: Case, seen: Observation) -> str | None:
    if case.aspect != TURNS:
        return None
    x, output = case.inputs["x"], seen.values["output"]
    before, after = (np.linalg.norm(each, axis=-1) for each in (x, output))
    off = np.abs(after - before)
    if off.max() < 10 * case.tolerance:
        return None
    at = np.unravel_index(np.argmax(off), off.shape)
    return (
        f"the vector at {list(map(int, at))} has length {before[at]:.4g} before and "
        f"{after[at]:.4g} after; turning changes no length"
    )


ROTARY = Task(
    id="positional_encoding.rotary",
    points=4,
    difficulty=3,
    minutes=25,
    hints=(
        "Take one pair (a, b) and one angle: what does a rotation make of it? Then do "
        "it for all pairs at once, with x[..., 0::2] and x[..., 1::2].",
        "positions[..., None] times the ω_k are the angles, (L, d/2), which fit both "
        "halves. To put the pairs back, stack them on a new last axis and flatten the "
        "last two. Angles in float32 at least, sines and cosines in the dtype of x.",
        "turned = (even * cos - odd * sin, even * sin + odd * cos); return "
        "torch.stack(turned, dim=-1).flatten(-2).",
    ),
    aspects={
        TURNS: 4,
        POSITIONS: 2,
        LEADING: 1,
        BASE: 0.5,
        PURE: 0.5,
        GRADIENT: 1,
        DEVICE: 0.5,
        DTYPE: 0.5,
    },
    cases=rotary_cases,
    probe=probe_rotary,
    expected=as_reference(reference.rotary, probe_rotary),
    symptoms=(modifies_input, stays_behind, loses_dtype, not_finite, changes_lengths),
    mistakes=mistakes.ROTARY,
)

TASKS = (
    FREQUENCIES,
    SINUSOIDAL,
    HALVES,
    SHIFT,
    SIMILARITY,
    FIXED,
    EQUIVARIANCE,
    CONCATENATION,
    LEARNED,
    ROTARY,
)
