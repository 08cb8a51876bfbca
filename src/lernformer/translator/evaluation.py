"""Scores translations by exact match, BLEU (Papineni et al. 2002) and chrF."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sacrebleu

if TYPE_CHECKING:  # scoring translations doesn't need the code that makes them
    from lernformer.translator.corpus import Pair
    from lernformer.translator.translation import Translator

MAX_N = 4  # words in the longest n-grams


def check_same_number(hypotheses: Sequence[str], references: Sequence[str]) -> None:
    """Raise ``ValueError`` if there are none, or if their numbers differ.

    Example:
        >>> check_same_number(["a b"], [])
        Traceback (most recent call last):
        ValueError: each hypothesis needs a reference, got 1 and 0
    """
    if len(hypotheses) != len(references) or not references:
        raise ValueError(
            f"each hypothesis needs a reference, got {len(hypotheses)} and "
            f"{len(references)}"
        )


def exact_match(hypotheses: Sequence[str], references: Sequence[str]) -> float:
    """Return the percentage of translations that are right word for word.

    Raises:
        ValueError: if there are none, or if their numbers differ.
    """
    check_same_number(hypotheses, references)
    pairs = zip(hypotheses, references, strict=True)
    return 100 * sum(h.split() == r.split() for h, r in pairs) / len(references)


def n_grams(words: Sequence[str], n: int) -> Counter:
    """Count how often each run of n words occurs.

    Example:
        >>> n_grams(["a", "b", "a", "b"], 2)
        Counter({('a', 'b'): 2, ('b', 'a'): 1})
    """
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def corpus_bleu(hypotheses: Sequence[str], references: Sequence[str]) -> float:
    """Compute BLEU over a corpus: the precision of n-grams, times a brevity penalty.

    The score equals sacrebleu's with ``tokenize="none", smooth_method="none"``.

    Args:
        hypotheses: the translations to score, with words separated by white space
            (``text.split()``); they may be empty. The lists are not modified.
        references: the right translations, one for each hypothesis.

    Returns:
        The score in [0, 100], not rounded and not smoothed; 0 if no 4-gram is right.

    Raises:
        ValueError: if there are none, or if their numbers differ.

    Example:
        >>> round(corpus_bleu(["a b c d e"], ["a b c d f"]), 2)
        66.87
        >>> round(corpus_bleu(["a b c d", ""], ["a b c d e", ""]), 2)
        77.88
    """
    check_same_number(hypotheses, references)
    right, total = [0] * MAX_N, [0] * MAX_N
    hypothesis_length = reference_length = 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        h, r = hypothesis.split(), reference.split()
        # 1. for each pair, add its lengths to those of the whole corpus
        hypothesis_length += len(h)
        reference_length += len(r)
        # 2. for each n from 1 to 4, add up the hypothesis's n-grams, and those that are
        # right: each counts at most as often as the reference contains it
        for n in range(MAX_N):
            of_hypothesis, of_reference = n_grams(h, n + 1), n_grams(r, n + 1)
            right[n] += (of_hypothesis & of_reference).total()  # the smaller count
            total[n] += of_hypothesis.total()
    # 3. if no n-gram is right for some n, the score is 0
    if min(right) == 0:
        return 0.0
    # 4. take the geometric mean of the four shares, with a penalty if the translations
    # are shorter than the references
    brevity = min(0.0, 1 - reference_length / hypothesis_length)
    logs = [math.log(a / b) for a, b in zip(right, total, strict=True)]
    return 100 * math.exp(brevity + sum(logs) / MAX_N)


def score(hypotheses: Sequence[str], references: Sequence[str]) -> dict[str, float]:
    """Compute exact match, BLEU and chrF, all in %.

    BLEU and chrF come from sacrebleu with its own tokens, so you can compare them with
    published numbers. chrF works on characters, so it gives credit for a word with only
    a wrong ending.

    Raises:
        ValueError: if there are none, or if their numbers differ.
    """
    return {
        "exact_match": exact_match(hypotheses, references),
        # Our full stops are tokens. Without force, sacrebleu would warn about them.
        "bleu": sacrebleu.corpus_bleu(hypotheses, [references], force=True).score,
        "chrf": sacrebleu.corpus_chrf(hypotheses, [references]).score,
    }


def evaluate(
    translator: "Translator", pairs: "Sequence[Pair]", **options: Any
) -> dict[str, float]:
    """Translate the sources of some pairs, and ``score`` the translations.

    Args:
        translator: the translator to evaluate.
        pairs: anything with ``.source`` and ``.target``.
        options: options to pass on to ``Translator.translate``.
    """
    hypotheses = translator.translate([pair.source for pair in pairs], **options)
    return score(hypotheses, [pair.target for pair in pairs])
