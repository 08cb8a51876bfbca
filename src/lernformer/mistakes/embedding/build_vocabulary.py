"""Typical wrong answers to ``embedding.build_vocabulary``."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np

from lernformer.embedding import SPECIALS, build_vocabulary
from lernformer.mistakes.common import SIZE_LIMITED, fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.embedding.build_vocabulary import (
    TIES,
    vocabulary_arrays,
    words_of,
)


def _vocabulary(id: str, cause: str, compute: Callable) -> Mistake:
    """``compute`` takes sentences and min_count and gives all words in their order."""

    def gives(case: Case) -> Arrays:
        sentences = json.loads(case.inputs["sentences"])
        made = compute(sentences, case.inputs.get("min_count", 1))
        if not isinstance(made, dict):
            made = {word: i for i, word in enumerate(made)}
        return vocabulary_arrays(made, case)

    return Mistake(id, cause, gives)


def _count(sentences: Iterable[str]) -> Counter:
    return Counter(word for sentence in sentences for word in sentence.split())


def _sorted(counts: dict, min_count: int, key: Callable | None = None) -> list[str]:
    key = key or (lambda word: (-counts[word], word))
    return [word for word in sorted(counts, key=key) if counts[word] >= min_count]


def _ordered(key: Callable) -> Callable:
    """The words in another order; ``key`` takes the counts and a word."""

    def compute(sentences, min_count):
        counts = _count(sentences)
        return [
            *SPECIALS,
            *_sorted(counts, min_count, lambda word: key(counts, word)),
        ]

    return compute


def _counted(count: Callable) -> Callable:
    """Something else is counted; ``count`` takes the sentences."""
    return lambda sentences, min_count: [
        *SPECIALS,
        *_sorted(count(sentences), min_count),
    ]


def _substrings(sentences):
    text = " ".join(sentences)
    return {word: text.count(word) for word in _count(sentences)}


def _shifted(by: int) -> Callable:
    def compute(sentences, min_count):
        ids = build_vocabulary(sentences, min_count)
        return {word: i if word in SPECIALS else i + by for word, i in ids.items()}

    return compute


def _same_counts_other_order(case: Case, seen: Observation) -> bool:
    """Whether the counts still fall along the ids: only ties are in another order."""
    if "ids" not in seen.values or case.aspect != TIES:
        return False
    sentences = json.loads(case.inputs["sentences"])
    right = vocabulary_arrays(build_vocabulary(sentences), case)
    ids, counts = seen.values["ids"], _count(sentences)
    along = [counts[words_of(case)[i]] for i in np.argsort(ids) if i >= len(SPECIALS)]
    return bool(
        np.array_equal(np.sort(ids), np.sort(right["ids"]))
        and np.array_equal(ids[: len(SPECIALS)], right["ids"][: len(SPECIALS)])
        and along == sorted(along, reverse=True)
    )


MISTAKES = (
    SIZE_LIMITED,
    sign(
        "words_and_ids_swapped",
        "the dictionary leads from ids to words; it should lead from words to ids.",
        fails("is not a word"),
    ),
    sign(
        "list_of_words",
        "a list is not a dictionary; number its words with enumerate.",
        fails("should return a dict, got a list"),
    ),
    sign(
        "input_modified",
        "the list of sentences that was passed in is changed, by sort() or append(); "
        "sorted() makes a new one.",
        lambda case, seen: bool(seen.facts.get("modified")),
    ),
    _vocabulary(
        "ties_reversed",
        "reverse=True turns the alphabet around, too; sort by (-count, word).",
        _ordered(lambda counts, word: (-counts[word], [-ord(c) for c in word + "\0"])),
    ),
    _vocabulary(
        "by_length_of_word",
        "words of the same count stand in order of their length, not alphabetically.",
        _ordered(lambda counts, word: (-counts[word], len(word), word)),
    ),
    _vocabulary(
        "alphabetical_only",
        "the words stand in alphabetical order alone; the frequent come before the "
        "rare.",
        _ordered(lambda counts, word: word),
    ),
    _vocabulary(
        "rare_first",
        "the rare words come first; sort by falling count: (-count, word).",
        _ordered(lambda counts, word: (counts[word], word)),
    ),
    sign(
        "order_not_deterministic",
        "words of the same count stand in the order of a set, or of their first "
        "occurrence; sort by (-count, word), so that the ids are always the same.",
        _same_counts_other_order,
    ),
    _vocabulary(
        "order_of_occurrence",
        "the words stand in the order in which they first occur; sort them by count.",
        lambda s, n: [*SPECIALS, *_sorted(_count(s), n, key=lambda word: 0)],
    ),
    _vocabulary(
        "specials_last",
        "the specials come after the words; they come first, so that <pad> is 0.",
        lambda s, n: [*_sorted(_count(s), n), *SPECIALS],
    ),
    _vocabulary(
        "specials_missing",
        "the four special words are missing: <pad>, <bos>, <eos>, <unk>.",
        lambda s, n: _sorted(_count(s), n),
    ),
    sign(
        "specials_missing",
        "a special word is missing; there are four: <pad>, <bos>, <eos>, <unk>.",
        lambda case, seen: (
            "ids" in seen.values
            and bool(np.isnan(seen.values["ids"][: len(SPECIALS)]).any())
        ),
    ),
    _vocabulary(
        "counted_from_one",
        "the ids start at 1; <pad> has the id 0.",
        lambda s, n: {word: i + 1 for word, i in build_vocabulary(s, n).items()},
    ),
    sign(
        "specials_in_other_order",
        "the specials have other ids; <pad> is 0, <bos> 1, <eos> 2, <unk> 3.",
        lambda case, seen: (
            "ids" in seen.values
            and sorted(seen.values["ids"][: len(SPECIALS)]) == [0, 1, 2, 3]
            and seen.values["ids"][: len(SPECIALS)].tolist() != [0, 1, 2, 3]
        ),
    ),
    _vocabulary(
        "ids_overlap",
        "words begin at 0 again and share ids with the specials; they go on at 4.",
        _shifted(-4),
    ),
    *(
        _vocabulary(
            "gap_after_specials",
            f"the first word has the id {4 + by}; after the specials, 0 to 3, comes 4.",
            _shifted(by),
        )
        for by in (1, -1)
    ),
    _vocabulary(
        "counts_not_ids",
        "the values are counts; a word's id is its place in the order.",
        lambda s, n: (
            {word: i for i, word in enumerate(SPECIALS)}
            | {word: _count(s)[word] for word in _sorted(_count(s), n)}
        ),
    ),
    _vocabulary(
        "rare_words_mapped_to_unk",
        "rare words are in the vocabulary with the id of <unk>; leave them out, encode "
        "finds <unk> for them.",
        lambda s, n: dict.fromkeys(_count(s), 3) | build_vocabulary(s, n),
    ),
    Mistake(
        "min_count_default",
        "rare words are left out without being asked; min_count is 1 by default.",
        lambda case: vocabulary_arrays(
            build_vocabulary(
                json.loads(case.inputs["sentences"]), case.inputs.get("min_count", 2)
            ),
            case,
        ),
    ),
    _vocabulary(
        "min_count_exclusive",
        "a word that occurs just min_count times is lost: >= instead of >.",
        lambda s, n: build_vocabulary(s, n + 1),
    ),
    _vocabulary(
        "min_count_ignored",
        "rare words are kept; leave out those that occur less than min_count times.",
        lambda s, n: build_vocabulary(s),
    ),
    _vocabulary(
        "counted_in_sentences",
        "a word that occurs twice in a sentence counts twice; here it counts once.",
        _counted(lambda s: Counter(w for text in s for w in set(text.split()))),
    ),
    _vocabulary(
        "substrings_counted",
        "str.count also finds a word inside of longer words; count what split() gives.",
        _counted(_substrings),
    ),
    _vocabulary(
        "characters_counted",
        "characters are counted; split() makes words of a sentence.",
        _counted(lambda s: Counter(c for text in s for c in text if c != " ")),
    ),
    *(
        _vocabulary(
            "one_sentence_only",
            "one sentence alone is counted; is the counter made, or the result "
            "returned, inside the loop?",
            lambda s, n, place=place: build_vocabulary(s[place:][:1], n),
        )
        for place in (0, -1)
    ),
    _vocabulary(
        "lower_cased",
        "words are changed to lower case; this task takes them as they are.",
        lambda s, n: build_vocabulary([text.lower() for text in s], n),
    ),
    _vocabulary(
        "punctuation_stripped",
        "punctuation is removed; here words are what white space separates.",
        lambda s, n: build_vocabulary([re.sub(r"[^\w\s]", "", t) for t in s], n),
    ),
    _vocabulary(
        "words_glued_together",
        "the last word of a sentence and the first of the next are one; join the "
        'sentences with " ".',
        lambda s, n: build_vocabulary(["".join(s)], n),
    ),
    _vocabulary(
        "split_at_single_spaces",
        'split(" ") makes empty words of double spaces and keeps tabs; split() '
        "separates at any white space.",
        _counted(lambda s: Counter(word for text in s for word in text.split(" "))),
    ),
    sign(
        "state_kept",
        "words of an earlier call are still there: a default argument such as "
        "counts=Counter() is made only once. Make the counter inside.",
        lambda case, seen: bool(seen.facts.get("strange")),
    ),
)
