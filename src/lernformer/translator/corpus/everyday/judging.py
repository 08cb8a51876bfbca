"""Constructions of how many, how much it means, what it is worth, and who is to blame."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.choices import LIKE
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    SHE,
    THEY,
    WE,
    YOU,
    Adverb,
    Clause,
    I,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.handling import Handling
from lernformer.translator.corpus.everyday.nouns import CITIES, NOUNS
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import (
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    TOM,
    idiom,
)

HOW_CARED = [
    ("", ""), ("", ""), ("really", "wirklich"), ("just", "einfach"), ("even", "völlig"),
]  # fmt: skip
IN_SEASON = [
    *(("winter", "den Winter"), ("summer", "den Sommer"), ("christmas", "Weihnachten")),
    *(
        ("snow", "Schnee"),
        ("snow", "Schnee"),
        ("rain", "Regen"),
        ("school", "die Schule"),
    ),
    *(("homework", "Hausaufgaben"), ("the cold", "die Kälte"), ("war", "den Krieg")),
    *(
        ("spring", "den Frühling"),
        ("the rain", "den Regen"),
        ("the snow", "den Schnee"),
    ),
]
CARED_FOR = (
    "coffee",
    "beer",
    "wine",
    "fish",
    "meat",
    "cheese",
    "music",
    "sugar",
    "tea",
)


class Judging(Handling):
    """Draws sentences about amounts, and about what a thing means to somebody."""

    def not_caring(self):
        """I just do not care: es ist mir einfach egal; he did not care for beer."""
        who = self.pick((I, I, I, HE, SHE, WE, THEY, TOM, self.name()))
        tense = self.pick(("present", "present", "past", "will"))
        if self.chance(0.3):
            noun = BY_NAME[self.pick(CARED_FOR)]
            p = Predicate(CARE, f"for {noun.english}", NICHTS_AUS)
            p = replace(
                p, light=MACHT_SICH[who.person], rest=f"nichts aus {noun.german}"
            )
            e = Clause(who, p, "present", True).main()[0]
            left = conjugated(NICHTS_AUS.present, who.person)
            return e, join(who.nom, left, p.light, p.rest)
        english, german = self.pick(HOW_CARED)
        how = Adverb(english, "", middle=True)
        e = Clause(who, Predicate(CARE), tense, True, adverb=how).main()[0]
        if english in ("really", "just"):  # i really do not care
            plain = Clause(who, Predicate(CARE), tense, True).main()[0]
            e = plain.replace(who.english, f"{who.english} {english}", 1)
        left = {"present": "ist", "past": "war", "will": "wird"}[tense]
        right = "sein" * (tense == "will")
        if who.light and who.english != who.dat.lower():
            return e, join("es", left, who.dat, german, "egal", right)
        return e, join(who.dat, left, "es", german, "egal", right)

    def liking_much(self):
        """I like movies a lot: ich mag Filme sehr."""
        subject = self.pick((I, I, HE, SHE, WE, THEY, TOM, YOU))
        verb = self.pick((LIKE, LIKE, LIKE, named("love"), named("miss")))
        draw, often = self.random.random(), self.chance(0.6)
        if draw < 0.25:
            city = self.pick(("boston", "london", "paris", "berlin", "australia"))
            p = Predicate(verb, city, definite=CITIES[city])
        elif draw < 0.6:
            verb = self.pick((verb, named("love"), named("hate"), LIKE))
            english, german = self.pick(IN_SEASON)
            p = Predicate(verb, english, definite=german)
            often = self.chance(0.2)
        else:
            kind = self.pick(("food", "drink", "animal", "idea", "thing"))
            liked = [n for n in NOUNS[kind] if n.english in LIKED]
            noun = self.pick(NOUNS["thing"] if kind == "thing" else liked)
            phrase = spell(noun, "", plural=noun.counted and noun.english != "fish")
            p = Predicate(verb, phrase.english, definite=phrase.acc)
        much, sehr = self.pick((("a lot", "sehr"), ("very much", "sehr")))
        if not often:
            no = self.chance(0.3) and p.definite.startswith(("den ", "die "))
            return self.said(Clause(subject, p, "present", no), 0.3)
        return Clause(subject, p, time=Adverb(much, sehr, behind=True)).main()


CARE = verb_from("care = kümmern! i")
NICHTS_AUS = idiom("machen")
MACHT_SICH = ("mir", "dir", "sich", "uns", "euch")
LIKED = (
    *("cat", "dog", "horse", "bird", "animal", "apple", "orange", "egg", "pizza"),
    *("movie", "game", "book", "song", "music", "snow", "rain", "coffee", "tea"),
    *("beer", "wine", "chocolate", "fish", "cheese", "story", "joke", "milk"),
)
