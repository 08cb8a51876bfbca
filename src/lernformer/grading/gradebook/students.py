"""Finds the student that a name refers to, however a learning platform writes it.

The same person is "Müller, Jörg" in a list, "jorgmuller" in one platform's file name,
"Mueller_Joerg" in another's, and "jörg" in decomposed letters on a Mac. We never guess.
A name that fits several people identifies none of them, and if a name fits nobody, we
only suggest the nearest.
"""

import difflib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

GERMAN = str.maketrans(
    {"ß": "ss"} | {x: f"{y}e" for x, y in zip("äöü", "aou", strict=True)}
)
NEAR = 0.6  # ids with at least this difflib ratio look alike


@dataclass(frozen=True)
class Person:
    """A line of the class list."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    number: str = ""

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.first_name, self.last_name)))


def folded(text: str) -> str:
    """Return a text with differences in case and Unicode form removed."""
    return unicodedata.normalize("NFC", text.strip()).casefold()


def forms(text: str) -> set[str]:
    """Return a name's spellings in systems that drop signs, accents or umlauts."""
    text = folded(text)
    letters = "".join(c for c in text if unicodedata.category(c)[0] in "LNM")
    apart = unicodedata.normalize("NFD", letters)
    plain = "".join(c for c in apart if not "\u0300" <= c <= "\u036f")
    ascii_only = "".join(c for c in plain if c.isascii())
    german = folded(letters).translate(GERMAN)
    german = "".join(c for c in unicodedata.normalize("NFD", german) if c.isascii())
    # if the script isn't Latin, a few ASCII letters in a name identify nobody
    kept = {ascii_only, german} if len(ascii_only) == len(plain) else set()
    return {folded(x) for x in {letters, plain} | kept} - {""}


class People:
    """A class list for looking up students by id, address, number or name."""

    def __init__(self, people: Iterable[Person]):
        self.people = {person.id: person for person in people}
        self.by_id: dict[str, set[str]] = defaultdict(set)
        self.by_name: dict[str, set[str]] = defaultdict(set)
        self.by_number: dict[str, set[str]] = defaultdict(set)
        for one in self.people.values():
            self.by_id[folded(one.id)].add(one.id)
            if one.email:
                self.by_id[folded(one.email)].add(one.id)
            if one.number:
                self.by_number[folded(one.number)].add(one.id)
            for name in (
                f"{one.first_name} {one.last_name}",
                f"{one.last_name} {one.first_name}",
            ):
                for form in forms(name):
                    self.by_name[form].add(one.id)

    def called(self, word: str) -> set[str]:
        """Return the students with this id or address. An exact id takes precedence."""
        return {word} if word in self.people else set(self.by_id.get(folded(word), ()))

    def numbered(self, number: str) -> set[str]:
        return set(self.by_number.get(folded(number), ()))

    def named(self, name: str) -> set[str]:
        """Return the students with this full name, in either order."""
        return set().union(*(self.by_name.get(form, ()) for form in forms(name)))

    def ending(self, words: str) -> set[str]:
        """Return the students meant by "Last_First_id" in ASCII; an id may contain "_".

        If the class list gives the student's name, the name before the id must match
        it. Without this rule, "a_b" would refer to the student with the id "b".
        """
        found = set()
        for person in self.people.values():
            for form in {folded(person.id), *_ascii(person.id, "_.-")}:
                before, sign, rest = folded(words).rpartition(f"_{form}")
                own = _ascii(person.last_name + person.first_name)
                if form and sign and not rest and (not person.name or before):
                    same = own & _ascii(before)
                    found |= {person.id} if same or not person.name else set()
        return found

    def nearest(self, word: str) -> str:
        """Return an id that resembles a word, for a message, or "" if none does."""
        for part in (word, word.partition("_")[0]):
            if len(alike := self.called(part) | self.named(part)) == 1:
                return alike.pop()
        known = {**self.by_name, **self.by_id}
        for form in (folded(word), *forms(word)):
            for close in difflib.get_close_matches(form, list(known), 1, NEAR):
                return min(known[close])
        return ""


def _ascii(text: str, kept: str = "") -> set[str]:
    """Return a text in ASCII, with each umlaut written as one letter and as two."""
    german = folded(text).translate(GERMAN)
    plain = (unicodedata.normalize("NFKD", x) for x in (folded(text), german))
    return {
        "".join(c for c in x if c.isascii() and (c.isalnum() or c in kept))
        for x in plain
    }
