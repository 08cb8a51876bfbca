"""Reads the tables of constructions and checks them word by word.

If a word is unknown, the error names the file, the line and the word.
"""

import re
from functools import cache
from pathlib import Path

from lernformer.translator.corpus.everyday.clauses import TENSES
from lernformer.translator.corpus.everyday.constructions import (
    BOTH,
    ENGLISH_VERBS,
    GERMAN_VERBS,
    INFINITIVES,
    MOODS,
    SUBJUNCTIVE,
    VERB_FIRST,
    VERB_LAST,
    VERB_SECOND,
    Construction,
    Inner,
    Line,
    Part,
    Side,
    Tense,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.pronouns import GERMAN_PRONOUNS, PRONOUNS
from lernformer.translator.corpus.everyday.reading_slots import (
    TOKEN,
    SlotReader,
    TableError,
    is_slot,
    weighed,
)
from lernformer.translator.corpus.everyday.tables import FOLDER
from lernformer.translator.corpus.everyday.verbs import MODALS, Verb


class Reader(SlotReader):
    """Reads one table."""

    def __init__(self, path: Path):
        super().__init__(path)
        self.found: dict[str, Construction] = {}

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

    def verb(self, word: str, lexicon: dict[str, Verb]) -> Verb | str:
        if is_slot(word):
            return self.slot(word)
        if word not in lexicon:
            self.fail("no verb:", word)
        return lexicon[word]

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
