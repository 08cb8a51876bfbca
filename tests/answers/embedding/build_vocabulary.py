"""Answers to `build_vocabulary(sentences, min_count=1) -> dict[str, int]`."""

import itertools
import re
from collections import Counter, OrderedDict, defaultdict

import numpy as np

from lernformer.mistakes.embedding.build_vocabulary import (
    SPECIALS,
    by_count,
    count,
    number,
)

from .. import mutant, variant

TASK = "embedding.build_vocabulary"


# --- Wrong: the order ------------------------------------------------------------


@mutant(TASK, mistake="order_not_deterministic")
def most_common(sentences, min_count=1):
    """Counter knows the order: ties stand as they first occurred."""
    words = [w for w, n in count(sentences).most_common() if n >= min_count]
    return number(SPECIALS + words)


# --- Wrong: the result -----------------------------------------------------------


@mutant(TASK, mistake="state_kept")
def keeps_counting(sentences, min_count=1, counts=Counter()):  # noqa: B006
    """A default argument is made again at each call."""
    counts.update(count(sentences))
    return number(SPECIALS + [w for w in by_count(counts) if counts[w] >= min_count])


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
