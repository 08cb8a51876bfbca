"""Who and what: draws noun phrases of everyday English and German."""

from collections.abc import Sequence
from functools import cache
from random import Random

from lernformer.translator.corpus.declension import Noun
from lernformer.translator.corpus.everyday.clauses import (
    EVERYBODY,
    HE,
    IT,
    NOBODY,
    SHE,
    SOMEBODY,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    I,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import (
    ADJECTIVES,
    COMMON,
    NOUNS,
    SUPERLATIVES,
)
from lernformer.translator.corpus.everyday.pronouns import (
    ANYBODY,
    ANYTHING,
    EVERYTHING,
    NOTHING,
    ONE,
    SOMETHING,
    THAT_ONE,
    THESE,
    THIS_ONE,
    THOSE,
)
from lernformer.translator.corpus.everyday.spelling import (
    HOW_VERY,
    MEASURED,
    OF_THINGS,
    spell,
    very,
)
from lernformer.translator.corpus.everyday.verbs import ER, WIR
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    KIN,
    KINDS_OF_ADJECTIVE,
    MARY,
    NAMES,
    NUMBERS,
    OF_SEVERAL,
    OWNERS,
    PERSONS,
    PLURALS,
    TOM,
)

# said without an article only in English
IN_GENERAL = [
    Nominal(english, f"{das} {noun}", f"{das} {noun}", f"{dem} {noun}")
    for english, noun, das, dem in (
        *(("life", "Leben", "das", "dem"), ("life", "Leben", "das", "dem")),
        *(("school", "Schule", "die", "der"), ("school", "Schule", "die", "der")),
        ("dinner", "Abendessen", "das", "dem"),
        ("lunch", "Mittagessen", "das", "dem"),
        ("breakfast", "Frühstück", "das", "dem"),
    )
]
# one thing in German, several in English
IN_GENERAL += [
    Nominal(
        *(f"{my} glasses", f"{mein} Brille", f"{mein} Brille", f"{mein}r Brille"),
        english_person=WIR,
    )
    for my, mein in (("my", "meine"), ("your", "deine"), ("his", "seine"))
]
# without a plural here, and without an article in one of the two languages at most
NEVER_BARE_TABLE = """
    advice news back job life truth mess choice fault breakfast dinner lunch weather world
    sun moon sky winter spring rent home
"""
NEVER_BARE = NEVER_BARE_TABLE.split()
# parts of the body that come in a left and a right one
SIDED = ("hand", "arm", "leg", "foot", "eye", "ear", "knee")
# "a" with these means a cup or a glass: a coffee
A_CUP_OF = ("beer", "coffee", "tea")
# and "a" with these means some
AS_MASS = ("pizza", "cake", "chicken", "fish", "chocolate cake")

# particles that may follow the object: turn it on, leave it behind
APART = ("on", "off", "away", "up", "down", "out", "back", "in", "around", "behind")

# determiners; what people say more often is listed more often
OF_MANY = [*5 * ["the"], "these", "those", "all", *OWNERS]
OF_ANY_NUMBER = [*OF_MANY, *6 * [""], *NUMBERS]
OF_KIN = [*2 * OWNERS, "the", "this"]
OF_ONE = [*9 * ["the"], "this", "this", "that", "that", *OWNERS]
OF_ANY_ONE = [*OF_ONE, *10 * ["a"], "every", "another", "one"]
OF_SOME = [
    *OF_ONE, *7 * [""], "some*", "some*", "a lot of*", "much*", "enough", "more",
    "a little*", "some more*",
]  # fmt: skip
# determiners without an adjective after them
ALONE = ("every", "another", "enough", "more", "much*", "a little*", "some more*")
KNOWN = ("the", *OWNERS)
RANKS = ("first", "last", "only", "next", "oldest", "youngest")
OWN_RANKS = ("own", "own", "best", "first", "last", "only")
PRONOUNS = (
    IT,
    IT,
    IT,
    THIS,
    THAT,
    THAT,
    ANYTHING,
    SOMETHING,
    NOTHING,
    EVERYTHING,
    THEY,
)
POINTING = (THIS_ONE, THAT_ONE, ONE, THESE, THOSE)


def nouns_of(kind: str) -> Sequence[Noun]:
    """The nouns of a kind, or the one noun of this name."""
    return NOUNS.get(kind) or [BY_NAME[kind]]


def determiners(
    noun: Noun, plural: bool, counted: bool, definite: bool
) -> Sequence[str]:
    """The determiners that may come before a noun."""
    if plural:
        if noun.english_plural == noun.english:
            return OF_SEVERAL
        return OF_MANY if definite else OF_ANY_NUMBER
    if noun.english in KIN:
        return OF_KIN if definite else [*OF_KIN, "a"]
    if definite:
        return OF_ONE
    if counted:
        return OF_ANY_ONE
    return [*OF_SOME, *4 * ["a"]] if noun.english in A_CUP_OF else OF_SOME


@cache
def adjectives(kind: str, common: bool) -> list[str]:
    """Adjectives for persons, food or things; perhaps only the common ones."""
    found = [a for a, (_, _, kinds) in ADJECTIVES.items() if kind in kinds]
    if kind == "t":
        found += [*OF_THINGS] * 4  # of persons it means something else
    return [a for a in found if a in COMMON] if common else found


