"""Constructions of where, how far, how long and how warm it is, and of what there is."""

from lernformer.translator.corpus.everyday.being import Being
from lernformer.translator.corpus.everyday.choices import (
    GET,
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
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.phrases import NEVER_BARE
from lernformer.translator.corpus.everyday.spelling import spell
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


class Placing(Being):
    """Draws sentences about places, measures, the time and the weather."""

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
