"""Answers to `encode(sentence, vocabulary) -> list[int]`."""

import collections
import re

import numpy as np

from .. import mutant, variant

TASK = "embedding.encode"


def right(sentence, vocabulary):
    return [vocabulary.get(word, vocabulary["<unk>"]) for word in sentence.split()]


# --- Wrong: the unknown word -------------------------------------------------------


@mutant(TASK, mistake="unknown_as_padding")
def zero_for_unknown(sentence, vocabulary):
    """A word that is not there is nothing."""
    return [vocabulary.get(word, 0) for word in sentence.split()]


@mutant(TASK, mistake="unknown_as_padding")
def pad_for_unknown(sentence, vocabulary):
    """<pad> stands for what is missing."""
    return [vocabulary.get(word, vocabulary["<pad>"]) for word in sentence.split()]


@mutant(TASK, mistake="other_spelling_taken")
def in_lower_case_at_least(sentence, vocabulary):
    """Better the word in lower case than none."""
    unknown = vocabulary["<unk>"]
    return [
        vocabulary.get(word, vocabulary.get(word.lower(), unknown))
        for word in sentence.split()
    ]


@mutant(TASK, mistake="other_spelling_taken")
def without_its_comma(sentence, vocabulary):
    """Better the word without punctuation than none."""
    unknown = vocabulary["<unk>"]
    return [
        vocabulary.get(word, vocabulary.get(word.strip(".,!?"), unknown))
        for word in sentence.split()
    ]


@mutant(TASK, mistake="zero_is_false")
def get_or_unknown(sentence, vocabulary):
    """None is false, and so is the id of <pad>."""
    return [vocabulary.get(word) or vocabulary["<unk>"] for word in sentence.split()]


@mutant(TASK, mistake="zero_is_false")
def if_there_is_an_id(sentence, vocabulary):
    """Asks the id, not whether there is one."""
    ids = (vocabulary.get(word) for word in sentence.split())
    return [i if i else vocabulary["<unk>"] for i in ids]


@mutant(TASK, mistake="unknown_dropped")
def known_words_only(sentence, vocabulary):
    """What has no id is left out."""
    return [vocabulary[word] for word in sentence.split() if word in vocabulary]


@mutant(TASK, mistake="unknown_raises")
def square_brackets(sentence, vocabulary):
    """Every word is in the vocabulary."""
    return [vocabulary[word] for word in sentence.split()]


@mutant(TASK, mistake="unknown_is_none")
def get_without_default(sentence, vocabulary):
    """dict.get knows what to do."""
    return [vocabulary.get(word) for word in sentence.split()]


@mutant(TASK, mistake="unknown_as_other_special")
def minus_one(sentence, vocabulary):
    """-1 means not found."""
    return [vocabulary.get(word, -1) for word in sentence.split()]


@mutant(TASK, mistake="unknown_as_other_special")
def end_for_unknown(sentence, vocabulary):
    """The wrong special."""
    return [vocabulary.get(word, vocabulary["<eos>"]) for word in sentence.split()]


@mutant(TASK, mistake="unknown_gets_new_id")
def learns_new_words(sentence, vocabulary):
    """A new word gets the next id."""
    return [vocabulary.setdefault(w, len(vocabulary)) for w in sentence.split()]


@mutant(TASK, mistake="unknown_gets_new_id")
def one_beyond_the_last(sentence, vocabulary):
    """The unknown has the id after all others."""
    return [vocabulary.get(word, len(vocabulary)) for word in sentence.split()]


# --- Wrong: the words --------------------------------------------------------------


@mutant(TASK, mistake="bos_eos_added")
def framed(sentence, vocabulary):
    """A sentence begins with <bos> and ends with <eos>."""
    return [1, *right(sentence, vocabulary), 2]


@mutant(TASK, mistake="bos_eos_added")
def ended(sentence, vocabulary):
    """A sentence ends with <eos>."""
    return [*right(sentence, vocabulary), vocabulary["<eos>"]]


@mutant(TASK, mistake="bos_eos_added")
def begun(sentence, vocabulary):
    """A sentence begins with <bos>."""
    return [vocabulary["<bos>"], *right(sentence, vocabulary)]


@mutant(TASK, mistake="characters_encoded")
def characters(sentence, vocabulary):
    """Iterating over a sentence gives its words."""
    return [vocabulary.get(word, vocabulary["<unk>"]) for word in sentence]


@mutant(TASK, mistake="split_at_single_spaces")
def split_at_a_space(sentence, vocabulary):
    """Words are separated by one space each."""
    return [vocabulary.get(word, 3) for word in sentence.split(" ")]


@mutant(TASK, mistake="empty_words_dropped")
def tabs_kept(sentence, vocabulary):
    """Drops empty words, but a tab does not separate."""
    return [vocabulary.get(word, 3) for word in sentence.split(" ") if word]


@mutant(TASK, mistake="lower_cased")
def lower_case(sentence, vocabulary):
    """The and the are one word."""
    return right(sentence.lower(), vocabulary)


@mutant(TASK, mistake="punctuation_stripped")
def letters_only(sentence, vocabulary):
    """Punctuation is no part of a word."""
    return right(re.sub(r"[^\w\s]", "", sentence), vocabulary)


