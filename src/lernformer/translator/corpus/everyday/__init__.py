"""A grammar of everyday English and German, beside the small one of the exercises.

It knows what people type to try a translator: *you*, commands, contractions, names,
fixed phrases. Each sentence has one right translation: *you* is *du*, but *ihr* to *you
guys* and *Sie* to *sir*; a role without a clue is masculine; the past is the perfect but
for verbs that everyday German leaves in the preterite (war, hatte, wusste), and for some
that it tells so of others (er ging, er gab), though it asks and denies in the perfect.

``nouns`` and ``verbs`` are the dictionary, ``clauses`` orders the words, ``phrases``
draws the parts; ``acting``, ``being``, ``placing``, ``joining``, ``relating``,
``giving``, ``helping``, ``minding``, ``owning`` and ``saying`` are the constructions,
``choices`` and ``idioms`` what they choose from, ``fixed`` lists what is said as a
whole, ``sentences`` draws.
"""

from collections import Counter
from random import Random

from lernformer.translator.corpus.everyday.fixed import FIXED
from lernformer.translator.corpus.everyday.sentences import SYNONYMS, draw

LONGEST = 12  # tokens of a sentence
HELD_OUT = 1_000  # sentences of validation, and of test
SIZE = 240_000  # different sentences that are drawn for training
SEVERAL = 3  # times that one may stand there, if it is drawn so often
OFTEN = 40  # times that each fixed phrase stands there: no other sentence is like it


def make_pairs(
    seed: int = 0, size: int = SIZE, held_out: int = HELD_OUT
) -> dict[str, list[tuple[str, str]]]:
    """Sentences in three splits, no source in two of them.

    Training has what is drawn, in its order, a sentence up to ``SEVERAL`` times; behind
    it stand the fixed phrases, each ``OFTEN`` times. Every word of the other splits is
    in training.

    Args:
        seed: the same seed gives the same sentences.
        size: how many different ones are drawn for training.
        held_out: how many for validation, and for test.

    Raises:
        ValueError: if ``size`` is less than 1.
    """
    if size < 1:
        raise ValueError(f"size must be at least 1, got {size}")
    random = Random(seed)
    fixed = [(english, f"{german} {mark}") for english, german, mark in FIXED]
    translations = dict(fixed)
    times = Counter(dict.fromkeys(translations, SEVERAL))
    train: list[tuple[str, str]] = []
    while len(times) < size + len(fixed):
        english, german, _ = draw(random)
        is_short = max(len(english.split()), len(german.split()) - 3) <= LONGEST
        if is_short and times[english] < SEVERAL:
            times[english] += 1
            train.append((english, translations.setdefault(english, german)))
    train += OFTEN * fixed
    known = {w for pair in translations.items() for text in pair for w in text.split()}
    splits = {"train": train}
    used = set(translations)
    for name in ("validation", "test"):
        pairs: list[tuple[str, str]] = []
        while len(pairs) < held_out:
            english, german, _ = draw(random)
            words = {*english.split(), *german.split()}
            if (
                english not in used
                and words <= known
                and len(english.split()) <= LONGEST
            ):
                pairs.append((english, german))
                used.add(english)
        splits[name] = pairs
    return splits


__all__ = ["FIXED", "OFTEN", "SEVERAL", "SYNONYMS", "draw", "make_pairs"]
