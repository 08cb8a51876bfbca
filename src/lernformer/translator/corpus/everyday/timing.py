"""Constructions of what is so no longer, already, always, or has only just happened."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.acting import is_undeniable
from lernformer.translator.corpus.everyday.being import ONLY_SAID
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    SHE,
    THEY,
    WE,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.helping import NEGATING
from lernformer.translator.corpus.everyday.saying import GOING_ON, KEEP, going_on
from lernformer.translator.corpus.everyday.topics import Topics
from lernformer.translator.corpus.everyday.verbs import BE, WERDEN, verb_from
from lernformer.translator.corpus.everyday.words import TOM, idiom

ZURUECKGEHEN = idiom("zurück|gehen zurückgegangen*")
ZURUECKKOMMEN = idiom("zurück|kommen zurückgekommen*")
# what one has only just done: ich bin gerade angekommen
MOMENTS_TABLE = """
    arrive, leave, wake up, get up, come back, get home, get back, finish, eat, die, see,
    meet, hear, find, lose, buy, call, call, move in, get married, find out, win, notice,
    sell, tell, speak to, speak with, talk to, start, see, come in, return
"""
MOMENTS = [
    named(*moment.split(" ", 1))
    for moment in " ".join(MOMENTS_TABLE.split()).split(", ")
]
# what is only just that: er lachte einfach
SIMPLY = [
    named(b)
    for b in ["laugh", "smile", "wait", "cry", "listen", "run", "sleep", "disappear"]
]
# of these German says schon immer with the preterite: ich mochte ihn schon immer
ALWAYS = [
    named(b)
    for b in ["like", "love", "hate", "want", "know", "need", "trust", "believe"]
]
AGAIN_IN = [
    *(("to bed", "ins Bett"), ("to work", "an die Arbeit"), ("home", "nach Hause")),
    *(("to school", "zur Schule"), ("inside", "nach drinnen")),
    ("to class", "in den Unterricht"),
]
GOING_BACK = [("go", ZURUECKGEHEN), ("go", ZURUECKGEHEN), ("come", ZURUECKKOMMEN)]
HOW_OFTEN_NOT = [
    *(("always", "immer"), ("always", "immer"), ("really", "wirklich")),
    *(("often", "oft"), ("usually", "normalerweise")),
]
CONTINUE = verb_from("continue = weiter|machen i")


class Timing(Topics):
    """Draws sentences about what lasts, ends or comes again."""

    def stated(self, subject: Nominal | None = None) -> Clause:
        """What somebody is, or does, said of now."""
        subject = subject or self.somebody()
        draw = self.random.random()
        if draw < 0.45:
            english, german = self.pick_quality()
            if english.startswith(ONLY_SAID):
                english, german = self.pick_quality(degree=0)
            return Clause(subject, Predicate(BE, english, rest=german))
        if draw < 0.6:
            english, german = self.place()
            return Clause(subject, Predicate(BE, english, rest=german))
        if draw < 0.7:
            return Clause(subject, self.pick_state())
        return self.deniable(subject)

    def deniable(self, subject: Nominal) -> Clause:
        """What somebody does, and of which one may say that he does not."""
        clause = self.told_once(subject)
        while NEGATING & {*clause.predicate.english.split()} or is_undeniable(
            clause.predicate
        ):
            clause = self.told_once(subject)
        return clause

    def no_longer(self):
        """I no longer need it: ich brauche es nicht mehr; he is not here anymore."""
        clause = replace(self.stated(), tense=self.pick(("present", "present", "can")))
        if clause.predicate.verb is BE:
            clause = replace(clause, tense=self.pick(("present", "present", "past")))
        more = Adverb("", "mehr", last=True)
        german = replace(clause, negated=True, adverb=more).main()[1]
        if self.chance(0.6):
            e = replace(clause, adverb=Adverb("no longer", middle=True)).main()[0]
            return e, german
        longer = self.pick(("anymore", "any longer"))
        return replace(clause, negated=True, adverb=Adverb(longer)).main()[0], german

    def already(self):
        """I know that already: ich weiß das schon; has he come yet: schon?"""
        clause = self.stated()
        tense = self.pick(("past", "past", "perfect"))
        if clause.predicate.verb is BE:
            tense = "present"
        draw = self.random.random()
        german = replace(clause, tense=tense, adverb=Adverb("", "schon"))
        if draw < 0.35:
            e = replace(clause, tense=tense, adverb=Adverb("already")).main()[0]
            return e, german.main()[1]
        german = replace(german, subject=self.pick((YOU, YOU, HE, SHE, TOM, THEY)))
        clause = replace(clause, subject=german.subject)
        if {"you"} & {*clause.predicate.english.split()}:
            return self.already()
        word = self.pick(("yet", "yet", "already"))
        e = replace(clause, tense=tense, adverb=Adverb(word)).question()[0]
        return e, german.question()[1], "?"

    def always_been(self):
        """I have always liked him: ich mochte ihn schon immer; never: noch nie."""
        subject, draw = self.somebody(), self.random.random()
        if draw < 0.3:
            p = self.with_verb(self.pick(ALWAYS), subject)
            while NEGATING & {*p.english.split()}:
                p = self.with_verb(self.pick(ALWAYS), subject)
            word, wort = "always", "schon immer"
            clause, tense = Clause(subject, p), "past"
        elif draw < 0.6:
            clause, tense = self.deniable(subject), "perfect"
            word, wort = self.pick((("never", "noch nie"), ("", "schon einmal")))
        else:
            english, german = self.place() if self.chance(0.3) else self.pick_quality()
            clause, tense = Clause(subject, Predicate(BE, english, rest=german)), "past"
            word, wort = self.pick((("always", "schon immer"), ("never", "noch nie")))
        has = replace(clause, tense="perfect", adverb=Adverb(word, middle=True))
        before = "before" if not word or (word == "never" and self.chance(0.3)) else ""
        said = replace(clause, tense=tense, adverb=Adverb("", wort, no=word == "never"))
        return join(has.main()[0], before), said.main()[1]

    def just_now(self):
        """I just arrived: ich bin gerade angekommen; he just laughed: einfach."""
        subject = self.pick((I, I, HE, SHE, WE, THEY, TOM, TOM, self.name()))
        just = Adverb("just", middle=True)
        if self.chance(0.2):
            p = Predicate(self.pick(SIMPLY))
            simply = Clause(subject, p, "past", adverb=Adverb("", "einfach"))
            return replace(simply, adverb=just).main()[0], simply.main()[1]
        verb = self.pick(MOMENTS)
        p = self.with_verb(verb, subject)
        while (NEGATING | {"everybody"}) & {*p.english.split()}:
            p = self.with_verb(verb, subject)
        tense = self.pick(("past", "past", "perfect"))
        # ich habe ihn gerade gesehen, aber: gerade deinen Hund gesehen
        done = replace(p, light=join(p.light, "gerade"))
        e = Clause(subject, p, tense, adverb=just).main()[0]
        return e, Clause(subject, done, "perfect").main()[1]

    def not_always(self):
        """He is not always happy: er ist nicht immer glücklich; not really, not often."""
        english, german = self.pick(HOW_OFTEN_NOT)
        tense = self.pick(("present", "present", "past"))
        clause = replace(self.stated(), tense=tense, negated=True)
        e = replace(clause, adverb=Adverb(english, middle=True)).main()[0]
        if english == "usually":  # normalerweise nicht
            return e, replace(clause, time=Adverb("", german)).main()[1]
        p = replace(clause.predicate, negated="")
        often = Adverb("", german, behind=True)
        return e, replace(clause, predicate=p, adverb=often).main()[1]

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

    def back_again(self):
        """Go back to bed: geh wieder ins Bett; he went back to Japan: nach Japan zurück."""
        if self.chance(0.5):
            where, wohin = self.pick(AGAIN_IN)
            p = Predicate(named("go"), f"back {where}", rest=f"wieder {wohin}")
        else:
            city, (verb, german) = self.city(), self.pick(GOING_BACK)
            back_to = f"back to {city.english}"
            p = Predicate(named(verb), back_to, german, rest=f"nach {city.nom}")
        if self.chance(0.35):
            return (*Clause(YOU, p).command(), "!")
        tense = self.pick(("past", "past", "will", "must", "can", "want to"))
        return self.said(Clause(self.somebody(), p, tense), 0.2)

    def will_have_to(self):
        """You will have to wait: du wirst warten müssen."""
        clause = self.doing_something(self.somebody())
        p, subject = clause.predicate, clause.subject
        have_to = replace(p.verb, base=f"have to {p.verb.base}")
        e = replace(clause, predicate=replace(p, verb=have_to), tense="will").main()[0]
        left = conjugated(WERDEN, subject.person)
        return e, join(subject.nom, left, clause._middle(), p.says.plain, "müssen")
