"""Check for ``translator.apply_merges``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.apply_merges import PROBE
from lernformer.translator import apply_merges

JOINS = "joins neighbouring pieces"
ORDER = "takes the merges in their order"
END = "ends each word with </w>"
TWICE = "joins a piece once in a merge"


def pieces_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, word, *merges):
        pairs = [tuple(pair.split()) for pair in merges]
        return Case(aspect, {"word": word, "merges": pairs})

    a, b, c, d = rng.permutation(list("abcdefghijklm"))[:4].tolist()
    return [
        case(JOINS, "low", "l o"),
        case(JOINS, "lower", "e r", "l o", "lo w"),
        case(JOINS, f"{a}{b}{c}{a}{b}{d}", f"{a} {b}", f"{a}{b} {d}"),
        case(JOINS, f"{a}{b}{c}{d}", f"{a} {c}", f"{d} {a}"),
        case(JOINS, f"{a}{c}", f"{b} {c}"),
        case(JOINS, f"{b}{a}{c}", f"{a} {b}"),
        case(JOINS, f"{a}{b}{c}{d}", f"{a} {b}", f"{a} {b}{c}", f"{b}{c} {d}"),
        case(ORDER, "abc", "b c", "a b"),
        case(ORDER, "abc", "ab c", "a b"),
        case(ORDER, f"{a}{b}{c}{d}", f"{b} {c}", f"{a} {b}", f"{c} {d}"),
        case(ORDER, f"{a}{b}{c}{d}", f"{c} {d}", f"{b} {c}", f"{a} {b}"),
        case(END, "low", "w </w>", "o w</w>"),
        case(END, f"{a}{b}", f"{b} </w>"),
        case(END, "a"),
        case(TWICE, "aaa", "a a"),
        case(TWICE, "aaaaa", "a a", "aa a"),
        case(TWICE, f"{a}{a}{a}{b}", f"{a} {a}", f"{a} {b}"),
        case(PURE, "low", "l o", "lo w"),
    ]


def wrong_pieces(case: Case, seen: Observation) -> str | None:
    """Return both lists of pieces, if they differ."""
    want = repr(apply_merges(str(case.inputs["word"]), case.inputs["merges"]))
    if seen.facts["result"] == want:
        return None
    return (
        f"should return {want}, got {seen.facts['result']}, for the word "
        f"{str(case.inputs['word'])!r} and the merges {case.inputs['merges']}"
    )


TASK = Task(
    probe=PROBE,
    aspects={JOINS: 4, ORDER: 2, END: 1.5, TWICE: 1.5, PURE: 0.5},
    cases=pieces_cases,
    expected=lambda case: {},
    symptoms=(modifies_input, wrong_pieces),
)
