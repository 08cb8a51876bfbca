"""Constructions of what one gets, puts, gives and tells, has, feels and is called."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.choices import (
    SAY,
    SEE,
    WANT,
)
from lernformer.translator.corpus.everyday.clauses import (
    EVERYBODY,
    HE,
    IT,
    NONE,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.relating import Relating
from lernformer.translator.corpus.everyday.spelling import contract, spell
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    ER,
    MACHEN,
    VERBS,
    WIR,
    Verb,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    GET,
    HAVE,
    PERSONS,
    TOM,
    WOMEN,
    idiom,
)

MASS = [n for kind in ("food", "drink") for n in NOUNS[kind] if not n.counted]
ANY = [n for kind in ("thing", "person", "animal", "idea") for n in NOUNS[kind]]
HOLEN, BEKOMMEN = idiom("holen"), idiom("bekommen bekommen")
BRINGEN, FAHREN = idiom("bringen gebracht"), idiom("fahren fährst fährt gefahren")
LEGEN, ERZAEHLEN = idiom("legen"), idiom("erzählen")
WEH_TUN = idiom("weh|tun tust tut wehgetan")


def named(base: str, particle: str = "") -> Verb:
    return next(v for v in VERBS if v.base == base and v.particle == particle)


MAKE, TAKE, BRING, DRIVE = (named(base) for base in ("make", "take", "bring", "drive"))
HELP, TELL, WORK, BREAK = (named(base) for base in ("help", "tell", "work", "break"))
HURT, STOP, RUN = (named(base) for base in ("hurt", "stop", "run"))
PUTTING = verb_from("put put put = legen i")
GIVE, CALL, NENNEN = named("give"), named("call"), idiom("nennen genannt")
KAUFEN = idiom("kaufen")
# what is made or got for somebody, and kinds of it
MADE_FOR = [
    (named("buy"), KAUFEN, ("thing", "food", "drink")),
    (named("buy"), KAUFEN, ("thing",)),
    (MAKE, MACHEN, ("food", "drink")),
    (MAKE, MACHEN, ("food",)),
    (named("find"), idiom("finden gefunden"), ("thing",)),
]
# what one gives somebody and does to him
GIVEN = [
    ("a call", idiom("an|rufen angerufen"), "acc"),
    ("a hug", idiom("umarmen umarmt"), "acc"),
    ("a kiss", idiom("küssen"), "acc"),
    ("a hand", idiom("helfen hilfst hilft geholfen"), "dat"),
]
HAPPEN = verb_from("happen = passieren passiert* i")
# what a thing does, where German has another verb than for a person
THING_DOES = [
    (WORK, idiom("funktionieren")),
    (WORK, idiom("funktionieren")),
    (HURT, WEH_TUN),
    (HAPPEN, HAPPEN),
    (HAPPEN, HAPPEN),
    (HELP, HELP),
    (BREAK, idiom("kaputt|gehen kaputtgegangen*")),
    (named("go", "on"), idiom("weiter|gehen weitergegangen*")),
]
PUT = [
    ("on the table", "auf den Tisch"), ("in the box", "in die Kiste"),
    ("in the car", "ins Auto"), ("on the bed", "auf das Bett"),
    ("on the desk", "auf den Schreibtisch"), ("under the table", "unter den Tisch"),
    ("there", "dorthin"), ("here", "hierher"), ("in my bag", "in meine Tasche"),
    ("in the kitchen", "in die Küche"), ("on the list", "auf die Liste"),
]  # fmt: skip
GOALS = [
    ("home", "nach Hause"), ("home", "nach Hause"), ("to school", "zur Schule"),
    ("to the station", "zum Bahnhof"), ("to the hospital", "ins Krankenhaus"),
    ("to boston", "nach Boston"), ("there", "dorthin"), ("to the doctor", "zum Arzt"),
    ("to bed", "ins Bett"), ("outside", "nach draußen"), ("to the park", "in den Park"),
]  # fmt: skip
THANKED_FOR = [
    ("this", "dafür"), ("that", "dafür"), ("it", "dafür"), ("everything", "für alles"),
]  # fmt: skip
NATIONS = [
    ("canadian", "Kanadier", "Kanadierin"), ("american", "Amerikaner", "Amerikanerin"),
    ("japanese", "Japaner", "Japanerin"), ("english", "Engländer", "Engländerin"),
    ("spanish", "Spanier", "Spanierin"), ("german", "Deutscher", "Deutsche"),
    ("french", "Franzose", "Französin"),
]  # fmt: skip
STILL = [("", ""), ("", ""), ("", ""), ("still", "noch")]
WHOSE_BODY = [
    ("head", "Kopf"), ("back", "Rücken"), ("leg", "Bein"), ("arm", "Arm"),
    ("hand", "Hand"), ("foot", "Fuß"), ("knee", "Knie"), ("tooth", "Zahn"),
    ("eyes", "Augen"), ("feet", "Füße"), ("arms", "Arme"),
]  # fmt: skip
TO_EAT = [("eat", "essen"), ("drink", "trinken"), ("read", "lesen"), ("do", "tun"),
          ("say", "sagen"), ("sell", "verkaufen"), ("lose", "verlieren")]  # fmt: skip


class Giving(Relating):
    """Draws sentences of what goes from one to another, and of what one has."""

    # ---- getting, putting, giving ----------------------------------------------------

    def getting(self):
        """Get me a doctor: holen; I got a letter: bekommen."""
        noun = self.pick(
            [n for kind in ("thing", "food", "drink") for n in NOUNS[kind]]
        )
        thing = self.noun_phrase(noun)
        draw = self.random.random()
        if draw < 0.35:
            subject = self.pick((I, I, HE, SHE, TOM, WE, THEY, YOU, self.name()))
            p = self.object_of(Predicate(GET, german_verb=BEKOMMEN), thing)
            return Clause(subject, p, "past", self.chance(0.1)).main()
        p = Predicate(GET, german_verb=HOLEN)
        if self.chance(0.4):
            p = self.object_of(p, self.pick((I, I, HE, SHE, WE, THEY, TOM)), "dat")
        first = p.definite
        p = self.object_of(
            replace(p, definite=""),
            self.pick((thing, thing, IT)) if not p.light and not first else thing,
        )
        p = replace(p, definite=join(first, p.definite))
        if draw < 0.65:
            return (*Clause(YOU, p).command(), "!")
        subject = self.pick((I, I, I, HE, SHE, TOM, WE))
        if draw < 0.75:
            return (*Clause(YOU, p, self.pick(("can", "could"))).question(), "?")
        return Clause(
            subject,
            p,
            self.pick(
                ("will", "will", "can", "must", "have to", "going to", "want to")
            ),
        ).main()

    def somewhere(self):
        """Take me home, put it on the table."""
        draw = self.random.random()
        if draw < 0.5:
            verb, german = self.pick(
                ((TAKE, BRINGEN), (TAKE, BRINGEN), (BRING, BRINGEN), (DRIVE, FAHREN))
            )
            english, goal = self.pick(GOALS)
            who = self.pick(
                (I, I, HE, SHE, WE, THEY, TOM, YOU, self.name(), self.person())
            )
        else:
            verb, german = PUTTING, LEGEN
            english, goal = self.pick(PUT)
            who = self.pick(
                (
                    IT,
                    IT,
                    THEY,
                    self.noun_phrase(
                        self.pick(NOUNS["thing"]),
                        words=self.pick(("the", "your", "my", "this")),
                        plural=False,
                    ),
                )
            )
        if who.without or who.behind:
            who = TOM
        p = self.object_of(Predicate(verb, german_verb=german), who)
        p = replace(p, english=join(p.english, english), rest=goal)
        if self.chance(0.4) and who is not YOU:
            e, g = Clause(YOU, p, negated=self.chance(0.1)).command()
            return (
                (f"please {e}", f"bitte {g}", "!") if self.chance(0.2) else (e, g, "!")
            )
        subject = self.pick(
            [
                s
                for s in (I, I, HE, SHE, TOM, THEY, YOU)
                if s.english != who.english and s != who
            ]
        )
        if self.chance(0.2):
            return (
                *Clause(
                    YOU if who is not YOU else I, p, self.pick(("can", "could", "will"))
                ).question(),
                "?",
            )
        return Clause(
            subject,
            p,
            self.pick(("past", "past", "will", "can", "have to", "want to", "must")),
        ).main()

    def giving_to(self):
        """Give it to me, he sold the car to her."""
        if self.chance(0.1):
            return self.saying_to()
        verb = self.pick([v for v in VERBS if v.frame == "g" and v.base != "wish"])
        subject = self.pick((I, I, HE, SHE, TOM, WE, THEY, YOU, self.name()))
        who = self.pick(
            [
                s
                for s in (I, I, YOU, HE, SHE, WE, THEY, TOM, self.person())
                if s != subject
                and s.english != subject.english
                and not s.without
                and not s.behind
            ]
        )
        if self.chance(0.5):
            thing = self.pick((IT, IT, THIS, THAT, THEY))
        else:
            kind = self.pick(verb.kinds)
            noun = self.pick(NOUNS.get(kind) or [BY_NAME[kind]])
            thing = self.noun_phrase(
                noun, words=self.pick(("the", "my", "your", "this")), plural=False
            )
        if thing.light:
            p = Predicate(verb, f"{thing.object} to {who.object}")
            if thing in (THIS, THAT):  # gib mir das, but: gib es mir
                p = replace(p, light=join(who.dat, thing.acc))
            elif who.light:
                p = replace(p, light=join(thing.acc, who.dat))
            else:
                p = replace(p, light=thing.acc, definite=who.dat)
        else:
            p = Predicate(verb, f"{thing.object} to {who.object}", definite=thing.acc)
            p = (
                replace(p, light=who.dat)
                if who.light
                else replace(p, definite=join(who.dat, thing.acc))
            )
        if self.chance(0.4) and who is not YOU:
            return (*Clause(YOU, p, negated=self.chance(0.1)).command(), "!")
        return Clause(
            subject, p, self.pick(("past", "past", "will", "can", "want to", "have to"))
        ).main()

    def saying_to(self):
        """Do not say that to Tom."""
        who = self.pick((I, I, HE, SHE, WE, THEY, TOM, self.name()))
        thing = self.pick((IT, THIS, THAT, THAT))
        light = (who.dat, thing.acc) if thing is not IT else (thing.acc, who.dat)
        p = Predicate(SAY, f"{thing.object} to {who.object}", light=join(*light))
        if self.chance(0.4):
            return (*Clause(YOU, p, negated=self.chance(0.5)).command(), "!")
        subject = self.pick(
            [s for s in (YOU, HE, SHE, TOM) if s.english != who.english]
        )
        return Clause(subject, p, self.pick(("past", "past", "will", "can"))).main()

    def telling_about(self):
        """Tell me about it, thanks for the book."""
        who = self.pick((I, I, HE, SHE, WE, THEY, TOM))
        what = self.pick(
            (
                IT,
                THAT,
                self.thing(),
                self.person(),
                self.noun_phrase(
                    self.pick(NOUNS["idea"]),
                    words=self.pick(("your", "the", "my")),
                    plural=False,
                ),
            )
        )
        if what.without or what.behind:
            what = IT
        von = "davon" if what in (IT, THAT) else contract("von", what.dat)
        draw = self.random.random()
        if draw < 0.5:
            p = Predicate(
                TELL,
                f"{who.object} about {what.object}",
                ERZAEHLEN,
                light=who.dat,
                rest=von,
            )
            if draw < 0.25:
                return (*Clause(YOU, p, negated=self.chance(0.15)).command(), "!")
            subject = self.pick(
                [s for s in (I, YOU, HE, SHE, TOM) if s.english != who.english]
            )
            return Clause(
                subject, p, self.pick(("past", "will", "must", "want to"))
            ).main()
        noun = self.pick(ANY)
        gift = self.noun_phrase(
            noun,
            words=self.pick(("the", "your")),
            plural=noun.counted and self.chance(0.25),
        )
        if draw < 0.8:
            word, german = self.pick(
                (("thanks", "danke"), ("thank you", "danke"), ("thanks", "danke"))
            )
            if self.chance(0.3):
                clause = self.clause(YOU, "past", 0, True)
                return (
                    f"{word} for {replace(clause, adverb=NONE, time=NONE).doing()}",
                    f"danke {replace(clause, tense='perfect', adverb=NONE, time=NONE).subordinate('', 'dass')[1]}",
                )
            if self.chance(0.3):  # thanks for that: danke dafür
                it, es = self.pick(THANKED_FOR)
                return f"{word} for {it}", f"{german} {es}", "."
            return f"{word} for {gift.object}", f"{german} für {gift.acc}", "!"
        word, german = self.pick((("how", "wie wäre es"), ("what", "was ist")))
        return f"{word} about {gift.object}", f"{german} mit {gift.dat}", "?"

    # ---- having none, and enough -----------------------------------------------------

    def for_him(self):
        """He bought me a car: er hat mir ein Auto gekauft; I gave him a call."""
        subject = self.pick((I, I, HE, SHE, TOM, WE, THEY, YOU, self.name()))
        who = self.another(subject, (I, I, YOU, HE, SHE, WE, THEY, TOM))
        tense = self.pick(
            ("past", "past", "will", "can", "will", "want to", "going to")
        )
        if self.chance(0.3):
            what, german, case = self.pick(GIVEN)
            p = self.object_of(Predicate(GIVE, german_verb=german), who, case)
            p = replace(p, english=f"{p.english} {what}")
        else:
            verb, german, kinds = self.pick(MADE_FOR)
            noun = self.pick(NOUNS[self.pick(kinds)])
            word = "a" if noun.counted else "some*"
            thing = self.noun_phrase(noun, words=word, plural=False)
            p = self.object_of(Predicate(verb, german_verb=german), who, "dat")
            first = p.definite
            p = self.object_of(replace(p, definite=""), thing)
            p = replace(p, definite=join(first, p.definite))
        if who is not YOU and self.chance(0.35):
            return (*Clause(YOU, p).command(), "!")
        return Clause(subject, p, tense).main()

    def calling(self):
        """Call me Tom: nenn mich Tom; she called him stupid."""
        subject = self.pick((HE, SHE, TOM, WE, THEY, YOU, I, EVERYBODY))
        who = self.another(subject, (I, I, YOU, HE, SHE, THEY))
        draw = self.random.random()
        name = self.name()
        english, german = name.english, name.nom
        if draw < 0.3:
            english = self.pick(("stupid", "lazy", "selfish", "crazy", "fat"))
            german = ADJECTIVES[english][0]
        elif draw < 0.5 and who is not THEY:
            noun = self.pick([BY_NAME[n] for n in ("liar", "coward", "fool", "idiot")])
            phrase = spell(noun, "a")
            english, german = phrase.english, phrase.acc
        p = Predicate(
            CALL, f"{who.object} {english}", NENNEN, light=who.acc, rest=german
        )
        if draw > 0.5 and who is not YOU and self.chance(0.6):
            return (*Clause(YOU, p, negated=self.chance(0.15)).command(), "!")
        if draw > 0.8:
            can = Clause(I, replace(p, english=f"you {english}", light="dich"), "can")
            return (*can.question(), "?")
        return Clause(subject, p, self.pick(("past", "past", "present", "can"))).main()

    def having_left(self):
        """There is no water left: es gibt kein Wasser mehr."""
        noun = self.pick(
            [*MASS, *MASS, *NOUNS["food"], BY_NAME["money"], BY_NAME["time"]]
        )
        plural = noun.counted
        kein = spell(noun, "no", plural=plural)
        mehr = f"{kein.acc} mehr"
        if self.chance(0.5):
            are = "are" if plural else "is"
            if self.chance(0.25):
                e = f"{are} there any {spell(noun, '', plural=plural).english} left"
                are = "sind" if plural else "ist"
                return e, f"{are} noch {spell(noun, '', plural=plural).nom} da", "?"
            return f"there {are} {kein.english} left", f"es gibt {mehr}"
        subject = self.pick((I, I, HE, SHE, TOM, WE, WE, THEY, YOU))
        p = Predicate(HAVE, f"{kein.english} left", indefinite=mehr)
        return Clause(subject, p, self.pick(("present", "present", "past"))).main()

    def having_no(self):
        draw = self.random.random()
        subject = self.pick((I, I, I, HE, SHE, TOM, WE, WE, THEY, YOU, self.name()))
        if draw < 0.3:
            noun = self.pick(
                [*MASS, BY_NAME["money"], BY_NAME["time"], BY_NAME["paper"]]
            )
            kein = spell(noun, "no").acc
            p = Predicate(
                BE,
                f"out of {noun.english}",
                HAVE,
                indefinite=f"{kein} mehr",
                negated=f"{kein} mehr",
            )
            return Clause(subject, p, self.pick(("present", "present", "past"))).main()
        if draw < 0.75:
            verb = self.pick(
                (
                    HAVE,
                    HAVE,
                    HAVE,
                    SEE,
                    named("need"),
                    WANT,
                    named("find"),
                    named("know"),
                )
            )
            noun = self.pick(ANY)
            if verb.base == "know":
                noun = self.pick(PERSONS)
            phrase = spell(noun, "no", "", noun.counted and self.chance(0.4))
            p = Predicate(verb, phrase.english, indefinite=phrase.acc)
            return Clause(subject, p, self.pick(("present", "present", "past"))).main()
        if draw < 0.82:
            noun = self.pick([*MASS, BY_NAME["money"], BY_NAME["time"]])
            p = Predicate(RUN, f"out of {noun.english}")
            e = Clause(subject, p, "past").main()[0]
            return e, f"{subject.dat} ging {spell(noun, 'the').nom} aus"
        english, german = self.pick(TO_EAT)
        to = f"zu {german}"
        some, etwas = self.pick(
            (
                ("something", "etwas"),
                ("nothing", "nichts"),
                ("a lot", "viel"),
                ("enough", "genug"),
                ("nothing", "nichts"),
            )
        )
        verb = (
            self.pick((HAVE, HAVE, named("need"), WANT))
            if some == "something"
            else HAVE
        )
        if self.chance(0.2):
            e, g = Clause(
                YOU, Predicate(HAVE, f"anything to {english}", rest="etwas")
            ).question()
            return e, f"{g} {to}", "?"
        if some == "nothing" and self.chance(0.2):
            return f"there is nothing to {english}", f"es gibt nichts {to}"
        e, g = Clause(
            subject, Predicate(verb, f"{some} to {english}", rest=etwas)
        ).main()
        return e, f"{g} {to}"

    def hurting(self):
        """My head hurts: mir tut der Kopf weh; it works."""
        if self.chance(0.4):
            english, german = self.pick(WHOSE_BODY)
            gender = {
                "Kopf": "m",
                "Rücken": "m",
                "Arm": "m",
                "Fuß": "m",
                "Zahn": "m",
                "Bein": "n",
                "Knie": "n",
                "Hand": "f",
            }.get(german, "pl")
            word, who = self.pick(
                (("my", "mir"), ("my", "mir"), ("your", "dir"), ("his", "ihm"))
            )
            person = WIR if gender == "pl" else ER
            body = Nominal(f"{word} {english}", "", "", "", person)
            clause = Clause(body, Predicate(named("hurt")))
            tut = "tun" if gender == "pl" else "tut"
            said = f"{ {'m': 'der', 'n': 'das'}.get(gender, 'die') } {german}"
            if word == "your" and self.chance(0.6):
                return clause.question()[0], f"{tut} dir {said} weh", "?"
            still, noch = self.pick(STILL)
            e = replace(clause, adverb=Adverb(still, "", middle=True)).main()[0]
            return e, join(who, tut, said, noch, "weh")
        subject = self.pick(
            (
                IT,
                IT,
                THIS,
                THAT,
                self.noun_phrase(
                    self.pick(NOUNS["thing"]),
                    words=self.pick(("the", "my", "this", "your")),
                    plural=False,
                ),
            )
        )
        english, german = self.pick(THING_DOES)
        p = Predicate(english, german_verb=german)
        clause = Clause(
            subject,
            p,
            self.pick(("present", "present", "past", "will", "can")),
            self.chance(0.25),
        )
        if clause.predicate.verb.base == "happen":
            clause = replace(clause, subject=self.pick((IT, THAT, THIS)))
        if self.chance(0.25) and not clause.negated:
            return (*clause.question(), "?")
        adverbs = (
            NONE,
            NONE,
            NONE,
            Adverb("now", "jetzt"),
            Adverb("always", "immer", middle=True),
            Adverb("never", "nie", middle=True),
        )
        return replace(
            clause, adverb=NONE if clause.negated else self.pick(adverbs)
        ).main()

    def fun(self):
        """It is fun, it was fine, Tom will be fine."""
        draw = self.random.random()
        if draw < 0.5:
            subject = self.pick(
                (
                    IT,
                    IT,
                    THIS,
                    THAT,
                    self.noun_phrase(
                        BY_NAME[self.pick(("game", "job", "trip", "party", "class"))],
                        words=self.pick(("the", "my", "this")),
                        plural=False,
                    ),
                )
            )
            word, german = self.pick(
                (
                    ("fun", ""),
                    ("fun", ""),
                    ("really fun", "wirklich"),
                    ("so much fun", "so viel"),
                    ("a lot of fun", "viel"),
                )
            )
            negated = "keinen Spaß" if not german else ""
            p = Predicate(
                BE, word, MACHEN, indefinite=join(german, "Spaß"), negated=negated
            )
            no = self.chance(0.2) and not german
            clause = Clause(
                subject, p, self.pick(("present", "past", "past", "will", "would")), no
            )
        else:
            subject = self.pick((IT, THIS, THAT, IT))
            word = self.pick(("fine", "okay", "ok", "all right"))
            german = "in Ordnung"
            clause = Clause(
                subject,
                Predicate(BE, word, rest=german),
                self.pick(("present", "present", "past", "will")),
                self.chance(0.2),
            )
            if draw < 0.75:
                who = self.pick((I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
                e = Clause(
                    who,
                    Predicate(BE, self.pick(("fine", "fine", "all right"))),
                    "will",
                ).main()[0]
                return e, f"es wird {who.dat} gut gehen"
        if self.chance(0.25) and not clause.negated:
            return (*clause.question(), "?")
        return clause.main()

    def nation(self):
        english, man, woman = self.pick(NATIONS)
        subject = self.pick((I, YOU, HE, SHE, TOM, self.name(), WE, THEY))
        if english.endswith("an") and subject.person != WIR and self.chance(0.3):
            english = f"{'an' if english == 'american' else 'a'} {english}"
        is_woman = subject.english in WOMEN
        word = woman if is_woman else man
        kein = "keine" if is_woman else "kein"
        denied = f"{kein} {word}"
        if subject.person == WIR:
            word = {"Deutscher": "Deutsche", "Franzose": "Franzosen"}.get(man, man)
            denied = "keine Deutschen" if word == "Deutsche" else f"keine {word}"
        p = Predicate(BE, english, indefinite=word, negated=denied)
        clause = Clause(subject, p, "present", self.chance(0.2))
        if self.chance(0.3) and not clause.negated:
            return (*clause.question(), "?")
        return clause.main()
