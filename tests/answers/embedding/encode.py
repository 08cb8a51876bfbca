"""Answers to `encode(sentence, vocabulary) -> list[int]`."""

import collections
import re

import numpy as np

from lernformer.mistakes.embedding.encode import right

from .. import mutant, variant

TASK = "embedding.encode"


# --- Wrong: the result -------------------------------------------------------------


@mutant(TASK, mistake="words_not_ids")
def words(sentence, vocabulary):
    """Replaces unknown words, and looks up nothing."""
    return [word if word in vocabulary else "<unk>" for word in sentence.split()]


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
