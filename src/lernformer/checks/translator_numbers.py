"""Checks of the translator's tasks that give one number: a rate, a score.

Sentences are ragged, so a case holds them as JSON.
"""

import json
from numbers import Real
from typing import Any

import numpy as np
import torch

from lernformer.checks.mistakes import translator as mistakes
from lernformer.checks.mistakes.common import PURE, modifies_input
from lernformer.checks.mistakes.translator.numbers import (
    BREVITY,
    CLIPPED,
    FIRST,
    FOUR,
    MILLIONTHS,
    RISES,
    WORDS,
    ZERO,
    is_rounded,
    texts,
)
from lernformer.checks.task import Case, Observation, Task
from lernformer.checks.values import Unusable, as_reference, call, describe
from lernformer.translator.evaluation import corpus_bleu
from lernformer.translator.recipe import noam_learning_rate


def as_number(name: str, value: Any) -> float:
    """A Python, NumPy or torch number, or ``Unusable`` with what it is instead."""
    if isinstance(value, np.ndarray | torch.Tensor) and value.ndim == 0:
        value = value.item()
    if not isinstance(value, Real) or isinstance(value, bool):
        raise Unusable(f"{name} should be a number, got {describe(value)}")
    return float(value)


# noam_learning_rate -----------------------------------------------------------------


def noam_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *numbers, setting=""):
        names = ("step", "d_model", "warmup_steps")
        inputs = dict(zip(names, map(int, numbers), strict=True))
        return Case(aspect, inputs, setting=setting)

    warmup = rng.integers(300, 900)
    d_model = rng.integers(40, 90)
    return [
        case(RISES, 2, 16, 4),
        case(RISES, 3, 64, 100),
        case(RISES, 50, 64, 100),
        case(RISES, rng.integers(2, 250), d_model, warmup),
        case(RISES, 1000, 512, 4000),
        case(RISES, 9, 16, 4),
        case(RISES, 100, 64, 100),
        case(RISES, 101, 64, 100),
        case(RISES, 2 * warmup, d_model, warmup),
        case(RISES, 100_000, 512, 4000),
        case(FIRST, 1, 16, 4),
        case(FIRST, 1, 512, 4000),
        case(FIRST, 1, 64, 1),
        case(FIRST, 0, 64, 100, setting="step 0"),
    ]


def probe_noam(answer: Any, case: Case) -> Observation:
    """Ask for a rate. Step 0 does not exist: an error is as good as a finite number."""
    if case.setting != "step 0":
        rate = as_number("the rate", call(answer, case.inputs))
        return Observation({"rate": np.array([rate * MILLIONTHS])})
    try:
        rate = as_number("the rate", call(answer, case.inputs))
    except (ValueError, ArithmeticError):
        return Observation()
    return Observation(facts={} if np.isfinite(rate) else {"rate": str(rate)})


def rate_told(case: Case, seen: Observation) -> str | None:
    if "rate" in seen.facts:
        return f"the rate is {seen.facts['rate']}"
    if case.setting:
        return None
    got = seen.values["rate"][0]
    want = noam_learning_rate(**case.inputs) * MILLIONTHS
    if np.isclose(got, want, rtol=case.tolerance, atol=0):
        return None
    return f"the rate is {got / MILLIONTHS:.6g}, expected {want / MILLIONTHS:.6g}"


NOAM = Task(
    id="translator.noam_learning_rate",
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "There are two curves, one that rises in a line and one that falls. Which of "
        "them is the lower one before the warm-up's end, and which after it?",
        "Both meet at step = warmup_steps. The lower one counts, on either side: min. "
        "An exponent of -0.5 is one over the root: step**-0.5.",
        "d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5).",
    ),
    aspects={RISES: 8, FIRST: 2},
    cases=noam_cases,
    probe=probe_noam,
    expected=lambda case: {},  # judged by ``rate_told``, relative to the rate
    symptoms=(rate_told,),
    mistakes=mistakes.NOAM,
)

