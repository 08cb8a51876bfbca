"""Answers to `encode(sentence, vocabulary) -> list[int]`."""

import collections
import re

import numpy as np

from lernformer.mistakes.embedding.encode import right

from .. import mutant, variant

TASK = "embedding.encode"


# --- Wrong: the unknown word -------------------------------------------------------


@mutant(TASK, mistake="unknown_as_padding")
def pad_for_unknown(sentence, vocabulary):
    """<pad> stands for what is missing."""
    return [vocabulary.get(word, vocabulary["<pad>"]) for word in sentence.split()]


@mutant(TASK, mistake="zero_is_false")
def if_there_is_an_id(sentence, vocabulary):
    """Asks the id, not whether there is one."""
    ids = (vocabulary.get(word) for word in sentence.split())
    return [i if i else vocabulary["<unk>"] for i in ids]


@mutant(TASK, mistake="unknown_raises")
def square_brackets(sentence, vocabulary):
    """Every word is in the vocabulary."""
    return [vocabulary[word] for word in sentence.split()]


@mutant(TASK, mistake="unknown_is_none")
def get_without_default(sentence, vocabulary):
    """dict.get knows what to do."""
    return [vocabulary.get(word) for word in sentence.split()]


# --- Wrong: the result -------------------------------------------------------------


@mutant(TASK, mistake="words_not_ids")
def words(sentence, vocabulary):
    """Replaces unknown words, and looks up nothing."""
    return [word if word in vocabulary else "<unk>" for word in sentence.split()]


@mutant(TASK, mistake="unknown_is_a_word")
def unk_for_unknown(sentence, vocabulary):
    """The default is the word <unk>."""
    return [vocabulary.get(word, "<unk>") for word in sentence.split()]


@mutant(TASK, mistake="not_integers")
def floats(sentence, vocabulary):
    """Numbers are floats."""
    return [float(i) for i in right(sentence, vocabulary)]


@mutant(TASK, mistake="order_lost")
def last_two_exchanged(sentence, vocabulary):
    """The end comes first."""
    ids = right(sentence, vocabulary)
    return ids[-1:] + ids[:-1]


@mutant(TASK, mistake="not_a_list")
def as_tuple(sentence, vocabulary):
    """A tuple is as good as a list."""
    return tuple(right(sentence, vocabulary))


@mutant(TASK, mistake="repetitions_dropped")
def set_of_ids(sentence, vocabulary):
    """A set, sorted."""
    return sorted(set(right(sentence, vocabulary)))


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
