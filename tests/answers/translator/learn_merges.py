"""Answers to `learn_merges(counts, n_merges) -> list[tuple[str, str]]`."""

import collections
import itertools
import re

from lernformer.mistakes.translator.apply_merges import join
from lernformer.mistakes.translator.learn_merges import learn

from .. import mutant, variant

TASK = "translator.learn_merges"


@variant(TASK)
def as_in_the_paper(counts, n_merges):
    """Words are strings with blanks, the pair is a pattern."""
    vocab = {" ".join(word) + " </w>": n for word, n in counts.items()}
    merges = []
    for _ in range(n_merges):
        pairs = collections.defaultdict(int)
        for word, freq in vocab.items():
            symbols = word.split()
            for i in range(len(symbols) - 1):
                pairs[symbols[i], symbols[i + 1]] += freq
        if not pairs:
            return merges
        most = max(pairs.values())
        best = min(pair for pair, n in pairs.items() if n == most)
        pattern = re.compile(r"(?<!\S)" + re.escape(" ".join(best)) + r"(?!\S)")
        vocab = {pattern.sub("".join(best), word): n for word, n in vocab.items()}
        merges.append(best)
    return merges


@variant(TASK)
def every_word_repeated(counts, n_merges):
    """A list with each word as often as it occurs."""
    words = [[*word, "</w>"] for word, n in counts.items() for _ in range(n)]
    merges = []
    while len(merges) < n_merges:
        pairs = collections.Counter(
            pair for word in words for pair in itertools.pairwise(word)
        )
        if len(pairs) == 0:
            break
        best = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[0][0]
        words = [join(word, best) for word in words]
        merges.append(best)
    return merges


@variant(TASK)
def best_kept_while_counting(counts, n_merges):
    """Looks for the best pair by hand."""
    words, merges = [([*w, "</w>"], n) for w, n in counts.items()], []
    for _ in range(n_merges):
        pairs = {}
        for pieces, n in words:
            for i, piece in enumerate(pieces[1:]):
                key = (pieces[i], piece)
                pairs[key] = pairs.get(key, 0) + n
        best = None
        for pair in sorted(pairs):
            if best is None or pairs[pair] > pairs[best]:
                best = pair
        if best is None:
            break
        merges += [list(best)]
        words = [(join(pieces, best), n) for pieces, n in words]
    return merges


@variant(TASK)
def stops_beforehand(counts, n_merges):
    """As many as there are joints left."""
    joints = len({word[:i] + "|" + word for word in counts for i in range(len(word))})
    return learn(counts, min(n_merges, joints))
