"""Constructions of likeness: who one is like, who it is, mine, the same."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.being import HER_ROLE
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
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.describing import Describing
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES
from lernformer.translator.corpus.everyday.relating import RELATIVE
from lernformer.translator.corpus.everyday.spelling import MEASURED, spell
from lernformer.translator.corpus.everyday.verbs import BE
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    MARY,
    NAMES,
    TOM,
    WOMEN,
)

# whom one may be like: my father, a child
LIKENED_TABLE = "father mother brother sister grandmother grandfather"
LIKENED = [BY_NAME[name] for name in LIKENED_TABLE.split()]
AS_IF_TABLE = "child girl boy man woman baby fool teacher doctor dog bird ghost hero"
AS_IF = [BY_NAME[name] for name in AS_IF_TABLE.split()]
OF_ONE = [named(b) for b in ["see", "love", "like", "want", "need", "know", "hate"]]
MIGHT_BE = [("might", "könnte"), ("could", "könnte"), ("must", "muss"), ("can", "kann")]


class Likening(Describing):
    """Draws sentences about likeness and identity."""

    def model(self, subject: Nominal) -> Nominal:
        """Whom somebody is like: me, his father, a child."""
        draw = self.random.random()
        if draw < 0.55:
            return self.somebody_else(subject)
        if draw < 0.8:
            words = self.pick(("my", "my", "your", "his", "her"))
            return spell(self.pick(LIKENED), words)
        return spell(self.pick(AS_IF), "a")

    def it_is_me(self):
        """It is me: ich bin es; that is you: das bist du; maybe it is Tom."""
        who = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, TOM, self.name()))
        by_name = who in NAMES
        what = self.pick((IT, IT, THAT, THIS))
        tense = self.pick(("present", "present", "past"))
        no = self.chance(0.2)
        english = Clause(what, Predicate(BE, who.object), tense, no)
        if by_name and what is IT and self.chance(0.35):
            tense, german = self.pick(MIGHT_BE)
            english = replace(english, tense=tense, negated=tense == "can")
            nicht = "nicht" * english.negated
            return english.main()[0], join("es", german, nicht, who.nom, "sein")
        ist = Clause(who, Predicate(BE), tense)._brackets()[0]
        if by_name and not no and self.chance(0.2):
            maybe = f"maybe {english.main()[0]}"
            return maybe, f"vielleicht {ist} {what.nom} {who.nom}"
        # ich bin es, das bin ich, es ist Tom; bin ich es, bin ich das, ist das Tom
        pair = (
            (who.nom, what.nom) if what is IT and not by_name else (what.nom, who.nom)
        )
        if not no and self.chance(0.25):
            asked = (what.nom, who.nom) if by_name else (who.nom, what.nom)
            return english.question()[0], join(ist, *asked), "?"
        last = ("nicht" * no, pair[1]) if by_name else (pair[1], "nicht" * no)
        return english.main()[0], join(pair[0], ist, *last)

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

    def her_trade(self):
        """Mary is a true artist: eine wahre Künstlerin."""
        word, german = self.pick(list(HER_ROLE.items()))
        english = self.pick(("good", "great", "famous", "bad", "young", "true", "real"))
        more = english in MEASURED and self.chance(0.2)
        very, sehr = ("very", "sehr") if more else ("", "")
        like = join("a", very, english, word)
        said = join("eine", sehr, f"{ADJECTIVES[english][1]}e", german)
        p = Predicate(BE, like, indefinite=said, negated=f"k{said}")
        tense = self.pick(("present", "present", "past"))
        clause = Clause(self.pick((SHE, MARY)), p, tense, self.chance(0.12))
        return self.said(clause)
