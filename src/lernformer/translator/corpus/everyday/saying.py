"""Constructions of spoken language: what a day, I used to, let me."""

import re

from lernformer.translator.corpus.everyday.acting import is_undeniable
from lernformer.translator.corpus.everyday.choices import (
    OF_PERSONS,
    QUALITIES_OF_IT,
    RAIN,
    SNOW,
    STATIVE,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    NONE,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    YOU_POLITE,
    YOU_TWO,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.giving import HAPPEN, HELP, named
from lernformer.translator.corpus.everyday.helping import NEGATING
from lernformer.translator.corpus.everyday.inquiring import COUNTED, Inquiring
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    VERBS,
    Verb,
    needs_e,
    preterite_of,
    stem_of,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import PERSONS, TOM, idiom

VERBS_OF_IT = [RAIN, SNOW, HAPPEN, named("help")]
FREUEN, FUERCHTEN = idiom("freuen!"), idiom("fürchten")
KEEP = verb_from("keep kept kept = behalten behältst behält behalten i")
SINCE = [
    *(("for three days", "seit drei Tagen"), ("for two hours", "seit zwei Stunden")),
    *(("for years", "seit Jahren"), ("for a long time", "schon lange")),
    *(("for an hour", "seit einer Stunde"), ("all day", "schon den ganzen Tag")),
    *(("since yesterday", "seit gestern"), ("for a week", "seit einer Woche")),
    *(("since monday", "seit Montag"), ("for ten years", "seit zehn Jahren")),
]
# people can go on doing anything, but each is a separate German word
GOES_ON = (
    "work",
    "sleep",
    "walk",
    "run",
    "read",
    "sing",
    "dance",
    "talk",
    "eat",
    "drive",
)
GOING_ON = [
    next(v for v in VERBS if v.base == base and not v.particle)
    for base in (*GOES_ON, "play", "swim", "laugh", "cry", "fight", "wait", "smoke")
]
GOING_ON += [
    next(v for v in VERBS if v.base == base and not v.particle)
    for base in ("write", "cook", "study", "cough", "pack", "push", "drink", "scream")
]
# the past of strong verbs that take the perfect, except with "weiter"
WENT_ON = {
    "essen": "aß",
    "lesen": "las",
    "schwimmen": "schwamm",
    "schreiben": "schrieb",
    "trinken": "trank",
    "schieben": "schob",
}
FEELINGS = [
    ("glad", "froh"), ("glad", "froh"), ("glad", "froh"), ("happy", "glücklich"),
    ("sure", "sicher"), ("sure", "sicher"), ("surprised", "überrascht"),
    ("proud", "stolz darauf"), ("not sure", "sicher"),
]  # fmt: skip
DENIED = re.compile(r"\b(nicht|nichts|nie|niemand\w*|kein\w*|selten)\b")
# what one does for somebody
DONE_FOR_TABLE = """
    do do do do buy buy make cook write sing open close wash clean find work read repair
    fix paint play bake order translate keep draw build hold carry use dance win study
"""
DONE_FOR = [
    next(v for v in VERBS if v.base == base and not v.particle)
    for base in DONE_FOR_TABLE.split()
]


def going_on(verb: Verb) -> Verb:
    """Something that goes on: weiterlesen, er las weiter."""
    stem = stem_of(verb.infinitive)
    past = WENT_ON.get(verb.infinitive, f"{stem}{'e' * needs_e(stem)}te")
    on = replace(verb, prefix="weiter", participle=f"weiter{verb.participle}")
    forms = verb.preterite or preterite_of(past)
    return replace(on, preterite=forms, told=True, of_others=False)


class Saying(Inquiring):
    """Draws sentences from conversations."""

    # ---- cries -----------------------------------------------------------------------

    def what_a(self):
        """What a beautiful day, how strange, how tall he is."""
        draw = self.random.random()
        if draw < 0.3:
            english, german = self.pick_quality(
                self.pick((OF_PERSONS, QUALITIES_OF_IT)), 0
            )
            return f"how {english}", f"wie {german}", "!"
        if draw < 0.5:
            choices, who = (OF_PERSONS, self.subject())
            if self.chance(0.4):
                choices, who = (
                    QUALITIES_OF_IT,
                    self.pick((IT, THIS, THAT, self.thing())),
                )
            while who.is_bare:  # how new money is
                who = self.thing()
            english, german = self.pick_quality(choices, 0)
            clause = Clause(who, Predicate(BE), self.pick(("present", "past")))
            e, g = clause.subordinate()
            return f"how {english} {e}", f"wie {german} {g}", "!"
        noun = self.pick(self.pick((COUNTED, [n for n in NOUNS["idea"] if n.counted])))
        kinds = "p" if noun in PERSONS or noun.kind == "animal" else "t"
        fitting = [a for a, (_, _, of) in ADJECTIVES.items() if kinds in of]
        plural = self.chance(0.15)
        chosen = self.pick(fitting) if plural or self.chance(0.75) else ""
        phrase = spell(noun, "" if plural else "a", chosen, plural)
        return f"what {phrase.english}", f"was für {phrase.nom}", "!"

    def feeling_that(self):
        """I am glad that you are here, I am sorry that I am late, I am glad to help."""
        subject = self.pick((I, I, I, HE, SHE, WE, THEY, TOM))
        draw = self.random.random()
        if draw < 0.25:
            inner = Clause(subject, self.predicate(subject))
            e, g = inner.infinitive()
            word = self.pick(("glad", "happy", "glad"))
            left = conjugated(FREUEN.present, subject.person)
            said = Clause(subject, Predicate(BE, f"{word} to {e}")).main()[0]
            return said, f"{subject.nom} {left} {subject.self_} , {g}"
        dependent = self.dependent()
        second = dependent.subordinate(self.pick(("that", "", "")), "dass")
        if draw < 0.4:
            who = self.pick((I, I, WE, HE))
            e = Clause(who, Predicate(BE, "sorry")).main()[0]
            return join(e, second[0]), f"es tut {who.dat} leid {second[1]}"
        if draw < 0.55:
            e = Clause(subject, Predicate(BE, "afraid")).main()[0]
            left = conjugated(FUERCHTEN.present, subject.person)
            return join(e, second[0]), f"{subject.nom} {left} {second[1]}"
        english, german = self.pick(FEELINGS)
        no = english.startswith("not ")
        if no:  # nicht sicher, ob
            second = dependent.subordinate(self.pick(("if", "that", "")), "ob")
        p = Predicate(BE, english.removeprefix("not "), rest=german)
        e, g = Clause(subject, p, self.pick(("present", "present", "past")), no).main()
        return join(e, second[0]), join(g, second[1])

    def been_doing(self):
        """I have been waiting for three hours: ich warte seit drei Stunden."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM))
        english, german = self.pick(SINCE)
        if self.chance(0.35):
            where = self.pick((("here", "hier"), self.place(), self.pick_quality()))
            p = Predicate(BE, where[0], rest=where[1])
            been = Clause(subject, p, "perfect", time=Adverb(english))
            if self.chance(0.3):
                e = replace(been, time=NONE).question("how long")[0]
                now = Clause(subject, p, adverb=Adverb("", "schon"))
                return e, now.question("", "wie lange")[1], "?"
            return been.main()[0], Clause(subject, p, time=Adverb("", german)).main()[1]
        p = self.predicate(subject)
        while (
            p.verb.base in STATIVE
            or NEGATING & {*p.english.split()}
            or p.verb.past == p.verb.base
        ):
            p = self.predicate(subject)
        doing = Clause(subject, p).doing()
        if self.chance(0.3):  # have you been crying: hast du geweint
            been = Clause(subject, Predicate(BE, doing), "perfect")
            told = Clause(subject, p, "perfect")
            if self.chance(0.5):
                return been.question()[0], told.question()[1], "?"
            return been.main()[0], told.main()[1]
        e = Clause(subject, Predicate(BE, join(doing, english)), "perfect").main()[0]
        return e, Clause(subject, p, time=Adverb("", german)).main()[1]

    def you_two(self):
        """A sentence that is clearly said to several people: are you guys ready."""
        return self.to_you(self.pick(YOU_TWO))

    def to_you(self, you: Nominal) -> tuple[str, ...]:
        draw = self.random.random()
        if draw < 0.3:
            english, german = self.pick_quality()
            p = Predicate(BE, english, rest=german)
            clause = Clause(you, p, self.pick(("present", "present", "past")))
        elif draw < 0.45:
            clause = Clause(you, self.pick_state(), "present")
        else:
            clause = replace(self.clause(you, "", 0.15, True), adverb=NONE)
            if "you" in clause.predicate.english.split():
                clause = Clause(you, self.pick_state(), "present")
        if self.chance(0.65):
            asked = self.pick((("", ""),) * 4 + (("why", "warum"), ("where", "wo")))
            if asked[0] == "where" and clause.predicate.rest:
                asked = ("why", "warum")
            e, g = clause.question(*asked)
            return self.negated_first(e, clause), g, "?"
        return clause.main()

    def polite(self):
        """To a stranger: can I help you, sir?"""
        name, anrede = "sir", "mein Herr"
        draw = self.random.random()
        if draw < 0.35:
            clause = replace(
                self.clause(YOU_POLITE, "present", 0, True), adverb=NONE, time=NONE
            )
            p = clause.predicate
            if "you" in p.english.split() or p.verb.base in STATIVE:
                clause = Clause(YOU_POLITE, self.moving())
            e, g = clause.command()
            if self.chance(0.4):
                e, g = f"please {e}", f"bitte {g}"
            return f"{e} {name}", f"{g} , {anrede}", "!"
        if draw < 0.5:
            clause = self.clause(I, self.pick(("can", "may", "must")), 0, True)
            p = self.object_of(Predicate(HELP), YOU_POLITE, "dat")
            if self.chance(0.5):
                clause = Clause(I, p, "can")
            e, g = replace(clause, adverb=NONE, time=NONE).question()
            return f"{e} {name}", f"{g} , {anrede}", "?"
        e, g, *mark = self.to_you(YOU_POLITE)
        return f"{e} {name}", f"{g} , {anrede}", *(mark or ".")

    # ---- this is where ---------------------------------------------------------------

    def that_is_why(self):
        """That is why he is here: deshalb ist er hier."""
        what = self.pick(("that is", "that is", "this is"))
        word, german = self.pick(
            (
                ("why", "deshalb"),
                ("why", "deshalb"),
                ("how", "so"),
                ("where", "hier"),
                ("when", "da"),
            )
        )
        if word == "where":
            german = "dort" if what == "that is" else "hier"
        clause = (
            self.dependent() if word == "why" else self.clause(negated=0, asking=True)
        )
        if word != "why":
            clause = replace(clause, adverb=NONE, time=NONE)
            while word == "where" and clause.predicate.rest:
                clause = replace(
                    self.clause(negated=0, asking=True), adverb=NONE, time=NONE
                )
        if clause.subject.english == "nobody":
            clause = replace(clause, subject=TOM)
        return clause.main(Adverb(f"{what} {word}", german))

    # ---- little words ----------------------------------------------------------------

    def just(self):
        """Just wait: warte einfach; never give up; I just want to sleep."""
        draw = self.random.random()
        subject = YOU if draw < 0.6 else self.pick((I, I, HE, SHE, TOM, WE))
        p = self.predicate(subject)
        if (p.verb.base in STATIVE or is_undeniable(p)) and draw < 0.8:
            p = self.moving()
        simply = replace(p, light=join(p.light, "einfach"))
        if draw < 0.4:
            e = Clause(YOU, p).command()[0]
            return f"just {e}", Clause(YOU, simply).command()[1], "!"
        if draw < 0.6:
            word, german = self.pick(
                (("never", "nie"), ("always", "immer"), ("do not ever", "nie"))
            )
            e = Clause(YOU, p).command()[0]
            said = Clause(YOU, p, adverb=Adverb("", german)).command()[1]
            return f"{word} {e}", said, "!"
        if draw < 0.8:
            just = Clause(subject, p, "want to", adverb=Adverb("just", middle=True))
            only = replace(just, adverb=Adverb("", "einfach nur"))
            return just.main()[0], only.main()[1]
        clause = Clause(subject, p, "can", True)
        e = clause.main()[0].replace(" cannot ", " just cannot ", 1)
        return e, replace(clause, time=Adverb("", "einfach")).main()[1]

    def okay(self):
        """Wait here, okay? Also sentences that begin with so, and, but."""
        made = self.drawn(
            self.pick(("statement", "quality", "command", "question", "wh_question"))
        )
        words, german = made[:2]
        mark = made[2:] or (".",)
        if self.chance(0.3) and mark[0] != "?":
            english, last = self.pick(
                (("ok", "okay"), ("okay", "okay"), ("right", "nicht wahr"))
            )
            if english == "right" and DENIED.search(german):
                last = "oder"
            if mark[0] == "!" and english == "right":
                english, last = "ok", "okay"
            return f"{words} {english}", f"{german} , {last}", "?"
        english, first = self.pick(
            (
                ("and", "und"),
                ("but", "aber"),
                ("so", "also ,"),
                ("hey", "hey ,"),
                ("look", "sieh mal ,"),
                ("listen", "hör zu ,"),
                ("come on", "komm schon ,"),
                ("then", "dann"),
            )
        )
        if english == "then":
            clause = self.clause(
                tense=self.pick(("past", "present", "will")), negated=0
            )
            return replace(clause, adverb=NONE, time=NONE).main(Adverb("then", "dann"))
        return f"{english} {words}", f"{first} {german}", *mark

    def for_somebody(self):
        """This is for you, it is good for her, I bought it for Tom."""
        draw = self.random.random()
        who = self.pick(
            (I, I, YOU, YOU, HE, SHE, WE, THEY, TOM, self.name(), self.person())
        )
        if who.without or who.behind:
            who = TOM
        if draw < 0.5:
            subject = self.pick((IT, THIS, THAT, self.thing()))
            p = Predicate(BE, f"for {who.object}", rest=f"für {who.acc}")
            if draw < 0.3:
                qualities = ["good", "good", *QUALITIES_OF_IT]
                english, german = self.pick_quality(qualities)
                p = Predicate(BE, f"{english} {p.english}", rest=f"{german} {p.rest}")
            clause = Clause(
                subject,
                p,
                self.pick(("present", "past")),
                self.not_so(p.english, 0.15),
            )
            return self.said(clause, 0.2)
        subjects = [s for s in (I, I, YOU, HE, SHE, TOM) if s.english != who.english]
        subject = YOU if draw < 0.65 and who is not YOU else self.pick(subjects)
        p = self.with_verb(self.pick(DONE_FOR), subject)
        while p.rest or {"anybody", "anything"} & {*p.english.split()}:
            p = self.with_verb(self.pick(DONE_FOR), subject)
        no = self.chance(0.1) and not is_undeniable(p)
        p = replace(
            p, english=join(p.english, f"for {who.object}"), rest=f"für {who.acc}"
        )
        clause = Clause(subject, p, self.tense(), no)
        if draw < 0.65 and who is not YOU:
            return (*clause.command(), "!")
        return clause.main()

    def keeping(self):
        """Keep working: arbeite weiter."""
        done = self.pick(GOING_ON)
        p = Predicate(KEEP, done.doing, going_on(done))
        if self.chance(0.35):
            return (*Clause(YOU, p).command(), "!")
        subject = self.subject()
        tense = self.pick(("past", "past", "present", "will", "want to", "must"))
        return Clause(subject, p, tense).main()

    def may_be(self):
        """Tom may know it: Tom weiß es vielleicht."""
        subject = self.pick((HE, SHE, THEY, TOM, self.name(), self.person(), I, WE))
        if subject.without or subject.behind:
            subject = TOM
        no, draw = self.chance(0.3), self.random.random()
        if draw < 0.12:  # it may be true
            subject = self.pick((IT, IT, THAT, THIS))
            english, german = self.pick_quality(QUALITIES_OF_IT)
            p = Predicate(BE, english, rest=german)
            no = no and self.not_so(english, 1)
        elif draw < 0.18:
            subject, p = IT, Predicate(self.pick(VERBS_OF_IT))
        elif draw < 0.5:
            english, german = self.pick_quality()
            p = Predicate(BE, english, rest=german)
            no = no and self.not_so(english, 1)
        else:
            p = self.predicate(subject)
            while NEGATING & {*p.english.split()}:
                p = self.predicate(subject)
        english = Clause(subject, p, "may be", no).main()[0]
        if p.says.to_self:
            maybe = Clause(subject, p, "now", no, time=Adverb("", "vielleicht"))
        else:  # er kennt dich vielleicht, aber: vielleicht deinen Hund
            p = replace(p, light=join(p.light, "vielleicht"))
            maybe = Clause(subject, p, "now", no)
        return english, maybe.main()[1]
