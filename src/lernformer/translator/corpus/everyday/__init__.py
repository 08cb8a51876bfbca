"""A grammar of everyday English and German; the exercises have a smaller one.

It covers what people type when they try out a translator: *you*, commands,
contractions, names and fixed phrases. Each sentence has one right translation. *You* is
translated as *du*, except that *you guys* is *ihr*, and people called *sir* are *Sie*.
If nothing indicates the sex of a role, it is masculine. The past is usually the
perfect, with two exceptions. Some verbs are in the preterite throughout everyday German
(war, hatte, wusste). Others are in the preterite in statements about others (er ging,
er gab), but not in questions and negations.

The words and idioms are plain text in the folder ``tables``, which ``nouns``, ``verbs``
and ``words`` read. ``clauses`` puts words in order, and ``spelling`` makes the forms of
noun phrases. ``tables/constructions`` says how sentences are built:
``reading_constructions`` reads it, and ``drawing_constructions`` draws sentences from it.
Everything that is drawn by code is a chain of classes, each of which adds to the one
before: ``noun_phrases``, ``places``, ``idioms`` and ``predicates`` draw what sentences
are made of, and ``acting`` to ``saying`` draw the constructions that are still code.
``sentences`` says how often each construction is used.
"""

from collections import Counter
from random import Random

from lernformer.translator.corpus.everyday.sentences import SYNONYMS, draw
from lernformer.translator.corpus.everyday.words import FIXED

LONGEST = 12  # tokens in a sentence
HELD_OUT = 1_000  # sentences for validation, and for test
SIZE = 1_600_000  # sentences to draw for training
# A sentence whose words all occur in thousands of lines teaches little. We keep one if
# any of its words is in fewer than ENOUGH lines, or its construction in fewer than
# ENOUGH_OF_KIND. Of the others, we keep fewer if their words are more frequent.
ENOUGH, ENOUGH_OF_KIND = 20, 800
KEPT = 0.2  # share of the others to keep, at least
SEVERAL, SEVERAL_OF_KIND = 3, 12  # lines per sentence, and per sentence of a rare kind
OFTEN = 40  # lines per fixed phrase, because no other sentence is like it


def make_pairs(
    seed: int = 0, size: int = SIZE, held_out: int = HELD_OUT
) -> dict[str, list[tuple[str, str]]]:
    """Return sentences in three splits, with no source sentence in two of them.

    The training split contains those drawn sentences that teach something, followed by
    the fixed phrases, each ``OFTEN`` times. It contains every word of the other splits.

    Args:
        seed: random seed; the same seed gives the same sentences.
        size: how many sentences to draw for training. About one in three is kept.
        held_out: how many to draw for validation, and for test.

    Raises:
        ValueError: if ``size`` is less than 1.
    """
    if size < 1:
        raise ValueError(f"size must be at least 1, got {size}")
    random = Random(seed)
    fixed = [(english, f"{german} {mark}") for english, german, mark in FIXED]
    translations = dict(fixed)
    train = _what_teaches(random, size, translations) + OFTEN * fixed
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


def _what_teaches(
    random: Random, size: int, translations: dict[str, str]
) -> list[tuple[str, str]]:
    """Draw ``size`` sentences; keep those with rare words, and some of the others.

    Args:
        random: makes all random choices.
        size: how many sentences to draw.
        translations: each sentence's translations so far; the kept ones are added.
    """
    fixed, lines = set(translations), []
    times: dict[str, int] = {}
    # the number of lines that contain a word, in either language
    line_counts: Counter[str] = Counter()
    built: Counter[str] = Counter()
    for _ in range(size):
        english, german, kind = draw(random)
        source, target = english.split(), german.split()
        is_short = max(len(source), len(target) - 3) <= LONGEST
        rare_kind = built[kind] < ENOUGH_OF_KIND
        most = SEVERAL_OF_KIND if rare_kind else SEVERAL
        before = times.get(english, 0)
        if not is_short or english in fixed or before >= most:
            continue
        words = {*source, *target}
        rarest = max(1, min(map(line_counts.__getitem__, words)))
        if rare_kind or random.random() < max(KEPT, ENOUGH / rarest):
            lines.append((english, translations.setdefault(english, german)))
            times[english] = before + 1
            line_counts.update(words)
            built[kind] += 1
    again: list[tuple[str, str]] = []
    for pair in lines:  # repeat sentences that were drawn too rarely
        rarest = min(map(line_counts.__getitem__, " ".join(pair).split()))
        again += [pair] * (min(SEVERAL_OF_KIND, ENOUGH // rarest) - 1)
    return lines + again


__all__ = ["ENOUGH", "FIXED", "OFTEN", "SYNONYMS", "draw", "make_pairs"]
