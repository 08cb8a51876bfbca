"""Typical wrong answers to ``embedding.build_vocabulary``."""

import re
from collections import Counter
from dataclasses import replace

import numpy as np

from lernformer.mistakes import common
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.build_vocabulary import (
    TIES,
    vocabulary_arrays,
    words_of,
)

SPECIALS = ["<pad>", "<bos>", "<eos>", "<unk>"]
SIZE_LIMITED = replace(
    common.SIZE_LIMITED,
    cause="it only works up to a fixed size: a number in the code sets a limit, as in "
    "most_common(n) or [:n]. Take as many words as there are.",
)


def count(sentences):
    return Counter(word for sentence in sentences for word in sentence.split())


def by_count(counts):
    return sorted(counts, key=lambda word: (-counts[word], word))


def number(words):
    return {word: i for i, word in enumerate(words)}


def vocabulary(counts, min_count):
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] >= min_count])


def right(sentences, min_count=1):
    return vocabulary(count(sentences), min_count)


def _same_ids(case: Case, seen: Observation) -> bool:
    """Whether the ids are right, up to the order of the words after the specials."""
    ids, want = seen.values["ids"], vocabulary_arrays(right(**case.inputs), case)["ids"]
    return bool(
        np.array_equal(np.sort(ids), np.sort(want))
        and np.array_equal(ids[: len(SPECIALS)], want[: len(SPECIALS)])
    )


def _same_counts_other_order(case: Case, seen: Observation) -> bool:
    """Whether the counts still fall along the ids: only the order of ties differs."""
    if "ids" not in seen.values or case.aspect != TIES:
        return False
    ids, counts = seen.values["ids"], count(case.inputs["sentences"])
    along = [counts[words_of(case)[i]] for i in np.argsort(ids) if i >= len(SPECIALS)]
    return _same_ids(case, seen) and along == sorted(along, reverse=True)


def _words_of_another_call(case: Case, seen: Observation) -> bool:
    """Whether there are words that these sentences can't have, however they are cut."""
    text = " ".join(case.inputs["sentences"]).lower()
    strange = seen.facts.get("strange", "").split()
    return any(word.strip("'") not in text for word in strange)


def shows_input_modified(case, seen):
    return bool(seen.facts.get("modified"))


def whole_key_reversed(sentences, min_count=1):
    """reverse=True turns the counts around, and the alphabet with them."""
    counts = count(sentences)
    words = sorted(counts, key=lambda word: (counts[word], word), reverse=True)
    return number(SPECIALS + [word for word in words if counts[word] >= min_count])


def short_words_first(sentences, min_count=1):
    """Ties are broken by length, then alphabetically."""
    counts = count(sentences)
    words = sorted(counts, key=lambda word: (-counts[word], len(word), word))
    return number(SPECIALS + [word for word in words if counts[word] >= min_count])


def sorted_words(sentences, min_count=1):
    """Alphabetical order is the order of a dictionary."""
    counts = count(sentences)
    return number(SPECIALS + sorted(w for w in counts if counts[w] >= min_count))


def rising_count(sentences, min_count=1):
    """Sorting by count is sorting from small to large."""
    counts = count(sentences)
    words = sorted(counts, key=lambda word: (counts[word], word))
    return number(SPECIALS + [word for word in words if counts[word] >= min_count])


def first_come_first_numbered(sentences, min_count=1):
    """A new word gets the next id."""
    counts = count(sentences)
    return number(SPECIALS + [word for word in counts if counts[word] >= min_count])


def specials_appended(sentences, min_count=1):
    """The specials come on top."""
    counts = count(sentences)
    return number([w for w in by_count(counts) if counts[w] >= min_count] + SPECIALS)


def words_only(sentences, min_count=1):
    """A vocabulary is the words that occur."""
    counts = count(sentences)
    return number([word for word in by_count(counts) if counts[word] >= min_count])


def shows_specials_missing(case, seen):
    return "ids" in seen.values and bool(
        np.isnan(seen.values["ids"][: len(SPECIALS)]).any()
    )


def shows_specials_in_other_order(case, seen):
    return (
        "ids" in seen.values
        and sorted(seen.values["ids"][: len(SPECIALS)]) == [0, 1, 2, 3]
        and seen.values["ids"][: len(SPECIALS)].tolist() != [0, 1, 2, 3]
    )


def words_from_zero(sentences, min_count=1):
    """The words are numbered by themselves and added."""
    counts = count(sentences)
    words = [word for word in by_count(counts) if counts[word] >= min_count]
    return number(SPECIALS) | number(words)


def words_from_five(sentences, min_count=1):
    """After four specials the next number is five."""
    ids = right(sentences, min_count)
    return {word: i if word in SPECIALS else i + 1 for word, i in ids.items()}


def words_from_three(sentences, min_count=1):
    """After three comes the first word: it shares the id of <unk>."""
    ids = right(sentences, min_count)
    return {word: i if word in SPECIALS else i - 1 for word, i in ids.items()}


def counts_as_values(sentences, min_count=1):
    """The dictionary holds how often each word occurs."""
    counts = count(sentences)
    words = {word: counts[word] for word in by_count(counts)}
    words = {word: n for word, n in words.items() if n >= min_count}
    return number(SPECIALS) | words


def rare_words_dropped_by_default(sentences, min_count=2):
    """A word that occurs once is noise."""
    return right(sentences, min_count)


def more_than_min_count(sentences, min_count=1):
    """A word must occur more often than min_count."""
    counts = count(sentences)
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] > min_count])


def at_most_min_count(sentences, min_count=1):
    """<= for >=."""
    counts = count(sentences)
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] <= min_count])


def in_how_many_sentences(sentences, min_count=1):
    """How common a word is: in how many sentences it occurs."""
    counts = Counter(w for sentence in sentences for w in set(sentence.split()))
    return vocabulary(counts, min_count)


def counts_in_the_text(sentences, min_count=1):
    """str.count counts words."""
    text = " ".join(sentences)
    counts = {word: text.count(word) for word in set(text.split())}
    return vocabulary(counts, min_count)


def characters(sentences, min_count=1):
    """A sentence is a sequence of characters."""
    counts = Counter(c for sentence in sentences for c in sentence if c != " ")
    return vocabulary(counts, min_count)


def characters_and_spaces(sentences, min_count=1):
    """Counter.update takes a sentence as it is."""
    counts = Counter()
    for sentence in sentences:
        counts.update(sentence)
    return vocabulary(counts, min_count)


def returns_in_the_loop(sentences, min_count=1):
    """The return is indented too far: only the first sentence counts."""
    for sentence in sentences:
        return right([sentence], min_count)
    return number(SPECIALS)


def counter_begins_anew(sentences, min_count=1):
    """The counter is made inside the loop."""
    counts = Counter()
    for sentence in sentences:
        counts = Counter(sentence.split())
    return vocabulary(counts, min_count)


def letters_and_signs(sentences, min_count=1):
    """Punctuation is a word of its own."""
    tokens = (re.findall(r"\w+|[^\w\s]", s) for s in sentences)
    return right([" ".join(words) for words in tokens], min_count)


def split_at_a_space(sentences, min_count=1):
    """Words are separated by one space each."""
    counts = Counter(word for s in sentences for word in s.split(" "))
    return vocabulary(counts, min_count)


def shows_order_not_deterministic(case, seen):
    return "ids" in seen.values and _same_ids(case, seen)


MISTAKES = mistakes(globals())
