"""Words in pieces: byte-pair encoding (Sennrich et al. 2016, section 3.2)."""

import itertools
from collections import Counter
from collections.abc import Sequence

END = "</w>"  # of a word


def apply_merges(word: str, merges: Sequence[tuple[str, str]]) -> list[str]:
    """Split a word into the pieces that the merges make of its letters.

    At first the pieces are the letters, and ``</w>`` after the last one. The merges
    come one after the other, in their order: each joins its two pieces wherever they
    stand side by side, from the left to the right. A piece is joined once in a merge:
    ("a", "a") makes "aa", "a" of "aaa".

    Args:
        word: one word, without white space.
        merges: pairs of pieces, the first to be joined first.

    Returns:
        The pieces; side by side they are the word and ``</w>``.

    Example:
        >>> apply_merges("low", [("l", "o"), ("w", "</w>")])
        ['lo', 'w</w>']
        >>> apply_merges("aaa", [("a", "a")])
        ['aa', 'a', '</w>']
    """
    # 1. begin with the letters and the end of the word
    pieces = [*word, END]
    for pair in merges:
        # 2. for each merge in its order, go from the left to the right
        joined = [pieces[0]]
        for piece in pieces[1:]:
            # 3. join two pieces that are the pair, else keep them apart
            if (joined[-1], piece) == pair:
                joined[-1] += piece
            else:
                joined.append(piece)
        pieces = joined
    return pieces


def learn_merges(counts: dict[str, int], n_merges: int) -> list[tuple[str, str]]:
    """Learn which pieces to join: again and again the pair that occurs most often.

    Pairs are neighbours within a word, ``</w>`` among them, never across words. A word
    that occurs three times counts its pairs three times.

    Args:
        counts: how often each word occurs; it is not modified.
        n_merges: how many merges to learn.

    Returns:
        Pairs of pieces, the first that was joined first: ``n_merges`` of them, or fewer
        where every word is one piece before. Of pairs that occur equally often the
        smaller one is taken, as Python compares tuples.

    Example:
        >>> learn_merges({"low": 5, "lot": 2, "we": 6}, n_merges=3)
        [('l', 'o'), ('e', '</w>'), ('w', 'e</w>')]
    """
    merges: list[tuple[str, str]] = []
    for _ in range(n_merges):
        # 1. split each word by the merges so far
        words = {word: apply_merges(word, merges) for word in counts}
        # 2. count the pairs of neighbours, each as often as its word occurs
        pairs: Counter[tuple[str, str]] = Counter()
        for word, pieces in words.items():
            for pair in itertools.pairwise(pieces):
                pairs[pair] += counts[word]
        # 3. stop where there is none, else keep the most frequent one
        if not pairs:
            break
        merges.append(min(pairs, key=lambda pair: (-pairs[pair], pair)))
    return merges
