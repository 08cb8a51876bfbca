"""Clauses of everyday English and German: who, what is done, when, and the order.

A ``Predicate`` says what is done in both languages, without person and tense; a
``Clause`` adds these and builds the main clause, the question, the subordinate clause,
the command and the infinitive, each with the order of its language.
"""

from dataclasses import dataclass, replace

from lernformer.translator.corpus.everyday.verbs import (
    BE_ENGLISH,
    DU,
    ER,
    HABEN,
    ICH,
    MODALS,
    SEIN,
    WERDEN,
    WIR,
    WURDE,
    Verb,
)

REFLEXIVE = {ICH: "mich", DU: "dich", ER: "sich", WIR: "uns"}
TO_SELF = {"mich": "mir", "dich": "dir"}
UNDENIED = ("nobody", "somebody", "everybody", "all of us", "both of them")
TENSES = (
    "present",
    "progressive",
    "past",
    "past progressive",
    "perfect",
    "going to",
    "passive",
)


def join(*words: str) -> str:
    return " ".join(word for word in words if word)


@dataclass(frozen=True)
class Nominal:
    """A pronoun, a name or a noun phrase, with all its forms."""

    english: str
    nom: str
    acc: str
    dat: str
    person: int = ER
    english_object: str = ""
    reflexive: str = ""  # where the person does not tell: "sich" of they
    light: bool = False  # stands right behind the finite verb
    behind: bool = False  # behind "nicht": nicht jeden, nicht viele
    without: dict[str, str] | None = None  # its forms with "kein", if it is indefinite

    @property
    def object(self) -> str:
        return self.english_object or self.english

    @property
    def self_(self) -> str:
        return self.reflexive or REFLEXIVE[self.person]

    @property
    def takes_not(self) -> bool:
        """Whether one says of it that it does not: never of nobody, or of everybody."""
        return self.english not in UNDENIED

    def german(self, case: str) -> str:
        return {"nom": self.nom, "acc": self.acc, "dat": self.dat}[case]


def pronoun(
    english: str, forms: str, person: int, object: str = "", reflexive: str = ""
) -> Nominal:
    nom, acc, dat = forms.split()
    return Nominal(english, nom, acc, dat, person, object, reflexive, light=True)


I = pronoun("i", "ich mich mir", ICH, "me")  # noqa: E741 - it is this word
YOU = pronoun("you", "du dich dir", DU)
HE = pronoun("he", "er ihn ihm", ER, "him")
SHE = pronoun("she", "sie sie ihr", ER, "her")
WE = pronoun("we", "wir uns uns", WIR, "us")
THEY = pronoun("they", "sie sie ihnen", WIR, "them", "sich")
IT = pronoun("it", "es es ihm", ER)
THIS = pronoun("this", "das das dem", ER)
THAT = pronoun("that", "das das dem", ER)
WHO = pronoun("who", "wer wen wem", ER)
NOBODY = Nominal("nobody", "niemand", "niemanden", "niemandem", behind=True)
SOMEBODY = Nominal("somebody", "jemand", "jemanden", "jemandem", behind=True)
EVERYBODY = Nominal("everybody", "jeder", "jeden", "jedem", behind=True)


@dataclass(frozen=True)
class Predicate:
    """What is done, in both languages, without person and tense."""

    verb: Verb
    english: str = ""  # behind the verb
    german_verb: Verb | None = None  # if it is not the verb's own
    light: str = ""  # pronouns
    definite: str = ""  # before "nicht"
    indefinite: str = ""  # has "kein" in it when it is negated:
    negated: str = ""
    rest: str = ""  # behind "nicht": places, qualities
    reflexive: bool = False
    to: "Predicate | None" = None  # zu schlafen, at the very end

    @property
    def says(self) -> Verb:
        return self.german_verb or self.verb


