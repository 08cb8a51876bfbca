"""Constructions that say where, how far, how long, how warm it is; what there is."""

from lernformer.translator.corpus.everyday.being import Being
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    NONE,
    SHE,
    THAT,
    THEY,
    THIS,
    YOU,
    Clause,
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
)

NUMBERS = {
    "two": "zwei", "three": "drei", "four": "vier", "five": "fünf", "six": "sechs",
    "seven": "sieben", "eight": "acht", "nine": "neun", "ten": "zehn",
    "twenty": "zwanzig", "thirty": "dreißig",
}  # fmt: skip


class Placing(Being):
    """Draws sentences about places, measures, the time and the weather."""

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
