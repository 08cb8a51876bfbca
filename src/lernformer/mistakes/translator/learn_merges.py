"""Typical wrong answers to ``translator.learn_merges``."""

import itertools
from collections import Counter

from lernformer.mistakes.common import fails
from lernformer.mistakes.mistake import Catalogue
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
    """Right; each part can be changed."""
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

MISTAKES = Catalogue()

MISTAKES.sign(
    "input_modified",
    "the counts that were passed in are changed; work on a dictionary of your own.",
    lambda case, seen: bool(seen.facts.get("modified")),
)

MISTAKES.sign(
    "pieces_returned",
    "these are the new pieces; the pairs that make them are asked for, as tuples.",
    fails("should return pairs of strings, got '"),
)

MISTAKES.sign(
    "empty_not_foreseen",
    "when every word is one piece there is no pair left, and max or min of nothing "
    "raises an error; stop there.",
    fails("is an empty sequence", "iterable argument is empty", "arg is an empty"),
)


@MISTAKES.answer(
    "counts_not_weighted",
    "each word counts once, however often it occurs; add counts[word] for each pair.",
    seen="course",
)
@changed("weigh")
def every_word_once(count):
    """Counts pairs in the list of words."""
    return 1


@MISTAKES.answer(
    "end_forgotten",
    "the words have no </w>, so pairs with the end are missing: begin with "
    "[*word, '</w>'].",
    seen="course",
)
@changed("split")
def letters_alone(word):
    """A word is its letters."""
    return [*word]


@MISTAKES.answer(
    "end_on_last_letter",
    "</w> hangs at the last letter from the beginning; here it is a piece of its own, "
    "until a merge joins it.",
    seen="literature",
)
@changed("split")
def end_on_the_last(word):
    """The last letter carries the end."""
    return [*word[:-1], word[-1] + END]


@MISTAKES.answer(
    "ties_as_they_come",
    "of equally frequent pairs the first that was met is taken; take the smallest: "
    "min(pairs, key=lambda pair: (-pairs[pair], pair)).",
    seen="course",
)
@changed("best")
def first_of_the_most_frequent(pairs):
    """max with the counts as key."""
    return max(pairs, key=pairs.get)


@MISTAKES.answer(
    "ties_largest",
    "of equally frequent pairs the largest is taken; take the smallest.",
)
@changed("best")
def largest_of_the_most_frequent(pairs):
    """max of count and pair."""
    return max(pairs, key=lambda pair: (pairs[pair], pair))


@MISTAKES.answer("rarest_taken", "the rarest pair is joined, not the most frequent.")
@changed("best")
def rarest(pairs):
    """min of the counts."""
    return min(pairs, key=lambda pair: (pairs[pair], pair))


@MISTAKES.answer(
    "counted_once",
    "the pairs are counted once, in letters; after each merge the words have other "
    "pieces, so count anew.",
    seen="course",
)
def most_common_of_letters(counts, n_merges):
    """The n most frequent pairs of letters."""
    pairs = Counter()
    for word, count in counts.items():
        pieces = [*word, END]
        for pair in itertools.pairwise(pieces):
            pairs[pair] += count
    return sorted(pairs, key=lambda pair: (-pairs[pair], pair))[:n_merges]


@MISTAKES.answer(
    "across_words",
    "the words are one long text, so that the end of one and the beginning of the "
    "next are a pair; pairs are within a word.",
    seen="course",
)
def one_text(counts, n_merges):
    """Says each word as often as it occurs, and counts neighbours in the text."""
    text = [x for word, n in counts.items() for _ in range(n) for x in (*word, END)]
    merges = []
    for _ in range(n_merges):
        pairs = Counter(itertools.pairwise(text))
        if not pairs:
            break
        merges.append(min(pairs, key=lambda pair: (-pairs[pair], pair)))
        text = join(text, merges[-1])
    return merges


@MISTAKES.answer(
    "stops_at_rare_pairs",
    "it stops when the most frequent pair occurs once; here it goes on as long as "
    "there is any pair.",
    seen="literature",
)
@changed("empty")
def nothing_twice(pairs):
    """A pair that occurs once is not worth it."""
    return not pairs or max(pairs.values()) < 2


@MISTAKES.answer("one_merge_too_few", "there is one merge too few.")
@changed("n")
def one_less(n_merges):
    """range from 1."""
    return max(0, n_merges - 1)
