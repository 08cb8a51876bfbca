"""Words split into pieces: byte-pair encoding (Sennrich et al. 2016, section 3.2)."""

import itertools
from collections import Counter
from collections.abc import Sequence

END = "</w>"  # the end of a word


def apply_merges(word: str, merges: Sequence[tuple[str, str]]) -> list[str]:
    """Split a word into pieces by applying the merges to its letters.

    At first, the pieces are the letters, followed by ``</w>``. The merges are applied
    one after the other, in order: each joins its two pieces wherever they are
    neighbours, from left to right. In one merge, a piece is joined only once:
    ("a", "a") turns "aaa" into "aa", "a".

    Args:
        word: one word, without white space.
        merges: pairs of pieces, in the order in which to join them.

    Returns:
        The pieces; put together, they are the word and ``</w>``.

    Example:
        >>> apply_merges("low", [("l", "o"), ("w", "</w>")])
        ['lo', 'w</w>']
        >>> apply_merges("aaa", [("a", "a")])
        ['aa', 'a', '</w>']
    """
    # 1. start with the letters and the end of the word
    pieces = [*word, END]
    for pair in merges:
        # 2. for each merge, in order, go from left to right
        joined = [pieces[0]]
        for piece in pieces[1:]:
            # 3. join two pieces if they are the pair, otherwise keep them apart
            if (joined[-1], piece) == pair:
                joined[-1] += piece
            else:
                joined.append(piece)
        pieces = joined
    return pieces


def learn_merges(counts: dict[str, int], n_merges: int) -> list[tuple[str, str]]:
    """Learn which pieces to join, by repeatedly joining the most frequent pair.

    Pairs are neighbouring pieces within a word, including ``</w>``, never across words.
    The pairs of a word that occurs three times count three times.

    Args:
        counts: how often each word occurs; it is not modified.
        n_merges: how many merges to learn.

    Returns:
        Pairs of pieces, in the order in which they were joined: ``n_merges`` of them,
        or fewer if every word is a single piece before that. Of equally frequent pairs,
        the smallest, in Python's order of tuples, is joined first.

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
        # 3. stop if there are none, otherwise keep the most frequent one
        if not pairs:
            break
        merges.append(min(pairs, key=lambda pair: (-pairs[pair], pair)))
    return merges