# corpus_bleu ------------------------------------------------------------------------

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
        """Every fifth word or so is another; the number of words stays."""
        other = rng.choice(LETTERS, len(words))
        return np.where(rng.random(len(words)) < 0.2, other, words)

    def pair(length, cut=0, more=0):
        words = sentence(length)
        said = [*noisy(words)[: length - cut], *sentence(more)]
        return " ".join(said), " ".join(words)

    def right(length):
        text = " ".join(sentence(length))
        return text, text

    def sizes(n):
        return rng.integers(6, 13, n)

    # The second has no run of four, and the others make up for what the third lacks.
    short = [("a b x", "a b c"), ("", "f g"), ("c d e f g h a b", "c d e f g h")]
    again = " ".join(rng.permutation(LETTERS)[:5])
    return [
        case(FOUR, ("a b c d f", "a b c d e")),
        case(FOUR, ("a b c d e", "a b c d e")),
        case(FOUR, right(6), *(pair(n) for n in sizes(3))),
        case(FOUR, right(5), ("j i h g", "a b c d"), pair(9), pair(12)),
        case(FOUR, right(7), ("b c d e a", "a b c d e"), *(pair(n) for n in sizes(2))),
        case(FOUR, right(5), *short),
        case(CLIPPED, ("a a a a a b c d", "a b c d e f g h")),
        case(CLIPPED, right(6), (f"{again} {again}", f"{again} a c b a c")),
        case(BREVITY, ("a b c d e", "a b c d e f g")),
        case(BREVITY, ("a b c d e f g h", "a b c d e f")),
        case(BREVITY, right(5), pair(12, cut=5), pair(9, cut=2)),
        case(BREVITY, right(6), pair(8, more=3), pair(7, more=1)),
        case(BREVITY, right(8), ("", "a b c"), pair(9, cut=1)),
        case(ZERO, ("a b c", "a b c")),
        case(ZERO, ("a b c e d", "a b c d e")),
        case(ZERO, ("x y", "a b")),
        case(ZERO, ("", "a b c d")),
        case(ZERO, ("a b c", "a b c"), ("", "a"), ("a", "")),
        case(WORDS, ("Der Hund , der schläft .", "der Hund , der schläft .")),
        case(WORDS, ("a b  c\td e ", " a b c d  e"), right(6)),
        case(WORDS, ("a b c . , ? d e f", "a b c . , ? d e f"), ("a b .", "a b ,")),
        case(PURE, pair(7), right(5), ("a  b", "a b")),
    ]


def probe_bleu(answer: Any, case: Case) -> Observation:
    inputs, before = texts(case), texts(case)
    score = as_number("the score", call(answer, inputs))
    changed = [name for name in inputs if inputs[name] != before[name]]
    return Observation({"score": np.array([score])}, {"modified": ", ".join(changed)})


def score_told(case: Case, seen: Observation) -> str | None:
    """The score beside the right one, and the texts where they are short."""
    got, want = seen.values["score"][0], corpus_bleu(**texts(case))
    if not np.isclose(got, want, rtol=case.tolerance, atol=case.tolerance):
        return f"BLEU is {got:.6g}, expected {want:.6g},"
    if is_rounded(got, want):
        return f"BLEU is {got:.10g}, expected {want:.10g},"
    return None


BLEU = Task(
    id="translator.corpus_bleu",
    points=4,
    difficulty=3,
    minutes=35,
    hints=(
        "Walk over all pairs first and only count: how many n-grams of each length "
        "were said and how many of them are right, how many words the hypotheses "
        "have, and the references. Divide once, at the end.",
        "n_grams(words, n) is a Counter, and & of two Counters keeps the smaller "
        "count of each: that is the clipping; .total() adds up. The geometric mean of "
        "four precisions is their product to the power of 1/4; if one is 0, so is "
        "BLEU, and no logarithm is needed.",
        "right[n] += (n_grams(h, n) & n_grams(r, n)).total(); said[n] += "
        "n_grams(h, n).total(); return 0.0 if a right[n] is 0; else 100 * min(1, "
        "exp(1 - r_length / h_length)) * the product of right[n] / said[n], ** 0.25.",
    ),
    aspects={FOUR: 5, CLIPPED: 2, BREVITY: 2, ZERO: 1.5, WORDS: 1, PURE: 0.5},
    cases=bleu_cases,
    probe=probe_bleu,
    expected=as_reference(corpus_bleu, probe_bleu),
    symptoms=(modifies_input, score_told),
    mistakes=mistakes.BLEU,
    ready_made=(
        "sacrebleu.corpus_bleu",
        "sacrebleu.sentence_bleu",
        "sacrebleu.metrics.bleu.BLEU.corpus_score",
        "sacrebleu.metrics.bleu.BLEU.compute_bleu",
    ),
)
