"""Random phrases that make sense: which words go together, and how often."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

from lernformer.translator.corpus.declension import Adjective, Noun
from lernformer.translator.corpus.grammar import (
    HE_HIM,
    I_ME,
    SHE_HER,
    THEY_THEM,
    WE_US,
    Both,
    Name,
    NounPhrase,
    Phrase,
    Words,
    join,
    prepositional,
)
from lernformer.translator.corpus.nouns import (
    ADJECTIVES,
    NAMES,
    NOUNS,
    PREPOSITIONS,
    ROLES,
    WHERE_TO,
    spread,
)
from lernformer.translator.corpus.verbs import ER

PERSON = spread("person")
ADULT = PERSON - {"child"}
PLACE = spread("place")
OWNED = spread("thing garment text vehicle device")
KIN = ("kinsman", "kinswoman", "child")
POSSESSIVES = ("my", "his", "her", "our", "their")
# red is not more or less red, and "sehr großartig" says it twice
ABSOLUTE = ("red", "blue", "green", "black", "broken", "empty", "great")
EVERY_NAME = [
    Name(name.lower(), name.lower(), (name, name, name), ER, sex)
    for sex, names in NAMES.items()
    for name in names
]


@cache
def nouns_of(kinds: frozenset[str]) -> list[Noun]:
    return [noun for noun in NOUNS.values() if {noun.kind, noun.english} & kinds]


@cache
def adjectives_of(noun: Noun) -> list[Adjective]:
    return [a for a in ADJECTIVES.values() if {noun.kind, noun.english} & a.kinds]


@cache
def determiners_of(noun: Noun, plural: bool, mood: str) -> tuple[str, ...]:
    """Determiners that may come before the noun, with frequent ones several times.

    ``mood`` is "any", "question", "negated" or "definite". A question avoids "some",
    because it would become "any". A negation avoids "every" and "two", because they
    could be understood in two ways.
    """
    words = ["the"] * 8 + (["these"] if plural else ["this"]) * 2
    if noun.kind in PLACE:
        words += ["our"]
    elif noun.kind in KIN and not (plural and noun.english in ("father", "mother")):
        words += POSSESSIVES * 2
    elif noun.kind not in PERSON:
        words += POSSESSIVES
    if mood != "definite":
        words += ["a"] * 8 if noun.counted and not plural else [""] * 5
    if mood in ("any", "question") and plural:
        words += ["all", "many", "two", "three", "four", "ten"]
    if mood in ("any", "question") and noun.counted and not plural:
        words += ["every"]
    if mood == "any":
        words += ["no", "some"] if plural else ["no"]
    return tuple(words)


class Phrases:
    """Draws the parts of a sentence.

    Args:
        random: makes all choices.
        detail: in [0, 1], how often adjectives and adverbs are added.
    """

    def __init__(self, random: Random, detail: float):
        self.random = random
        self.pick = random.choice
        self.detail = detail

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # phrases

    def noun_phrase(
        self, noun: Noun, mood: str = "any", plural: bool | None = None
    ) -> NounPhrase:
        if plural is None:
            plural = noun.counted and self.chance(0.3)
        phrase = NounPhrase(
            noun, self.pick(determiners_of(noun, plural, mood)), plural=plural
        )
        adjectives = adjectives_of(noun)
        if adjectives and self.chance(0.2 + 0.4 * self.detail):
            phrase = self.described(phrase, self.pick(adjectives))
        if noun.kind in OWNED and self.chance(0.15 * self.detail):
            owner = self.noun_phrase(self.pick(nouns_of(PERSON)), "definite")
            phrase = replace(phrase, determiner="the", owner=owner)
        return phrase

    def described(self, phrase: NounPhrase, adjective: Adjective) -> NounPhrase:
        very = adjective.english not in ABSOLUTE and self.chance(0.2 * self.detail)
        return replace(phrase, adjective=adjective, very=very)

    def quality(self, adjective: Adjective) -> Words:
        """A quality after "to be", where German adjectives have no ending."""
        very = adjective.english not in ABSOLUTE and self.chance(0.2)
        return Words(
            join("very" if very else "", adjective.english),
            join("sehr" if very else "", adjective.german),
            adjective.english,
        )

    def subject(self, kinds: frozenset[str], mood: str = "any") -> Phrase:
        if kinds >= ADULT:
            if self.chance(0.3):
                return self.pick((HE_HIM, SHE_HER, THEY_THEM, WE_US, I_ME, I_ME))
            if self.chance(0.13):
                return self.pick(EVERY_NAME)
            if self.chance(0.08 * self.detail):
                return Both(*self.random.sample(self.two_persons(), 2))
        return self.noun_phrase(self.pick(nouns_of(kinds)), mood)

    def two_persons(self) -> list[NounPhrase | Name]:
        first, second = self.random.sample(nouns_of(PERSON), 2)
        plain = [self.noun_phrase(noun, "definite") for noun in (first, second)]
        return [*plain, self.pick(EVERY_NAME)]

    def object(
        self, kinds: frozenset[str], subject: Phrase, mood: str = "any"
    ) -> Phrase:
        """Anything except the subject: "he sees himself" is not taught."""
        if kinds >= PERSON and self.chance(0.3):
            others = [] if subject in (I_ME, WE_US) else [I_ME, WE_US]
            return self.pick([HE_HIM, SHE_HER, THEY_THEM, *others])
        if kinds >= PERSON and self.chance(0.13):
            return self.pick([name for name in EVERY_NAME if name != subject])
        used = {subject.noun} if isinstance(subject, NounPhrase) else set()
        nouns = [noun for noun in nouns_of(kinds) if noun not in used]
        return self.noun_phrase(self.pick(nouns), mood)

    def place(self, prepositions: Sequence[str] = ()) -> Words:
        """im alten Haus; with ``prepositions`` = into, to: ins alte Haus."""
        where = [name for name in PREPOSITIONS if name not in WHERE_TO]
        english = self.pick(prepositions or (*where, "in", "in", "in"))
        german, case, kinds = PREPOSITIONS[english]
        mood = "definite" if self.chance(0.8) else "negated"
        noun = self.pick(nouns_of(spread(kinds)))
        phrase = self.noun_phrase(noun, mood, plural=self.chance(0.1))
        return prepositional(english, german, case, replace(phrase, owner=None))

    def role(self, sex: str, plural: bool = False) -> NounPhrase:
        """A role: a good teacher, in German a Lehrer or a Lehrerin."""
        noun = self.pick(list(ROLES[sex].values()))
        phrase = NounPhrase(noun, "" if plural else "a", plural=plural)
        return self.described(phrase, self.pick(adjectives_of(noun)))
