"""Constructions: how a sentence is built, read from tables and checked word by word.

The tables are in ``tables/constructions``. The ``README.md`` there says how to write
them. If a word is unknown, the error names the file, the line and the word.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from lernformer.translator.corpus.everyday import clauses
from lernformer.translator.corpus.everyday.clauses import TENSES
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import (
    ADJECTIVES,
    DETERMINERS,
    NOUNS,
    Noun,
)
from lernformer.translator.corpus.everyday.phrases import (
    THAT_ONE,
    THESE,
    THIS_ONE,
    THOSE,
)
from lernformer.translator.corpus.everyday.spelling import HOW_VERY
from lernformer.translator.corpus.everyday.tables import FOLDER, rows
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    ER,
    IHR,
    MODALS,
    VERBS,
    WIR,
    verb_from,
)
from lernformer.translator.corpus.everyday.verbs import Verb as LexiconVerb
from lernformer.translator.corpus.everyday.words import (
    ANYBODY,
    ANYTHING,
    BY_NAME,
    EVERYTHING,
    MARY,
    NOTHING,
    OWNERS,
    SOMETHING,
    TOM,
)

# who and what may stand for itself, by its English and by its German name
PRONOUNS = {
    "I": clauses.I, "you": clauses.YOU, "he": clauses.HE, "she": clauses.SHE,
    "we": clauses.WE, "they": clauses.THEY, "it": clauses.IT, "this": clauses.THIS,
    "that": clauses.THAT, "who": clauses.WHO, "what": clauses.WHAT, "one": clauses.MAN,
    "nobody": clauses.NOBODY, "somebody": clauses.SOMEBODY, "anybody": ANYBODY,
    "everybody": clauses.EVERYBODY, "something": SOMETHING, "nothing": NOTHING,
    "anything": ANYTHING, "everything": EVERYTHING, "Tom": TOM, "Mary": MARY,
    "these": THESE, "this one": THIS_ONE, "that one": THAT_ONE,
    "you guys": clauses.YOU_GUYS, "those": THOSE, "you (sir)": clauses.YOU_POLITE,
    "you two": clauses.YOU_TWO[-2], "you both": clauses.YOU_TWO[-1],
    "you (several)": clauses.Nominal("you", "ihr", "euch", "euch", IHR, light=True),
    "all of us": clauses.Nominal("all of us", "wir alle", "uns alle", "uns allen", WIR),
}  # fmt: skip
GERMAN_PRONOUNS = {
    "ich": clauses.I, "du": clauses.YOU, "er": clauses.HE, "sie": clauses.SHE,
    "wir": clauses.WE, "es": clauses.IT, "das": clauses.THAT, "man": clauses.MAN,
    "wer": clauses.WHO, "was": clauses.WHAT, "niemand": clauses.NOBODY,
}  # fmt: skip
# what an alternative for a slot may be besides words, by its name in tables
MAKERS = (
    *("name of a man", "name of a woman"),
    *("name", "person", "the person", "thing", "place", "goal", "city", "language"),
    *("quality", "quality of things", "subject", "number", "state", "sentence"),
    *("plain quality", "plain quality of things"),
    *("any subject", "any thing", "one thing"),
)
DEEDS = ("any doing of", "doing of", "moving of")
FORMS = (
    *(
        "nom",
        "acc",
        "dat",
        "case",
        "ing",
        "to",
        "bare",
        "done",
        "mein",
        "meine",
        "meinen",
        "self",
        "my",
        "pro",
        "sich",
        "to_sich",
    ),
    *(
        "noun",
        "middle",
        "adverb",
        "behind",
        "last",
        "time",
        "light",
        "definite",
        "lower",
    ),
)
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
    *("dass", "wenn", "weil", "ob", "bevor", "nachdem", "als", "während", "bis", "wo"),
    *(
        "wohin",
        "woher",
        "obwohl",
        "sobald",
        "damit",
        "was",
        "wie",
        "warum",
        "wann",
        "auch wenn",
        "wer",
        "wen",
        "den",
        "die",
    ),
}
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


class TableError(ValueError):
    """Raised if a table has a mistake. The message names file, line and word."""


@dataclass(frozen=True)
class Choice:
    """One of the alternatives for a slot."""

    kind: str  # pronoun, maker, quality, deed, verb, frame, noun, text, pair, tense
    value: Any = None
    slots: tuple[str, ...] = ()  # that it is about
    number: str = ""  # of a noun phrase that is written out: see NUMBERS


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


Verbs = dict[str, LexiconVerb]


def _lexicon() -> tuple[Verbs, Verbs, dict[tuple[str, str], LexiconVerb]]:
    """Verbs by their English base, their German infinitive, and both."""
    english: Verbs = {"be": BE}
    german: Verbs = {"sein": BE}
    both: dict[tuple[str, str], LexiconVerb] = {}
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
IS_SLOT = re.compile(r"[A-Z]{2,}[0-9]?|[A-HJ-Z][0-9]?")
TOKEN = re.compile(r"\[[^\]]*\]|[a-z]+\([^)]*\)|\S+")


def is_slot(word: str) -> bool:
    return bool(IS_SLOT.fullmatch(word))


def weighed(text: str) -> list[str]:
    """Alternatives separated by commas. Each is repeated as often as its "*" says."""
    found: list[str] = []
    for one in filter(None, (part.strip() for part in text.split(","))):
        alternative, _, times = (
            one.rpartition("*") if re.search(r"\*\d+$", one) else (one,) * 3
        )
        found += [alternative.strip()] * (int(times) if alternative is not one else 1)
    return found


class Reader:
    """Reads one table."""

    def __init__(self, path: Path):
        self.path, self.number = path, 0
        self.lists: dict[str, list[Choice]] = {}
        self.found: dict[str, Construction] = {}
        self.slots: dict[str, list[Choice]] = {}

    def fail(self, why: str, word: str) -> NoReturn:
        raise TableError(f"{self.path.name}, line {self.number}: {why} {word!r}")

    def read(self) -> dict[str, Construction]:
        construction = None
        for number, line in enumerate(self.path.read_text("utf-8").splitlines(), 1):
            self.number = number
            text = line.split("#")[0].rstrip()
            if not text:
                continue
            slot = re.fullmatch(r"\s*(?:list )?([A-Z]+[0-9]?): (.*)", text)
            if text.startswith("list ") and slot:
                self.lists[slot[1]] = self.choices(slot[2])
            elif not text.startswith(" "):
                construction = self.head(text)
            elif construction is None:
                self.fail("a line before its construction:", text)
            elif slot:
                construction.slots[slot[1]] = self.choices(slot[2])
            else:
                construction.lines.append(self.line(text.strip()))
        for one in self.found.values():
            if not one.lines:
                self.fail("no line in", one.name)
        return self.found

    def head(self, text: str) -> Construction:
        name, weight, *plain = text.split()
        if name in self.found:
            self.fail("twice", name)
        if plain not in ([], ["plain"]):
            self.fail("only plain may follow the weight, not", " ".join(plain))
        self.found[name] = Construction(name, float(weight), bool(plain))
        self.slots = self.found[name].slots
        return self.found[name]

    # ---- slots ---------------------------------------------------------------------

    def choices(self, text: str) -> list[Choice]:
        found: list[Choice] = []
        for one in weighed(text):
            if is_slot(one) and one in self.lists:
                found += self.lists[one]
            else:
                found.append(self.choice(one))
        return found

    def choice(self, text: str) -> Choice:
        if text in PRONOUNS:
            return Choice("pronoun", PRONOUNS[text])
        if text == "-":
            return Choice("text", ("", ""))
        if text.startswith("quality ") and text not in MAKERS:
            words = text.removeprefix("quality ").split("/")
            for word in words:
                if word not in ADJECTIVES:
                    self.fail("no adjective:", word)
            return Choice("quality", words)
        if " = " in text:
            english, german = text.split(" = ")
            german = "" if german == "-" else german
            found = re.search(rf" \(({'|'.join(NUMBERS)})\)$", german)
            german = german[: found.start()] if found else german
            sides, number = (self.parts(english), self.parts(german)), ""
            if found:  # a noun phrase: many of us = viele von uns (several)
                number = found[1]
            if any(part.kind != "word" for side in sides for part in side):
                return Choice("pair", sides, number=number)
            if english != english.lower():
                self.fail("English words are in lower case, not", english)
            both = english.replace("_", " "), german.replace("_", " ")
            return Choice("text", both, number=number)
        if text in MAKERS:
            return Choice("maker", text)
        for deed in DEEDS:
            if text.startswith(f"{deed} "):
                who, _, with_ = text.removeprefix(f"{deed} ").partition(" with ")
                verbs = [self.verb_of(v.strip()) for v in with_.split("/") if v]
                return Choice("deed", (deed, verbs), (self.slot(who),))
        first, _, rest = text.partition(" ")
        if first == "verb":
            return Choice("verb", [self.verb_of(v.strip()) for v in rest.split("/")])
        if first == "frame":
            frames, _, kinds = rest.partition(" of ")
            return Choice("frame", (frames.split("/"), kinds.split("/")))
        if first == "tense":
            return Choice("tense", [self.tense(rest)])
        return self.noun(text)

    def noun(self, text: str) -> Choice:
        """A determiner, maybe an adjective and its degree, a noun, maybe a plural."""
        words, several = re.subn(r" \(several\)$", "", text)
        parts = words.split()
        degrees = parts.pop(1).split("/") if len(parts) == 4 else []
        if len(parts) not in (2, 3):
            self.fail("neither a known word nor a noun phrase:", text)
        determiners, nouns = parts[0].split("/"), parts[-1].split("/")
        adjectives = parts[1].replace("_", " ").split("/") if len(parts) == 3 else []
        for word in determiners:
            known = (*DETERMINERS, *OWNERS, "-", "any", "+")
            owned = word.endswith("'s") and is_slot(word[:-2])
            if word.replace("_", " ") not in known and not owned:
                self.fail("no determiner:", word)
        for word in adjectives:
            if word not in ADJECTIVES:
                self.fail("no adjective:", word)
        for word in degrees:
            if word not in dict(HOW_VERY):
                self.fail("no degree:", word)
        found = [  # each noun, and whether it is named or any of its kind
            (noun, word[0] != "<")
            for word in nouns
            for noun in self.nouns(word)
            if not several or (noun.counted and noun.english_plural != noun.english)
        ]
        if not found:
            self.fail("none of these has a plural:", text)
        value = (determiners, degrees, adjectives, found, bool(several))
        return Choice("noun", value)

    def nouns(self, word: str) -> list[Noun]:
        """A noun, or all of a kind: <food>."""
        if word[0] + word[-1] == "<>":
            if word[1:-1] not in NOUNS:
                self.fail("not a kind of noun:", word)
            return NOUNS[word[1:-1]]
        if word.replace("_", " ") not in BY_NAME:
            self.fail("no noun:", word)
        return [BY_NAME[word.replace("_", " ")]]

    # ---- lines ---------------------------------------------------------------------

    def line(self, text: str) -> Line:
        share, _, rest = text.partition(" ")
        if not re.fullmatch(r"\d*\.?\d+", share):
            share, rest = "1", text
        sides, *more = (part.strip() for part in f"{rest} ".split(" | "))
        if sides.count(" = ") != 1:
            self.fail('a line has one " = ", not', sides)
        english, german = sides.split(" = ")
        tenses, moods = [*more, "", ""][:2]
        if len(more) > 2:
            self.fail("nothing may follow the moods, not even", more[2])
        left, right = self.side(english, False), self.side(german, True)
        if left.mark != right.mark:
            self.fail("the two sides end differently:", sides)
        if (left.verb_name, right.verb_name) in BOTH:
            right = replace(right, verb=BOTH[left.verb_name, right.verb_name])
        return Line(
            float(share),
            left,
            right,
            tuple(map(self.tense, weighed(tenses))) or (Tense("present", "present"),),
            dict(map(self.mood, weighed(moods))),
        )

    def mood(self, text: str) -> tuple[str, float]:
        name, _, share = text.partition(" ")
        if name not in MOODS or not 0 < float(share or 1) <= 1:
            self.fail("no mood:", text)
        return name, float(share or 1)

    def tense(self, text: str) -> Tense:
        left, _, right = text.partition("/")
        right = right or left
        no, wird = left.startswith("not "), right.startswith("not ")
        left, right = left.removeprefix("not "), right.removeprefix("not ")
        for tense in (left, right):
            if tense not in TENSES and tense not in MODALS:
                self.fail("no tense:", tense)
        return Tense(left, right, no, wird)

    def verb(self, word: str, lexicon: dict[str, LexiconVerb]) -> LexiconVerb | str:
        if is_slot(word):
            return self.slot(word)
        if word not in lexicon:
            self.fail("no verb:", word)
        return lexicon[word]

    def verb_of(self, word: str) -> LexiconVerb:
        """An English verb, maybe with the German one that is meant: know:wissen."""
        english, _, german = word.partition(":")
        found = BOTH.get((english, german)) if german else ENGLISH_VERBS.get(word)
        if found is None:
            self.fail("no verb:", word)
        return found

    def slot(self, word: str) -> str:
        if word not in self.slots:
            self.fail("no slot:", word)
        return word

    def side(self, text: str, german: bool) -> Side:
        if text.startswith('"'):
            phrase = text.strip('"')
            mark = phrase[-1] if phrase[-1] in "?!" else "."
            tokens = TOKEN.findall(phrase.removesuffix(mark) if mark != "." else phrase)
            inner = tuple(self.inner(t, german) for t in tokens if t[0] == "[")
            words = " ".join(t for t in tokens if t[0] != "[")
            return Side(mark, parts=self.parts(words), inner=inner)
        return self.clause(TOKEN.findall(text), german)

    def clause(self, tokens: list[str], german: bool) -> Side:
        question = front = before = None
        tokens = list(tokens)
        if tokens[0][0] == "[":
            before = self.inner(tokens.pop(0), german)
        elif tokens[0].startswith("ask("):
            question = self.parts(tokens.pop(0)[4:-1])
        elif tokens[0].startswith("first("):
            front = self.parts(tokens.pop(0)[6:-1])
        if len(tokens) < 2:
            self.fail("no subject and verb in", " ".join(tokens))
        subject = self.subject(tokens.pop(0), german)
        if german and tokens[0] == "sich":
            tokens[:2] = [" ".join(tokens[:2])]
        name = tokens.pop(0)
        verb = self.verb(name, GERMAN_VERBS if german else ENGLISH_VERBS)
        inner = tuple(self.inner(t, german) for t in tokens if t[0] == "[")
        parts = self.parts(" ".join(t for t in tokens if t[0] != "["))
        return Side("", question, front, before, subject, verb, name, parts, inner)

    def subject(self, word: str, german: bool) -> Part:
        name = word.partition(".")[0]
        if is_slot(name) or word in (GERMAN_PRONOUNS if german else PRONOUNS):
            return self.parts(word)[0]
        return Part("word", word.replace("_", " "))

    def inner(self, token: str, german: bool) -> Inner:
        text, _, tense = token[1:-1].partition(" : ")
        if text.startswith(", "):
            return Inner(",", None, words=self.parts(text[2:]))
        tokens = TOKEN.findall(text)
        pronouns = GERMAN_PRONOUNS if german else PRONOUNS
        joint: list[str] = []
        while tokens and not is_slot(re.split(r"[.(]", tokens[0])[0]):
            if tokens[0].startswith(("first(", "ask(")):
                break
            asks = tokens[0] in ("was", "what", "wer", "who") and (
                is_slot(tokens[1].partition(".")[0]) or tokens[1] in pronouns
            )
            joins = not joint and tokens[0] == "that"  # and is not what it is about
            if tokens[0] in pronouns and not (asks or joins):
                break
            joint.append(tokens.pop(0))
        if not tokens:
            self.fail("no clause in", token)
        word = " ".join(joint)
        known = (*TENSES, *MODALS, SUBJUNCTIVE, *self.slots, "")
        if tense.removeprefix("not ") not in known:
            self.fail("no tense:", tense)
        if word in INFINITIVES:
            return Inner(word, None, "present", self.slot(tokens[0]))
        if len(tokens) == 1:
            return Inner(word, None, sentence=self.slot(tokens[0]))
        if german and word not in VERB_LAST | VERB_FIRST | VERB_SECOND:
            self.fail("no conjunction:", word)
        return Inner(word, self.clause(tokens, german), tense or "present")

    def parts(self, text: str) -> tuple[Part, ...]:
        found: list[Part] = []
        tokens = TOKEN.findall(text)
        while tokens:
            token = tokens.pop(0)
            name = token.partition("(")[0]
            slot, *forms = token.split(".")
            if token.endswith(")") and "(" in token:
                if name not in FIELDS:
                    self.fail("no field:", name)
                content, _, denied = token[len(name) + 1 : -1].partition("|")
                inside, without = self.parts(content), self.parts(denied)
                found.append(Part("field", name, (), inside, without))
            elif is_slot(slot):
                found.append(self.slot_part(slot, forms))
            elif token in PREPOSITIONS and tokens and "." in tokens[0]:
                slot, *forms = tokens.pop(0).split(".")
                inside = (self.slot_part(slot, forms),)
                found.append(Part("preposition", token, (), inside))
            else:
                found.append(Part("word", token.replace("_", " ")))
        return tuple(found)

    def slot_part(self, name: str, forms: list[str]) -> Part:
        if name not in self.slots:
            self.fail("no slot:", name)
        for form in forms:
            if form not in FORMS:
                self.fail("no form:", form)
        return Part("slot", name, tuple(forms))


@cache
def read_constructions(
    folder: Path = FOLDER / "constructions",
) -> dict[str, Construction]:
    """All constructions of the tables in a folder.

    Raises:
        TableError: if a table says something unknown.
    """
    found: dict[str, Construction] = {}
    for path in sorted(folder.glob("*.txt")):
        for name, construction in Reader(path).read().items():
            if name in found:
                raise TableError(f"{path.name}: twice, {name!r}")
            found[name] = construction
    return found
