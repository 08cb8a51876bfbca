"""Constructions of what somebody should do: commands, could you, let us."""

from lernformer.translator.corpus.everyday.acting import Acting, denies
from lernformer.translator.corpus.everyday.choices import STATIVE
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    NONE,
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
from lernformer.translator.corpus.everyday.verbs import DO, MACHEN, VERBS
from lernformer.translator.corpus.everyday.words import HOW, TIMES_OF, TOM

# where one says "lass uns", and not "warten wir"
LET_US = ("go", "play", "talk", "eat", "do", "take", "leave")


def letting(clause: Clause) -> str:
    """A request to let somebody do something: lass mich nicht schlafen.

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

    def could_you(self):
        tense = self.pick(("can", "could", "would", "will", "can"))
        clause = self.clause(YOU, tense, 0, True)
        clause, please = replace(clause, adverb=NONE), ""
        if self.chance(0.3):
            please = "please"
            light = join(clause.predicate.light, "bitte")
            clause = replace(clause, predicate=replace(clause.predicate, light=light))
        english, german = clause.question()
        return join(english, please), german, "?"

    def command(self):
        verb = self.predicate(YOU, anybody=True)
        if verb.verb.base in (
            "know",
            "want",
            "like",
            "need",
            "have",
            "love",
            "hate",
            "own",
            "miss",
            "drown",
            "die",
            "prefer",
            "understand",
            "disappear",
            "see",
            "hear",
            "sit",  # sit here: setz dich hierhin
        ):
            verb = self.moving()
        while "you" in verb.english.split():
            verb = self.moving()
        clause = Clause(YOU, verb, negated=self.chance(0.35))
        anybody = bool({"anybody", "anything"} & {*verb.english.split()})
        no = anybody or (clause.negated and not denies(clause))
        clause = replace(clause, negated=no)
        draw = self.random.random()
        if draw < 0.12:
            clause = replace(
                clause,
                time=self.pick(
                    [
                        t
                        for t in TIMES_OF["future"]
                        if t.english in ("tomorrow", "now", "tonight", "today")
                    ]
                    + [Adverb("again", "noch einmal", behind=True)]
                    + [Adverb("right now", "sofort"), Adverb("later", "später")]
                ),
            )
        elif draw < 0.22 and verb.verb.frame in ("i", "im", "ia") and not verb.english:
            clause = replace(clause, adverb=self.when(HOW, YOU))
        english, german = clause.command()
        if self.chance(0.2):
            return (
                (f"please {english}", f"bitte {german}", "!")
                if self.chance(0.6)
                else (f"{english} please", f"{german} , bitte", "!")
            )
        return english, german, "!"

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
            predicate = Predicate(
                self.pick([v for v in VERBS if v.frame == "i" and not v.reflexive])
            )
        clause = Clause(who, predicate)
        no = self.chance(0.15) and not denies(clause)
        english = f"let {who.object} {clause.infinitive()[0]}"
        german = letting(replace(clause, negated=no))
        return join("do not" if no else "", english), german, "!"
