"""Typical wrong answers to ``translator.corpus_bleu``."""

import math
from collections import Counter
from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED, fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.translator.common import _finite
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.translator.corpus_bleu import ZERO, texts
from lernformer.translator.evaluation import MAX_N, n_grams

RECALL = (
    "the right runs are divided by the number of the reference's runs (recall); divide "
    "by the number of those that were said. Or have both arguments changed places?"
)

ORDERS = "the runs are of 1, 2, 3 and 4 words: range(1, 5)."

SMOOTHED = (
    "counts are made larger so that none is 0; here nothing is smoothed: if no run of "
    "four is right, BLEU is 0."
)


def _clipped(h: Counter, r: Counter) -> int:
    return (h & r).total()


def _penalty(h: int, r: int) -> float:
    return min(1.0, math.exp(1 - r / h))


def _root(p: list[float]) -> float:
    return math.prod(p) ** (1 / len(p))


def _bleu(
    hypotheses: list[str],
    references: list[str],
    *,
    count: Callable = _clipped,
    orders: tuple = tuple(range(1, MAX_N + 1)),
    split: Callable = str.split,
    penalty: Callable = _penalty,
    average: Callable = _root,
    precision: Callable = lambda right, said: right / said if said else 0.0,
    say: Callable = Counter.total,
) -> float:
    """BLEU with each of its parts to be changed."""
    right, said, h_length, r_length = Counter(), Counter(), 0, 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        h, r = split(hypothesis), split(reference)
        h_length, r_length = h_length + len(h), r_length + len(r)
        for n in orders:
            right[n] += count(n_grams(h, n), n_grams(r, n))
            said[n] += say(n_grams(h, n))
    if not h_length:
        return 0.0
    p = [precision(right[n], said[n]) for n in orders]
    return 100 * penalty(h_length, r_length) * average(p)


def _clipped_together(hypotheses: list[str], references: list[str]) -> Callable:
    """A count that has all of the corpus at its first call for each n."""
    left: dict[int, tuple[Counter, Counter]] = {}

    def count(h: Counter, r: Counter) -> int:
        n = len(next(iter(h), ()))
        if n == 0 or n in left:
            return 0
        left[n] = tuple(
            sum((n_grams(text.split(), n) for text in texts), Counter())
            for texts in (hypotheses, references)
        )
        return _clipped(*left[n])

    return count


def _mistake(
    id: str, cause: str, compute: Callable | None = None, **changes
) -> Mistake:
    """Another formula, or BLEU with some of its parts changed."""
    compute = compute or (lambda h, r: _bleu(h, r, **changes))

    def gives(case: Case) -> Arrays:
        return {"score": np.array([compute(*texts(case).values())], dtype=float)}

    return Mistake(id, cause, gives)


def _mean(hypotheses: list[str], references: list[str]) -> float:
    each = [_bleu([h], [r]) for h, r in zip(hypotheses, references, strict=True)]
    return sum(each) / len(each)


def _mean_penalty(hypotheses: list[str], references: list[str]) -> float:
    lengths = (
        (len(h.split()), len(r.split()))
        for h, r in zip(hypotheses, references, strict=True)
    )
    each = [_penalty(h, r) if h else 0.0 for h, r in lengths]
    mean = sum(each) / len(each)
    return _bleu(hypotheses, references, penalty=lambda h, r: mean)


def _in_place(hypotheses: list[str], references: list[str]) -> float:
    """n-grams with the place where they stand."""

    def places(text: str) -> list[tuple]:
        return list(enumerate(text.split()))

    return _bleu(hypotheses, references, split=places)


def _without(p: list[float]) -> float:
    p = [x for x in p if x > 0]
    return _root(p) if p else 0.0


def _rounded_score(case: Case, seen: Observation) -> bool:
    if "score" not in seen.values:
        return False
    return is_rounded(seen.values["score"][0], _bleu(**texts(case)))


def is_rounded(got: float, want: float) -> bool:
    """Whether a score has few digits where the right one has more."""
    off = (abs(got - round(want, n)) for n in range(6))
    return abs(got - want) > 1e-7 and min(off) < 1e-10


