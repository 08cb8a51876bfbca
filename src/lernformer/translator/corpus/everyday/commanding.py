"""Constructions for what somebody should do: commands, let us, let me."""

from lernformer.translator.corpus.everyday.acting import Acting, denies
from lernformer.translator.corpus.everyday.choices import STATIVE
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
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.tables import words
from lernformer.translator.corpus.everyday.verbs import DO, MACHEN, VERBS
from lernformer.translator.corpus.everyday.words import HOW, TIMES_OF, TOM

DONE_ALONE = [verb for verb in VERBS if verb.frame == "i" and not verb.reflexive]
NEAR = ("tomorrow", "now", "tonight", "today")
# when something should be done
WHEN = [time for time in TIMES_OF["future"] if time.english in NEAR]
WHEN += [Adverb("again", "noch einmal", behind=True)]
WHEN += [Adverb("right now", "sofort"), Adverb("later", "später")]
# where German says "lass uns", and not "warten wir"
LET_US = ("go", "play", "talk", "eat", "do", "take", "leave")


def letting(clause: Clause) -> str:
    """Return a request to let somebody do something: lass mich nicht schlafen.

    "es" comes first: lass es mich sehen, lass es uns tun.
    """
    p, es = clause.predicate, ""
    if p.light == "es":
        p, es = replace(p, light=""), "es"
    if p.says == DO:
        p = replace(p, german_verb=MACHEN)
    german = replace(clause, predicate=p).infinitive(zu=False)[1]
    return join("lass", es, clause.subject.acc, german)


class Commanding(Acting):
    """Draws sentences in which people tell or ask somebody to do something."""

    def command(self):
        verb = self.predicate(YOU, anybody=True)
        if verb.verb.base in words("choices", "not commanded"):
            verb = self.moving()
        while "you" in verb.english.split():
            verb = self.moving()
        clause = Clause(YOU, verb, negated=self.chance(0.35))
        anybody = bool({"anybody", "anything"} & {*verb.english.split()})
        no = anybody or (clause.negated and not denies(clause))
        clause = replace(clause, negated=no)
        draw = self.random.random()
        if draw < 0.12:
            clause = replace(clause, time=self.pick(WHEN))
        elif draw < 0.22 and verb.verb.frame in ("i", "im", "ia") and not verb.english:
            clause = replace(clause, adverb=self.when(HOW, YOU))
        english, german = clause.command()
        if not self.chance(0.2):
            return english, german, "!"
        if self.chance(0.6):
            return f"please {english}", f"bitte {german}", "!"
        return f"{english} please", f"{german} , bitte", "!"

    def let_us(self):
        predicate = self.predicate(WE)
        if predicate.says.to_self or predicate.says.reflexive:
            predicate = self.moving()
        while predicate.verb.base in (*STATIVE, "come", "return"):
            predicate = self.moving()
        clause = Clause(WE, predicate)
        if self.chance(0.2):
            clause = replace(clause, time=self.pick(TIMES_OF["future"][:6]))
        no = self.chance(0.1) and not denies(clause)
        english = clause.infinitive()[0]
        if no:
            return f"let us not {english}", letting(replace(clause, negated=no)), "!"
        if predicate.verb.base in LET_US:
            return f"let us {english}", letting(clause), "!"
        return f"let us {english}", clause._inverted(""), "!"

    def let_me(self):
        who = self.pick((I, I, I, HE, SHE, THEY, TOM, WE))
        predicate = self.predicate(who)
        # let me know is sag mir Bescheid
        known = predicate.verb.base in ("know", *STATIVE)
        if known or predicate.says.reflexive or predicate.says.to_self:
            predicate = self.moving()
        if who is WE:
            who = I
            predicate = Predicate(self.pick(DONE_ALONE))
        clause = Clause(who, predicate)
        no = self.chance(0.15) and not denies(clause)
        english = f"let {who.object} {clause.infinitive()[0]}"
        german = letting(replace(clause, negated=no))
        return join("do not" if no else "", english), german, "!"
