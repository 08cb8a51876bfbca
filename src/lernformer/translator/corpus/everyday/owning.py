"""Constructions with owners, with *myself* and its like, and with *else*."""

from lernformer.translator.corpus.everyday.choices import QUALITIES_OF_IT, STATIVE
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
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.minding import Minding
from lernformer.translator.corpus.everyday.nouns import NOUNS, determiner
from lernformer.translator.corpus.everyday.phrases import MY
from lernformer.translator.corpus.everyday.tables import rows
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    ER,
    IHR,
    VERBS,
    WIR,
    Verb,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    MARY,
    SELVES,
    TOM,
    idiom,
)

BELONG = verb_from("belong = gehören gehört i")
# of these one has several
ONE_OF_SEVERAL = ("book", "song", "picture", "dog", "cat", "car", "shirt", "letter")
# everybody has one of these: we shake our heads
ONE_EACH = ("mind", "face", "head", "mouth", "hand", "job")
POSSESSORS = (I, I, I, YOU, YOU, HE, SHE, WE, THEY)
DO = next(v for v in VERBS if v.base == "do")
# English, nominative, accusative and dative, and the person it agrees with
ELSE = [
    Nominal("somebody else", "jemand anderes", "jemand anderen", "jemand anderem"),
    Nominal("nobody else", "niemand sonst", "niemanden sonst", "niemandem sonst"),
    Nominal(
        *("everybody else", "alle anderen", "alle anderen", "allen anderen", WIR),
        english_person=ER,
    ),
    Nominal("something else", "etwas anderes", "etwas anderes", "etwas anderem"),
    Nominal("nothing else", "sonst nichts", "sonst nichts", "sonst nichts"),
]


def _own(row: str) -> tuple[Verb, str, Verb, str, str]:
    parts = (part.strip().removesuffix("-") for part in row.split(" | "))
    base, particle, english, verb, gender, german = parts
    known = (v for v in VERBS if v.base == base.split()[0] and v.particle == particle)
    found = next(known, None) or verb_from(f"{base} = {verb} i")
    return replace(found, particle=particle), english, idiom(verb), gender, german


OWN = [_own(row) for row in rows("own")]


PARTS = [
    ("one of us", "einer von uns", "einen von uns", "einem von uns", ER),
    ("one of them", "einer von ihnen", "einen von ihnen", "einem von ihnen", ER),
    ("one of you", "einer von euch", "einen von euch", "einem von euch", ER),
    ("some of us", "einige von uns", "einige von uns", "einigen von uns", WIR),
    ("some of them", "einige von ihnen", "einige von ihnen", "einigen von ihnen", WIR),
    ("all of them", "sie alle", "sie alle", "ihnen allen", WIR),
    ("both of us", "wir beide", "uns beide", "uns beiden", WIR),
    ("both of you", "ihr beide", "euch beide", "euch beiden", IHR),
    ("all of you", "ihr alle", "euch alle", "euch allen", IHR),
    ("two of us", "zwei von uns", "zwei von uns", "zwei von uns", WIR),
]  # fmt: skip
ALL_OF_IT = [
    Nominal(english, "alles", "alles", "allem")
    for english in ("it all", "all of it", "all that", "all this")
]
ALL_OF_US = [
    Nominal(english, german, german, "")
    for english, german in (
        *(("them all", "sie alle"), ("all of them", "sie alle")),
        *(("you all", "euch alle"), ("us all", "uns alle"), ("all of us", "uns alle")),
    )
]
OF_SOME = [
    Nominal(
        *(e, n, a, d, person),
        reflexive="" if n.startswith(("wir", "ihr")) else "sich",
        behind=True,
    )
    for e, n, a, d, person in PARTS
]


# what one only does: ich scherze nur
ONLY_DONE = ("joke", "ask", "dream", "wait", "try", "guess", "listen", "read", "rest")
# stop by, go by: with "by" it is another verb
BY_SOMETHING = ("stop", "go", "come", "drive", "fly", "travel", "swear", "pass")