MISTAKES = (
    INPUT_MODIFIED,
    _mistake(
        "mean_of_sentences",
        "this is the mean of the sentences' scores; add up the counts of all "
        "sentences, then divide once.",
        _mean,
    ),
    _mistake(
        "not_clipped",
        "a run counts as right each time it is said; it counts as often as the "
        "reference has it at most: the smaller of both counts.",
        count=lambda h, r: sum(n for gram, n in h.items() if gram in r),
    ),
    _mistake(
        "clipped_over_the_corpus",
        "the counts of all sentences are added up first and compared then; a run is "
        "right only if the sentence's own reference has it.",
        lambda h, r: _bleu(h, r, count=_clipped_together(h, r)),
    ),
    _mistake(
        "counted_once",
        "each run counts once (a set); one that is said twice, and stands twice in "
        "the reference, counts twice.",
        count=lambda h, r: len(h.keys() & r.keys()),
        say=len,
    ),
    _mistake("recall_for_precision", RECALL, lambda h, r: _bleu(r, h)),
    _mistake(
        "recall_for_precision",
        RECALL,
        lambda h, r: _bleu(r, h, penalty=lambda r, h: _penalty(h, r)),
    ),
    _mistake(
        "no_brevity_penalty",
        "the brevity penalty is missing: min(1, exp(1 - r/h)).",
        penalty=lambda h, r: 1,
    ),
    _mistake(
        "long_rewarded",
        "the brevity penalty is larger than 1 where the translation is longer than "
        "the reference; min(1, …) is missing.",
        penalty=lambda h, r: math.exp(1 - r / h),
    ),
    _mistake(
        "long_punished",
        "the penalty falls on what is too long: it is exp(1 - r/h), not exp(1 - h/r).",
        penalty=lambda h, r: min(1, math.exp(1 - h / r)) if r else 1,
    ),
    _mistake(
        "brevity_without_exponential",
        "the penalty is h/r; it is exp(1 - r/h).",
        penalty=lambda h, r: min(1, h / r) if r else 1,
    ),
    _mistake(
        "zeros_skipped",
        "a precision of 0 is left out of the mean; one that is 0 makes BLEU 0.",
        average=_without,
    ),
    *(
        _mistake("orders_wrong", ORDERS, orders=orders)
        for orders in ((1, 2, 3), (1,), (1, 2), (2,), (4,), (1, 2, 3, 4, 5))
    ),
    _mistake(
        "arithmetic_mean",
        "the four precisions are averaged by adding; the geometric mean is the fourth "
        "root of their product.",
        average=lambda p: sum(p) / len(p),
    ),
    _mistake(
        "root_forgotten",
        "this is the product of the four precisions; take its fourth root, ** 0.25.",
        average=math.prod,
    ),
    _mistake(
        "not_in_percent",
        "the score lies between 0 and 1; multiply by 100.",
        lambda hypotheses, references: _bleu(hypotheses, references) / 100,
    ),
    _mistake(
        "smoothed",
        SMOOTHED,
        precision=lambda right, said: (right + 1) / (said + 1),
    ),
    _mistake(
        "characters",
        "the runs are of characters; make words first: text.split().",
        split=list,
    ),
    _mistake(
        "lower_cased",
        "capitals are made small; words are compared as they are.",
        split=lambda text: text.lower().split(),
    ),
    _mistake(
        "split_at_each_space",
        'split(" ") makes empty words where two spaces meet, and knows no tab; '
        "split() without an argument does neither.",
        split=lambda text: text.split(" "),
    ),
    _mistake(
        "punctuation_dropped",
        "commas and full stops are words as well.",
        split=lambda text: [w for w in text.split() if w.strip(".,?")],
    ),
    _mistake(
        "joined",
        "all sentences became one text, so that runs reach over their ends; count in "
        "each pair by itself.",
        lambda hypotheses, references: _bleu(
            [" ".join(hypotheses)], [" ".join(references)]
        ),
    ),
    sign(
        "zero_division",
        "nothing was said, or nothing is right: there is no quotient or no logarithm "
        "of 0. Return 0.0 first.",
        fails("ZeroDivision", "division by zero", "math domain", "positive input"),
    ),
    sign(
        "zero_division",
        "0/0 or the logarithm of 0 gives NaN or infinity. Return 0.0 first.",
        lambda case, seen: not _finite(seen),
    ),
    _mistake(
        "brevity_by_sentence",
        "each sentence has a brevity penalty of its own; add up the lengths of all, "
        "and take one.",
        _mean_penalty,
    ),
    _mistake(
        "positions_compared",
        "a run counts only where the reference has it in the same place; it may stand "
        "anywhere.",
        _in_place,
    ),
    sign(
        "rounded",
        "the score is rounded; leave it as it is.",
        _rounded_score,
    ),
    sign(
        "smoothed",
        SMOOTHED,
        lambda case, seen: case.aspect == ZERO and 0 < _score(seen) < 100,
    ),
)


def _score(seen: Observation) -> float:
    return seen.values["score"][0] if seen.values else math.nan