@dataclass(frozen=True)
class Adverb:
    """When or how, and where in English it stands: before the verb or at the end."""

    english: str = ""
    german: str = ""
    middle: bool = False
    behind: bool = False  # behind "nicht": gut, schnell, jeden Tag
    last: bool = False  # behind what has "kein" in it, too: keine Zeit mehr
    no: bool = False  # never: it negates


NONE = Adverb()


@dataclass(frozen=True)
class Clause:
    """A predicate with its subject, its tense and whether it is negated."""

    subject: Nominal
    predicate: Predicate
    tense: str = "present"  # one of ``TENSES``, or a modal
    negated: bool = False
    adverb: Adverb = NONE
    time: Adverb = NONE

    # ---- English -------------------------------------------------------------------

    def _verb(self) -> tuple[str, str, str]:
        """(finite form, operator, what is left of the verb when the operator leaves)."""
        verb, person = self.predicate.verb, self.subject.person
        if self.subject is YOU or self.subject.english == "you":
            person = DU
        is_be = verb.base == "be"
        tense = self.tense
        if tense in MODALS:
            forms, plain, _ = MODALS[tense]
            finite = forms[person]
            if plain:
                operator = (
                    "did"
                    if tense in ("wanted to", "had to")
                    else ("do", "do", "does", "do")[person]
                )
                return join(finite, verb.base), operator, join(plain, verb.base)
            first, _, more = finite.partition(" ")
            return join(finite, verb.base), first, join(more, verb.base)
        if tense in ("progressive", "past progressive", "going to", "passive"):
            be = BE_ENGLISH[
                "past" if tense in ("past progressive", "passive") else "present"
            ][person]
            main = {"going to": f"going to {verb.base}", "passive": verb.done}.get(
                tense, verb.doing
            )
            return join(be, main), be, main
        if tense == "perfect":
            have = ("have", "have", "has", "have")[person]
            return join(have, verb.done), have, verb.done
        if is_be:
            finite = BE_ENGLISH[tense][person]
            return finite, finite, ""
        if tense == "past":
            return verb.past, "did", verb.base
        finite = verb.he if person == ER else verb.base
        return finite, ("do", "do", "does", "do")[person], verb.base

    def _english(self, question: bool = False, first: str = "") -> str:
        finite, operator, rest = self._verb()
        subject, adverb = self.subject.english, self.adverb
        middle = adverb.english if adverb.middle else ""
        end = join("" if adverb.middle else adverb.english, self.time.english)
        negation = "not" if self.negated else ""
        if question:
            verb = join(operator, subject, negation, middle, rest)
        elif self.negated:
            operator = "cannot" if operator == "can" else join(operator, "not")
            verb = join(subject, operator, middle, rest)
        elif middle and (operator in finite.split()):
            verb = join(subject, operator, middle, rest)
        else:
            verb = join(subject, middle, finite)
        return join(
            first, verb, self.predicate.verb.particle, self.predicate.english, end
        )

    # ---- German --------------------------------------------------------------------

    def _brackets(self) -> tuple[str, str]:
        verb, person, tense = self.predicate.says, self.subject.person, self.tense
        infinitive = (
            verb.prefix + verb.infinitive
            if " " not in verb.prefix and verb.infinitive != "lassen"
            else join(verb.prefix, verb.infinitive)
        )
        if tense in MODALS:
            finite = MODALS[tense][2][person]
            if self.negated and tense == "must":
                finite = ("darf", "darfst", "darf", "dürfen")[person]
            if tense == "could" and self.negated:
                finite = ("konnte", "konntest", "konnte", "konnten")[person]
            return finite, infinitive
        if tense == "going to":
            return WERDEN[person], infinitive
        if tense == "passive":
            return WURDE[person], verb.participle
        if tense in ("past", "past progressive", "perfect"):
            perfect = tense == "perfect" and verb.infinitive in ("sein", "haben")
            perfect |= verb.told and (tense == "perfect" or person == DU)
            if verb.preterite and not perfect:
                return verb.preterite[person], verb.prefix
            return (SEIN if verb.with_sein else HABEN)[person], verb.participle
        return verb.present[person], verb.prefix

    def _self(self) -> str:
        """mich, dich, sich."""
        p = self.predicate
        return self.subject.self_ if p.reflexive or p.says.reflexive else ""

    def _middle(self, has_self: bool = True) -> str:
        p, adverb, time = self.predicate, self.adverb, self.time
        kein = p.negated if self.negated and not time.behind else ""
        to_self = TO_SELF.get(self.subject.self_, self.subject.self_)
        return join(
            self._self() if has_self else "",
            p.light,
            to_self if p.says.to_self else "",
            p.definite,
            "" if time.behind else time.german,
            "" if adverb.behind or adverb.last else adverb.german,
            "nicht" if self.negated and not kein else "",
            time.german if time.behind else "",
            adverb.german if adverb.behind else "",
            kein or p.indefinite,
            adverb.german if adverb.last else "",
            p.rest,
        )

    def _to(self) -> str:
        """zu schlafen; with a comma if more than the verb is there."""
        to = self.predicate.to
        return Clause(self.subject, to).infinitive()[1] if to else ""

    def main(self, front: Adverb = NONE) -> tuple[str, str]:
        if front.german:
            german = self._inverted(front.german)
        else:
            left, right = self._brackets()
            german = join(self.subject.nom, left, self._middle(), right, self._to())
        return join(front.english, self._english()), german

    def question(self, english: str = "", german: str = "") -> tuple[str, str]:
        return self._english(True, english), self._inverted(german)

    def _inverted(self, first: str) -> str:
        """The subject behind the verb: beeilst du dich, beeilt sich der Mann."""
        left, right = self._brackets()
        subject, self_ = self.subject, self._self()
        if self_ and not subject.light:
            who = join(self_, subject.nom, self._middle(has_self=False))
        else:
            who = join(subject.nom, self._middle())
        return join(first, left, who, right, self._to())

    def subordinate(self, english: str = "", german: str = "") -> tuple[str, str]:
        """The finite verb last: (dass) du mich liebst."""
        left, right = self._brackets()
        end = (
            right + left
            if right
            and right == self.predicate.says.prefix
            and " " not in right
            and self.predicate.says.infinitive != "lassen"
            else join(right, left)
        )
        return join(english, self._english()), join(
            ", " + german if german else "",
            self.subject.nom,
            self._middle(),
            end,
            self._to(),
        )

    def infinitive(self, zu: bool = True) -> tuple[str, str]:
        """to sleep here: hier zu schlafen; without ``zu``: hier schlafen."""
        verb = self.predicate.says
        plain = (
            join(verb.prefix, verb.infinitive)
            if " " in verb.prefix or verb.infinitive == "lassen"
            else verb.prefix + verb.infinitive
        )
        zu_form = (
            join(verb.prefix, "zu", verb.infinitive)
            if " " in verb.prefix or verb.infinitive == "lassen"
            else verb.to_infinitive
        )
        adverb = self.adverb
        end = join("" if adverb.middle else adverb.english, self.time.english)
        english = join(
            adverb.english if adverb.middle else "",
            self.predicate.verb.base,
            self.predicate.verb.particle,
            self.predicate.english,
            end,
        )
        return english, join(self._middle(), zu_form if zu else plain, self._to())

    def command(self) -> tuple[str, str]:
        """What one says to du: komm nach Hause."""
        clause = replace(self, subject=YOU)
        verb = self.predicate.says
        english = join("do not" if self.negated else "", clause.infinitive()[0])
        return english, join(verb.command, clause._middle(), verb.prefix, clause._to())

    def doing(self) -> str:
        """The English gerund: reading a book."""
        adverb = self.adverb
        return join(
            self.predicate.verb.doing,
            self.predicate.verb.particle,
            self.predicate.english,
            adverb.english,
        )