class NounPhrases:
    """Draws noun phrases; ``random`` makes all choices.

    ``plain`` phrases have few adjectives, for sentences with several clauses.
    """

    def __init__(self, random: Random, plain: bool = False):
        self.random, self.pick = random, random.choice
        self.adorned = 0.25 if plain else 1.0

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def noun_phrase(
        self,
        noun: Noun,
        *,
        definite: bool = False,
        plural: bool | None = None,
        words: str = "",
    ) -> Nominal:
        """A determiner, maybe an adjective, a noun."""
        counted = noun.counted and not (
            noun.english in AS_MASS and not words and self.chance(0.4)
        )
        definite |= noun.english in NEVER_BARE
        if plural is None:
            plural = counted and self.chance(0.22)
        word = words or self.pick(determiners(noun, plural, counted, definite))
        chosen = self.adjective(noun, word)
        phrase = spell(noun, word, chosen, plural)
        if word == "all" and self.chance(0.5):  # all the cookies: alle Kekse
            return replace(phrase, english=f"all the {phrase.english[4:]}")
        if word == "a" and chosen in MEASURED and self.chance(0.12):
            return very(phrase, *self.pick(HOW_VERY))
        return phrase

    def adjective(self, noun: Noun, word: str) -> str:
        """Maybe an adjective between the determiner ``word`` and the noun."""
        chosen = ""
        if self.chance(0.07 * self.adorned) and word in KNOWN:
            chosen = self.pick(RANKS)
            if word != "the":
                chosen = self.pick(OWN_RANKS)
            elif self.chance(0.5):
                chosen = self.pick(("best", "worst", "biggest", *SUPERLATIVES))
        elif self.chance(0.17 * self.adorned) and word not in ALONE:
            kind = KINDS_OF_ADJECTIVE.get(noun.kind, "t")
            chosen = self.pick(adjectives(kind, common=self.chance(0.5)))
        if noun.english in SIDED and word in KNOWN and self.chance(0.1):
            chosen = "left"
        return chosen

    def person(self, definite: bool = False) -> Nominal:
        return self.noun_phrase(self.pick(PERSONS), definite=definite)

    def name(self) -> Nominal:
        draw = self.random.random()
        return TOM if draw < 0.6 else MARY if draw < 0.8 else self.pick(NAMES)

    def owned(self, noun: Noun) -> Nominal:
        """Toms Auto."""
        owner = self.name()
        german = owner.nom + ("'" if owner.nom[-1] in "sxz" else "s")
        changes = noun.counted and noun.english_plural != noun.english
        plural = bool(changes) and self.chance(0.25)
        english = noun.english_plural if plural else noun.english
        nom, acc, dat = (
            join(german, noun.form(case, plural)) for case in ("nom", "acc", "dat")
        )
        return Nominal(
            *(f"{owner.english} 's {english}", nom, acc, dat),
            person=WIR if plural else ER,
            reflexive="sich",
        )

    def subject(self) -> Nominal:
        draw = self.random.random()
        if draw < 0.62:
            return self.pick((I, I, I, YOU, YOU, HE, SHE, WE, THEY))
        if draw < 0.82:
            return self.name()
        if draw < 0.85:
            return self.pick((NOBODY, EVERYBODY, SOMEBODY))
        if draw < 0.87:
            return self.pick(PLURALS)
        return self.person()

    def thing(self) -> Nominal:
        if self.chance(0.06):
            return self.pick(IN_GENERAL)
        noun = self.pick(NOUNS[self.pick(("thing", "thing", "idea", "food", "animal"))])
        phrase = self.owned(noun) if self.chance(0.1) else self.noun_phrase(noun)
        return self.thing() if phrase.english.startswith("much ") else phrase

    def anything(self, kinds: tuple[str, ...], subject: Nominal) -> Nominal:
        """An object from one of the kinds."""
        kind = self.pick(kinds)
        if kind in ("it", "that", "this"):
            return {"it": IT, "that": THAT, "this": THIS}[kind]
        if kind in ("person", "role"):
            draw = self.random.random()
            if draw < 0.42:
                own = {subject.english.split(" ")[0]}
                own |= {"i", "we"} if own & {"i", "we"} else set()
                others = (I, YOU, HE, SHE, WE, THEY)
                return self.pick([one for one in others if one.english not in own])
            if draw < 0.7:
                return self.pick([TOM, self.name()])
            if draw < 0.78:
                return self.pick((NOBODY, SOMEBODY, EVERYBODY, ANYBODY, ANYBODY))
            if self.chance(0.9):
                return self.person() if self.chance(0.93) else self.pick(PLURALS[1:7])
        elif self.chance(0.25):
            return self.pick((*PRONOUNS, self.pick(POINTING)))
        noun = self.pick(nouns_of(kind))
        return self.owned(noun) if self.chance(0.06) else self.noun_phrase(noun)

    def object_of(
        self, predicate: Predicate, thing: Nominal, case: str = "acc"
    ) -> Predicate:
        """The predicate with an object: to read, to read a book."""
        verb, english = predicate.verb, thing.object
        if verb.particle in APART and (thing.light or self.chance(0.3)):
            verb, english = replace(verb, particle=""), f"{english} {verb.particle}"
        predicate = replace(
            predicate,
            verb=verb,
            german_verb=predicate.says,
            english=join(predicate.english, english),
        )
        german = thing.german(case)
        if thing.behind:
            return replace(predicate, rest=german)
        if thing.without:
            return replace(predicate, indefinite=german, negated=thing.without[case])
        if thing.light:
            return replace(predicate, light=join(predicate.light, german))
        return replace(predicate, definite=german)
