"""Typical wrong answers to ``embedding.build_vocabulary``."""

import re
from collections import Counter

import numpy as np

from lernformer.mistakes.common import SIZE_LIMITED, fails
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.build_vocabulary import (
    TIES,
    vocabulary_arrays,
    words_of,
)

MISTAKES = Catalogue()


PUNCTUATION_SPLIT = (
    "words are cut at punctuation, as a regular expression of letters does; here words "
    "are what white space separates: split()."
)

ONE_SENTENCE_ONLY = (
    "one sentence alone is counted; is the counter made, or the result returned, "
    "inside the loop?"
)

SPECIALS = ["<pad>", "<bos>", "<eos>", "<unk>"]


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
    """Whether all words have ids and the specials theirs, if in another order."""
    ids, want = seen.values["ids"], vocabulary_arrays(right(**case.inputs), case)["ids"]
    return bool(
        np.array_equal(np.sort(ids), np.sort(want))
        and np.array_equal(ids[: len(SPECIALS)], want[: len(SPECIALS)])
    )


def _same_counts_other_order(case: Case, seen: Observation) -> bool:
    """Whether the counts still fall along the ids: only ties are in another order."""
    if "ids" not in seen.values or case.aspect != TIES:
        return False
    ids, counts = seen.values["ids"], count(case.inputs["sentences"])
    along = [counts[words_of(case)[i]] for i in np.argsort(ids) if i >= len(SPECIALS)]
    return _same_ids(case, seen) and along == sorted(along, reverse=True)


def _words_of_another_call(case: Case, seen: Observation) -> bool:
    """Whether there are words that these sentences cannot have, however cut."""
    text = " ".join(case.inputs["sentences"]).lower()
    strange = seen.facts.get("strange", "").split()
    return any(word.strip("'") not in text for word in strange)


MISTAKES += (SIZE_LIMITED,)

MISTAKES.sign(
    "words_and_ids_swapped",
    "the dictionary leads from ids to words; it should lead from words to ids.",
    fails("is not a word"),
)

MISTAKES.sign(
    "list_of_words",
    "a list is not a dictionary; number its words with enumerate.",
    fails("should return a dict, got a list"),
)

MISTAKES.sign(
    "input_modified",
    "the list of sentences that was passed in is changed, by sort() or append(); "
    "sorted() makes a new one.",
    lambda case, seen: bool(seen.facts.get("modified")),
)


@MISTAKES.answer(
    "ties_reversed",
    "reverse=True turns the alphabet around, too; sort by (-count, word).",
)
def whole_key_reversed(sentences, min_count=1):
    """reverse=True turns the counts around, and the alphabet with them."""
    counts = count(sentences)
    words = sorted(counts, key=lambda word: (counts[word], word), reverse=True)
    return number(SPECIALS + [word for word in words if counts[word] >= min_count])


@MISTAKES.answer(
    "by_length_of_word",
    "words of the same count stand in order of their length, not alphabetically.",
)
def short_words_first(sentences, min_count=1):
    """Ties are broken by length, then alphabetically."""
    counts = count(sentences)
    words = sorted(counts, key=lambda word: (-counts[word], len(word), word))
    return number(SPECIALS + [word for word in words if counts[word] >= min_count])


@MISTAKES.answer(
    "alphabetical_only",
    "the words stand in alphabetical order alone; the frequent come before the rare.",
)
def sorted_words(sentences, min_count=1):
    """Alphabetical order is the order of a dictionary."""
    counts = count(sentences)
    return number(SPECIALS + sorted(w for w in counts if counts[w] >= min_count))


@MISTAKES.answer(
    "rare_first", "the rare words come first; sort by falling count: (-count, word)."
)
def rising_count(sentences, min_count=1):
    """Sorting by count is sorting from small to large."""
    counts = count(sentences)
    words = sorted(counts, key=lambda word: (counts[word], word))
    return number(SPECIALS + [word for word in words if counts[word] >= min_count])


MISTAKES.sign(
    "order_not_deterministic",
    "words of the same count stand in the order of a set, or of their first "
    "occurrence; sort by (-count, word), so that the ids are always the same.",
    _same_counts_other_order,
    seen="course",
)


@MISTAKES.answer(
    "order_of_occurrence",
    "the words stand in the order in which they first occur; sort them by count.",
)
def first_come_first_numbered(sentences, min_count=1):
    """A new word gets the next id."""
    counts = count(sentences)
    return number(SPECIALS + [word for word in counts if counts[word] >= min_count])


