"""Constructions of dealing with things: bringing out, keeping so, having it done."""

from lernformer.translator.corpus.everyday.asking import NOT_TOLD, Asking
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    NOBODY,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    YOU_GUYS,
    Adverb,
    Clause,
    Nominal,
    Predicate,
)
from lernformer.translator.corpus.everyday.commanding import letting
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.helping import NEGATING
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    DO,
    MACHEN,
    VERBS,
)
from lernformer.translator.corpus.everyday.words import (
    ANYBODY,
    TOM,
)

CALLED = [
    *(("guys", "Leute"), ("guys", "Leute"), ("girls", "Mädchen"), ("boys", "Jungs")),
    *(("kids", "Kinder"), ("children", "Kinder"), ("you two", "ihr beiden")),
]
ALL_CALLED = ("everybody", "everyone", "all of you")
TO_ALL = [
    *(named("hurry", "up"), named("wait"), named("listen"), named("calm", "down")),
    *(named("sit", "down"), named("come", "in"), named("wake", "up"), named("stop")),
    *(named("stand", "up"), named("come"), named("run"), named("help")),
]
KNOWN_OR_WANTED = [named(b) for b in ("know", "want", "want", "need", "have")]


class Handling(Asking):
    """Draws sentences about dealing with people and things."""

    def have_him_do(self):
        """Have Tom do it: lass Tom es machen."""
        who = self.pick((TOM, TOM, HE, SHE, THEY, self.name(), self.person(True)))
        what = self.pick((IT, THAT, THIS))
        p = self.object_of(Predicate(DO, german_verb=MACHEN), what)
        if self.chance(0.5):
            p = self.predicate(who)
            while NEGATING & {*p.english.split()} or p.verb.base in ("have", "know"):
                p = self.predicate(who)
        clause = Clause(who, p)
        return f"have {who.object} {clause.infinitive()[0]}", letting(clause), "!"

    def how_come(self):
        """How come you are here: wieso bist du hier?"""
        subject = self.pick((YOU, YOU, YOU, HE, SHE, TOM, THEY, WE))
        if self.chance(0.5):
            english, german = self.place() if self.chance(0.5) else self.pick_quality()
            clause = Clause(subject, Predicate(BE, english, rest=german))
            clause = replace(clause, tense=self.pick(("present", "past")))
        else:
            clause = replace(
                self.deniable(subject), tense=self.pick(("present", "past"))
            )
        clause = replace(clause, negated=self.chance(0.3))
        return f"how come {clause.main()[0]}", clause.question("", "wieso")[1], "?"

    def called_to_all(self):
        """Hurry up, guys: beeilt euch, Leute; be quiet, girls: seid still, Mädchen."""
        p = Predicate(self.pick(TO_ALL))
        if self.chance(0.4):
            word = self.pick(("quiet", "quiet", "careful", "polite", "patient"))
            p = Predicate(BE, word, rest=ADJECTIVES[word][0])
        elif self.chance(0.3):
            p = self.moving()
            while "you" in p.english.split():
                p = self.moving()
        clause = Clause(YOU_GUYS, p)
        if self.chance(0.3):  # hört alle zu
            e, g = replace(clause, adverb=Adverb("", "alle")).command()
            return f"{e} {self.pick(ALL_CALLED)}", g, "!"
        english, german = self.pick(CALLED)
        e, g = replace(clause, negated=self.chance(0.15)).command()
        return f"{e} {english}", f"{g} , {german}", "!"

    def can_anybody(self):
        """Can anybody help me: kann mir jemand helfen; anybody want a beer?"""
        p = self.predicate(ANYBODY)
        while NEGATING & {*p.english.split()} or p.verb.base in NOT_TOLD:
            p = self.predicate(ANYBODY)
        if self.chance(0.15):  # does anybody know it
            p = self.object_of(Predicate(self.pick(KNOWN_OR_WANTED)), self.thing())
        tense = self.pick(("can", "can", "could", "will", "present", "past"))
        clause = Clause(ANYBODY, p, tense)
        e, g = clause.question()
        if tense == "present" and e.startswith("does ") and self.chance(0.4):
            e = e.removeprefix("does ")
        return e, g, "?"

    def does_nobody(self):
        """Does not anybody care: hört denn niemand zu?"""
        verb = self.pick([v for v in VERBS if v.frame == "i" and not v.reflexive])
        tense = self.pick(("present", "present", "past", "can"))
        anyone = self.pick(("anyone", "anybody"))
        e = Clause(Nominal(anyone, "", "", ""), Predicate(verb), tense, True)
        g = Clause(NOBODY, Predicate(verb, light="denn"), tense)
        german = g.question()[1].replace("niemand denn", "denn niemand", 1)
        asked = e.question()[0].replace(f" {anyone} not", f" not {anyone}")
        return asked.replace("can not ", "cannot "), german, "?"
