"""Answers to `apply_merges(word, merges) -> list[str]`."""

import re

from lernformer.mistakes.translator.apply_merges import join

from .. import mutant, variant

TASK = "translator.apply_merges"


@variant(TASK)
def while_loop(word, merges):
    """An index that skips two."""
    pieces = [*list(word), "</w>"]
    for a, b in merges:
        new, i = [], 0
        while i < len(pieces):
            if i < len(pieces) - 1 and pieces[i] == a and pieces[i + 1] == b:
                new.append(a + b)
                i += 2
            else:
                new.append(pieces[i])
                i += 1
        pieces = new
    return pieces


@variant(TASK)
def in_place(word, merges):
    """Deletes what is joined."""
    pieces = [*word, "</w>"]
    for pair in merges:
        i = 0
        while i + 1 < len(pieces):
            if (pieces[i], pieces[i + 1]) == tuple(pair):
                pieces[i] += pieces.pop(i + 1)
            i += 1
    return pieces


@variant(TASK)
def regular_expression(word, merges):
    """As Sennrich's: text with blanks, and a pattern that ends at blanks."""
    text = " ".join(word) + " </w>"
    for pair in merges:
        pattern = r"(?<!\S)" + re.escape(" ".join(pair)) + r"(?!\S)"
        text = re.sub(pattern, lambda _, pair=pair: "".join(pair), text)
    return text.split()


@variant(TASK)
def recursive(word, merges):
    """The pieces before the last merge, joined."""
    if not merges:
        return (*word, "</w>")
    *first, pair = merges
    pieces = recursive(word, first)
    joined = []
    for piece in pieces:
        if joined and joined[-1] == pair[0] and piece == pair[1]:
            joined.append(joined.pop() + piece)
        else:
            joined.append(piece)
    return joined
