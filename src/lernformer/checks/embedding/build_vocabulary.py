"""Check for ``embedding.build_vocabulary``."""

from collections import Counter

import numpy as np

from lernformer.checks.embedding.common import VERBATIM
from lernformer.checks.expected import right
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE, SIZE
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.build_vocabulary import PROBE, TIES, words_of

MIN_COUNT = "keeps what occurs often enough"


def vocabulary_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *sentences, min_count=None):
        more = {} if min_count is None else {"min_count": min_count}
        return Case(aspect, {"sentences": sentences} | more)

    def sentences(words, count):
        """Return the words in random order, as sentences of random length."""
        cuts = np.sort(rng.integers(0, len(words), count - 1))
        return [" ".join(part) for part in np.split(rng.permutation(words), cuts)]

    def some_words(n):
        letters = rng.choice(list("abcdefgh"), (4 * n, 4))
        lengths = rng.integers(1, 5, 4 * n)
        drawn = ("".join(w[:k]) for w, k in zip(letters, lengths, strict=True))
        return list(dict.fromkeys(drawn))[:n]

    falling = "numbers words by decreasing count"
    counts = rng.permutation(6) + 1
    different = np.repeat(some_words(6), counts)
    many = [f"{i:x}" for i in range(5100)]
    alike, tied = some_words(9), np.repeat(some_words(8), [1, 2, 1, 2, 1, 3, 2, 1])
    return [
        case(falling, "b a b"),
        case(falling, "the cat saw the dog", "the dog saw the dog"),
        case(falling, "tip hi tip t", "tip hi"),
        case(falling, "z z z z", "b a c a", "c a", min_count=1),
        case(falling, *sentences(different, 4)),
        case(falling),
        case(falling, "", "a"),
        case(TIES, "d c", "b a"),
        case(TIES, "bb a ccc", "dddd c bbbb aa"),
        case(TIES, *sentences(alike, 3)),
        case(TIES, *sentences(tied, 4)),
        case(MIN_COUNT, "b a b c", "b a", min_count=2),
        case(MIN_COUNT, *sentences(different, 3), min_count=3),
        case(MIN_COUNT, "a b", "c", min_count=2),
        case(MIN_COUNT, "b a b", min_count=1),
        case(VERBATIM, "The man saw the man", "The man saw The man"),
        case(VERBATIM, "Hi , Hi , Hi don't dogs. don't Hi , dogs. , don't Hi"),
        case(VERBATIM, "a  b a\tb a ", " a b c"),
        case(PURE, "b a b", "c b", "a b a"),
        case(SIZE, *sentences(many, 300)),
    ]


def wrong_id(case: Case, seen: Observation) -> str | None:
    """Return the symptom of the first wrong id, in the order of the right ids."""
    want = right(case, TASK.expected)["ids"]
    got, words = seen.values["ids"], words_of(case)
    counts = Counter(" ".join(case.inputs["sentences"]).split())
    for i in np.argsort(want):  # NaN, for words that should have no id, comes last
        if got[i] == want[i] or (np.isnan(got[i]) and np.isnan(want[i])):
            continue
        has = "no id" if np.isnan(got[i]) else f"the id {got[i]:g}"
        should = "should have none" if np.isnan(want[i]) else f"expected {want[i]:g}"
        occurs = f" (it occurs {counts[words[i]]}×)" if i >= 4 else ""
        end = "" if case.aspect == SIZE else ","  # the sentences follow, if short
        return f"{words[i]!r} has {has}, {should}{occurs}{end}"
    if strange := seen.facts["strange"]:
        return f"{strange} in the vocabulary, but not among the words"
    return None


TASK = Task(
    probe=PROBE,
    aspects={
        "numbers words by decreasing count": 4,
        TIES: 2,
        MIN_COUNT: 2,
        VERBATIM: 1,
        SIZE: 0.5,
        PURE: 0.5,
    },
    cases=vocabulary_cases,
    symptoms=(modifies_input, wrong_id),
)