@MISTAKES.answer(
    "specials_last",
    "the specials come after the words; they come first, so that <pad> is 0.",
)
def specials_appended(sentences, min_count=1):
    """The specials come on top."""
    counts = count(sentences)
    return number([w for w in by_count(counts) if counts[w] >= min_count] + SPECIALS)


@MISTAKES.answer(
    "specials_missing",
    "the four special words are missing: <pad>, <bos>, <eos>, <unk>.",
)
def words_only(sentences, min_count=1):
    """A vocabulary is the words that occur."""
    counts = count(sentences)
    return number([word for word in by_count(counts) if counts[word] >= min_count])


MISTAKES.sign(
    "specials_missing",
    "a special word is missing; there are four: <pad>, <bos>, <eos>, <unk>.",
    lambda case, seen: (
        "ids" in seen.values
        and bool(np.isnan(seen.values["ids"][: len(SPECIALS)]).any())
    ),
)


@MISTAKES.answer("counted_from_one", "the ids start at 1; <pad> has the id 0.")
def ids_from_one(sentences, min_count=1):
    """The first word is number one."""
    return {word: i + 1 for word, i in right(sentences, min_count).items()}


MISTAKES.sign(
    "specials_in_other_order",
    "the specials have other ids; <pad> is 0, <bos> 1, <eos> 2, <unk> 3.",
    lambda case, seen: (
        "ids" in seen.values
        and sorted(seen.values["ids"][: len(SPECIALS)]) == [0, 1, 2, 3]
        and seen.values["ids"][: len(SPECIALS)].tolist() != [0, 1, 2, 3]
    ),
)


@MISTAKES.answer(
    "ids_overlap",
    "words begin at 0 again and share ids with the specials; they go on at 4.",
)
def words_from_zero(sentences, min_count=1):
    """The words are numbered by themselves and added."""
    counts = count(sentences)
    words = [word for word in by_count(counts) if counts[word] >= min_count]
    return number(SPECIALS) | number(words)


@MISTAKES.answer(
    "gap_after_specials",
    "the first word has the id 5; after the specials, 0 to 3, comes 4.",
)
def words_from_five(sentences, min_count=1):
    """After four specials the next number is five."""
    ids = right(sentences, min_count)
    return {word: i if word in SPECIALS else i + 1 for word, i in ids.items()}


@MISTAKES.answer(
    "gap_after_specials",
    "the first word has the id 3; after the specials, 0 to 3, comes 4.",
)
def words_from_three(sentences, min_count=1):
    """After three comes the first word: it shares the id of <unk>."""
    ids = right(sentences, min_count)
    return {word: i if word in SPECIALS else i - 1 for word, i in ids.items()}


@MISTAKES.answer(
    "counts_not_ids", "the values are counts; a word's id is its place in the order."
)
def counts_as_values(sentences, min_count=1):
    """The dictionary holds how often each word occurs."""
    counts = count(sentences)
    words = {word: counts[word] for word in by_count(counts)}
    words = {word: n for word, n in words.items() if n >= min_count}
    return number(SPECIALS) | words


@MISTAKES.answer(
    "rare_words_mapped_to_unk",
    "rare words are in the vocabulary with the id of <unk>; leave them out, encode "
    "finds <unk> for them.",
)
def rare_words_are_unknown(sentences, min_count=1):
    """A rare word is in the vocabulary, with the id of <unk>."""
    return dict.fromkeys(count(sentences), 3) | right(sentences, min_count)


@MISTAKES.answer(
    "min_count_default",
    "rare words are left out without being asked; min_count is 1 by default.",
)
def rare_words_dropped_by_default(sentences, min_count=2):
    """A word that occurs once is noise."""
    return right(sentences, min_count)


@MISTAKES.answer(
    "min_count_exclusive",
    "a word that occurs just min_count times is lost: >= instead of >.",
)
def more_than_min_count(sentences, min_count=1):
    """A word must occur more often than min_count."""
    counts = count(sentences)
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] > min_count])


@MISTAKES.answer(
    "min_count_reversed",
    "the rare words are kept and the frequent left out: >= min_count stays.",
)
def at_most_min_count(sentences, min_count=1):
    """<= for >=."""
    counts = count(sentences)
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] <= min_count])


