"""Answers to `build_vocabulary(sentences, min_count=1) -> dict[str, int]`."""

import itertools
import re
from collections import Counter, OrderedDict, defaultdict

import numpy as np

from .. import mutant, variant

TASK = "embedding.build_vocabulary"
SPECIALS = ["<pad>", "<bos>", "<eos>", "<unk>"]


def count(sentences):
    return Counter(word for sentence in sentences for word in sentence.split())


def by_count(counts):
    return sorted(counts, key=lambda word: (-counts[word], word))


def number(words):
    return {word: i for i, word in enumerate(words)}


def right(sentences, min_count=1):
    counts = count(sentences)
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] >= min_count])


# --- Wrong: the order ------------------------------------------------------------


@mutant(TASK, mistake="order_not_deterministic")
def order_of_a_set(sentences, min_count=1):
    """Words of the same count stand as the set gives them."""
    counts = count(sentences)
    words = {word for word in counts if counts[word] >= min_count}
    return number(SPECIALS + sorted(words, key=lambda word: -counts[word]))


@mutant(TASK, mistake="order_not_deterministic")
def most_common(sentences, min_count=1):
    """Counter knows the order: ties stand as they first occurred."""
    words = [w for w, n in count(sentences).most_common() if n >= min_count]
    return number(SPECIALS + words)


@mutant(TASK, mistake="ties_reversed")
def whole_key_reversed(sentences, min_count=1):
    """reverse=True turns the counts around, and the alphabet with them."""
    counts = count(sentences)
    words = sorted(counts, key=lambda word: (counts[word], word), reverse=True)
    return number(SPECIALS + [word for word in words if counts[word] >= min_count])


@mutant(TASK, mistake="alphabetical_only")
def sorted_words(sentences, min_count=1):
    """Alphabetical order is the order of a dictionary."""
    counts = count(sentences)
    return number(SPECIALS + sorted(w for w in counts if counts[w] >= min_count))


@mutant(TASK, mistake="rare_first")
def rising_count(sentences, min_count=1):
    """Sorting by count is sorting from small to large."""
    counts = count(sentences)
    words = sorted(counts, key=lambda word: (counts[word], word))
    return number(SPECIALS + [word for word in words if counts[word] >= min_count])


@mutant(TASK, mistake="order_of_occurrence")
def first_come_first_numbered(sentences, min_count=1):
    """A new word gets the next id."""
    counts = count(sentences)
    return number(SPECIALS + [word for word in counts if counts[word] >= min_count])


@mutant(TASK, mistake="by_length_of_word")
def short_words_first(sentences, min_count=1):
    """Ties are broken by length, then alphabetically."""
    counts = count(sentences)
    words = sorted(counts, key=lambda word: (-counts[word], len(word), word))
    return number(SPECIALS + [word for word in words if counts[word] >= min_count])


# --- Wrong: the specials ---------------------------------------------------------


@mutant(TASK, mistake="specials_missing")
def words_only(sentences, min_count=1):
    """A vocabulary is the words that occur."""
    counts = count(sentences)
    return number([word for word in by_count(counts) if counts[word] >= min_count])


@mutant(TASK, mistake="specials_last")
def specials_appended(sentences, min_count=1):
    """The specials come on top."""
    counts = count(sentences)
    return number([w for w in by_count(counts) if counts[w] >= min_count] + SPECIALS)


@mutant(TASK, mistake="specials_in_other_order")
def unknown_first(sentences, min_count=1):
    """torchtext put <unk> first."""
    counts = count(sentences)
    words = [word for word in by_count(counts) if counts[word] >= min_count]
    return number(["<unk>", "<pad>", "<bos>", "<eos>", *words])


@mutant(TASK, mistake="specials_in_other_order")
def unknown_second(sentences, min_count=1):
    """<unk> stands beside <pad>."""
    counts = count(sentences)
    words = [word for word in by_count(counts) if counts[word] >= min_count]
    return number(["<pad>", "<unk>", "<bos>", "<eos>", *words])


@mutant(TASK, mistake="specials_missing")
def without_bos_and_eos(sentences, min_count=1):
    """Padding and the unknown word are all that a vocabulary needs."""
    counts = count(sentences)
    words = [word for word in by_count(counts) if counts[word] >= min_count]
    return number(["<pad>", "<unk>", *words])


@mutant(TASK, mistake="ids_overlap")
def words_from_zero(sentences, min_count=1):
    """The words are numbered by themselves and added."""
    counts = count(sentences)
    words = [word for word in by_count(counts) if counts[word] >= min_count]
    return number(SPECIALS) | number(words)


