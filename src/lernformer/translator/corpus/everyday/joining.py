"""Constructions with two verbs or two clauses, and whole phrases."""

from lernformer.translator.corpus.everyday.being import Being
from lernformer.translator.corpus.everyday.choices import (
    BELIEVE,
    BET,
    GUESS,
    HEAR,
    HOPE,
    KNOW,
    SAY,
    SEE,
    THINK,
    THOUGHT,
)
from lernformer.translator.corpus.everyday.clauses import (
    NONE,
    YOU,
    Adverb,
    Clause,
    I,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.tables import pairs
from lernformer.translator.corpus.everyday.verbs import VERBS
from lernformer.translator.corpus.everyday.words import FIXED, STATES

VERB_FORMS = {
    form
    for verb in VERBS
    for form in (verb.base, verb.he, verb.past, verb.done, verb.doing)
}
# tom let me go: this reads as something that tom did
AS_IN_THE_PAST = {verb.base for verb in VERBS if verb.base == verb.past} | {"let"}
# who thinks so, and when: i thought that, i hope so
KNOWING = [
    *((KNOW, "present"), (KNOW, "present"), (KNOW, "past"), (HEAR, "past")),
    *((THINK, "present"), (THINK, "present"), (THOUGHT, "past"), (HOPE, "present")),
    *((SAY, "past"), (SAY, "present"), (BELIEVE, "present"), (SEE, "present")),
    *((BET, "present"), (GUESS, "present")),
]
TO_SOMEBODY_TABLE = """
    statement statement question question quality command command wh_question wh_question
    fixed fixed fixed turn cold doing_well it_is_me could_you be_command let_us let_me
    may_question belonging getting_it worth in_there keep_it_so
"""
TO_SOMEBODY = TO_SOMEBODY_TABLE.split()


class Joining(Being):
    """Draws sentences in which a second verb or clause depends on the first."""

    def drawn(self, name: str) -> tuple[str, ...]:
        """A sentence from a different construction; see ``Drawing``."""
        return getattr(self, name)()

    def knowing(self) -> tuple[Clause, str]:
        """Say that somebody knows, thinks or says something, perhaps with "that"."""
        verb, tense = self.pick(KNOWING)
        subject = I if self.chance(0.4) or verb in (BET, GUESS) else self.subject()
        no = self.chance(0.15) and verb in (KNOW, THINK, THOUGHT, BELIEVE)
        clause = Clause(subject, Predicate(verb), tense, no and subject.takes_not)
        return clause, self.pick(("that", ""))

    def dependent(self) -> Clause:
        draw = self.random.random()
        if draw < 0.12:
            clause = self.being(self.subject(), self.pick(STATES))
            return replace(clause, tense="present")
        return self._quality() if draw < 0.42 else self.clause(negated=0.15)

    def that_clause(self):
        clause, that = self.knowing()
        question = self.chance(0.12) and not clause.negated
        if question and clause.predicate.verb is THOUGHT:
            clause = replace(clause, predicate=Predicate(THINK))
        dependent = self.dependent()
        while that and dependent.subject.is_bare:  # that money is new
            dependent = self.dependent()
        # i thought he was ill: ich dachte, er wäre krank
        p, verb = dependent.predicate, clause.predicate.verb
        was = dependent.tense == "past" and p.says.infinitive == "sein"
        waere = was and verb is THOUGHT and not clause.negated
        german_one = replace(dependent, tense="would") if waere else dependent
        source = dependent.subordinate(that)[0]
        target = german_one.subordinate("", "dass")[1]
        no_that = not (that or question or clause.negated)
        if no_that and verb not in (KNOW, SEE, HEAR) and dependent.subject.nom != "das":
            # i think he sleeps: ich glaube , er schläft
            source, target = dependent.main()[0], f", {german_one.main()[1]}"
        if question:
            clause = replace(clause, subject=YOU, tense="present")
        heard = clause
        if verb is HEAR:  # i heard that: ich habe gehört, dass
            clause, heard = (
                replace(clause, tense="past"),
                replace(clause, tense="perfect"),
            )
        if question:
            first, zuerst = clause.question()[0], heard.question()[1]
        else:
            first, zuerst = clause.main()[0], heard.main()[1]
        return join(first, source), join(zuerst, target), "?" if question else "."

    def fixed(self):
        return self.pick(FIXED)

    def with_name(self):
        """Return a sentence addressed to somebody (Tom, …), or one with yes or no."""
        words, german, *marks = self.drawn(self.pick(TO_SOMEBODY))
        mark = marks[0] if marks else "."
        draw = self.random.random()
        commands = mark == "!" and words.split()[0] not in AS_IN_THE_PAST
        if draw < 0.18 and (commands or words.startswith(("i ", "we ", "you "))):
            name = self.name()  # tom, come here
            return f"{name.english} {words}", f"{name.nom} , {german}", mark
        # leave tom: this reads as if tom were the one who is left
        if draw < 0.5 and words.split()[-1] not in VERB_FORMS:
            name = self.name()
            return f"{words} {name.english}", f"{german} , {name.nom}", mark
        english, first = self.pick(pairs("choices", "to somebody"))
        if english == "maybe":
            clause = self.clause(tense="present", negated=0.1)
            clause = replace(clause, adverb=NONE, time=NONE)
            return clause.main(Adverb("maybe", "vielleicht"))
        return f"{english} {words}", f"{first} , {german}", mark
