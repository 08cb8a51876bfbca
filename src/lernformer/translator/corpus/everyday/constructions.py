"""Constructions: how sentences are built, and the words that their tables may use.

``tables/constructions/README.md`` says how to write them, ``reading_constructions``
reads them, and ``drawing_constructions`` draws sentences from them.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any

from lernformer.translator.corpus.everyday.clauses import Nominal
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

# what an alternative for a slot may be besides words, by its name in tables
MAKERS = (
    *("name of a man", "name of a woman"),
    *("name", "person", "the person", "thing", "place", "goal", "city", "language"),
    *("quality", "quality of things", "subject", "number", "state", "sentence"),
    *("plain quality", "plain quality of things"),
    *("any subject", "any thing", "one thing"),
)
DEEDS = ("any doing of", "doing of", "moving of")
# forms that a slot may take
FORMS = {
    "nom", "acc", "dat", "case", "ing", "to", "bare", "done", "noun", "mein", "meine",
    "meinen", "my", "self", "pro", "sich", "to_sich", "middle", "adverb", "behind", "last",
    "time", "light", "definite",
}  # fmt: skip
FIELDS = (
    *("light", "definite", "kein", "rest", "adverb", "behind", "last", "time"),
    *("middle", "end"),
)
SUBJUNCTIVE = "subjunctive"  # if I were rich
PREPOSITIONS = {
    *("um", "von", "zu", "mit", "für", "auf", "an", "über", "in", "aus", "bei", "als"),
    *("nach", "gegen", "ohne", "wie", "vor", "gegenüber", "neben", "hinter", "seit"),
}
# a clause after these has its verb last; after those, first or second
VERB_LAST = {
    "dass", "wenn", "weil", "ob", "bevor", "nachdem", "als", "während", "bis", "wo", "wohin",
    "woher", "obwohl", "sobald", "damit", "was", "wie", "warum", "wann", "auch wenn", "wer",
    "wen", "den", "die",
}  # fmt: skip
INFINITIVES = (
    *("zu", "um zu", "nicht zu", "to", "not to", "in order to"),
    *("how to", "when to", "where to"),
)
VERB_FIRST = {"also", "sonst", "deshalb", "dann"}
VERB_SECOND = {"", "und", "aber", "oder", "denn"}
# of a noun phrase: the person of its German verb, and of its English one if it differs
NUMBERS = {
    "one": (ER, None), "several": (WIR, None), "one for many": (ER, WIR),
    "several for one": (WIR, ER), "we": (WIR, None), "you": (IHR, None),
}  # fmt: skip
MOODS = ("asked", "denied", "command")


@dataclass(frozen=True)
class Choice:
    """One of the alternatives for a slot."""

    kind: str  # pronoun, maker, quality, deed, verb, noun, text, pair, tense
    value: Any


@dataclass(frozen=True)
class Part:
    """A word, a slot in one of its forms, or a field with words and slots in it."""

    kind: str  # "word", "slot", "preposition", "field"
    text: str
    forms: tuple[str, ...] = ()
    parts: tuple["Part", ...] = ()
    denied: tuple["Part", ...] = ()


@dataclass(frozen=True)
class Inner:
    """A clause within a sentence, or an infinitive."""

    joint: str
    clause: "Side | None"
    tense: str = "present"  # or a slot
    infinitive: str = ""  # the slot of what is to be done
    words: tuple[Part, ...] = ()  # as they are
    sentence: str = ""  # the slot of a sentence with a subject and a tense of its own


@dataclass(frozen=True)
class Side:
    """One language's side of a line."""

    mark: str = ""  # for a phrase without its own verb
    question: tuple[Part, ...] | None = None
    front: tuple[Part, ...] | None = None
    before: Inner | None = None
    subject: Part | None = None
    verb: Any = None  # a verb of the lexicon, or the slot of one or of a clause
    verb_name: str = ""
    parts: tuple[Part, ...] = ()
    inner: tuple[Inner, ...] = ()


@dataclass(frozen=True)
class Tense:
    """A tense in both languages, and whether the clause is negated."""

    english: str
    german: str
    english_denied: bool = False
    german_denied: bool = False


@dataclass(frozen=True)
class Line:
    """One way to say a construction."""

    share: float
    english: Side
    german: Side
    tenses: tuple[Tense, ...]
    moods: dict[str, float]


@dataclass
class Construction:
    """Slots and the lines that use them; ``plain`` means with few adjectives."""

    name: str
    weight: float
    plain: bool = False
    slots: dict[str, list[Choice]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)

    @cached_property
    def up_to(self) -> list[float]:
        """The shares of each line and those before it."""
        return [*accumulate(line.share for line in self.lines)]


def numbered(phrase: tuple[str, str], number: str) -> Nominal:
    """A noun phrase that is written out, in the number that it says."""
    english, german = phrase
    person, english_person = NUMBERS[number]
    return Nominal(
        *(english, german, german, german, person),
        reflexive="" if number in ("we", "you") else "sich",
        behind=True,
        english_person=english_person,
    )


def _lexicon() -> tuple[dict[str, Verb], dict[str, Verb], dict[tuple[str, str], Verb]]:
    """Verbs by their English base, their German infinitive, and both."""
    english, german = {"be": BE}, {"sein": BE}
    both: dict[tuple[str, str], Verb] = {}
    own = [verb_from(row) for row in rows("verbs", "of constructions")]
    for verb in [*VERBS, *own]:
        base = f"{verb.base} {verb.particle}".strip().replace(" ", "_")
        english.setdefault(base, verb)
        lemma = verb.lemma.replace(" ", "_")
        if verb.reflexive or verb.to_self:
            lemma = f"sich {lemma}"
        if verb in own or lemma not in german:
            german[lemma] = verb
        if verb in own or (base, lemma) not in both:
            both[base, lemma] = verb
        german.setdefault(f"{lemma}/{'sein' if verb.with_sein else 'haben'}", verb)
    return english, german, both


ENGLISH_VERBS, GERMAN_VERBS, BOTH = _lexicon()
