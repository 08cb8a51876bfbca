"""Constructions of asking why, what comes next, and of what nearly or hardly is so."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.acting import is_undeniable
from lernformer.translator.corpus.everyday.choices import (
    FEEL,
    KNOW,
    SAY,
    TELL,
    WONDER,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    WHAT,
    YOU,
    Adverb,
    Clause,
    I,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.giving import CALL, HAPPEN, named
from lernformer.translator.corpus.everyday.helping import MAN
from lernformer.translator.corpus.everyday.meeting import Meeting
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.telling import LET
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    BE_ENGLISH,
    DO,
    MACHEN,
    SEIN,
    VERBS,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    ANYTHING,
    BY_NAME,
    EVERYTHING,
    NOTHING,
    SELVES,
    SOMETHING,
    STATES,
    TIMES_OF,
    TOM,
    idiom,
)

ASKED_FOR = [("why", "warum")] * 4 + [("when", "wann"), ("where", "wo"), ("how", "wie")]
UNDERSTAND, SEE_WHY = (
    named("understand"),
    verb_from("see saw seen = verstehen verstanden i"),
)
ASK = named("ask")
STAND = verb_from("stand stood stood = aus|stehen ausgestanden i")
LASSEN = idiom("lassen lässt lässt lassen")  # er ließ mich gehen, ich habe … lassen
ANFUEHLEN = idiom("an|fühlen! angefühlt")
FELT_TABLE = "cold warm soft strange wrong right heavy real different great wonderful"
FOOLS_TABLE = "fool idiot liar coward hero genius friend mess day game idea"
FOOLS = [BY_NAME[name] for name in FOOLS_TABLE.split()]
WHERE_LOOKED = [
    *(("behind {}", "hinter {}"), ("around {}", "um {}")),
    *(("out of the window", "aus dem Fenster"), ("up", "nach oben")),
    *(("out the window", "aus dem Fenster"), ("down", "nach unten")),
    ("into the box", "in die Kiste"),
]
LOOK_THERE = named("look")
CALLED_ON = ("tomorrow", "tonight", "in the")
WHEN_CALLED = [
    *[t for t in TIMES_OF["future"] if t.english.startswith(CALLED_ON)],
    *(Adverb("later", "später"), Adverb("later", "später"), Adverb("now", "jetzt")),
    *(Adverb("soon", "bald"), Adverb("tomorrow", "morgen"), Adverb("first", "zuerst")),
    *(Adverb("again", "noch einmal", behind=True), Adverb("anytime", "jederzeit")),
    *(Adverb("at home", "zu Hause"), Adverb("right away", "sofort", behind=True)),
]
# what one does to oneself: English with its preposition, German, the case
TO_ONESELF = [
    ("talk to", "reden", "mit", "dat"), ("talk to", "reden", "mit", "dat"),
    ("help", "helfen hilfst hilft geholfen", "", "dat"),
    ("trust", "vertrauen", "", "dat"), ("laugh at", "lachen", "über", "acc"),
    ("believe in", "glauben", "an", "acc"),
]  # fmt: skip
SELF = {"i": ("mich", "mir"), "you": ("dich", "dir"), "we": ("uns", "uns")}
KNOWN = [
    *((SOMETHING, None), (NOTHING, None), (EVERYTHING, None), (ANYTHING, None)),
    *((THAT, None), (THIS, None), (None, ("a lot", "viel")), (None, ("more", "mehr"))),
    *((None, ("too much", "zu viel")), (None, ("enough", "genug"))),
]


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

    def asked_why(self):
        """I asked him why: ich habe ihn gefragt, warum; I want to know why."""
        word, wort = self.pick(ASKED_FOR)
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM))
        verb = self.pick((ASK, ASK, TELL, TELL, KNOW, KNOW, SAY, WONDER))
        if word == "why" and self.chance(0.25):
            verb = self.pick((UNDERSTAND, SEE_WHY))
        p = Predicate(verb)
        if verb is TELL or (verb is ASK and self.chance(0.7)):
            case, who = "acc" if verb is ASK else "dat", self.somebody_else(subject)
            p = self.object_of(Predicate(verb), who, case)
            if subject is YOU or self.chance(0.2):
                while who is YOU:
                    who = self.somebody_else(YOU)
                p = self.object_of(Predicate(verb), who, case)
                e, g = Clause(YOU, p, negated=self.chance(0.15)).command()
                return f"{e} {word}", f"{g} , {wort}", "!"
        tense = self.pick(("past", "past", "will", "can", "must"))
        if verb in (KNOW, WONDER, UNDERSTAND, SEE_WHY):
            tense = self.pick(("present", "present", "want to", "past"))
        if verb is WONDER:
            tense = "present"
        no = verb not in (ASK, TELL, WONDER) and self.chance(0.4)
        said = self.said(Clause(subject, p, tense, no), 0.25 * (verb is not WONDER))
        return f"{said[0]} {word}", f"{said[1]} , {wort}", *said[2:]

    def how_do_it(self):
        """How do you do that: wie machst du das?"""
        who = self.pick((YOU, YOU, YOU, I, HE, SHE, WE, THEY, TOM))
        what = self.pick((IT, IT, THAT, THAT, THIS))
        p = Predicate(DO, what.object, MACHEN, light=what.acc)
        tense = self.pick(("present", "past", "past", "can", "will"))
        return (*Clause(who, p, tense).question("how", "wie"), "?")

    def what_next(self):
        """What happens next: was passiert als Nächstes; what should I do next?"""
        following = Adverb("next", "als Nächstes")
        if self.chance(0.35):
            tense = self.pick(("present", "present", "will", "past"))
            if tense == "past":
                following = Adverb("next", "dann")
            return (*Clause(WHAT, Predicate(HAPPEN), tense, time=following).main(), "?")
        who = self.pick((YOU, YOU, I, I, WE, WE, HE, SHE, THEY, TOM))
        tense = self.pick(("should", "shall", "will", "must", "present", "want to"))
        if tense == "shall" and who not in (I, WE):
            tense = "will"
        verb = self.pick((DO, DO, DO, SAY, named("buy"), named("eat"), named("write")))
        clause = Clause(who, Predicate(verb), tense, time=following)
        return (*clause.question("what", "was"), "?")

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

    # ---- nearly, hardly --------------------------------------------------------------

    def almost_did(self):
        """I almost died: ich wäre fast gestorben."""
        clause = self.deniable(self.somebody())
        while clause.predicate.verb.base in ("like", "love", "want"):
            clause = self.deniable(clause.subject)
        almost = Adverb("almost", "fast", middle=True)
        return replace(clause, tense="past", adverb=almost).main()

    def cannot_stand(self):
        """I cannot stand him: ich kann ihn nicht ausstehen; I cannot stand that noise."""
        subject = self.pick((I, I, HE, SHE, WE, THEY, TOM))
        draw = self.random.random()
        if draw < 0.6:
            p = self.object_of(Predicate(STAND), self.somebody_else(subject))
        elif draw < 0.75:
            noun = self.pick(
                [n for n in NOUNS["animal"] + NOUNS["person"] if n.counted]
            )
            plural = noun.form("acc", plural=True)
            p = Predicate(STAND, noun.english_plural, definite=plural)
        else:
            kind = self.pick(("idea", "thing", "food"))
            thing = self.noun_phrase(self.pick(NOUNS[kind]), words="the", plural=False)
            p = self.object_of(Predicate(STAND), self.pick((thing, thing, THAT, THIS)))
        tense = self.pick(("can", "can", "could"))
        return Clause(subject, p, tense, negated=True).main()

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

    def to_oneself(self):
        """He talked to himself: er hat mit sich selbst geredet."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM))
        english, german, preposition, case = self.pick(TO_ONESELF)
        base, _, particle = english.partition(" ")
        found = named(base, particle) if particle else named(base)
        acc, dat = SELF.get(subject.english, ("sich", "sich"))
        self_ = dat if case == "dat" else acc
        said = f"{join(preposition, self_)} selbst"
        p = Predicate(found, SELVES[subject.english], idiom(german))
        p = replace(p, rest=said) if preposition else replace(p, definite=said)
        tense = self.pick(("present", "present", "past", "past", "must", "can"))
        return self.said(Clause(subject, p, tense, self.chance(0.15)), 0.15)

    def know_something(self):
        """He knows something: er weiß etwas; she knows too much: zu viel."""
        subject = self.pick((I, I, YOU, YOU, HE, SHE, WE, THEY, TOM, self.person(True)))
        thing, much = self.pick(KNOWN)
        no = thing is ANYTHING or (thing in (THAT, THIS) and self.chance(0.3))
        if thing is None:
            p = Predicate(KNOW, much[0], rest=much[1])
        else:
            p = self.object_of(Predicate(KNOW), thing)
        tense = self.pick(("present", "present", "past"))
        if subject is YOU or (thing in (THAT, ANYTHING) and self.chance(0.5)):
            clause = Clause(subject, p, tense)
            return (*clause.question(), "?")
        return Clause(subject, p, tense, no).main()

    def call_later(self):
        """Call me tomorrow: ruf mich morgen an."""
        subject = self.pick((YOU, YOU, YOU, I, I, HE, SHE, TOM))
        who = self.another(subject, (I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        p = self.object_of(Predicate(CALL), who)
        time = self.pick(WHEN_CALLED)
        if subject is YOU and who is not YOU and self.chance(0.7):
            e, g = Clause(YOU, p, time=time).command()
            return self.asked_for(e, g)
        while time.english == "again":  # only when it is asked for: noch einmal
            time = self.pick(WHEN_CALLED)
        tense = self.pick(("will", "will", "can", "should", "must"))
        return self.said(Clause(subject, p, tense, time=time), 0.25)

    def feeling_cold(self):
        """The floor feels cold: der Boden fühlt sich kalt an."""
        subject = self.pick((IT, IT, THAT, THIS, self.thing(), self.thing()))
        english = self.pick(FELT_TABLE.split())
        word = self.pick(("", "", "very", "so"))
        german = {"": "", "very": "sehr", "so": "so"}[word]
        p = Predicate(
            FEEL,
            join(word, english),
            ANFUEHLEN,
            rest=join(german, ADJECTIVES[english][0]),
        )
        tense = self.pick(("present", "present", "past"))
        no = subject.takes_not and not subject.without and self.chance(0.12)
        return Clause(subject, p, tense, no).main()

    def looking_there(self):
        """Look behind you: schau hinter dich; he looked out of the window."""
        english, german = self.pick(WHERE_LOOKED)
        subject = self.pick((YOU, YOU, YOU, I, HE, SHE, WE, THEY, TOM))
        p = Predicate(
            LOOK_THERE,
            english.format("him" if subject is TOM else subject.object),
            rest=german.format(subject.self_),
        )
        if subject is YOU:
            e, g = Clause(YOU, p, negated=self.chance(0.2)).command()
            return self.asked_for(e, g)
        tense = self.pick(("past", "past", "progressive", "will"))
        return self.said(Clause(subject, p, tense), 0.1)

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
