"""Typical wrong answers to ``translator.corpus_bleu``."""

import math
from collections import Counter

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.common import finite, parts_of
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.corpus_bleu import texts

ORDERS = (
    "The code counts n-grams of the wrong lengths. Count n-grams of 1, 2, 3 and 4 "
    "words, with range(1, 5)."
)


def grams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def clipped(h, r):
    return sum(min(times, r[gram]) for gram, times in h.items())


def bleu(
    hypotheses,
    references,
    *,
    count=clipped,
    number=Counter.total,
    orders=(1, 2, 3, 4),
    split=str.split,
    brevity=lambda h, r: min(1.0, math.exp(1 - r / h)),
    average=lambda p: math.prod(p) ** (1 / len(p)),
    precision=lambda right, total, n: right / total if total else 0.0,
):
    """Right BLEU. Each of its parts can be changed."""
    right, total, h_length, r_length = Counter(), Counter(), 0, 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        h, r = split(hypothesis), split(reference)
        h_length, r_length = h_length + len(h), r_length + len(r)
        for n in orders:
            right[n] += count(grams(h, n), grams(r, n))
            total[n] += number(grams(h, n))
    if not h_length:
        return 0.0
    p = [precision(right[n], total[n], n) for n in orders]
    return 100 * brevity(h_length, r_length) * average(p)


changed = parts_of(bleu)


def is_rounded(got: float, want: float) -> bool:
    """Whether a score has only a few digits where the right one has more."""
    off = (abs(got - round(want, n)) for n in range(6))
    return abs(got - want) > 1e-7 and min(off) < 1e-10


def _rounded(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and is_rounded(_score(seen), bleu(**texts(case)))


def _score(seen: Observation) -> float:
    return seen.values["score"][0] if seen.values else math.nan


def precisions_averaged(hypotheses, references):
    """p_n is the mean of the sentences' p_n."""
    pairs = [
        (h.split(), r.split()) for h, r in zip(hypotheses, references, strict=True)
    ]
    p = []
    for n in (1, 2, 3, 4):
        each = [
            clipped(grams(h, n), grams(r, n)) / max(1, len(h) - n + 1) for h, r in pairs
        ]
        p.append(sum(each) / len(each))
    h, r = (sum(len(pair[i]) for pair in pairs) for i in (0, 1))
    return 100 * min(1, math.exp(1 - r / h)) * math.prod(p) ** 0.25 if h else 0.0


def counted_together(hypotheses, references):
    """All n-grams of the corpus are counted, then clipped once."""

    def together(texts, n):
        return sum((grams(text.split(), n) for text in texts), Counter())

    p = []
    for n in (1, 2, 3, 4):
        h, r = together(hypotheses, n), together(references, n)
        p.append(clipped(h, r) / max(1, h.total()))
    h, r = (sum(len(t.split()) for t in texts) for texts in (hypotheses, references))
    return 100 * min(1.0, math.exp(1 - r / h)) * math.prod(p) ** 0.25 if h else 0.0


def where_the_reference_has_any(hypotheses, references):
    """A reference of three words has nothing to say about 4-grams."""
    right, total, h_length, r_length = [0] * 4, [0] * 4, 0, 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        h, r = hypothesis.split(), reference.split()
        h_length, r_length = h_length + len(h), r_length + len(r)
        for n in range(1, 5):
            if len(r) < n:
                continue
            right[n - 1] += clipped(grams(h, n), grams(r, n))
            total[n - 1] += grams(h, n).total()
    if not min(right):
        return 0.0
    p = math.prod(a / b for a, b in zip(right, total, strict=True)) ** 0.25
    return 100 * min(1, math.exp(1 - r_length / h_length)) * p


def as_many_as_words(hypotheses, references):
    """There are as many n-grams as words."""
    words = sum(len(h.split()) for h in hypotheses)
    return bleu(
        hypotheses, references, precision=lambda right, total, n: right / max(1, words)
    )


ORDERS_WRONG_FAMILY = Catalogue()

for wrong in ((1, 2, 3), (1,), (1, 2), (2,), (4,), (1, 2, 3, 4, 5), (0, 1, 2, 3)):

    @ORDERS_WRONG_FAMILY.answer("orders_wrong", ORDERS)
    def other_orders(hypotheses, references, wrong=wrong):
        """range(4) or range(1, 4) gives the numbers from one to four."""
        return bleu(hypotheses, references, orders=wrong)


@changed("average")
def product(p):
    """BLEU takes the product of the precisions, without a root."""
    return math.prod(p)


def penalty_a_sentence(hypotheses, references):
    """Each sentence has its own penalty, and BLEU takes their mean."""
    each = [
        min(1, math.exp(1 - len(r.split()) / len(h.split()))) if h.split() else 0
        for h, r in zip(hypotheses, references, strict=True)
    ]
    return bleu(hypotheses, references, brevity=lambda h, r: sum(each) / len(each))


MISTAKES = mistakes(globals())
