"""Constructions of telling and asking what one does, and of doing what one is told."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.acting import is_undeniable
from lernformer.translator.corpus.everyday.choices import (
    DECIDE,
    KNOW,
    PROMISE,
    SAY,
    TRY,
    WANT,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    KONNTE,
    NONE,
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
from lernformer.translator.corpus.everyday.giving import BRINGEN, MAKE, named
from lernformer.translator.corpus.everyday.helping import KANN, MAN, TO_DO
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.timing import Timing
from lernformer.translator.corpus.everyday.verbs import BE, DO, MACHEN, verb_from
from lernformer.translator.corpus.everyday.words import BY_NAME, GO, HAVE, TOM, idiom

DOUBT = verb_from("doubt = bezweifeln i")
COME, WAIT, NEED = named("come"), named("wait"), named("need")
# what one tells somebody: what to do, where to wait
TO_BE_TOLD = [
    *(("what", "was", DO), ("what", "was", DO), ("what", "was", SAY)),
    *(("where", "wo", WAIT), ("when", "wann", COME), ("where", "wohin", GO)),
]
TOLD = [
    *(("how", "wie"), ("how", "wie"), ("when", "wann"), ("if", "ob"), ("if", "ob")),
    *(("", "dass"), ("", "dass")),
]
# in "what i want"
OF_WHAT = (WANT, WANT, SAY, SAY, KNOW, HAVE, NEED, named("see"))
NEEDED_OFTEN_TABLE = "time love water luck help peace coffee bread music"
NEEDED_OFTEN = [BY_NAME[name] for name in NEEDED_OFTEN_TABLE.split()]
NEEDED = [n for n in NOUNS["thing"] if n.counted] + 3 * NEEDED_OFTEN
# nobody is here to do these, or came to
NOT_COME_FOR = ("come", "go", "arrive", "mean", "nod", "work", "disappear", "drown")
READY = [
    ("ready", Predicate(BE, rest="bereit")),
    ("ready", Predicate(BE, rest="bereit")),
    *[
        (word, Predicate(BE, "", HAVE, indefinite="Angst", negated="keine Angst"))
        for word in ("afraid", "scared")
    ],
]
LET = verb_from("let let let = lassen lässt lässt gelassen i")
BESCHEID_SAGEN = idiom("Bescheid_sagen")
COME_FOR = [named(b) for b in ["help", "see", "thank", "visit", "warn", "find"]]
MADE_SO = "happy sad angry nervous tired sick curious"


class Telling(Timing):
    """Draws sentences in which one tells, asks, or does as one is told."""

    def told_how(self):
        """Tell me how you feel: sag mir, wie du dich fühlst; show me how to do it."""
        who = self.pick((I, I, I, HE, SHE, WE, THEY, TOM))
        draw = self.random.random()
        if draw < 0.35:
            inner = self.doing_something(YOU)
            e = f"show {who.object} how to {inner.infinitive()[0]}"
            how = Clause(MAN, inner.predicate).subordinate("", "wie")[1]
            return e, f"zeig {who.dat} {how}", "!"
        if draw < 0.5:
            word, wort, verb = self.pick(TO_BE_TOLD)
            to = Clause(who, Predicate(verb)).infinitive()[0]
            he = who if who is not TOM else HE
            second = Clause(he, Predicate(verb), "shall").subordinate("", wort)[1]
            return f"tell {who.object} {word} to {to}", f"sag {who.dat} {second}", "!"
        word, wort = self.pick(TOLD)
        told = self.pick((I, YOU, HE, SHE, WE, THEY, TOM))
        clause = self.told_once(told)
        if word in ("", "if") and self.chance(0.6):
            clause = self.stated(told)
        tense = self.pick(("present", "past", "past", "will", "can"))
        if clause.predicate.verb is BE:
            tense = "present"
        e, g = replace(clause, tense=tense).subordinate(word, wort)
        if word == "if" and self.chance(0.5):
            return join("ask", who.object, e), join("frag", who.acc, g), "!"
        return join("tell", who.object, e), join("sag", who.dat, g), "!"

    def doubting(self):
        """I doubt that he will come: ich bezweifle, dass er kommen wird."""
        subject = self.pick((I, I, I, HE, SHE, TOM, WE))
        first = Clause(subject, Predicate(DOUBT)).main()
        if self.chance(0.25):
            tense = self.pick(("present", "past"))
            what, das = self.pick((("it", "es"), ("that", "das"), ("it", "es")))
            p = Predicate(DOUBT, what, light=das)
            return Clause(subject, p, tense).main()
        e, g = self.dependent().subordinate(self.pick(("that", "", "")), "dass")
        return join(first[0], e), join(first[1], g)

    # ---- what ------------------------------------------------------------------------

    def doing_what(self):
        """I will do what I can: ich werde tun, was ich kann; here is what I know."""
        who = self.pick((I, I, YOU, YOU, HE, SHE, WE, THEY, TOM))
        draw = self.random.random()
        if draw < 0.25:
            can_or_could = (("will", "can", KANN), ("past", "could", KONNTE))
            tense, can, forms = self.pick(can_or_could)
            e, g = Clause(who, Predicate(DO), tense).main()
            kann = conjugated(forms, who.person)
            he = HE if who is TOM else who
            return f"{e} what {he.english} {can}", f"{g} , was {he.nom} {kann}"
        verb = self.pick(OF_WHAT)
        tense = self.pick(("present", "present", "past"))
        english, german = Clause(who, Predicate(verb), tense).subordinate("what", "was")
        german = german.removeprefix(", ")
        if draw < 0.4:
            return f"do {english}", f"tu , {german}", "!"
        if draw < 0.55:
            return f"here is {english}", f"hier ist , {german}"
        if draw < 0.7:
            is_, ist = ("was", "war") if tense == "past" else ("is", "ist")
            return f"{is_} that {english}", f"{ist} es das , {german}", "?"
        verb = self.pick((DO, DO, DO, named("eat"), named("take")))
        subject = self.pick((I, I, WE, HE, SHE, TOM, YOU, THEY))
        tense = self.pick(("will", "past", "must", "can"))
        e, g = Clause(subject, Predicate(verb), tense).main()
        return f"{e} {english}", f"{g} , {german}"

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

    def what_makes(self):
        """What makes you happy: was macht dich glücklich; what made him cry?"""
        who = self.pick((YOU, YOU, I, HE, SHE, TOM, THEY))
        tense = self.pick(("present", "past"))
        if self.chance(0.5):
            english = self.pick(MADE_SO.split())
            made = f"{who.object} {english}"
            p = Predicate(MAKE, made, MACHEN, rest=ADJECTIVES[english][0])
        else:
            english, german = self.pick(TO_DO)
            made = f"{who.object} {english}"
            p = Predicate(MAKE, made, BRINGEN, rest=f"zum {german}")
        return (*Clause(WHAT, replace(p, light=who.acc), tense).main(), "?")

    # ---- in order to, not to ---------------------------------------------------------

    def come_to(self):
        """I came to help you: ich bin gekommen, um dir zu helfen; I am here to listen."""
        subject = self.pick((I, I, WE, HE, SHE, THEY, TOM, self.name()))
        inner = self.doing_something(subject)
        while inner.predicate.verb.base in NOT_COME_FOR:
            inner = self.doing_something(subject)
        if self.chance(0.4):
            verb = self.pick(COME_FOR)
            who = self.somebody_else(subject)
            case = "dat" if "d" in verb.frame else "acc"
            inner = Clause(subject, self.object_of(Predicate(verb), who, case))
        e, g = inner.infinitive()
        if self.chance(0.4):
            clause = Clause(subject, Predicate(BE, f"here to {e}", rest="hier"))
        else:
            tense = self.pick(("past", "past", "progressive", "perfect"))
            clause = Clause(subject, Predicate(COME, f"to {e}"), tense)
        asks = self.chance(0.12) and subject not in (I, WE)
        english, german = clause.question() if asks else clause.main()
        return english, f"{german} , um {g}", *("?" * asks)

    def ready_to(self):
        """I am ready to go: ich bin bereit, zu gehen; he was afraid to die."""
        subject = self.somebody()
        english, p = self.pick(READY)
        inner = self.doing_something(subject)
        e, g = inner.infinitive()
        tense = self.pick(("present", "present", "past"))
        p = replace(p, english=f"{english} to {e}")
        said = self.said(Clause(subject, p, tense, self.chance(0.2)), 0.2)
        return said[0], f"{said[1]} , {g}", *said[2:]

    def meaning_to(self):
        """I did not mean to hurt you: ich wollte dich nicht verletzen."""
        subject = self.pick((I, I, I, HE, SHE, WE, THEY, TOM))
        inner = self.deniable(subject)
        no = self.chance(0.8)
        mean = Predicate(named("mean"), f"to {inner.infinitive()[0]}")
        said = replace(inner, tense="wanted to", negated=no)
        return Clause(subject, mean, "past", no).main()[0], said.main()[1]

    def letting_know(self):
        """I will let you know: ich werde dir Bescheid sagen."""
        subject = self.pick((I, I, I, WE, HE, SHE, TOM))
        who = self.another(subject, (YOU, YOU, HE, SHE, THEY, TOM, I))
        p = Predicate(LET, f"{who.object} know", BESCHEID_SAGEN, light=who.dat)
        if self.chance(0.3) and who is not YOU:
            return (*Clause(YOU, p).command(), "!")
        tense = self.pick(("will", "will", "past", "can", "must"))
        return self.said(Clause(subject, p, tense), 0.15)

    def would_love_to(self):
        """I would love to help: ich würde sehr gerne helfen."""
        subject = self.pick((I, I, I, WE, HE, SHE, TOM, THEY))
        inner = self.doing_something(subject)
        love = Predicate(named("love"), f"to {inner.infinitive()[0]}")
        gladly = Adverb("", "sehr gerne", behind=True)
        said = replace(inner, tense="would", adverb=gladly)
        return replace(said, predicate=love, adverb=NONE).main()[0], said.main()[1]

    def trying_not_to(self):
        """Try not to laugh: versuch, nicht zu lachen; he decided not to go."""
        subject = self.somebody()
        inner = self.doing_something(subject)
        while is_undeniable(inner.predicate):
            inner = self.doing_something(subject)
        e, g = inner.infinitive()[0], replace(inner, negated=True).infinitive()[1]
        if self.chance(0.3):
            inner = replace(inner, subject=YOU)
            g = replace(inner, negated=True).infinitive()[1]
            return f"try not to {e}", f"versuch , {g}", "!"
        verb = self.pick((TRY, TRY, DECIDE, PROMISE))
        tense = self.pick(("past", "past", "will", "must"))
        said = Clause(subject, Predicate(verb, f"not to {e}"), tense).main()
        return said[0], f"{said[1]} , {g}"

    def how_could(self):
        """How could you do that: wie konntest du das tun?"""
        subject = self.pick((YOU, YOU, YOU, HE, SHE, I, WE, THEY, TOM))
        inner = self.doing_something(subject)
        if self.chance(0.4):
            what = self.pick((THAT, THIS))
            inner = Clause(subject, self.object_of(Predicate(DO), what))
        e = replace(inner, tense="could").question("how")[0]
        left, plain = conjugated(KONNTE, subject.person), inner.predicate.says.plain
        return e, join("wie", left, subject.nom, inner._middle(), plain), "?"
