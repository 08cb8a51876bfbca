"""Reads slots of constructions and what may fill them, and checks every word."""

import re
from pathlib import Path
from typing import NoReturn

from lernformer.translator.corpus.everyday.clauses import TENSES
from lernformer.translator.corpus.everyday.constructions import (
    BOTH,
    DEEDS,
    ENGLISH_VERBS,
    FIELDS,
    FORMS,
    MAKERS,
    NUMBERS,
    PREPOSITIONS,
    Choice,
    Part,
    Tense,
    numbered,
)
from lernformer.translator.corpus.everyday.nouns import (
    ADJECTIVES,
    DETERMINERS,
    NOUNS,
    Noun,
)
from lernformer.translator.corpus.everyday.pronouns import PRONOUNS
from lernformer.translator.corpus.everyday.spelling import HOW_VERY
from lernformer.translator.corpus.everyday.verbs import MODALS, VERBS, Verb
from lernformer.translator.corpus.everyday.words import BY_NAME, OWNERS

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


class TableError(ValueError):
    """Raised if a table has a mistake. The message names file, line and word."""


class SlotReader:
    """Reads the slots of one table, and the parts of a line that name them."""

    def __init__(self, path: Path):
        self.path, self.number = path, 0
        self.lists: dict[str, list[Choice]] = {}
        self.slots: dict[str, list[Choice]] = {}

    def fail(self, why: str, word: str) -> NoReturn:
        raise TableError(f"{self.path.name}, line {self.number}: {why} {word!r}")

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
            return Choice("given", PRONOUNS[text])
        if text == "-":
            return Choice("text", ("", ""))
        if text.startswith("quality ") and text not in MAKERS:
            words = text.removeprefix("quality ").split("/")
            for word in words:
                if word not in ADJECTIVES:
                    self.fail("no adjective:", word)
            return Choice("quality", words)
        if " = " in text:
            return self.words(text)
        if text in MAKERS:
            return Choice("maker", text)
        for deed in DEEDS:
            if text.startswith(f"{deed} "):
                who, _, with_ = text.removeprefix(f"{deed} ").partition(" with ")
                verbs = [self.verb_of(v.strip()) for v in with_.split("/") if v]
                return Choice("deed", (deed, verbs, self.slot(who)))
        first, _, rest = text.partition(" ")
        if first == "verb":
            return Choice("verb", [self.verb_of(v.strip()) for v in rest.split("/")])
        if first == "frame":
            return Choice("verb", self.verbs_in(*rest.split(" of ")))
        if first == "tense":
            return Choice("given", self.tense(rest))
        return self.noun(text)

    def words(self, text: str) -> Choice:
        """Words, maybe with slots in them; with a number they are a noun phrase."""
        english, german = text.split(" = ")
        german, number = "" if german == "-" else german, ""
        found = re.search(rf" \(({'|'.join(NUMBERS)})\)$", german)
        if found:  # many of us = viele von uns (several)
            german, number = german[: found.start()], found[1]
        sides = (self.parts(english), self.parts(german))
        if any(part.kind != "word" for side in sides for part in side):
            return Choice("pair", (*sides, number))
        if english != english.lower():
            self.fail("English words are in lower case, not", english)
        both = english.replace("_", " "), german.replace("_", " ")
        return Choice("text", numbered(both, number) if number else both)

    def verbs_in(self, frames: str, kinds: str = "") -> list[Verb]:
        """Verbs of some frames, perhaps with an object, which stands for itself."""
        found = [v for v in VERBS if v.frame in frames.split("/")]
        if kinds:
            wanted = {*kinds.split("/")}
            found = [v for v in found if wanted & {*v.kinds} and not v.particle]
            found = [v for v in found if not v.prefix.startswith("fallen")]
        return [v for v in found if not (v.reflexive or v.to_self)]

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

    # ---- words -----------------------------------------------------------------------

    def tense(self, text: str) -> Tense:
        left, _, right = text.partition("/")
        right = right or left
        no, wird = left.startswith("not "), right.startswith("not ")
        left, right = left.removeprefix("not "), right.removeprefix("not ")
        for tense in (left, right):
            if tense not in TENSES and tense not in MODALS:
                self.fail("no tense:", tense)
        return Tense(left, right, no, wird)

    def verb_of(self, word: str) -> Verb:
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
