"""Counts in the training corpus how the German words for an English word begin.

With these counts, the page notices if a translation has left out a word. For example,
each training sentence with *help* had a German word that begins with *hilf*, *helf* or
*half*.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

LETTERS = 4  # letters per beginning, ignoring umlauts: "Häuser" begins like "Haus"
MOST = 6  # the most beginnings per English word
LEAST = 30  # English words that occur in fewer sentences than this are left out
FREQUENT = 0.05  # a beginning says nothing if a larger share of all sentences has it
PLAIN = str.maketrans("äöü", "aou")


def beginning(word: str) -> str:
    return word.lower().translate(PLAIN)[:LETTERS]


def lexicon(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return beginnings for each English word; its translations have at least one.

    Words without such beginnings (*the*, *do*) are left out.

    Args:
        pairs: English and German sentences, with words separated by spaces.
    """
    sentences: dict[str, list[frozenset[str]]] = defaultdict(list)
    counts: Counter[str] = Counter()
    total = 0
    for english, german in pairs:
        found = frozenset(beginning(word) for word in german.split())
        for word in set(english.split()):
            sentences[word].append(found)
        counts.update(found)
        total += 1
    share = {one: n / total for one, n in counts.items()}
    return {
        word: " ".join(needed)
        for word in sorted(sentences)
        if (needed := cover(sentences[word], share))
    }


def cover(sentences: list[frozenset[str]], share: dict[str, float]) -> list[str]:
    """Find a few beginnings so that each sentence has one of them; empty if impossible.

    Args:
        sentences: the beginnings in each sentence.
        share: for each beginning, the share of all sentences that contain it.
    """
    if len(sentences) < LEAST:
        return []
    chosen: list[str] = []
    left = sentences
    while left:
        counts = Counter(one for found in left for one in found)
        best = max(counts, key=lambda one: (counts[one] / len(left) - share[one], one))
        # a beginning in only one sentence is chance and says nothing about others
        if len(chosen) == MOST or counts[best] < 2 or share[best] > FREQUENT:
            return []
        chosen.append(best)
        left = [found for found in left if best not in found]
    return chosen
