"""Constructions of likeness: who one is like, who it is, mine, the same."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.clauses import (
    HE,
    SHE,
    THAT,
    THIS,
    WE,
    YOU,
    Clause,
    I,
    Nominal,
    Predicate,
)
from lernformer.translator.corpus.everyday.describing import Describing
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.relating import RELATIVE
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import BE
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    TOM,
    WOMEN,
)

# whom one may be like: my father, a child
LIKENED_TABLE = "father mother brother sister grandmother grandfather"
LIKENED = [BY_NAME[name] for name in LIKENED_TABLE.split()]
AS_IF_TABLE = "child girl boy man woman baby fool teacher doctor dog bird ghost hero"
AS_IF = [BY_NAME[name] for name in AS_IF_TABLE.split()]
OF_ONE = [named(b) for b in ["see", "love", "like", "want", "need", "know", "hate"]]


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
