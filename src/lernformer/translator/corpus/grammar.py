"""Phrases and clauses that know how to say themselves in English and in German.

A German clause is a row of fields. The verb is in the two brackets, and everything else
comes before, between or after them:

    prefield   left bracket   middle field             right bracket
    der Mann   hat            gestern das Buch nicht   gelesen
    gestern    rief           der Mann die Frau        an
               kann           der Hund                 schwimmen
               weil           der Hund                 schwimmen kann

In a main clause, there is one constituent in the prefield, so the finite verb comes
second. In a yes/no question, the prefield is empty. In a subordinate clause, the
conjunction takes the left bracket, and the finite verb goes to the very end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from lernformer.translator.corpus.declension import (
    Adjective,
    Noun,
    contract,
    determiner,
)
from lernformer.translator.corpus.verbs import BE, ER, ICH, WIR, Forms, Modal, Verb

PRESENT, PAST = "present", "past"
Tense = str | Modal
Pairs = Iterator[tuple[str, str]]  # words that the grammar has joined


def join(*words: str) -> str:
    return " ".join(word for word in words if word)


class Words(NamedTuple):
    """Something that never changes its form: gestern, im Garten."""

    english: str
    german: str
    adjective: str = ""  # of the predicate, which it joins to the subject
    phrase: "Phrase | None" = None  # after a preposition

    def pairs(self) -> Pairs:
        return self.phrase.pairs() if self.phrase else iter(())


# Phrases: what can be a subject or an object ------------------------------------------


@dataclass(frozen=True)
class NounPhrase:
    """A determiner, maybe an adjective, a noun, maybe an owner: the car of my son."""

    noun: Noun
    determiner: str = "the"
    adjective: Adjective | None = None
    plural: bool = False
    very: bool = False
    owner: "NounPhrase | None" = None

    @property
    def agreement(self) -> int:
        return WIR if self.plural else ER

    @property
    def indefinite(self) -> bool:
        """Whether "not" turns its article into "kein": not a dog, dogs, water."""
        return self.determiner in ("a", "")

    def english(self, case: str = "nom") -> str:
        words = [
            "very" if self.very else "",
            self.adjective.english if self.adjective else "",
            self.noun.english_plural if self.plural else self.noun.english,
        ]
        rest = join(*words)
        an = self.determiner == "a" and rest[0] in "aeiou"
        owner = f"of {self.owner.english()}" if self.owner else ""
        return join("an" if an else self.determiner, rest, owner)

    def german(self, case: str, negated: bool = False) -> str:
        gender = "pl" if self.plural else self.noun.gender
        word = "no" if negated and self.indefinite else self.determiner
        return join(
            determiner(word, case, gender),
            "sehr" if self.very else "",
            self.adjective.form(word, case, gender) if self.adjective else "",
            self.noun.form(case, self.plural),
            self.owner.german("gen") if self.owner else "",
        )

    def pairs(self) -> Pairs:
        if self.adjective:
            yield self.adjective.english, self.noun.english
        if self.owner:
            yield from self.owner.pairs()


@dataclass(frozen=True)
class Pronoun:
    """A pronoun, or a name, which is a pronoun with a single form."""

    subject: str  # English
    object: str
    forms: tuple[str, str, str]  # German: nom, acc, dat
    agreement: int
    sex: str = ""

    indefinite = False

    def english(self, case: str = "nom") -> str:
        return self.subject if case == "nom" else self.object

    def german(self, case: str, negated: bool = False) -> str:
        return self.forms[("nom", "acc", "dat").index(case)]

    def pairs(self) -> Pairs:
        return iter(())


class Name(Pronoun):
    """A name, which goes where a noun would: gestern hat er Anna gesehen."""


@dataclass(frozen=True)
class Both:
    """Two phrases joined by "and", which makes a plural."""

    first: NounPhrase | Name
    second: NounPhrase | Name

    agreement = WIR
    indefinite = False

    def english(self, case: str = "nom") -> str:
        return f"{self.first.english(case)} and {self.second.english(case)}"

    def german(self, case: str, negated: bool = False) -> str:
        return f"{self.first.german(case)} und {self.second.german(case)}"

    def pairs(self) -> Pairs:
        yield from self.first.pairs()
        yield from self.second.pairs()


Phrase = NounPhrase | Pronoun | Both

HE_HIM = Pronoun("he", "him", ("er", "ihn", "ihm"), ER, "man")
SHE_HER = Pronoun("she", "her", ("sie", "sie", "ihr"), ER, "woman")
THEY_THEM = Pronoun("they", "them", ("sie", "sie", "ihnen"), WIR)
I_ME = Pronoun("i", "me", ("ich", "mich", "mir"), ICH)
WE_US = Pronoun("we", "us", ("wir", "uns", "uns"), WIR)
WHO = Pronoun("who", "who", ("wer", "wen", "wem"), ER)
WHAT = Pronoun("what", "what", ("was", "was", ""), ER)
WEATHER_IT = Pronoun("it", "it", ("es", "es", ""), ER)
# in German, "it" takes the gender of the noun that it stands for
IT = {
    "m": Pronoun("it", "it", ("er", "ihn", "ihm"), ER),
    "f": Pronoun("it", "it", ("sie", "sie", "ihr"), ER),
    "n": Pronoun("it", "it", ("es", "es", "ihm"), ER),
    "pl": THEY_THEM,
}


def prepositional(english: str, german: str, case: str, phrase: Phrase) -> Words:
    """A preposition and its phrase: ("in", "in", "dat", the garden) → im Garten."""
    return Words(
        join(english, phrase.english(case)),
        contract(german, phrase.german(case)),
        phrase=phrase,
    )


# Verbs in the clause ------------------------------------------------------------------


class EnglishVerb(NamedTuple):
    """ "wants to sleep", which a question or "not" splits: does … want to sleep."""

    finite: str
    operator: str
    remainder: str


class GermanVerb(NamedTuple):
    """The two brackets of a main clause, and the single end of a subordinate one."""

    left: str
    right: str
    end: str


def english_verb(verb: Verb, tense: Tense, agreement: int) -> EnglishVerb:
    if isinstance(tense, Modal):
        return EnglishVerb(
            join(tense.english[agreement], tense.to, verb.base),
            tense.operator[agreement],
            join(tense.remainder, verb.base),
        )
    finite = (verb.present if tense == PRESENT else verb.past)[agreement]
    if verb is BE:
        return EnglishVerb(finite, finite, "")
    operator = ("do", "does", "do")[agreement] if tense == PRESENT else "did"
    return EnglishVerb(finite, operator, verb.base)


def german_verb(verb: Verb, tense: Tense, agreement: int, negated: bool) -> GermanVerb:
    if isinstance(tense, Modal):
        modal: Forms = tense.german_negated if negated else tense.german
        finite, right = modal[agreement], verb.prefix + verb.infinitive
    elif tense == PAST and verb.preterite:
        finite, right = verb.preterite[agreement], ""
    elif tense == PAST:
        assert verb.auxiliary is not None
        finite, right = verb.auxiliary[agreement], verb.participle
    else:  # the prefix leaves the verb and comes back: ruft … an, but: … anruft
        finite = verb.german_present[agreement]
        return GermanVerb(finite, verb.prefix, verb.prefix + finite)
    return GermanVerb(finite, right, join(right, finite))


@dataclass(frozen=True)
class Clause:
    """One verb and what belongs to it; this decides the word order."""

    subject: Phrase
    verb: Verb
    tense: Tense = PRESENT
    negated: bool = False
    recipient: Phrase | None = None  # the dative before an accusative
    object: Phrase | None = None
    role: NounPhrase | None = None  # admired him *as a great director*
    quality: Words | None = None  # is *very old*, is *in the garden*
    frequency: Words | None = None
    manner: Words | None = None
    company: Words | None = None  # with my brother, for my brother
    place: Words | None = None
    time: Words | None = None
    wh_phrase: Phrase | Words | None = None  # who, which dog, when
    front: str = ""  # "time" or "place" if that comes first in both languages

    # English: subject, verb, objects, manner, place, time

    def _english(self, question: bool, first: str = "") -> str:
        finite, operator, remainder = english_verb(
            self.verb, self.tense, self.subject.agreement
        )
        frequency = self.frequency.english if self.frequency else ""
        subject = self.subject.english()
        if question:
            verb = join(operator, subject, frequency, remainder)
        elif self.negated:
            operator = "cannot" if operator == "can" else join(operator, "not")
            verb = join(subject, operator, remainder)
        elif self.verb is BE:
            verb = join(subject, finite, frequency)
        else:
            verb = join(subject, frequency, finite)
        return join(first, verb, *self._english_complements())

    def _english_complements(self) -> Iterator[str]:
        particle = self.verb.particle
        moves = particle.startswith("~") and _light(self.object)
        if self.recipient:
            yield self.recipient.english("dat")
        if not moves:
            yield particle.lstrip("~")
        if self.object:
            yield self.object.english(self.verb.case)
        if moves:
            yield particle.lstrip("~")
        if self.role:
            yield f"as {self.role.english()}"
        for name in ("quality", "manner", "company", "place", "time"):
            words = getattr(self, name)
            if words and name != self.front:
                yield words.english

    # German: pronouns, time, manner, nouns, "nicht", place

    def _middle(self) -> Iterator[str]:
        both = (self.recipient, "dat"), (self.object, self.verb.case)
        objects = [(phrase, case) for phrase, case in both if phrase]
        for phrase, case in objects:
            if _light(phrase):
                yield phrase.german(case)
        for name in ("time", "frequency", "manner"):
            words = getattr(self, name)
            if words and name != self.front:
                yield words.german
        for phrase, case in objects:
            if not _light(phrase):
                yield phrase.german(case, self.negated)
        if self.role:
            yield f"als {self.role.german('acc')}"
        if self.negated and not any(phrase.indefinite for phrase, _ in objects):
            yield "nicht"
        for name in ("company", "place", "quality"):
            words = getattr(self, name)
            if words and name != self.front:
                yield words.german

    def _brackets(self) -> GermanVerb:
        return german_verb(self.verb, self.tense, self.subject.agreement, self.negated)

    def main(self) -> Words:
        """The finite verb second: gestern hat der Mann das Buch gelesen."""
        subject = self.subject.german("nom")
        left, right, _ = self._brackets()
        if not self.front:
            german = join(subject, left, *self._middle(), right)
            return Words(self._english(question=False), german)
        first = getattr(self, self.front)
        german = join(first.german, left, subject, *self._middle(), right)
        return Words(self._english(question=False, first=first.english), german)

    def question(self) -> Words:
        """The finite verb first, or second after the ``wh_phrase``: wen, warum."""
        english = german = ""
        if isinstance(self.wh_phrase, Words):
            english, german = self.wh_phrase[:2]
        elif wh := self.wh_phrase:
            english, german = wh.english(), wh.german(self.verb.case)
        left, right, _ = self._brackets()
        subject = self.subject.german("nom")
        return Words(
            self._english(question=True, first=english),
            join(german, left, subject, *self._middle(), right),
        )

    def subordinate(self, conjunction: Words) -> Words:
        """The finite verb last: , weil der Mann das Buch gelesen hat."""
        subject = self.subject.german("nom")
        german = join(subject, *self._middle(), self._brackets().end)
        return Words(
            join(conjunction.english, self._english(question=False)),
            join(",", conjunction.german, german),
        )

    def pairs(self) -> Pairs:
        """(adjective, noun), (subject, verb) and (verb, object), in English."""
        phrases = (self.subject, self.recipient, self.object, self.role, self.wh_phrase)
        for part in (*phrases, self.quality, self.company, self.place):
            if part:
                yield from part.pairs()
        for subject in parts_of(self.subject):
            if isinstance(subject, NounPhrase):
                yield subject.noun.english, self.verb.name
                if self.quality and self.quality.adjective:
                    yield self.quality.adjective, subject.noun.english
        for phrase in (self.object, self.wh_phrase):
            if isinstance(phrase, NounPhrase):
                yield self.verb.name, phrase.noun.english


def parts_of(phrase: Phrase) -> tuple[Phrase, ...]:
    """The phrases that "and" joins, or the phrase itself."""
    return (phrase.first, phrase.second) if isinstance(phrase, Both) else (phrase,)


def _light(phrase: Phrase | None) -> bool:
    """Pronouns come right after the verb or the subject, before everything else."""
    return isinstance(phrase, Pronoun) and not isinstance(phrase, Name)
