"""Constructions of how things go, what will do, who is right, and what one is offered."""

from lernformer.translator.corpus.everyday.clauses import (
    NOBODY,
    Clause,
    Nominal,
    Predicate,
)
from lernformer.translator.corpus.everyday.judging import Judging
from lernformer.translator.corpus.everyday.verbs import VERBS


class Faring(Judging):
    """Draws sentences about how it goes, and about who is right about it."""

    # ---- what one offers, what one knows -----------------------------------------------

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
