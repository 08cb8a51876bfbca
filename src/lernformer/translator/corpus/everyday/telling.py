"""Constructions of telling or asking what somebody does, and of doing as told."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.choices import (
    WANT,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    SHE,
    THAT,
    THIS,
    WE,
    YOU,
    Clause,
    I,
    Predicate,
)
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.timing import Timing
from lernformer.translator.corpus.everyday.verbs import BE, verb_from
from lernformer.translator.corpus.everyday.words import BY_NAME, HAVE, TOM

COME, WAIT, NEED = named("come"), named("wait"), named("need")
NEEDED_OFTEN_TABLE = "time love water luck help peace coffee bread music"
NEEDED_OFTEN = [BY_NAME[name] for name in NEEDED_OFTEN_TABLE.split()]
NEEDED = [n for n in NOUNS["thing"] if n.counted] + 3 * NEEDED_OFTEN
LET = verb_from("let let let = lassen lässt lässt gelassen i")


class Telling(Timing):
    """Draws sentences in which people tell, ask, or do as they were told."""

    # ---- what ------------------------------------------------------------------------

    def all_one_needs(self):
        """All I need is time: alles, was ich brauche, ist Zeit; you are all I have."""
        who = self.pick((I, I, YOU, WE, HE, SHE, TOM))
        verb = self.pick((NEED, NEED, WANT, HAVE))
        e, g = Clause(who, Predicate(verb)).subordinate()
        noun = self.pick(NEEDED)
        phrase = spell(noun, "a" if noun.counted else "")
        if self.chance(0.5):
            return f"all {e} is {phrase.english}", f"alles , was {g} , ist {phrase.nom}"
        subject = self.pick((THAT, THAT, THIS, YOU, HE, SHE))
        p = Predicate(BE, f"all {e}", rest=f"alles , was {g}")
        clause = Clause(subject, p, "present", self.chance(0.12))
        if subject is YOU and who is YOU:
            clause = replace(clause, subject=THAT)
        return self.said(clause, 0.2)