@mutant(TASK, mistake="counted_from_one")
def ids_from_one(sentences, min_count=1):
    """The first word is number one."""
    return {word: i + 1 for word, i in right(sentences, min_count).items()}


@mutant(TASK, mistake="gap_after_specials")
def words_from_five(sentences, min_count=1):
    """After four specials the next number is five."""
    ids = right(sentences, min_count)
    return {word: i if word in SPECIALS else i + 1 for word, i in ids.items()}


@mutant(TASK, mistake="gap_after_specials")
def words_from_three(sentences, min_count=1):
    """After three comes the first word: it shares the id of <unk>."""
    ids = right(sentences, min_count)
    return {word: i if word in SPECIALS else i - 1 for word, i in ids.items()}


# --- Wrong: the counts -----------------------------------------------------------


@mutant(TASK, mistake="min_count_exclusive")
def more_than_min_count(sentences, min_count=1):
    """A word must occur more often than min_count."""
    counts = count(sentences)
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] > min_count])


@mutant(TASK, mistake="min_count_ignored")
def keeps_every_word(sentences, min_count=1):
    """Every word gets an id."""
    return number(SPECIALS + by_count(count(sentences)))


@mutant(TASK, mistake="rare_words_mapped_to_unk")
def rare_words_are_unknown(sentences, min_count=1):
    """A rare word is in the vocabulary, with the id of <unk>."""
    vocabulary = right(sentences, min_count)
    return dict.fromkeys(count(sentences), 3) | vocabulary


@mutant(TASK, mistake="counted_in_sentences")
def in_how_many_sentences(sentences, min_count=1):
    """How common a word is: in how many sentences it occurs."""
    counts = Counter(w for sentence in sentences for w in set(sentence.split()))
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] >= min_count])


@mutant(TASK, mistake="substrings_counted")
def counts_in_the_text(sentences, min_count=1):
    """str.count counts words."""
    text = " ".join(sentences)
    counts = {word: text.count(word) for word in set(text.split())}
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] >= min_count])


@mutant(TASK, mistake="characters_counted")
def characters(sentences, min_count=1):
    """A sentence is a sequence of characters."""
    counts = Counter(c for sentence in sentences for c in sentence if c != " ")
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] >= min_count])


@mutant(TASK, mistake="one_sentence_only")
def counter_begins_anew(sentences, min_count=1):
    """The counter is made inside the loop."""
    counts = Counter()
    for sentence in sentences:
        counts = Counter(sentence.split())
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] >= min_count])


@mutant(TASK, mistake="one_sentence_only")
def returns_in_the_loop(sentences, min_count=1):
    """The return is indented too far: only the first sentence counts."""
    for sentence in sentences:
        return right([sentence], min_count)
    return number(SPECIALS)


@mutant(TASK, mistake="counts_not_ids")
def counts_as_values(sentences, min_count=1):
    """The dictionary holds how often each word occurs."""
    counts = count(sentences)
    words = {word: counts[word] for word in by_count(counts)}
    words = {word: n for word, n in words.items() if n >= min_count}
    return number(SPECIALS) | words


# --- Wrong: the words ------------------------------------------------------------


@mutant(TASK, mistake="split_at_single_spaces")
def split_at_a_space(sentences, min_count=1):
    """Words are separated by one space each."""
    counts = Counter(word for s in sentences for word in s.split(" "))
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] >= min_count])


@mutant(TASK, mistake="words_glued_together")
def joined_without_a_space(sentences, min_count=1):
    """The last word of a sentence meets the first of the next."""
    return right(["".join(sentences)], min_count)


@mutant(TASK, mistake="lower_cased")
def lower_case(sentences, min_count=1):
    """The and the are one word."""
    return right([sentence.lower() for sentence in sentences], min_count)


@mutant(TASK, mistake="punctuation_stripped")
def letters_only(sentences, min_count=1):
    """Punctuation is no part of a word."""
    return right([re.sub(r"[^\w\s]", "", s) for s in sentences], min_count)


# --- Wrong: the result -----------------------------------------------------------


@mutant(TASK, mistake="words_and_ids_swapped")
def ids_to_words(sentences, min_count=1):
    """From ids to words."""
    return {i: word for word, i in right(sentences, min_count).items()}


@mutant(TASK, mistake="list_of_words")
def words_in_order(sentences, min_count=1):
    """A word's place in the list is its id."""
    return list(right(sentences, min_count))


