"""Check for ``translator.corpus_bleu``."""

import json
import math

import numpy as np

from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.mistakes.translator.corpus_bleu import is_rounded
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.corpus_bleu import PROBE, ZERO, texts
from lernformer.translator.evaluation import MAX_N, corpus_bleu, n_grams

FOUR = "counts runs of one to four words over the whole corpus"

CLIPPED = "counts each run as often as the reference has it"

BREVITY = "punishes what is too short, and that alone"

WORDS = "takes words as white space separates them"

LETTERS = list("abcdefghij")


def bleu_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *pairs):
        hypotheses, references = zip(*pairs, strict=True)
        inputs = {"hypotheses": hypotheses, "references": references}
        return Case(
            aspect,
            {name: json.dumps(x, ensure_ascii=False) for name, x in inputs.items()},
        )

    def sentence(length):
        return rng.choice(LETTERS, length)

    def noisy(words):
        """Return the words with about one in five replaced by a random one."""
        other = rng.choice(LETTERS, len(words))
        return np.where(rng.random(len(words)) < 0.2, other, words)

    def pair(length, cut=0, more=0):
        words = sentence(length)
        hypothesis = [*noisy(words)[: length - cut], *sentence(more)]
        return " ".join(hypothesis), " ".join(words)

    def right(length):
        text = " ".join(sentence(length))
        return text, text

    def sizes(n):
        return rng.integers(6, 13, n)

    # The second pair has no run of four; other pairs make up for words the third lacks.
    short = [("a b x", "a b c"), ("", "f g"), ("c d e f g h a b", "c d e f g h")]
    again = " ".join(rng.permutation(LETTERS)[:5])
    return [
        case(FOUR, ("a b c d f", "a b c d e")),
        case(FOUR, ("a b c d e", "a b c d e")),
        case(FOUR, right(6), *(pair(n) for n in sizes(3))),
        case(FOUR, right(5), ("j i h g", "a b c d"), pair(9), pair(12)),
        case(FOUR, right(7), ("b c d e a", "a b c d e"), *(pair(n) for n in sizes(2))),
        case(FOUR, right(5), *short),
        case(FOUR, right(6), ("a b c d e", "a b"), ("c d e f", "c d e f g h i")),
        case(CLIPPED, ("a a a a a b c d", "a b c d e f g h")),
        case(CLIPPED, right(6), (f"{again} {again}", f"{again} a c b a c")),
        case(BREVITY, ("a b c d e", "a b c d e f g")),
        case(BREVITY, ("a b c d e f g h", "a b c d e f")),
        case(BREVITY, ("a b c d e", "a b c d e f g h i j c e b")),
        case(BREVITY, right(5), pair(12, cut=5), pair(9, cut=2)),
        case(BREVITY, right(6), pair(8, more=3), pair(7, more=1)),
        case(BREVITY, right(8), ("", "a b c"), pair(9, cut=1)),
        case(ZERO, ("a b c e d", "a b c d e")),
        case(ZERO, ("a b c", "a b c")),
        case(ZERO, ("x y", "a b")),
        case(ZERO, ("", "a b c d")),
        case(ZERO, ("a b c", "a b c"), ("", "a"), ("a", "")),
        case(WORDS, ("Der Hund , der schläft .", "der Hund , der schläft .")),
        case(WORDS, ("a b  c\td e ", " a b c d  e"), right(6)),
        case(WORDS, ("a b c . , ? d e f", "a b c . , ? d e f"), ("a b .", "a b ,")),
        case(PURE, pair(7), right(5), ("a  b", "a b")),
    ]


def wrong_score(case: Case, seen: Observation) -> str | None:
    """Return the score next to the right one, and what the right score is made of."""
    got, want = seen.values["score"][0], corpus_bleu(**texts(case))
    near = np.isclose(got, want, rtol=case.tolerance, atol=case.tolerance)
    if near and not is_rounded(got, want):
        return None
    digits = 10 if near else 6
    return f"BLEU is {got:.{digits}g}, expected {want:.{digits}g} ({_made_of(case)}),"


def _made_of(case: Case) -> str:
    """Return the right counts, and the brevity penalty if it matters."""
    h, r = ([text.split() for text in each] for each in texts(case).values())
    right, made = [], []
    for n in range(1, MAX_N + 1):
        pairs = [(n_grams(a, n), n_grams(b, n)) for a, b in zip(h, r, strict=True)]
        right.append(sum((a & b).total() for a, b in pairs))
        made.append(sum(a.total() for a, _ in pairs))
    shares = ", ".join(f"{a}/{b}" for a, b in zip(right, made, strict=True))
    parts = f"the precisions of runs of 1 to {MAX_N} words are {shares}"
    n_h, n_r = sum(map(len, h)), sum(map(len, r))
    if not n_h:
        return parts
    penalty = min(1.0, math.exp(1 - n_r / n_h))
    return f"{parts}, the brevity penalty is {penalty:.3g}: h = {n_h}, r = {n_r}"


TASK = Task(
    probe=PROBE,
    aspects={FOUR: 5, CLIPPED: 2, BREVITY: 2, ZERO: 1.5, WORDS: 1, PURE: 0.5},
    cases=bleu_cases,
    symptoms=(modifies_input, wrong_score),
)