@MISTAKES.answer(
    "min_count_ignored",
    "rare words are kept; leave out those that occur less than min_count times.",
)
def keeps_every_word(sentences, min_count=1):
    """Every word gets an id."""
    return number(SPECIALS + by_count(count(sentences)))


@MISTAKES.answer(
    "counted_in_sentences",
    "a word that occurs twice in a sentence counts twice; here it counts once.",
)
def in_how_many_sentences(sentences, min_count=1):
    """How common a word is: in how many sentences it occurs."""
    counts = Counter(w for sentence in sentences for w in set(sentence.split()))
    return vocabulary(counts, min_count)


@MISTAKES.answer(
    "substrings_counted",
    "str.count also finds a word inside of longer words; count what split() gives.",
)
def counts_in_the_text(sentences, min_count=1):
    """str.count counts words."""
    text = " ".join(sentences)
    counts = {word: text.count(word) for word in set(text.split())}
    return vocabulary(counts, min_count)


@MISTAKES.answer(
    "characters_counted", "characters are counted; split() makes words of a sentence."
)
def characters(sentences, min_count=1):
    """A sentence is a sequence of characters."""
    counts = Counter(c for sentence in sentences for c in sentence if c != " ")
    return vocabulary(counts, min_count)


@MISTAKES.answer(
    "characters_counted", "characters are counted; split() makes words of a sentence."
)
def characters_and_spaces(sentences, min_count=1):
    """Counter.update takes a sentence as it is."""
    counts = Counter()
    for sentence in sentences:
        counts.update(sentence)
    return vocabulary(counts, min_count)


@MISTAKES.answer("one_sentence_only", ONE_SENTENCE_ONLY)
def returns_in_the_loop(sentences, min_count=1):
    """The return is indented too far: only the first sentence counts."""
    for sentence in sentences:
        return right([sentence], min_count)
    return number(SPECIALS)


@MISTAKES.answer("one_sentence_only", ONE_SENTENCE_ONLY)
def counter_begins_anew(sentences, min_count=1):
    """The counter is made inside the loop."""
    counts = Counter()
    for sentence in sentences:
        counts = Counter(sentence.split())
    return vocabulary(counts, min_count)


@MISTAKES.answer(
    "lower_cased", "words are changed to lower case; this task takes them as they are."
)
def lower_case(sentences, min_count=1):
    """The and the are one word."""
    return right([sentence.lower() for sentence in sentences], min_count)


@MISTAKES.answer(
    "punctuation_stripped",
    "punctuation is removed; here words are what white space separates.",
)
def letters_only(sentences, min_count=1):
    """Punctuation is no part of a word."""
    return right([re.sub(r"[^\w\s]", "", s) for s in sentences], min_count)


@MISTAKES.answer("punctuation_split", PUNCTUATION_SPLIT, seen="course")
def runs_of_letters(sentences, min_count=1):
    """A regular expression finds words."""
    return right([" ".join(re.findall(r"\w+", s)) for s in sentences], min_count)


@MISTAKES.answer("punctuation_split", PUNCTUATION_SPLIT, seen="course")
def letters_and_signs(sentences, min_count=1):
    """Punctuation is a word of its own."""
    tokens = (re.findall(r"\w+|[^\w\s]", s) for s in sentences)
    return right([" ".join(words) for words in tokens], min_count)


@MISTAKES.answer(
    "words_glued_together",
    "the last word of a sentence and the first of the next are one; join the "
    'sentences with " ".',
)
def joined_without_a_space(sentences, min_count=1):
    """The last word of a sentence meets the first of the next."""
    return right(["".join(sentences)], min_count)


@MISTAKES.answer(
    "split_at_single_spaces",
    'split(" ") makes empty words of double spaces and keeps tabs; split() separates '
    "at any white space.",
)
def split_at_a_space(sentences, min_count=1):
    """Words are separated by one space each."""
    counts = Counter(word for s in sentences for word in s.split(" "))
    return vocabulary(counts, min_count)


MISTAKES.sign(
    "state_kept",
    "words of an earlier call are still there: a default argument such as "
    "counts=Counter() is made only once. Make the counter inside.",
    _words_of_another_call,
)

MISTAKES.sign(
    "order_not_deterministic",
    "the words have the right ids, but in another order: that of a set, perhaps, which "
    "is another one in each run. Sort by (-count, word).",
    lambda case, seen: "ids" in seen.values and _same_ids(case, seen),
    seen="course",
)
