"""Constructions of what one gets, puts, gives and tells, has, feels and is called."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.choices import (
    SEE,
    WANT,
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
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.relating import Relating
from lernformer.translator.corpus.everyday.spelling import spell
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
    HAVE,
    PERSONS,
    TOM,
    WOMEN,
    idiom,
)

MASS = [n for kind in ("food", "drink") for n in NOUNS[kind] if not n.counted]
ANY = [n for kind in ("thing", "person", "animal", "idea") for n in NOUNS[kind]]
BRINGEN, FAHREN = idiom("bringen gebracht"), idiom("fahren fährst fährt gefahren")
WEH_TUN = idiom("weh|tun tust tut wehgetan")


def named(base: str, particle: str = "") -> Verb:
    return next(v for v in VERBS if v.base == base and v.particle == particle)


MAKE, TAKE, BRING, DRIVE = (named(base) for base in ("make", "take", "bring", "drive"))
HELP, TELL, WORK, BREAK = (named(base) for base in ("help", "tell", "work", "break"))
HURT, STOP, RUN = (named(base) for base in ("hurt", "stop", "run"))
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

    def giving_to(self):
        """Give it to me, he sold the car to her."""
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