@mutant(TASK, mistake="repetitions_dropped")
def each_word_once(sentence, vocabulary):
    """Each word once."""
    return list(dict.fromkeys(right(sentence, vocabulary)))


@mutant(TASK, mistake="order_lost")
def sorted_ids(sentence, vocabulary):
    """A sentence is a bag of words."""
    return sorted(right(sentence, vocabulary))


@mutant(TASK, mistake="order_lost")
def backwards(sentence, vocabulary):
    """The last word first, as early translators read it."""
    return right(sentence, vocabulary)[::-1]


# --- Wrong: the result -------------------------------------------------------------


@mutant(TASK, mistake="words_not_ids")
def words(sentence, vocabulary):
    """Replaces unknown words, and looks up nothing."""
    return [word if word in vocabulary else "<unk>" for word in sentence.split()]


@mutant(TASK, mistake="not_a_list")
def lazy(sentence, vocabulary):
    """A map is as good as a list."""
    return map(vocabulary.__getitem__, sentence.split())


@mutant(TASK, mistake="not_a_list")
def as_array(sentence, vocabulary):
    """Numbers belong into an array."""
    return np.array(right(sentence, vocabulary))


@mutant(TASK, mistake="not_a_list")
def as_text(sentence, vocabulary):
    """Text in, text out."""
    return " ".join(str(i) for i in right(sentence, vocabulary))


@mutant(TASK, mistake="first_word_only")
def returns_in_the_loop(sentence, vocabulary):
    """The return is indented too far."""
    ids = []
    for word in sentence.split():
        ids.append(vocabulary.get(word, 3))
        return ids
    return ids


@mutant(TASK, mistake="shifted_by_one")
def words_from_one(sentence, vocabulary):
    """The first word is number one."""
    return [i + 1 for i in right(sentence, vocabulary)]


@mutant(TASK, mistake="position_not_id")
def place_in_the_sentence(sentence, vocabulary):
    """The id of a word is its place."""
    return list(range(len(sentence.split())))


@mutant(TASK, mistake="state_kept")
def collects(sentence, vocabulary, ids=[]):  # noqa: B006
    """A default argument is made anew at each call."""
    ids.extend(right(sentence, vocabulary))
    return list(ids)


@mutant(TASK, mistake="input_modified")
def takes_words_out(sentence, vocabulary):
    """A word that was used is taken out and put back, <unk> among them."""
    unknown = vocabulary.pop("<unk>")
    return [vocabulary.get(word, unknown) for word in sentence.split()]


# --- Wrong: large inputs ---------------------------------------------------------


@mutant(TASK, mistake="size_limited")
def rare_words_unknown(sentence, vocabulary):
    """Ids beyond five thousand are too rare to be learned."""
    ids = [vocabulary.get(word, 3) for word in sentence.split()]
    return [i if i < 5000 else 3 for i in ids]


@mutant(TASK, mistake="size_limited")
def long_sentences_cut(sentence, vocabulary):
    """No sentence has more than 512 words."""
    return [vocabulary.get(word, 3) for word in sentence.split()[:512]]


# --- Right -------------------------------------------------------------------------


@variant(TASK)
def get_with_default(sentence, vocabulary):
    """dict.get with the id of <unk>."""
    unknown = vocabulary["<unk>"]
    return [vocabulary.get(word, unknown) for word in sentence.split()]


@variant(TASK)
def a_loop(sentence, vocabulary):
    """if and else, one word after the other."""
    ids = []
    for word in sentence.split():
        if word in vocabulary:
            ids.append(vocabulary[word])
        else:
            ids.append(vocabulary["<unk>"])
    return ids


@variant(TASK)
def key_error(sentence, vocabulary):
    """Better to ask for forgiveness; and 3 is <unk> by convention."""
    ids = []
    for word in sentence.strip().split():
        try:
            ids.append(vocabulary[word])
        except KeyError:
            ids.append(3)
    return ids


@variant(TASK)
def conditional(sentence, vocabulary):
    """Replaces the word first, then looks up."""
    words = (w if w in vocabulary else "<unk>" for w in re.findall(r"\S+", sentence))
    return [vocabulary[word] for word in words]


@variant(TASK)
def mapped(sentence, vocabulary):
    """map, made into a list."""

    def look_up(word):
        return vocabulary.get(word, vocabulary["<unk>"])

    return list(map(look_up, sentence.split()))


@variant(TASK)
def numpy_integers(sentence, vocabulary):
    """NumPy's integers in a list."""
    return list(np.array(right(sentence, vocabulary), dtype=np.int64))


@variant(TASK)
def default_dictionary(sentence, vocabulary):
    """A dictionary of its own, which knows what to say of the others."""
    known = collections.defaultdict(lambda: vocabulary["<unk>"], vocabulary)
    return [known[word] for word in sentence.split()]


@variant(TASK)
def in_two_steps(sentence, vocabulary):
    """-1 for the unknown first."""
    ids = [vocabulary.get(word, -1) for word in sentence.split()]
    return [vocabulary["<unk>"] if i < 0 else i for i in ids]
