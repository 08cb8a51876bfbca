"""Constructions of how many, how much it means, what it is worth, and who is to blame."""

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
)
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.handling import Handling
from lernformer.translator.corpus.everyday.nouns import CITIES, NOUNS
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.words import (
    TOM,
)

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


class Judging(Handling):
    """Draws sentences about amounts, and about what a thing means to somebody."""

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


LIKED = (
    *("cat", "dog", "horse", "bird", "animal", "apple", "orange", "egg", "pizza"),
    *("movie", "game", "book", "song", "music", "snow", "rain", "coffee", "tea"),
    *("beer", "wine", "chocolate", "fish", "cheese", "story", "joke", "milk"),
)
