"""Typical wrong answers to ``translator.learn_merges``."""

import itertools
from collections import Counter

from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.apply_merges import END, join
from lernformer.mistakes.translator.common import parts_of


def learn(
    counts,
    n_merges,
    *,
    split=lambda word: [*word, END],
    weigh=lambda count: count,
    best=lambda pairs: min(pairs, key=lambda pair: (-pairs[pair], pair)),
    after=join,
    n=lambda n_merges: n_merges,
    empty=lambda pairs: not pairs,
):
    """The right way to learn merges. Each of its parts can be changed."""
    words = {word: split(word) for word in counts}
    merges = []
    for _ in range(n(n_merges)):
        pairs = Counter()
        for word, pieces in words.items():
            for pair in itertools.pairwise(pieces):
                pairs[pair] += weigh(counts[word])
        if empty(pairs):
            break
        merges.append(best(pairs))
        words = {word: after(pieces, merges[-1]) for word, pieces in words.items()}
    return merges


changed = parts_of(learn)


def most_common_of_letters(counts, n_merges):
    """The merges are the n most frequent pairs of letters."""
    pairs = Counter()
    for word, count in counts.items():
        pieces = [*word, END]
        for pair in itertools.pairwise(pieces):
            pairs[pair] += count
    return sorted(pairs, key=lambda pair: (-pairs[pair], pair))[:n_merges]


def one_text(counts, n_merges):
    """All words form one long text, in which neighbours are pairs."""
    text = [x for word, n in counts.items() for _ in range(n) for x in (*word, END)]
    merges = []
    for _ in range(n_merges):
        pairs = Counter(itertools.pairwise(text))
        if not pairs:
            break
        merges.append(min(pairs, key=lambda pair: (-pairs[pair], pair)))
        text = join(text, merges[-1])
    return merges


MISTAKES = mistakes(globals())
