"""Check for ``translator.learn_merges``."""

import itertools

import numpy as np

from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.learn_merges import PROBE
from lernformer.translator import learn_merges

LEARNS = "joins the most frequent pair, again and again"
WITHIN = "joins nothing across words, and </w> as any other piece"
TIES = "takes the smaller one of equally frequent pairs"
ENDS = "stops when every word is one piece"


def merges_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, counts, n_merges):
        words, numbers = list(counts), list(map(int, counts.values()))
        return Case(
            aspect, {"words": words, "counts": numbers, "n_merges": int(n_merges)}
        )

    def drawn(n):
        """Draw words of few letters, so pairs recur, but no letter is doubled."""
        words: dict[str, int] = {}
        while len(words) < n:
            letters = rng.choice(list("abcde"), rng.integers(3, 7)).tolist()
            doubled = any(a == b for a, b in itertools.pairwise(letters))
            if not doubled:
                words["".join(letters)] = int(rng.integers(1, 30))
        return words

    paper = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    return [
        case(LEARNS, {"low": 5, "lot": 2, "we": 6}, 3),
        case(LEARNS, {"ab": 1, "cab": 1, "tax": 9}, 2),
        case(LEARNS, {"papa": 3, "bo": 4}, 2),  # one word has the same pair twice
        case(LEARNS, paper, 6),
        case(LEARNS, drawn(5), 4),
        case(LEARNS, drawn(8), 7),
        case(WITHIN, {"sea": 4, "tea": 3, "eat": 2}, 4),
        case(WITHIN, {"a": 5, "ba": 4, "ca": 2}, 2),
        case(WITHIN, {"xa": 3, "by": 3, "ab": 1}, 5),
        case(TIES, {"dog": 2}, 2),
        case(TIES, {"zy": 3, "ba": 3}, 2),
        case(ENDS, {"ab": 2, "c": 1}, 9),
        case(ENDS, {"ab": 2}, 0),
        case(PURE, paper, 3),
    ]


def wrong_merges(case: Case, seen: Observation) -> str | None:
    """Return both lists of merges, if they differ."""
    x = case.inputs
    counts = dict(zip(x["words"], x["counts"], strict=True))
    want = learn_merges(counts, x["n_merges"])
    if seen.facts["result"] == repr(want):
        return None
    return f"should return {want}, got {seen.facts['result']}, for the counts {counts}"


TASK = Task(
    probe=PROBE,
    aspects={LEARNS: 5, WITHIN: 2, TIES: 1, ENDS: 1, PURE: 0.5},
    cases=merges_cases,
    expected=lambda case: {},
    symptoms=(modifies_input, wrong_merges),
)