class Owning(Minding):
    """Draws sentences about possessions."""

    def own(self):
        """I changed my mind: ich habe meine Meinung geändert; close your eyes."""
        verb, english, german, gender, what = self.pick(OWN)
        subject = self.pick((*POSSESSORS, TOM, MARY))
        if english in ONE_EACH and subject.person == WIR:
            subject = I
        my = MY[subject.english]
        if what.startswith("{}"):
            what = what.replace("{}", determiner(my, "acc", gender))
        object = f"{my} {english}"
        dressed = verb.base in ("put", "take") and verb.particle
        if dressed and self.chance(0.3):
            verb, object = replace(verb, particle=""), f"{object} {verb.particle}"
        of_it = what.startswith(("mit ", "in ", "auf "))  # nicht mit den Schultern
        p = Predicate(verb, object, german, **{"rest" if of_it else "definite": what})
        if subject is YOU and self.chance(0.6):
            e, g = Clause(YOU, p, negated=self.chance(0.2)).command()
            if self.chance(0.2):
                return f"please {e}", f"bitte {g}", "!"
            return e, g, "!"
        clause = Clause(subject, p, self.tense(), self.chance(0.12))
        return (*clause.question(), "?") if self.chance(0.15) else clause.main()

    def one_of(self) -> Nominal:
        """One of my friends: einer meiner Freunde."""
        kind = self.pick(("person", "person", "person", "idea"))
        noun = self.pick([n for n in NOUNS[kind] if n.counted])
        if self.chance(0.2):
            noun = BY_NAME[self.pick(ONE_OF_SEVERAL)]
        word = self.pick(("my", "my", "his", "her", "our", "your", "the", "these"))
        of = join(determiner(word, "gen", "pl"), noun.form("gen", True))
        one = {"m": ("einer", "einen", "einem"), "f": ("eine", "eine", "einer")}.get(
            noun.gender, ("eines", "eines", "einem")
        )
        nom, acc, dat = (f"{form} {of}" for form in one)
        english = f"one of {word} {noun.english_plural}"
        return Nominal(english, nom, acc, dat, behind=True)

    def one_of_them(self):
        """One of my friends is ill, he is one of my friends."""
        one = self.one_of()
        draw = self.random.random()
        tense = self.pick(("present", "present", "past"))
        if draw < 0.4:
            # she may be one of my things, but none of my cousins
            subject = self.pick((HE, TOM, THIS, THAT, IT))
            p = Predicate(BE, one.english, rest=one.nom)
            return Clause(subject, p, tense).main()
        english, german = self.place() if self.chance(0.3) else self.pick_quality()
        return Clause(one, Predicate(BE, english, rest=german), tense).main()

    def oneself(self):
        """I did it myself: ich habe es selbst gemacht; he lives by himself."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM))
        self_ = SELVES[subject.english]
        if self.chance(0.25):
            verb = self.pick(
                [
                    v
                    for v in VERBS
                    if v.frame in ("i", "im", "il")
                    and not v.particle
                    and v.base not in BY_SOMETHING
                ]
            )
            tense = self.tense()
            alone = self.pick((f"by {self_}", f"on {MY[subject.english]} own"))
            alone = Adverb(alone, "allein", behind=True)
            return Clause(subject, Predicate(verb), tense, adverb=alone).main()
        if self.chance(0.4):
            thing = self.pick((IT, IT, THAT, THIS))
            p = Predicate(DO, thing.object, light=thing.acc)
        else:
            p = self.predicate(subject)
            while (
                p.rest
                or p.negated
                or p.says.reflexive
                or p.says.to_self
                or p.verb.base in ("escape", "get", "do", "help")
            ):
                p = self.predicate(subject)
        selbst = Adverb(self_, "selbst", behind=True)
        if self.chance(0.2) and p.verb.base not in STATIVE:
            selbst = Adverb(SELVES["you"], "selbst", behind=True)
            return (*Clause(YOU, p, adverb=selbst).command(), "!")
        tense = self.pick(
            ("past", "can", "will", "must", "want to", "have to", "present")
        )
        return Clause(subject, p, tense, adverb=selbst).main()

    def else_(self):
        """Nobody else knows it, I want something else."""
        draw = self.random.random()
        if draw < 0.35:
            subject = self.pick(ELSE[:3])
            clause = replace(self.clause(subject, negated=0), adverb=NONE, time=NONE)
            while clause.negated:
                clause = replace(
                    self.clause(subject, negated=0), adverb=NONE, time=NONE
                )
            return clause.main()
        if draw < 0.5:
            english, german = self.pick_quality()
            p = Predicate(BE, english, rest=german)
            return Clause(self.pick(ELSE[:3]), p, self.pick(("present", "past"))).main()
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM))
        tense = self.pick(("present", "past", "can", "will", "want to"))
        if draw < 0.7:
            verbs = [v for v in VERBS if v.frame == "a" and not v.particle]
            kind, found = self.pick((("person", ELSE[:3]), ("thing", ELSE[3:])))
            verb = self.pick([v for v in verbs if kind in v.kinds and not v.to_self])
            thing = self.pick(found)
            p = Predicate(verb, thing.object, rest=thing.acc)
            return Clause(subject, p, tense).main()
        asked = self.pick((("what", "was"), ("what", "was"), ("who", "wen")))
        kind = "thing" if asked[0] == "what" else "person"
        verbs = [v for v in VERBS if v.frame == "a" and kind in v.kinds]
        verb = self.pick([*(v for v in verbs if not v.particle), *[DO] * 9])
        verb = (
            self.pick([v for v in verbs if not v.particle])
            if kind == "person"
            else verb
        )
        noch = Adverb("", "sonst noch")
        clause = Clause(subject, Predicate(verb), tense, adverb=noch)
        return (*clause.question(f"{asked[0]} else", asked[1]), "?")

    def only_that(self):
        """It is just a joke: es ist nur ein Witz; I am just tired; I just need time."""
        if self.chance(0.4):
            return self.only_so()
        subject = self.pick((IT, IT, THAT, THIS))
        noun = self.pick(NOUNS[self.pick(("idea", "thing", "animal"))])
        if self.chance(0.4):
            subject, noun = self.pick((I, HE, YOU, TOM)), self.pick(NOUNS["role"])
            while noun.gender == "f":
                noun = self.pick(NOUNS["role"])
        while not noun.counted:
            noun = self.pick(NOUNS["idea"])
        phrase = self.noun_phrase(noun, words="a", plural=False)
        word = self.pick(("just", "just", "only"))
        p = Predicate(BE, f"{word} {phrase.english}", rest=f"nur {phrase.nom}")
        return Clause(subject, p, self.pick(("present", "present", "past"))).main()

    def only_so(self):
        """I am just tired: ich bin einfach nur müde; I am only joking."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM))
        word, draw = self.pick(("just", "just", "only")), self.random.random()
        if draw < 0.5:
            english, german = self.pick_quality(degree=0)
            nur = "einfach nur" if word == "just" else "nur"
            if word == "just" and self.chance(
                0.3
            ):  # it is just not fair, just too late
                subject = self.pick((subject, IT, THAT))
                so, nur = self.pick((("not", "nicht"), ("too", "zu"), ("so", "so")))
                english, nur = f"{so} {english}", f"einfach {nur}"
            p = Predicate(BE, f"{word} {english}", rest=f"{nur} {german}")
            return Clause(subject, p, self.pick(("present", "present", "past"))).main()
        if draw < 0.75:
            verb = self.pick(
                [v for v in VERBS if v.base in ONLY_DONE and not v.particle]
            )
            p = Predicate(BE, f"{word} {verb.doing}")
            tense = self.pick(("present", "present", "past"))
            only = Clause(subject, Predicate(verb, rest="nur"), tense)
            return Clause(subject, p, tense).main()[0], only.main()[1]
        need = self.pick(
            [v for v in VERBS if v.base in ("need", "want") and not v.particle]
        )
        noun = self.pick(
            [n for kind in ("thing", "idea") for n in NOUNS[kind] if n.counted]
        )
        phrase = self.noun_phrase(noun, words="a", plural=False)
        p = Predicate(need, phrase.object, rest=f"nur {phrase.acc}")
        only = Adverb(word, middle=True)
        return Clause(subject, p, self.pick(("present", "past")), adverb=only).main()

    # ---- all, both and some ------------------------------------------------------

    def floating(self):
        """We all know it, they are both tired."""
        subject = self.pick((WE, WE, THEY, THEY, WE))
        word, wort = self.pick((("all", "alle"), ("both", "beide")))
        adverb = Adverb(word, wort, middle=True)
        if self.chance(0.4):
            english, german = self.pick_quality()
            p = Predicate(BE, english, rest=german)
            return Clause(
                subject, p, self.pick(("present", "past")), adverb=adverb
            ).main()
        tense = self.pick(
            ("present", "past", "can", "will", "must", "have to", "want to")
        )
        clause = replace(self.clause(subject, tense, 0), time=NONE)
        while clause.negated:  # of anybody
            clause = replace(self.clause(subject, tense, 0), time=NONE)
        p = clause.predicate  # alle comes before all but pronouns
        said = replace(p, light=join(p.light, wort))
        e = replace(clause, adverb=replace(adverb, german="")).main()[0]
        return e, replace(clause, predicate=said, adverb=NONE).main()[1]

    def part_of(self):
        """One of us, some of them."""
        subject = self.pick(OF_SOME)
        if self.chance(0.3):
            english, german = self.pick_quality()
            p = Predicate(BE, english, rest=german)
            return Clause(subject, p, self.pick(("present", "past"))).main()
        if self.chance(0.3):
            return Clause(subject, self.pick_state(), "present").main()
        return replace(self.clause(subject, "", 0), adverb=NONE).main()

    def pick_state(self) -> Predicate:
        english, german = self.place()
        return Predicate(BE, english, rest=german)

    def all_of_it(self):
        """I know them all, it was all true, only Tom came."""
        draw = self.random.random()
        if draw < 0.3:
            english, german = self.pick_quality(QUALITIES_OF_IT)
            while english.endswith("right"):  # all right: in Ordnung
                english, german = self.pick_quality(QUALITIES_OF_IT)
            p = Predicate(BE, f"all {english}", rest=f"alles {german}")
            return Clause(
                self.pick((IT, THAT)), p, self.pick(("past", "present"))
            ).main()
        if draw < 0.5:
            who = self.pick((TOM, I, YOU, HE, SHE, self.name(), self.person(True)))
            only = replace(
                who, english=f"only {who.english}", nom=f"nur {who.nom}", light=False
            )
            clause = self.clause(only, self.pick(("past", "can", "present")), 0, True)
            return replace(clause, adverb=NONE, time=NONE).main()
        subject = self.pick((I, I, YOU, HE, SHE, WE, TOM))
        verbs = [v for v in VERBS if v.frame == "a" and not (v.particle or v.to_self)]
        kind, chosen = self.pick((("person", ALL_OF_US), ("thing", ALL_OF_IT)))
        verb = self.pick([v for v in verbs if kind in v.kinds])
        whom = self.pick(chosen)
        while whom.english.split()[-1] == subject.object:
            whom = self.pick(ALL_OF_IT)
        p = Predicate(verb, whom.object, definite=whom.acc)
        tense = self.pick(("present", "past", "past", "will", "can", "want to"))
        return Clause(subject, p, tense).main()
