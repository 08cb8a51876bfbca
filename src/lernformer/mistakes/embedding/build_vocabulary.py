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
    cause="The code works only up to a fixed size, because a number in it sets a "
    "limit, as in most_common(n) or [:n]. Take all the words there are.",
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
    """Whether only the order of ties differs: the counts still fall along the ids."""
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


def rare_words_dropped_by_default(sentences, min_count=2):
    """A word that occurs once is noise."""
    return right(sentences, min_count)


def characters(sentences, min_count=1):
    """A sentence is a sequence of characters."""
    counts = Counter(c for sentence in sentences for c in sentence if c != " ")
    return vocabulary(counts, min_count)


MISTAKES = mistakes(globals())