@mutant(TASK, mistake="input_modified")
def sorts_the_sentences(sentences, min_count=1):
    """Sorted sentences give sorted words."""
    sentences.sort()
    return right(sentences, min_count)


@mutant(TASK, mistake="state_kept")
def keeps_counting(sentences, min_count=1, counts=Counter()):  # noqa: B006
    """A default argument is made anew at each call."""
    counts.update(count(sentences))
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] >= min_count])


@mutant(TASK, mistake="min_count_default")
def rare_words_dropped_by_default(sentences, min_count=2):
    """A word that occurs once is noise."""
    return right(sentences, min_count)


# --- Wrong: large inputs ---------------------------------------------------------


@mutant(TASK, mistake="size_limited")
def a_thousand_words(sentences, min_count=1):
    """A thousand words are enough."""
    return {w: i for w, i in right(sentences, min_count).items() if i < 1004}


@mutant(TASK, mistake="size_limited")
def the_5000_most_common(sentences, min_count=1):
    """Vocabularies are cut to a size, as many libraries do."""
    kept = dict(count(sentences).most_common(5000))
    return number(SPECIALS + [w for w in by_count(kept) if kept[w] >= min_count])


# --- Right -----------------------------------------------------------------------


@variant(TASK)
def counter_and_key(sentences, min_count=1):
    """Counter, one sort with a key, enumerate."""
    counter = Counter()
    for sentence in sentences:
        counter.update(sentence.split())
    kept = [(word, n) for word, n in counter.items() if n >= min_count]
    kept.sort(key=lambda pair: (-pair[1], pair[0]))
    vocabulary = {"<pad>": 0, "<bos>": 1, "<eos>": 2, "<unk>": 3}
    for word, _ in kept:
        vocabulary[word] = len(vocabulary)
    return vocabulary


@variant(TASK)
def two_stable_sorts(sentences, min_count=1):
    """Alphabetically first; a stable sort by count keeps that order in ties."""
    counts = {}
    for sentence in sentences:
        for word in sentence.split():
            counts[word] = counts.get(word, 0) + 1
    words = sorted(sorted(counts), key=counts.get, reverse=True)
    words = SPECIALS + [word for word in words if counts[word] >= min_count]
    return dict(zip(words, range(len(words)), strict=True))


@variant(TASK)
def default_dictionary(sentences, min_count=1):
    """A defaultdict counts, and one is returned."""
    counts = defaultdict(int)
    for word in " ".join(sentences).split():
        counts[word] += 1
    ids = defaultdict(lambda: 3, number(SPECIALS))
    for word in by_count(counts):
        if counts[word] >= min_count:
            ids[word] = len(ids)
    return ids


@variant(TASK)
def numpy_unique(sentences, min_count=1):
    """np.unique sorts alphabetically, a stable argsort does the rest."""
    words = np.array(" ".join(sentences).split(), dtype=object)
    words, counts = np.unique(words, return_counts=True)
    order = [i for i in np.argsort(-counts, kind="stable") if counts[i] >= min_count]
    return number(SPECIALS) | {words[j]: np.int64(i + 4) for i, j in enumerate(order)}


@variant(TASK)
def grouped_by_count(sentences, min_count=1):
    """One group a count, from the largest down."""
    counts = count(sentences)
    groups = defaultdict(list)
    for word, n in counts.items():
        groups[n].append(word)
    words = [w for n in sorted(groups, reverse=True) for w in sorted(groups[n])]
    return number(SPECIALS + [word for word in words if counts[word] >= min_count])


@variant(TASK)
def ordered_dictionary(sentences, min_count=1):
    """An OrderedDict, numbered by itertools.count."""
    counts = Counter(itertools.chain.from_iterable(s.split() for s in sentences))
    rare = {word for word, n in counts.items() if n < min_count}
    words = [word for word in by_count(counts) if word not in rare]
    return OrderedDict(zip(SPECIALS + words, itertools.count()))


@variant(TASK)
def specials_written_last(sentences, min_count=1):
    """The ids count; the order in which they are written does not."""
    counts = count(sentences)
    words = [word for word in by_count(counts) if counts[word] >= min_count]
    return {word: i + 4 for i, word in enumerate(words)} | number(SPECIALS)


@variant(TASK)
def filtered_before_sorting(sentences, min_count=1):
    """Only the frequent words are sorted, as (-count, word) pairs."""
    counts = Counter(re.findall(r"\S+", "\n".join(sentences)))
    pairs = sorted((-n, word) for word, n in counts.items())
    return number(SPECIALS + [word for n, word in pairs if -n >= min_count])
