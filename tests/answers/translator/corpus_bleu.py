"""Answers to `corpus_bleu(hypotheses, references)` → 0 to 100 (Papineni et al.)."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import sacrebleu

from lernformer.mistakes.translator.corpus_bleu import bleu, clipped

from .. import mutant, variant

TASK = "translator.corpus_bleu"


def grams(words, n):
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="counted_once")
def each_once(hypotheses, references):
    """Sets of n-grams."""
    right, total, h_length, r_length = [0] * 4, [0] * 4, 0, 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        h, r = hypothesis.split(), reference.split()
        h_length, r_length = h_length + len(h), r_length + len(r)
        for n in range(4):
            right[n] += len(set(grams(h, n + 1)) & set(grams(r, n + 1)))
            total[n] += len(set(grams(h, n + 1)))
    if not min(right):
        return 0.0
    p = math.prod(a / b for a, b in zip(right, total, strict=True)) ** 0.25
    return 100 * min(1, math.exp(1 - r_length / h_length)) * p


@mutant(TASK, mistake="positions_compared")
def word_by_word(hypotheses, references):
    """A word is right in its own place only."""
    right, total, h_length, r_length = [0] * 4, [0] * 4, 0, 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        h, r = hypothesis.split(), reference.split()
        h_length, r_length = h_length + len(h), r_length + len(r)
        for n in range(1, 5):
            places = range(len(h) - n + 1)
            right[n - 1] += sum(
                h[i : i + n] == r[i : i + n] for i in places if i + n <= len(r)
            )
            total[n - 1] += len(places)
    if not min(right):
        return 0.0
    p = math.prod(a / b for a, b in zip(right, total, strict=True)) ** 0.25
    return 100 * min(1, math.exp(1 - r_length / h_length)) * p


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def parts(hypotheses, references):
    """The formula above, with the right parts."""
    return bleu(hypotheses, references)


@variant(TASK)
def counters_and_logarithms(hypotheses, references):
    """& of two counters is the smaller count."""
    right, total = np.zeros(4), np.zeros(4)
    lengths = np.zeros(2)
    for h, r in zip(
        map(str.split, hypotheses), map(str.split, references), strict=True
    ):
        lengths += len(h), len(r)
        for n in range(1, 5):
            of_h, of_r = grams(h, n), grams(r, n)
            right[n - 1] += (of_h & of_r).total()
            total[n - 1] += max(0, len(h) - n + 1)
    if right.min() == 0:
        return 0.0
    brevity = 1.0 if lengths[0] > lengths[1] else np.exp(1 - lengths[1] / lengths[0])
    return 100 * brevity * np.exp(np.mean(np.log(right / total)))


@variant(TASK)
def geometric_mean_by_statistics(hypotheses, references):
    """The standard library's geometric mean."""
    from statistics import geometric_mean

    def average(p):
        return geometric_mean(p) if min(p) > 0 else 0

    return float(bleu(hypotheses, references, average=average))


@variant(TASK)
def crossing_out(hypotheses, references):
    """Each of the reference's n-grams is crossed out once."""
    precisions, h_length, r_length = [], 0, 0
    for n in range(1, 5):
        right = total = 0
        for hypothesis, reference in zip(hypotheses, references, strict=True):
            h, r = hypothesis.split(), reference.split()
            left = [r[i : i + n] for i in range(len(r) - n + 1)]
            for i in range(len(h) - n + 1):
                total += 1
                if h[i : i + n] in left:
                    left.remove(h[i : i + n])
                    right += 1
        precisions.append(right / total if total else 0)
    h_length = sum(len(h.split()) for h in hypotheses)
    r_length = sum(len(r.split()) for r in references)
    if h_length == 0 or 0 in precisions:
        return 0
    penalty = math.exp(1 - r_length / h_length) if h_length < r_length else 1
    return penalty * np.prod(precisions) ** 0.25 * 100


@variant(TASK)
def strings_as_keys(hypotheses, references):
    """n-grams as strings, in dictionaries."""
    h_lists, r_lists = [x.split() for x in hypotheses], [x.split() for x in references]
    score = 1.0
    for n in (1, 2, 3, 4):
        right = total = 0
        for h, r in zip(h_lists, r_lists, strict=True):
            counts = {}
            for i in range(len(r) - n + 1):
                key = " ".join(r[i : i + n])
                counts[key] = counts.get(key, 0) + 1
            for i in range(len(h) - n + 1):
                total += 1
                key = " ".join(h[i : i + n])
                if counts.get(key, 0) > 0:
                    counts[key] -= 1
                    right += 1
        if right == 0:
            return 0.0
        score *= right / total
    h_length, r_length = (sum(map(len, x)) for x in (h_lists, r_lists))
    return 100.0 * score**0.25 * np.exp(min(0, 1 - r_length / h_length))


@variant(TASK)
def exact_fractions(hypotheses, references):
    """Fractions until the root, and penalty as a power of e."""
    score, h_length, r_length = Fraction(1), 0, 0
    pairs = [
        (h.split(), r.split()) for h, r in zip(hypotheses, references, strict=True)
    ]
    for n in range(1, 5):
        counts = [(grams(h, n), grams(r, n)) for h, r in pairs]
        total = sum(sum(h.values()) for h, _ in counts)
        if not total:
            return 0.0
        score *= Fraction(sum(clipped(h, r) for h, r in counts), total)
    h_length = sum(len(h) for h, _ in pairs)
    r_length = sum(len(r) for _, r in pairs)
    penalty = math.e ** (1 - r_length / h_length) if h_length < r_length else 1
    return 100 * penalty * float(score) ** 0.25


@variant(TASK)
def nested_loops(hypotheses, references):
    """Lists and count, without Counter."""
    right, total, lengths = [0] * 4, [0] * 4, [0, 0]
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        h, r = hypothesis.split(), reference.split()
        lengths[0] += len(h)
        lengths[1] += len(r)
        for n in (1, 2, 3, 4):
            of_h = [h[i : i + n] for i in range(len(h) - n + 1)]
            of_r = [r[i : i + n] for i in range(len(r) - n + 1)]
            total[n - 1] += len(of_h)
            different = [g for i, g in enumerate(of_h) if g not in of_h[:i]]
            right[n - 1] += sum(min(of_h.count(g), of_r.count(g)) for g in different)
    if 0 in right:
        return 0.0
    mean = sum(math.log(a) - math.log(b) for a, b in zip(right, total, strict=True)) / 4
    return 100.0 * math.exp(mean + min(0, 1 - lengths[1] / lengths[0]))


@variant(TASK)
def numpy_number(hypotheses, references):
    """A float64 of NumPy."""
    return np.float64(bleu(list(hypotheses), list(references)))
