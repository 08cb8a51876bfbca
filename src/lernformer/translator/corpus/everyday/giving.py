"""Constructions of getting, putting, giving, telling, having, feeling, being called."""

from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    Clause,
    I,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.relating import Relating
from lernformer.translator.corpus.everyday.verbs import (
    MACHEN,
    VERBS,
    Verb,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    TOM,
    idiom,
)


def named(base: str, particle: str = "") -> Verb:
    return next(v for v in VERBS if v.base == base and v.particle == particle)


MAKE = named("make")
HELP, WORK = named("help"), named("work")
GIVE = named("give")
KAUFEN = idiom("kaufen")
# what is made or got for somebody, and kinds of it
MADE_FOR = [
    (named("buy"), KAUFEN, ("thing", "food", "drink")),
    (named("buy"), KAUFEN, ("thing",)),
    (MAKE, MACHEN, ("food", "drink")),
    (MAKE, MACHEN, ("food",)),
    (named("find"), idiom("finden gefunden"), ("thing",)),
]
# what one gives somebody and does to him
GIVEN = [
    ("a call", idiom("an|rufen angerufen"), "acc"),
    ("a hug", idiom("umarmen umarmt"), "acc"),
    ("a kiss", idiom("küssen"), "acc"),
    ("a hand", idiom("helfen hilfst hilft geholfen"), "dat"),
]
HAPPEN = verb_from("happen = passieren passiert* i")


class Giving(Relating):
    """Draws sentences about giving things to people, and about having them."""

    def giving_to(self):
        """Give it to me, he sold the car to her."""
        verb = self.pick([v for v in VERBS if v.frame == "g" and v.base != "wish"])
        subject = self.pick((I, I, HE, SHE, TOM, WE, THEY, YOU, self.name()))
        who = self.pick(
            [
                s
                for s in (I, I, YOU, HE, SHE, WE, THEY, TOM, self.person())
                if s != subject
                and s.english != subject.english
                and not s.without
                and not s.behind
            ]
        )
        if self.chance(0.5):
            thing = self.pick((IT, IT, THIS, THAT, THEY))
        else:
            kind = self.pick(verb.kinds)
            noun = self.pick(NOUNS.get(kind) or [BY_NAME[kind]])
            thing = self.noun_phrase(
                noun, words=self.pick(("the", "my", "your", "this")), plural=False
            )
        if thing.light:
            p = Predicate(verb, f"{thing.object} to {who.object}")
            if thing in (THIS, THAT):  # gib mir das, but: gib es mir
                p = replace(p, light=join(who.dat, thing.acc))
            elif who.light:
                p = replace(p, light=join(thing.acc, who.dat))
            else:
                p = replace(p, light=thing.acc, definite=who.dat)
        else:
            p = Predicate(verb, f"{thing.object} to {who.object}", definite=thing.acc)
            p = (
                replace(p, light=who.dat)
                if who.light
                else replace(p, definite=join(who.dat, thing.acc))
            )
        if self.chance(0.4) and who is not YOU:
            return (*Clause(YOU, p, negated=self.chance(0.1)).command(), "!")
        return Clause(
            subject, p, self.pick(("past", "past", "will", "can", "want to", "have to"))
        ).main()

    # ---- having none, and enough -----------------------------------------------------

    def for_him(self):
        """He bought me a car: er hat mir ein Auto gekauft; I gave him a call."""
        subject = self.pick((I, I, HE, SHE, TOM, WE, THEY, YOU, self.name()))
        who = self.another(subject, (I, I, YOU, HE, SHE, WE, THEY, TOM))
        tense = self.pick(
            ("past", "past", "will", "can", "will", "want to", "going to")
        )
        if self.chance(0.3):
            what, german, case = self.pick(GIVEN)
            p = self.object_of(Predicate(GIVE, german_verb=german), who, case)
            p = replace(p, english=f"{p.english} {what}")
        else:
            verb, german, kinds = self.pick(MADE_FOR)
            noun = self.pick(NOUNS[self.pick(kinds)])
            word = "a" if noun.counted else "some*"
            thing = self.noun_phrase(noun, words=word, plural=False)
            p = self.object_of(Predicate(verb, german_verb=german), who, "dat")
            first = p.definite
            p = self.object_of(replace(p, definite=""), thing)
            p = replace(p, definite=join(first, p.definite))
        if who is not YOU and self.chance(0.35):
            return (*Clause(YOU, p).command(), "!")
        return Clause(subject, p, tense).main()
