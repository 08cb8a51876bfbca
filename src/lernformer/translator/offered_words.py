"""Finds the words that may come next: those that followed most often in training.

While a reader types, the page offers these words as chips. With them, readers can write
a sentence that contains only words that the translator knows.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

BEGINNING, END = "<bos>", "<eos>"
OFFERED = 6  # how many words to offer after each beginning
LEAST = 200  # how often two words must follow each other to count as a beginning


def following(
    sentences: Iterable[str], offered: int = OFFERED, least: int = LEAST
) -> dict[str, str]:
    """Return which words follow each word and each pair of words, most frequent first.

    Args:
        sentences: sentences with words separated by spaces.
        offered: how many words to keep for each.
        least: how often two words must follow each other.

    Returns:
        The words that follow, keyed by the one or two words before them. ``<bos>`` is
        the beginning of a sentence. The end of a sentence isn't included.
    """
    followers: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        words = [BEGINNING, *sentence.split(), END]
        for before, last, word in zip(["", *words], words, words[1:], strict=False):
            followers[last][word] += 1
            if before:
                followers[f"{before} {last}"][word] += 1
    found = {}
    for before, counts in sorted(followers.items()):
        if " " in before and counts.total() < least:
            continue
        ordered = sorted(counts, key=lambda word: (-counts[word], word))
        words = [word for word in ordered if word != END][:offered]
        if words:
            found[before] = " ".join(words)
    return found
