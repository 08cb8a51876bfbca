"""Constructions with *no longer*, *already*, *always*, and *just* for what happened."""

from lernformer.translator.corpus.everyday.acting import is_undeniable
from lernformer.translator.corpus.everyday.clauses import (
    YOU,
    Clause,
    Nominal,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.describing import Describing
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.helping import NEGATING
from lernformer.translator.corpus.everyday.saying import GOING_ON, KEEP, going_on
from lernformer.translator.corpus.everyday.verbs import WERDEN, verb_from

CONTINUE = verb_from("continue = weiter|machen i")


class Timing(Describing):
    """Draws sentences about what lasts, ends or recurs."""

    def deniable(self, subject: Nominal) -> Clause:
        """A clause about what somebody does that can also be negated."""
        clause = self.told_once(subject)
        while NEGATING & {*clause.predicate.english.split()} or is_undeniable(
            clause.predicate
        ):
            clause = self.told_once(subject)
        return clause

    def going_on_doing(self):
        """He kept on singing: er sang weiter; she went on reading."""
        done, verb = self.pick(GOING_ON), self.pick((named("go"), KEEP, KEEP, CONTINUE))
        p = Predicate(
            verb, join("on" * (verb is not CONTINUE), done.doing), going_on(done)
        )
        subject = self.somebody()
        if self.chance(0.25):
            return (*Clause(YOU, p).command(), "!")
        tense = self.pick(("past", "past", "past", "will", "must"))
        return Clause(subject, p, tense).main()

    def will_have_to(self):
        """You will have to wait: du wirst warten müssen."""
        clause = self.doing_something(self.somebody())
        p, subject = clause.predicate, clause.subject
        have_to = replace(p.verb, base=f"have to {p.verb.base}")
        e = replace(clause, predicate=replace(p, verb=have_to), tense="will").main()[0]
        left = conjugated(WERDEN, subject.person)
        return e, join(subject.nom, left, clause._middle(), p.says.plain, "müssen")
