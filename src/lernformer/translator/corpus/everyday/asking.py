"""Constructions of asking why, what comes next, and of what nearly or hardly is so."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.acting import is_undeniable
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    Adverb,
    Clause,
    I,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.helping import MAN
from lernformer.translator.corpus.everyday.meeting import Meeting
from lernformer.translator.corpus.everyday.telling import LET
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    BE_ENGLISH,
    DO,
    SEIN,
    VERBS,
)
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    STATES,
    TOM,
    idiom,
)

LASSEN = idiom("lassen lässt lässt lassen")  # er ließ mich gehen, ich habe … lassen
FOOLS_TABLE = "fool idiot liar coward hero genius friend mess day game idea"
FOOLS = [BY_NAME[name] for name in FOOLS_TABLE.split()]


class Asking(Meeting):
    """Draws sentences that ask, and that say what nearly or hardly is so."""

    # ---- questions -------------------------------------------------------------------

    def why_do(self):
        """Why wait: warum warten; why not go there: warum nicht dorthin gehen?"""
        p = self.doing_something(YOU).predicate
        while {"you", "your"} & {*p.english.split()}:
            p = self.doing_something(YOU).predicate
        no = self.chance(0.6) and not is_undeniable(p)
        if no:  # warum nicht ein Buch lesen
            behind = join(p.definite, p.indefinite, p.rest)
            p = replace(p, definite="", indefinite="", negated="", rest=behind)
        clause = Clause(MAN, p)
        english = join("why", "not" * no, clause.infinitive()[0])
        german = replace(clause, negated=no).infinitive(zu=False)[1]
        return english, f"warum {german}", "?"

    def what_one_is(self):
        """What an idiot I am: was für ein Idiot ich bin!"""
        noun = self.pick(FOOLS)
        phrase = self.noun_phrase(noun, words="a", plural=False)
        who = self.pick((I, YOU, HE, SHE, TOM, self.name()))
        if noun.kind not in ("person", "role"):
            who = self.pick((replace(IT, nom="das"), THAT, THIS))
        tense = self.pick(("present", "present", "past"))
        finite = SEIN if tense == "present" else BE.preterite
        english = f"what {phrase.english} {who.english} {BE_ENGLISH[tense][who.person]}"
        said = f"{who.nom} {conjugated(finite, who.person)}"
        return english, f"was für {phrase.nom} {said}", "!"

    # ---- what one does to oneself and others -----------------------------------------

    def letting_go(self):
        """I will not let you go: ich werde dich nicht gehen lassen; he let me win."""
        subject = self.pick((I, I, I, WE, HE, SHE, THEY, TOM, YOU))
        who = self.another(subject, (I, YOU, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        draw = self.random.random()
        if draw < 0.45:
            simple = [v for v in VERBS if v.frame in ("i", "im", "il")]
            verb = self.pick([v for v in simple if not (v.reflexive or v.to_self)])
            inner, light = Predicate(verb), who.acc
        elif draw < 0.7:
            what = self.pick((IT, IT, THAT, THIS))
            verb = self.pick((DO, DO, *(named(b) for b in ("see", "read", "drive"))))
            inner = Predicate(verb, what.object)
            light = f"es {who.acc}" if what is IT else f"{who.acc} das"
        else:
            inner, light = self.moving(), who.acc
        while inner.verb.base in ("know", "drive") and not inner.english:
            inner = self.moving()
        said = join(inner.rest, inner.says.plain)
        english = f"{who.object} {Clause(who, inner).infinitive()[0]}"
        p = Predicate(LET, english, LASSEN, light=light, rest=said)
        no = self.chance(0.4)
        tense = self.pick(("will", "will", "can", "would", "past", "past", "must"))
        if tense == "past" and not no:
            return Clause(subject, p, tense).main()
        return self.said(Clause(subject, p, tense, no), 0.2)

    def all_in_a_state(self):
        """We are both right: wir haben beide recht."""
        subject = self.pick((WE, WE, THEY, THEY))
        word, wort = self.pick((("all", "alle"), ("both", "beide")))
        p = self.pick(STATES)
        while {"alone", "done"} & {*p.english.split()} or (word, p.english) == (
            "all",
            "right",
        ):
            p = self.pick(STATES)
        tense = self.pick(("present", "present", "past"))
        adverb = Adverb(word, "", middle=True)
        e = Clause(subject, p, tense, adverb=adverb).main()[0]
        said = replace(p, light=join(p.light, wort))
        return e, Clause(subject, said, tense).main()[1]
