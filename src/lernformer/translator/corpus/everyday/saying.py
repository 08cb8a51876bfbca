"""Constructions from spoken language: wait here, okay? Keep going."""

import re

from lernformer.translator.corpus.everyday.clauses import (
    NONE,
    YOU,
    Adverb,
    Clause,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.relating import Relating
from lernformer.translator.corpus.everyday.tables import pairs, words
from lernformer.translator.corpus.everyday.verbs import (
    Verb,
    named,
    needs_e,
    preterite_of,
    stem_of,
    verb_from,
)

KEEP = verb_from("keep kept kept = behalten behältst behält behalten i")
CONTINUE, GO = verb_from("continue = weiter|machen i"), named("go")
GOING_ON = [named(base) for base in words("choices", "going on")]
WENT_ON = dict(pairs("choices", "went on"))
DENIED = re.compile(r"\b(nicht|nichts|nie|niemand\w*|kein\w*|selten)\b")


def going_on(verb: Verb) -> Verb:
    """Return a verb for something that goes on: weiterlesen, er las weiter."""
    stem = stem_of(verb.infinitive)
    past = WENT_ON.get(verb.infinitive, f"{stem}{'e' * needs_e(stem)}te")
    on = replace(verb, prefix="weiter", participle=f"weiter{verb.participle}")
    forms = verb.preterite or preterite_of(past)
    return replace(on, preterite=forms, in_statements=True, of_others=False)


class Saying(Relating):
    """Draws sentences from conversations."""

    def okay(self):
        """Wait here, okay? Also sentences that begin with so, and, but."""
        kinds = ("statement", "quality", "command", "question", "wh_question")
        english, german, *marks = self.drawn(self.pick(kinds))
        mark = marks[0] if marks else "."
        if self.chance(0.3) and mark != "?":
            last, zuletzt = self.pick(pairs("choices", "agreed"))
            if last == "right" and DENIED.search(german):
                zuletzt = "oder"
            if last == "right" and mark == "!":
                last, zuletzt = "ok", "okay"
            return f"{english} {last}", f"{german} , {zuletzt}", "?"
        first, zuerst = self.pick(pairs("choices", "going on from"))
        if first == "then":
            tense = self.pick(("past", "present", "will"))
            clause = replace(
                self.clause(tense=tense, negated=0), adverb=NONE, time=NONE
            )
            return clause.main(Adverb("then", "dann"))
        return f"{first} {english}", f"{zuerst} {german}", mark

    def keeping(self):
        """Keep working: arbeite weiter."""
        done = self.pick(GOING_ON)
        p = Predicate(KEEP, done.doing, going_on(done))
        if self.chance(0.35):
            return (*Clause(YOU, p).command(), "!")
        subject = self.subject()
        tense = self.pick(("past", "past", "present", "will", "want to", "must"))
        return Clause(subject, p, tense).main()

    def going_on_doing(self):
        """He kept on singing: er sang weiter; she went on reading."""
        done, verb = self.pick(GOING_ON), self.pick((GO, KEEP, KEEP, CONTINUE))
        on = "on" * (verb is not CONTINUE)
        p = Predicate(verb, join(on, done.doing), going_on(done))
        if self.chance(0.25):
            return (*Clause(YOU, p).command(), "!")
        tense = self.pick(("past", "past", "past", "will", "must"))
        return Clause(self.somebody(), p, tense).main()
