"""Typical wrong answers to ``translator.apply_merges``."""

from lernformer.mistakes.common import fails
from lernformer.mistakes.mistake import Catalogue

END = "</w>"


def join(pieces, pair):
    """One merge, from left to right."""
    joined, i = [], 0
    while i < len(pieces):
        if tuple(pieces[i : i + 2]) == pair:
            joined.append(pieces[i] + pieces[i + 1])
            i += 2
        else:
            joined.append(pieces[i])
            i += 1
    return joined


MISTAKES = Catalogue()

MISTAKES.sign(
    "input_modified",
    "the list of merges that was passed in is changed; work on a list of your own.",
    lambda case, seen: bool(seen.facts.get("modified")),
)

MISTAKES.sign(
    "string_returned",
    "this is one string; the pieces are asked for, a list of strings.",
    fails("got 'l", "got 'a", 'got "', "a str"),
)


@MISTAKES.answer(
    "end_forgotten",
    "the word has no </w>: begin with [*word, '</w>'].",
    seen="course",
)
def letters_alone(word, merges):
    """A word is its letters."""
    pieces = [*word]
    for pair in merges:
        pieces = join(pieces, pair)
    return pieces


@MISTAKES.answer(
    "end_in_letters",
    "</w> is cut into letters; it is one piece: [*word, '</w>'], not list(word + …).",
)
def end_as_letters(word, merges):
    """The end is part of the text."""
    pieces = list(word + END)
    for pair in merges:
        pieces = join(pieces, pair)
    return pieces


@MISTAKES.answer(
    "end_on_last_letter",
    "</w> hangs at the last letter from the beginning; here it is a piece of its own, "
    "until a merge joins it.",
    seen="literature",
)
def end_on_the_last(word, merges):
    """The last letter carries the end."""
    pieces = [*word[:-1], word[-1] + END]
    for pair in merges:
        pieces = join(pieces, pair)
    return pieces


@MISTAKES.answer(
    "merges_until_nothing_fits",
    "an earlier merge is tried again after a later one; each comes once.",
)
def again_and_again(word, merges):
    """Goes through all merges until none fits."""
    pieces, before = [*word, END], []
    while pieces != before:
        before = pieces
        for pair in merges:
            pieces = join(pieces, pair)
    return pieces


@MISTAKES.answer(
    "merges_out_of_order",
    "the merges are taken as they fit, from the left of the word; the first merge "
    "comes first, wherever it fits.",
    seen="course",
)
def whatever_fits_first(word, merges):
    """Joins the leftmost pair that is any merge."""
    pieces, known = [*word, END], set(merges)
    i = 0
    while i + 1 < len(pieces):
        if (pieces[i], pieces[i + 1]) in known:
            pieces[i : i + 2] = [pieces[i] + pieces[i + 1]]
            i = 0
        else:
            i += 1
    return pieces


@MISTAKES.answer(
    "merges_backwards",
    "the last merge is taken first; take them as they come.",
)
def from_the_last(word, merges):
    """The newest merge is the most important."""
    pieces = [*word, END]
    for pair in reversed(merges):
        pieces = join(pieces, pair)
    return pieces


@MISTAKES.answer(
    "first_place_only",
    "a merge joins its pair at one place only; it joins them wherever they stand side "
    "by side.",
)
def once_in_a_word(word, merges):
    """index finds the place."""
    pieces = [*word, END]
    for pair in merges:
        for i in range(len(pieces) - 1):
            if (pieces[i], pieces[i + 1]) == pair:
                pieces = [*pieces[:i], "".join(pair), *pieces[i + 2 :]]
                break
    return pieces


@MISTAKES.answer(
    "overlap_joined",
    "a piece is used twice in one merge: of a a a only two make aa, and the third "
    "stays. After a join go on behind both pieces.",
    seen="course",
)
def every_neighbour(word, merges):
    """Looks at each pair of neighbours, joined or not."""
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


@MISTAKES.answer(
    "from_the_right",
    "of a a a the last two are joined; a merge goes from the left to the right.",
)
def right_to_left(word, merges):
    """Goes backwards, so that places do not move."""
    pieces = [*word, END]
    for pair in merges:
        i = len(pieces) - 2
        while i >= 0:
            if (pieces[i], pieces[i + 1]) == pair:
                pieces[i : i + 2] = ["".join(pair)]
                i -= 1
            i -= 1
    return pieces


@MISTAKES.answer(
    "letters_for_pieces",
    "the text of the pair is joined, however it is made of pieces; compare the two "
    "pieces with the two of the pair.",
    seen="course",
)
def as_text(word, merges):
    """Looks for the letters of the pair in the text."""
    text = " ".join([*word, END])
    for a, b in merges:
        text = text.replace(f"{a} {b}", a + b)
    return text.split(" ")


@MISTAKES.answer("nothing_joined", "no merge is applied; the pieces are the letters.")
def only_split(word, merges):
    """Splits the word."""
    return [*word, END]
