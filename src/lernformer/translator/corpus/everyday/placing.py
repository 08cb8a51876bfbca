"""Constructions of where, how far, how long and how warm it is, and of what there is."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.being import Being
from lernformer.translator.corpus.everyday.choices import (
    GET,
    MEASURES,
    RAIN,
    SNOW,
    WEATHER,
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
from lernformer.translator.corpus.everyday.phrases import NEVER_BARE
from lernformer.translator.corpus.everyday.spelling import contract, spell
from lernformer.translator.corpus.everyday.verbs import BE, ER, WIR, verb_from
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    TOM,
)

GETTING = [
    *(("better", "besser"), ("worse", "schlimmer"), ("worse", "schlimmer")),
    *(("colder", "kälter"), ("warmer", "wärmer"), ("easier", "leichter")),
]
NUMBERS = {
    "two": "zwei", "three": "drei", "four": "vier", "five": "fünf", "six": "sechs",
    "seven": "sieben", "eight": "acht", "nine": "neun", "ten": "zehn",
    "twenty": "zwanzig", "thirty": "dreißig",
}  # fmt: skip
# up to ten: halb drei is half past two
FROM_HALF = [*zip(NUMBERS, [*NUMBERS.values()][1:9], strict=False)]
HALVES = [
    *(("half past", "halb"), ("half past", "halb"), ("ten to", "zehn vor")),
    *(("a quarter past", "Viertel nach"), ("a quarter to", "Viertel vor")),
    *(("five past", "fünf nach"), ("ten past", "zehn nach"), ("five to", "fünf vor")),
]
TAKE = verb_from("take took taken = dauern i")
LAST = verb_from("last = dauern i")
HOW_LONG = [
    ("long", "lange"), ("too long", "zu lange"), ("so long", "so lange"),
    ("a long time", "lange"), ("all day", "den ganzen Tag"), ("years", "Jahre"),
    ("a week", "eine Woche"), ("a minute", "eine Minute"), ("an hour", "eine Stunde"),
]  # fmt: skip
UNITS = [
    ("minutes", "Minuten"), ("hours", "Stunden"), ("days", "Tage"), ("weeks", "Wochen"),
    ("months", "Monate"), ("years", "Jahre"), ("hours", "Stunden"),
]  # fmt: skip
SIT = verb_from("sit sat sat = setzen! i")
# where one sits down
SEATS = [
    ("here", "hierhin"), ("there", "dorthin"),
    ("on the bed", "auf das Bett"), ("in the car", "ins Auto"), ("down", ""),
    ("at the table", "an den Tisch"), ("outside", "nach draußen"), ("down", ""),
]  # fmt: skip


class Placing(Being):
    """Draws sentences about places, measures, the time and the weather."""

    def sitting(self):
        """Sit down, sit here: setz dich hierhin."""
        if self.chance(0.35):
            who = self.pick((I, I, HE, SHE, WE, THEY, TOM, self.person(True)))
            near, german = self.pick((("with", "zu"), ("next to", "neben")))
            case = who.dat if german == "zu" else who.acc
            english, where = f"{near} {who.object}", contract(german, case)
        else:
            english, where = self.pick(SEATS)
        p = Predicate(SIT, english, rest=where)
        clause = Clause(YOU, p)
        if self.chance(0.6):
            e, g = replace(clause, negated=self.chance(0.1)).command()
            draw = self.random.random()
            if draw < 0.25:
                return f"please {e}", f"bitte {g}", "!"
            return (f"{e} please", f"{g} , bitte", "!") if draw < 0.35 else (e, g, "!")
        if self.chance(0.3) and not {"me", "us"} & {*english.split()}:
            tense = self.pick(("can", "may"))
            return (*replace(clause, subject=I, tense=tense).question(), "?")
        me = {"me", "us"} & {*english.split()}
        subject = self.pick((HE, SHE, TOM, YOU) if me else (I, HE, SHE, TOM, WE))
        if subject.english in english.split() or subject.object in english.split():
            subject = YOU
        if not me:  # of "he will sit here" nobody knows whether he sits down
            clause = Clause(YOU, Predicate(SIT, "down"))
        tense = self.pick(("past", "past", "can", "will", "must"))
        return replace(clause, subject=subject, tense=tense).main()

    def lasting(self):
        """It took three hours: es hat drei Stunden gedauert; how long does it take."""
        verb = self.pick((TAKE, TAKE, LAST))
        subject = self.pick((IT, IT, IT, THAT, THIS))
        tense = self.pick(("present", "past", "past", "will", "can", "might"))
        if verb is LAST and self.chance(0.5):
            lasts = [
                BY_NAME[n] for n in ("movie", "game", "party", "trip", "war", "rain")
            ]
            subject = self.noun_phrase(self.pick(lasts), words="the", plural=False)
        if self.chance(0.25):
            clause = Clause(subject, Predicate(verb), tense)
            return (*clause.question("how long", "wie lange"), "?")
        english, german = self.pick(HOW_LONG)
        if self.chance(0.4):
            (number, zahl), (unit, einheit) = (
                self.pick(list(NUMBERS.items())),
                self.pick(UNITS),
            )
            english, german = f"{number} {unit}", f"{zahl} {einheit}"
            if verb is LAST and self.chance(0.5):
                english = f"for {english}"
        if verb is LAST and english == "a long time":
            english = "long"
        p = Predicate(verb, english, rest=german)
        no = self.chance(0.25) and german.endswith("lange")
        return Clause(subject, p, tense, no).main()

    def clock(self):
        """It is ten o'clock, he comes at six, tom is thirty years old."""
        number, zahl = self.pick(list(NUMBERS.items()))
        draw = self.random.random()
        if draw < 0.4:
            subject = self.pick((I, YOU, HE, SHE, TOM, WE, THEY, self.name()))
            old, alt = self.pick((("", ""), *[(" years old", " Jahre alt")] * 2))
            p = Predicate(BE, f"{number}{old}", rest=f"{zahl}{alt}")
            tense = self.pick(("present", "present", "past", "will"))
            clause = Clause(subject, p, tense, self.chance(0.1))
            if tense == "will":  # i will be ten: ich werde zehn
                turns = Predicate(GET, rest=p.rest)
                return clause.main()[0], replace(
                    clause, predicate=turns, tense="present"
                ).main()[1]
            return self.said(clause)
        if draw < 0.48 and number not in ("twenty", "thirty"):
            half, halb = self.pick(HALVES)
            if half == "half past":  # half past two: halb drei
                number, zahl = self.pick(FROM_HALF)
            p = Predicate(BE, f"{half} {number}", rest=f"{halb} {zahl}")
            return Clause(IT, p, self.pick(("present", "present", "past"))).main()
        if draw < 0.6 and number not in ("twenty", "thirty"):
            almost, fast = self.pick((("", ""), ("", ""), ("almost", "fast")))
            p = Predicate(
                BE, join(almost, number, "o'clock"), rest=join(fast, zahl, "Uhr")
            )
            return Clause(IT, p, self.pick(("present", "present", "past"))).main()
        while number in ("twenty", "thirty"):
            number, zahl = self.pick(list(NUMBERS.items()))
        at, um = self.pick(
            (
                (f"at {number}", f"um {zahl}"),
                (f"at {number}", f"um {zahl}"),
                (f"at {number} o'clock", f"um {zahl} Uhr"),
                ("at noon", "mittags"),
                ("at midnight", "um Mitternacht"),
            )
        )
        clause = replace(self.clause(negated=0, tense=""), adverb=NONE)
        while clause.negated or clause.tense == "perfect":
            clause = replace(self.clause(negated=0, tense=""), adverb=NONE)
        return replace(clause, time=Adverb(at, um)).main()

    def anybody_here(self):
        """Is there anybody here: ist jemand hier?"""
        english, german = self.pick(
            (("here", "hier"), ("there", "da"), ("home", "zu Hause"))
        )
        word = self.pick(("anybody", "anyone", "somebody"))
        if self.chance(0.5):
            there = "there " * (english != "home" and self.chance(0.6))
            return f"is {there}{word} {english}", f"ist jemand {german}", "?"
        be = self.pick((("is", "ist"), ("is", "ist"), ("was", "war")))
        if self.chance(0.4):
            return f"nobody {be[0]} {english}", f"niemand {be[1]} {german}"
        if english == "home":
            english, german = "here", "hier"
        return f"there {be[0]} nobody {english}", f"es {be[1]} niemand {german}"

    def located(self):
        english, german = self.place()
        subject = self.subject() if self.chance(0.8) else self.thing()
        p = Predicate(BE, english, rest=german)
        clause = self.being(subject, p)
        if clause.tense == "perfect":
            clause = replace(clause, tense="past")
        asks = clause.adverb is NONE and clause.tense not in ("may be", "might")
        return (*clause.question(), "?") if asks and self.chance(0.2) else clause.main()

    def where_is(self):
        subject = self.pick((self.subject(), self.thing(), self.thing()))
        if subject.without:
            subject = self.noun_phrase(
                self.pick(NOUNS["thing"]),
                words=self.pick(("the", "my", "your")),
                plural=self.chance(0.3),
            )
        tense = self.pick(("present", "present", "past"))
        asked = self.pick(
            (("where", "wo"),) * 4 + (("who", "wer"), ("how", "wie"), ("what", "was"))
        )
        if asked[0] == "how":
            subject = self.noun_phrase(
                self.pick(
                    [BY_NAME[n] for n in ("trip", "movie", "game", "food", "job")]
                ),
                words=self.pick(("the", "your")),
                plural=False,
            )
        if asked[0] == "who":
            subject = self.pick(
                (
                    YOU,
                    HE,
                    SHE,
                    THEY,
                    self.noun_phrase(
                        self.pick(NOUNS["person"][:9]),
                        words=self.pick(("this", "that", "the")),
                        plural=False,
                    ),
                )
            )
        if asked[0] == "what":
            subject = self.pick(
                (
                    IT,
                    THIS,
                    THAT,
                    self.noun_phrase(
                        self.pick(NOUNS["idea"]),
                        words=self.pick(("the", "your", "his")),
                        plural=False,
                    ),
                )
            )
        return (*Clause(subject, Predicate(BE), tense).question(*asked), "?")

    def measure(self):
        english, german = self.pick(MEASURES)
        if english in ("how old", "how tall", "how far", "how heavy"):
            subject = self.pick(
                (
                    YOU,
                    HE,
                    SHE,
                    TOM,
                    self.person(),
                    IT,
                    self.noun_phrase(
                        BY_NAME[
                            self.pick(
                                ("house", "car", "dog", "tree", "school", "church")
                            )
                        ],
                        words="the",
                        plural=False,
                    ),
                )
            )
        else:
            subject = self.noun_phrase(self.pick(NOUNS["thing"]), definite=True)
        return (
            *Clause(
                subject, Predicate(BE), self.pick(("present", "present", "past"))
            ).question(english, german),
            "?",
        )

    def there_is(self):
        kind = self.pick(
            ("thing", "idea", "person", "food", "animal", "place", "drink")
        )
        noun = self.pick(NOUNS[kind])
        counted = noun.english_plural != "-"
        plural = counted and self.chance(0.4)
        word = (
            self.pick(("", "many", "two", "three", "no", "some"))
            if plural
            else self.pick(("a", "a", "a", "no"))
            if counted
            else self.pick(("", "no"))
        )
        if noun.english in NEVER_BARE:
            word = "no"
        phrase = spell(noun, word, "", plural)
        subject = Nominal("there", "es", "es", "es", WIR if plural else ER)
        tense = self.pick(("present", "present", "present", "past"))
        verb = verb_from("be = geben gibst gibt gegeben i")
        gibt, gab = ("gibt", "gab")
        no = self.chance(0.2) and bool(phrase.without)
        asks = self.chance(0.2) and not no
        any_ = "any" if not word and (no or (asks and self.chance(0.5))) else ""
        rest_english, rest_german = self.place() if self.chance(0.4) else ("", "")
        p = Predicate(BE, join(any_, phrase.english, rest_english), verb)
        english = Clause(subject, p, tense, no)
        object = phrase.without["acc"] if no and phrase.without else phrase.acc
        left = gibt if tense == "present" else gab
        if rest_german.startswith(("auf ", "unter ", "hinter ", "vor ", "neben ")):
            left, _ = Clause(subject, Predicate(BE), tense)._brackets()
            said = phrase.without["nom"] if no and phrase.without else phrase.nom
            if asks:
                return english.question()[0], join(left, rest_german, said), "?"
            return english.main()[0], join(rest_german, left, said)
        is_adverb = not rest_german.startswith(("in ", "im ", "am ", "auf ", "unter "))
        what = join(rest_german, object) if is_adverb else join(object, rest_german)
        if asks:
            return english.question()[0], join(left, "es", what), "?"
        return english.main()[0], join("es", left, what)

    def weather(self):
        english, german = self.pick(WEATHER)
        if not german:
            verb = {
                "raining": RAIN,
                "snowing": SNOW,
            }[english]
            tense = self.pick(
                (
                    "progressive",
                    "past progressive",
                    "past",
                    "will",
                    "might",
                    "going to",
                    "present",
                )
            )
            clause = self.modified(Clause(IT, Predicate(verb), tense, self.chance(0.1)))
        else:
            degree, sehr = self.pick(
                (
                    ("", ""),
                    ("", ""),
                    ("very", "sehr"),
                    ("so", "so"),
                    ("too", "zu"),
                    ("getting", ""),
                )
            )
            if degree == "getting":
                english, german = self.pick(((english, german), *GETTING))
                tense = "present" if english in ("better", "worse") else "progressive"
                tense = self.pick((tense, "progressive", "past", "will"))
                clause = Clause(IT, Predicate(GET, english, rest=german), tense)
            else:
                place = self.pick(
                    (
                        ("", ""),
                        ("", ""),
                        ("in here", "hier drin"),
                        ("outside", "draußen"),
                        ("here", "hier"),
                        ("today", "heute"),
                        ("tonight", "heute Abend"),
                    )
                )
                clause = Clause(
                    IT,
                    Predicate(
                        BE,
                        join(degree, english, place[0]),
                        rest=join(place[1], sehr, german),
                    ),
                    self.pick(("present", "present", "past")),
                )
                if self.chance(0.2):
                    return (*clause.question(), "?")
                return clause.main()
        return (
            (*clause.question(), "?")
            if self.chance(0.2) and clause.adverb is NONE
            else clause.main()
        )
