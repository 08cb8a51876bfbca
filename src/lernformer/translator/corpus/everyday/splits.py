"""Harder tests for the everyday grammar than sentences like those in training.

- ``compositional``: two words that belong together in meaning (an adjective and its
  noun, a subject and its verb, or a verb and its object) never occur together in that
  way in training, in any of their forms;
- ``longer``: each sentence has more words than any line in training, even than the
  joined pairs of sentences. It consists of main clauses joined by *and* or *but*.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

from lernformer.translator.corpus.everyday.joining import Joining
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.sentences import draw
from lernformer.translator.corpus.everyday.verbs import BE, VERBS
from lernformer.translator.splitter import Contractions

JOINTS = tuple(Contractions.joints.items())


def _lemmas() -> dict[str, str]:
    """Map each form of a verb, noun or adjective to the word that it belongs to."""
    found: dict[str, str] = {}
    for verb in (v for v in VERBS if v is not BE):
        for form in (verb.base, verb.he, verb.past, verb.done, verb.doing):
            found.setdefault(form.split(" ")[0], verb.base)
    for noun in (noun for nouns in NOUNS.values() for noun in nouns):
        for form in (noun.english, noun.english_plural):
            if form:
                found[form] = noun.english
    return found | {word: word for word in ADJECTIVES}


LEMMAS = _lemmas()


def joined_words(sentence: str) -> set[tuple[str, str]]:
    """Return pairs of successive nouns, verbs and adjectives, with anything between."""
    words = [LEMMAS[word] for word in sentence.split() if word in LEMMAS]
    return set(pairwise(words))


def compositional(
    train: Iterable[tuple[str, str]], size: int, longest: int, seed: int = 0
) -> list[tuple[str, str]]:
    """Draw sentences that combine two words that training never combines.

    Args:
        train: pairs of sentences.
        size: how many sentences to draw.
        longest: the most words in a sentence.
        seed: random seed; the same seed gives the same sentences.
    """
    train = list(train)
    known = {word for pair in train for text in pair for word in text.split()}
    met = {two for source, _ in train for two in joined_words(source)}
    random = Random(f"{seed}, compositional")
    found: dict[str, str] = {}
    while len(found) < size:
        english, german, _ = draw(random)
        words = {*english.split(), *german.split()}
        fits = len(english.split()) <= longest and words <= known
        if fits and not joined_words(english) <= met:
            found.setdefault(english, german)
    return list(found.items())


def longer(
    train: Iterable[tuple[str, str]], size: int, lines: Sequence[int], seed: int = 0
) -> list[tuple[str, str]]:
    """Draw sentences with more words, in both languages, than any training line.

    Args:
        train: pairs of sentences.
        size: how many sentences to draw.
        lines: the most words in a training line, in English and in German.
        seed: random seed; the same seed gives the same sentences.
    """
    known = {word for pair in train for text in pair for word in text.split()}
    random = Random(f"{seed}, longer")
    drawing = Joining(random, plain=True)  # like all sentences with several clauses
    found: dict[str, str] = {}
    while len(found) < size:
        english, german = map(str, drawing.clause().main())
        while any(
            len(text.split()) <= most
            for text, most in zip((english, german), lines, strict=True)
        ):
            clause = drawing.clause().main()
            joint = random.choice(JOINTS)
            english, german = (
                f"{text} {between} {more}"
                for text, between, more in zip(
                    (english, german), joint, clause, strict=True
                )
            )
        if {*english.split(), *german.split()} <= known:
            found.setdefault(english, f"{german} .")
    return list(found.items())
