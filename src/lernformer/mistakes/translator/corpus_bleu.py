"""Typical wrong answers to ``translator.corpus_bleu``."""

import math
from collections import Counter

from lernformer.mistakes.common import INPUT_MODIFIED, fails
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.translator.common import finite, parts_of
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.corpus_bleu import ZERO, texts

RECALL = (
    "the right runs are divided by the number of the reference's runs (recall); divide "
    "by the number of those that were said. Or have both arguments changed places?"
)

ORDERS = "the runs are of 1, 2, 3 and 4 words: range(1, 5)."

SMOOTHED = (
    "counts are made larger so that none is 0; here nothing is smoothed: if no run of "
    "four is right, BLEU is 0."
)

ONCE = (
    "each run counts once (a set); one that is said twice, and stands twice in the "
    "reference, counts twice."
)

SKIPPED = "a precision of 0 is left out of the mean; one that is 0 makes BLEU 0."

BY_ZERO = (
    "nothing was said, or nothing is right: there is no quotient or no logarithm of 0. "
    "Return 0.0 first."
)

DIFFERENCE = (
    "r is the length of the references here, not how far the lengths are apart: "
    "min(1, exp(1 - r/h)) with all words of the references."
)

MEAN = (
    "this is the mean of the sentences' scores; add up the counts of all sentences, "
    "then divide once."
)

MISCOUNTED = (
    "the number of runs that were said is another: a sentence of L words has "
    "L - n + 1 runs of n words, and none if it is shorter."
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
    said=Counter.total,
    orders=(1, 2, 3, 4),
    split=str.split,
    brevity=lambda h, r: min(1.0, math.exp(1 - r / h)),
    average=lambda p: math.prod(p) ** (1 / len(p)),
    precision=lambda right, total, n: right / total if total else 0.0,
):
    """Right BLEU; each part can be changed."""
    right, total, h_length, r_length = Counter(), Counter(), 0, 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        h, r = split(hypothesis), split(reference)
        h_length, r_length = h_length + len(h), r_length + len(r)
        for n in orders:
            right[n] += count(grams(h, n), grams(r, n))
            total[n] += said(grams(h, n))
    if not h_length:
        return 0.0
    p = [precision(right[n], total[n], n) for n in orders]
    return 100 * brevity(h_length, r_length) * average(p)


changed = parts_of(bleu)


def is_rounded(got: float, want: float) -> bool:
    """Whether a score has few digits where the right one has more."""
    off = (abs(got - round(want, n)) for n in range(6))
    return abs(got - want) > 1e-7 and min(off) < 1e-10


