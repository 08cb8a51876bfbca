"""Constructions that say what kind somebody or something is: a nurse, a good cook."""

from lernformer.translator.corpus.everyday.acting import is_undeniable
from lernformer.translator.corpus.everyday.choices import (
    OF_PERSONS,
    QUALITIES_OF_IT,
    SAY,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.giving import HAPPEN, named
from lernformer.translator.corpus.everyday.happening import Happening
from lernformer.translator.corpus.everyday.nouns import (
    ADJECTIVES,
    NOUNS,
    SUPERLATIVES,
    Noun,
    adjective,
)
from lernformer.translator.corpus.everyday.relating import RELATIVE
from lernformer.translator.corpus.everyday.spelling import (
    HOW_VERY,
    MEASURED,
    spell,
    very,
)
from lernformer.translator.corpus.everyday.verbs import BE
from lernformer.translator.corpus.everyday.words import (
    KINDS_OF_ADJECTIVE,
    MARY,
    NOTHING,
    SOMETHING,
    TOM,
    WOMEN,
    idiom,
)

OF_THINGS = [a for a, (_, _, of) in ADJECTIVES.items() if "t" in of]
# what one does with something of a kind: I saw something strange
WITH_SOMETHING_TABLE = "see hear find buy want need have eat do make"
WITH_SOMETHING = [SAY, *(named(base) for base in WITH_SOMETHING_TABLE.split())]
# among whom something stands out
AMONG = [
    *(("", ""), ("", ""), ("here", "hier"), ("of all", "von allen")),
    *(("in the world", "der Welt"), ("in town", "der Stadt")),
]
MORE_OR_LESS = [a for a in QUALITIES_OF_IT if a in MEASURED]
MORE_OR_LESS_OF_PERSONS = [a for a in OF_PERSONS if a in MEASURED]
WERDEN = idiom("werden wirst wird geworden*")

OF_ONE = [named(b) for b in ["see", "love", "like", "want", "need", "know", "hate"]]


class Describing(Happening):
    """Draws sentences about what somebody or something is like, or becomes."""

    # ---- something strange -----------------------------------------------------------

    def of_a_kind(self) -> Nominal:
        """Something strange: etwas Seltsames; nothing new; anything good."""
        english = self.pick(OF_THINGS)
        degree, sehr = self.pick(
            (("", ""),) * 4 + (("very", "sehr"), ("really", "wirklich"))
        )
        word = self.pick((SOMETHING, SOMETHING, SOMETHING, NOTHING))
        if word is NOTHING:
            degree, sehr = "", ""
        forms = [
            adjective(english, "", case, "n").capitalize()
            for case in ("nom", "acc", "dat")
        ]
        nom, acc, dat = (join(word.nom, sehr, form) for form in forms)
        return Nominal(join(word.english, degree, english), nom, acc, dat, behind=True)

    def something_strange(self):
        thing = self.of_a_kind()
        draw = self.random.random()
        tense = self.pick(("past", "past", "present", "will"))
        if draw < 0.2:
            what = self.pick((THIS, THAT, IT))
            p = Predicate(BE, thing.english, rest=thing.nom)
            clause = Clause(what, p, self.pick(("present", "present", "past")))
            return self.said(clause)
        if draw < 0.35:
            clause = Clause(
                thing, Predicate(HAPPEN), self.pick(("past", "will", "present"))
            )
            return clause.main()
        if draw < 0.5:
            is_, gibt = self.pick((("is", "gibt"), ("is", "gibt"), ("was", "gab")))
            if self.chance(0.3) and thing.english.startswith("something"):
                asked = thing.english.replace("something", "anything", 1)
                return f"{is_} there {asked}", f"{gibt} es {thing.acc}", "?"
            return f"there {is_} {thing.english}", f"es {gibt} {thing.acc}"
        subject = self.somebody()
        p = self.object_of(Predicate(self.pick(WITH_SOMETHING)), thing)
        if p.verb.base in ("want", "need", "have") and tense == "will":
            tense = "present"
        clause = Clause(subject, p, tense)
        if self.chance(0.2) and thing.english.startswith("something"):
            e, g = clause.question()
            return e.replace("something", "anything", 1), g, "?"
        if self.chance(0.12) and thing.english.startswith("something"):
            e, g = Clause(YOU, p).command()
            return e, g, "!"
        return clause.main()

    # ---- what one is, or will be -----------------------------------------------------

    def kinds_of(self, subject: Nominal) -> list[Noun]:
        """What she may be: a woman, a girl; and what he may be: a man, a cook."""
        woman = subject.english in WOMEN
        roles = [] if woman else NOUNS["role"][:-4]
        women = [n for n in NOUNS["person"] if n.gender == "f" or n.english == "girl"]
        return roles + [n for n in NOUNS["person"] if (n in women) == woman]

    def very_good(self):
        """He is a very good cook: ein sehr guter Koch; it was a really long day."""
        degree, sehr = self.pick(HOW_VERY)
        draw = self.random.random()
        if draw < 0.4:
            subject = self.pick((HE, SHE, YOU, I, TOM, self.name()))
            kind, nouns = "person", self.kinds_of(subject)
        else:
            kind = self.pick(("thing", "idea", "animal", "place"))
            subject = self.pick((IT, THIS, THAT))
            nouns = [n for n in NOUNS[kind] if n.counted]
        of = KINDS_OF_ADJECTIVE.get(kind, "t")
        like = self.pick([a for a in MEASURED if of in ADJECTIVES[a][2]])
        if kind == "person" and self.chance(0.6):
            like = self.pick(("good", "famous", "strange", "nice", "old", "beautiful"))
        phrase = very(spell(self.pick(nouns), "a", like), degree, sehr)
        p = Predicate(BE, phrase.english, rest=phrase.nom)
        clause = Clause(subject, p, self.pick(("present", "present", "past")))
        return self.said(clause, 0.12)

    def most_of_all(self):
        """She is the tallest girl here: sie ist das größte Mädchen hier."""
        draw = self.random.random()
        if draw < 0.5:
            subject = self.pick((HE, SHE, YOU, I, TOM, MARY, self.name()))
            nouns = self.kinds_of(subject)
        else:
            subject = self.pick((IT, THIS, THAT))
            kind = self.pick(("thing", "idea", "place"))
            nouns = [n for n in NOUNS[kind] if n.counted]
        phrase = spell(self.pick(nouns), "the", self.pick(SUPERLATIVES))
        where, wo = self.pick(AMONG)
        p = Predicate(BE, join(phrase.english, where), rest=join(phrase.nom, wo))
        tense = self.pick(("present", "present", "present", "past"))
        clause = Clause(subject, p, tense, self.chance(0.1))
        return self.said(clause)

    def too_for(self):
        """It is too heavy for me: es ist zu schwer für mich; too young for that: dafür."""
        subject, english = self.somebody(), self.pick(MORE_OR_LESS_OF_PERSONS)
        if self.chance(0.5):
            subject = self.pick((IT, IT, THIS, THAT, self.thing()))
            english = self.pick(MORE_OR_LESS)
        german = ADJECTIVES[english][0]
        what = self.pick((I, YOU, HE, SHE, WE, TOM, THAT, THIS, IT))
        if what.english == subject.english:
            what = THAT if subject is not THAT else HE
        fuer = "dafür" if what in (THAT, THIS, IT) else f"für {what.acc}"
        words, worte = f"too {english}", f"zu {german}"
        if self.chance(0.3):
            words, worte = f"{english} enough", f"{german} genug"
        p = Predicate(BE, f"{words} for {what.object}", rest=f"{worte} {fuer}")
        tense = self.pick(("present", "present", "past"))
        clause = Clause(subject, p, tense, self.chance(0.2))
        return self.said(clause)

    def even(self):
        """Even Tom laughed: sogar Tom hat gelacht; I do not even know him."""
        if self.chance(0.35):
            who = self.pick(
                (I, YOU, HE, SHE, WE, THEY, TOM, TOM, self.name(), self.person(True))
            )
            clause = replace(
                self.doing_something(who),
                tense=self.pick(("past", "present", "can", "will")),
            )
            e, g = clause.main()
            return f"even {e}", f"sogar {g}"
        subject = self.somebody()
        not_even = Adverb("even", "einmal", middle=True, behind=True)
        tense = self.pick(("present", "past", "past", "can"))
        inner = self.doing_something(subject)
        while inner.predicate.negated or is_undeniable(inner.predicate):
            inner = self.doing_something(subject)
        if self.chance(0.25):
            english, german = self.pick_quality(OF_PERSONS, 0)
            inner = Clause(subject, Predicate(BE, english, rest=german))
            tense = self.pick(("present", "past"))
        clause = replace(inner, tense=tense, negated=True, adverb=not_even)
        if self.chance(0.15):
            e, g = clause.question()
            return self.negated_first(e, clause), g, "?"
        return clause.main()

    def the_one(self):
        """Tom is the one who did it: Tom ist derjenige, der es getan hat."""
        subject = self.pick((HE, SHE, TOM, TOM, self.name(), I, YOU, THIS, THAT))
        is_she = subject.english in WOMEN
        nom, acc, dat = RELATIVE["f" if is_she else "m"]
        only = "only " * self.chance(0.35)
        one = ("derjenige", "diejenige", "der Einzige", "die Einzige")[
            is_she + 2 * bool(only)
        ]
        if only and self.chance(0.4):
            return self.said(Clause(subject, Predicate(BE, "the only one", rest=one)))
        if self.chance(0.6):
            word = self.pick(("who", "who", "that"))
            who = Nominal(word, nom, acc, dat, reflexive="sich")
            tense = self.pick(("past", "past", "can"))
            e, g = replace(self.told_once(who), tense=tense).subordinate()
            g = f", {g}"
        else:
            by = self.another(subject, (I, I, WE, SHE, TOM))
            tense = self.pick(("present", "past"))
            seen = Clause(by, Predicate(self.pick(OF_ONE)), tense)
            e, g = seen.subordinate(self.pick(("", "", "that")), acc)
        p = Predicate(BE, f"the {only}one {e}", rest=f"{one} {g}")
        return self.said(Clause(subject, p, "present", self.chance(0.15)), 0.2)
