"""Typical wrong answers to ``translator.apply_merges``."""

from lernformer.mistakes.table import mistakes

END = "</w>"


def join(pieces, pair):
    """Apply one merge, from left to right."""
    joined, i = [], 0
    while i < len(pieces):
        if tuple(pieces[i : i + 2]) == pair:
            joined.append(pieces[i] + pieces[i + 1])
            i += 2
        else:
            joined.append(pieces[i])
            i += 1
    return joined


def again_and_again(word, merges):
    """The merges are repeated until none fits any more."""
    pieces, before = [*word, END], []
    while pieces != before:
        before = pieces
        for pair in merges:
            pieces = join(pieces, pair)
    return pieces


def whatever_fits_first(word, merges):
    """The leftmost pair that fits any merge is joined first."""
    pieces, known = [*word, END], set(merges)
    i = 0
    while i + 1 < len(pieces):
        if (pieces[i], pieces[i + 1]) in known:
            pieces[i : i + 2] = [pieces[i] + pieces[i + 1]]
            i = 0
        else:
            i += 1
    return pieces


def once_in_a_word(word, merges):
    """A pair occurs only once in a word."""
    pieces = [*word, END]
    for pair in merges:
        for i in range(len(pieces) - 1):
            if (pieces[i], pieces[i + 1]) == pair:
                pieces = [*pieces[:i], "".join(pair), *pieces[i + 2 :]]
                break
    return pieces


def every_neighbour(word, merges):
    """Every pair of neighbours counts, whether or not they have just been joined."""
    pieces = [*word, END]
    for pair in merges:
        joined, i = [], 0
        while i < len(pieces):
            if tuple(pieces[i : i + 2]) == pair:
                joined.append(pieces[i] + pieces[i + 1])
                last = tuple(pieces[i + 1 : i + 3]) == pair
                i += 1 if last else 2
            else:
                joined.append(pieces[i])
                i += 1
        pieces = joined
    return pieces


def right_to_left(word, merges):
    """A merge goes backwards, so that the other pieces keep their places."""
    pieces = [*word, END]
    for pair in merges:
        i = len(pieces) - 2
        while i >= 0:
            if (pieces[i], pieces[i + 1]) == pair:
                pieces[i : i + 2] = ["".join(pair)]
                i -= 1
            i -= 1
    return pieces


MISTAKES = mistakes(globals())
