"""A grammar of everyday English and German, beside the small one of the exercises.

It knows what people type to try a translator: *you*, commands, contractions, names,
fixed phrases. Each sentence has one right translation: *you* is *du*, but *ihr* to *you
guys* and *Sie* to *sir*; a role without a clue is masculine; the past is the perfect but
for verbs that everyday German leaves in the preterite (war, hatte, wusste), and for some
that it tells so of others (er ging, er gab), though it asks and denies in the perfect.

``nouns`` and ``verbs`` are the dictionary, ``clauses`` orders the words, ``phrases``
draws the parts; ``acting``, ``being``, ``placing``, ``joining``, ``relating`` and
``saying`` are the constructions, ``choices`` and ``idioms`` what they choose from, ``fixed``
lists what is said as a whole, ``sentences`` draws.
"""

from random import Random

from lernformer.translator.corpus.everyday.fixed import FIXED
from lernformer.translator.corpus.everyday.sentences import SYNONYMS, draw

LONGEST = 12  # tokens of a sentence
HELD_OUT = 1_000  # sentences of validation, and of test
SIZE = 240_000  # sentences of training, all different
OFTEN = 12  # times that each fixed phrase stands in training, which no other is like


def make_pairs(
    seed: int = 0, size: int = SIZE, held_out: int = HELD_OUT
) -> dict[str, list[tuple[str, str]]]:
    """Sentences in three splits, no source in two of them.

    All fixed phrases are in training, and every word of the other splits is.

    Raises:
        ValueError: if ``size`` is less than the number of fixed phrases.
    """
    if size < len(FIXED):
        raise ValueError(f"size must be at least {len(FIXED)}, got {size}")
    random = Random(seed)
    train = {english: f"{german} {mark}" for english, german, mark in FIXED}
    while len(train) < size:
        english, german, _ = draw(random)
        if len(english.split()) <= LONGEST and len(german.split()) <= LONGEST + 3:
            train.setdefault(english, german)
    known = {word for pair in train.items() for text in pair for word in text.split()}
    fixed = [(english, train[english]) for english, *_ in FIXED]
    splits = {"train": [*train.items(), *fixed * (OFTEN - 1)]}
    used = set(train)
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


__all__ = ["FIXED", "OFTEN", "SYNONYMS", "draw", "make_pairs"]