def _rounded(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and is_rounded(_score(seen), bleu(**texts(case)))


def _score(seen: Observation) -> float:
    return seen.values["score"][0] if seen.values else math.nan


MISTAKES = Catalogue([INPUT_MODIFIED])


@MISTAKES.answer("mean_of_sentences", MEAN, seen="course")
def sentence_by_sentence(hypotheses, references):
    """The mean of the sentences' BLEU."""
    pairs = zip(hypotheses, references, strict=True)
    return sum(bleu([h], [r]) for h, r in pairs) / len(hypotheses)


@MISTAKES.answer("mean_of_sentences", MEAN)
def long_ones_count_more(hypotheses, references):
    """The mean of the sentences' BLEU, each as often as it has words."""
    lengths = [len(h.split()) for h in hypotheses]
    pairs = zip(lengths, hypotheses, references, strict=True)
    return sum(n * bleu([h], [r]) for n, h, r in pairs) / max(1, sum(lengths))


@MISTAKES.answer(
    "mean_of_precisions",
    "each sentence has precisions of its own here, and their means are taken; add up "
    "the counts of all sentences, and divide once for each length of runs.",
)
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


@MISTAKES.answer(
    "not_clipped",
    "a run counts as right each time it is said; it counts as often as the reference "
    "has it at most: the smaller of both counts.",
    seen="literature",
)
@changed("count")
def each_as_often_as_said(h, r):
    """A word that occurs in the reference is right, each time."""
    return sum(times for gram, times in h.items() if gram in r)


@MISTAKES.answer(
    "clipped_over_the_corpus",
    "the counts of all sentences are added up first and compared then; a run is right "
    "only if the sentence's own reference has it.",
)
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


@MISTAKES.answer("counted_once", ONCE)
def each_once(hypotheses, references):
    """Sets of n-grams."""
    count = lambda h, r: len(set(h) & set(r))  # noqa: E731
    return bleu(hypotheses, references, count=count, said=len)


@MISTAKES.answer("counted_once", ONCE)
@changed("count")
def right_ones_once(h, r):
    """Those that are right are a set, those that were said a list."""
    return len(set(h) & set(r))


@MISTAKES.answer("recall_for_precision", RECALL)
def the_other_way_round(hypotheses, references):
    """What was said and what should have been said change places."""
    return bleu(references, hypotheses)


@MISTAKES.answer("recall_for_precision", RECALL)
def of_the_reference(hypotheses, references):
    """Divided by the reference's n-grams."""
    brevity = lambda r, h: min(1, math.exp(1 - r / h)) if h else 0  # noqa: E731
    return bleu(references, hypotheses, brevity=brevity)


@MISTAKES.answer(
    "short_references_skipped",
    "where a reference has no run of n words, what was said of that length does not "
    "count here; it was said, and is wrong: the total is of the hypothesis's runs, "
    "whatever the reference has.",
)
def where_the_reference_has_any(hypotheses, references):
    """A reference of three words has nothing to say about runs of four."""
    right, said, h_length, r_length = [0] * 4, [0] * 4, 0, 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        h, r = hypothesis.split(), reference.split()
        h_length, r_length = h_length + len(h), r_length + len(r)
        for n in range(1, 5):
            if len(r) < n:
                continue
            right[n - 1] += clipped(grams(h, n), grams(r, n))
            said[n - 1] += grams(h, n).total()
    if not min(right):
        return 0.0
    p = math.prod(a / b for a, b in zip(right, said, strict=True)) ** 0.25
    return 100 * min(1, math.exp(1 - r_length / h_length)) * p


@MISTAKES.answer("runs_miscounted", MISCOUNTED, seen="course")
@changed("said")
def one_at_least(grams):
    """At least 1, so that nothing is divided by 0: also where nothing was said."""
    return max(1, grams.total())


@MISTAKES.answer("runs_miscounted", MISCOUNTED)
def as_many_as_words(hypotheses, references):
    """As many runs as words."""
    said = sum(len(h.split()) for h in hypotheses)
    return bleu(
        hypotheses, references, precision=lambda right, total, n: right / max(1, said)
    )


@MISTAKES.answer(
    "no_brevity_penalty",
    "the brevity penalty is missing: min(1, exp(1 - r/h)).",
    seen="course",
)
@changed("brevity")
def short_is_free(h, r):
    """A short translation costs nothing."""
    return 1


@MISTAKES.answer("brevity_of_the_difference", DIFFERENCE)
@changed("brevity")
def by_the_share_of_the_difference(h, r):
    """Whatever is of another length is punished."""
    return math.exp(-abs(h - r) / h)


@MISTAKES.answer("brevity_of_the_difference", DIFFERENCE)
@changed("brevity")
def by_the_difference_without_a_limit(h, r):
    """The distance takes the place of r, and nothing is larger than h."""
    return math.exp(1 - abs(h - r) / h)


@MISTAKES.answer("brevity_of_the_difference", DIFFERENCE)
@changed("brevity")
def by_the_difference(h, r):
    """Of several references the one nearest in length counts: its distance."""
    return min(1, math.exp(1 - abs(h - r) / h))


@MISTAKES.answer(
    "brevity_of_characters",
    "len(text) counts characters; the brevity penalty compares numbers of words: "
    "len(text.split()).",
)
def long_strings(hypotheses, references):
    """The length of a text is len(text)."""
    h, r = (sum(map(len, texts)) for texts in (hypotheses, references))
    penalty = min(1, math.exp(1 - r / h)) if h else 0
    return bleu(hypotheses, references, brevity=lambda *_: penalty)


@MISTAKES.answer(
    "long_rewarded",
    "the brevity penalty is larger than 1 where the translation is longer than the "
    "reference; min(1, …) is missing.",
)
@changed("brevity")
def without_a_limit(h, r):
    """The penalty is not bounded by 1."""
    return math.exp(1 - r / h)


@MISTAKES.answer(
    "long_punished",
    "the penalty falls on what is too long: it is exp(1 - r/h), not exp(1 - h/r).",
)
@changed("brevity")
def too_long_costs(h, r):
    """The penalty for the long, not for the short."""
    return min(1, math.exp(1 - h / r)) if r else 1


@MISTAKES.answer(
    "brevity_without_exponential", "the penalty is h/r; it is exp(1 - r/h)."
)
@changed("brevity")
def ratio(h, r):
    """The ratio of the lengths."""
    return min(1, h / r) if r else 1


@MISTAKES.answer("zeros_skipped", SKIPPED, seen="issue")
@changed("average")
def without_zeros(p):
    """Only precisions above 0 are averaged."""
    p = [x for x in p if x > 0]
    return math.prod(p) ** (1 / len(p)) if p else 0


@MISTAKES.answer("zeros_skipped", SKIPPED, seen="issue")
@changed("average")
def logarithms_of_the_others(p):
    """A quarter of the logarithms that there are."""
    return math.exp(sum(math.log(x) for x in p if x > 0) / 4) if any(p) else 0


@MISTAKES.answer("zeros_skipped", SKIPPED, seen="issue")
@changed("precision")
def where_there_is_nothing(right, total, n):
    """Where no run is that long, none is wrong."""
    return right / total if total else 1


for wrong in ((1, 2, 3), (1,), (1, 2), (2,), (4,), (1, 2, 3, 4, 5), (0, 1, 2, 3)):

    @MISTAKES.answer("orders_wrong", ORDERS)
    def other_orders(hypotheses, references, wrong=wrong):
        """Other lengths of runs than one to four: range(4), range(1, 4)."""
        return bleu(hypotheses, references, orders=wrong)


@MISTAKES.answer(
    "arithmetic_mean",
    "the four precisions are averaged by adding; the geometric mean is the fourth root "
    "of their product.",
)
@changed("average")
def plain_mean(p):
    """The mean of the precisions."""
    return sum(p) / len(p)


@MISTAKES.answer(
    "root_forgotten",
    "this is the product of the four precisions; take its fourth root, ** 0.25.",
)
@changed("average")
def product(p):
    """Their product, without the root."""
    return math.prod(p)


@MISTAKES.answer(
    "not_in_percent", "the score lies between 0 and 1; multiply by 100.", seen="course"
)
def up_to_one(hypotheses, references):
    """Between 0 and 1."""
    return bleu(hypotheses, references) / 100


@MISTAKES.answer("smoothed", SMOOTHED, seen="literature")
@changed("precision")
def plus_one(right, total, n):
    """One is added to every count, so that nothing is 0."""
    return (right + 1) / (total + 1)


@MISTAKES.answer("smoothed", SMOOTHED, seen="literature")
@changed("precision")
def plus_one_for_runs(right, total, n):
    """One is added to the counts of runs of two and more."""
    return (right + (n > 1)) / (total + (n > 1)) if total or n > 1 else 0


@MISTAKES.answer(
    "characters", "the runs are of characters; make words first: text.split()."
)
@changed("split")
def letters(text):
    """A string is a sequence of characters."""
    return list(text)


@MISTAKES.answer(
    "lower_cased", "capitals are made small; words are compared as they are."
)
@changed("split")
def case_does_not_matter(text):
    """Capitals are made small."""
    return text.lower().split()


@MISTAKES.answer(
    "split_at_each_space",
    'split(" ") makes empty words where two spaces meet, and knows no tab; split() '
    "without an argument does neither.",
)
@changed("split")
def at_each_space(text):
    """split(" ") makes empty words."""
    return text.split(" ")


@MISTAKES.answer("punctuation_dropped", "commas and full stops are words as well.")
@changed("split")
def without_punctuation(text):
    """Commas and full stops are no words."""
    return [word for word in text.split() if word.strip(".,?")]


@MISTAKES.answer(
    "joined",
    "all sentences became one text, so that runs reach over their ends; count in each "
    "pair by itself.",
)
def one_text(hypotheses, references):
    """All sentences in one text: n-grams run over their ends."""
    return bleu([" ".join(hypotheses)], [" ".join(references)])


MISTAKES.sign(
    "zero_division",
    BY_ZERO,
    fails("ZeroDivision", "division by zero", "math domain", "positive input"),
    seen="course",
)

MISTAKES.sign(
    "zero_division",
    "0/0 or the logarithm of 0 gives NaN or infinity. Return 0.0 first.",
    lambda case, seen: not finite(seen),
)


@MISTAKES.answer(
    "brevity_by_sentence",
    "each sentence has a brevity penalty of its own; add up the lengths of all, and "
    "take one.",
)
def penalty_a_sentence(hypotheses, references):
    """Each sentence is punished on its own, and the mean is taken."""
    each = [
        min(1, math.exp(1 - len(r.split()) / len(h.split()))) if h.split() else 0
        for h, r in zip(hypotheses, references, strict=True)
    ]
    return bleu(hypotheses, references, brevity=lambda h, r: sum(each) / len(each))


@MISTAKES.answer(
    "positions_compared",
    "a run counts only where the reference has it in the same place; it may stand "
    "anywhere.",
)
@changed("split")
def in_its_own_place(text):
    """A word is right in its own place only."""
    return list(enumerate(text.split()))


MISTAKES.sign("rounded", "the score is rounded; leave it as it is.", _rounded)

MISTAKES.sign(
    "smoothed",
    SMOOTHED,
    lambda case, seen: case.aspect == ZERO and 0 < _score(seen) < 100,
    seen="issue",
)
