"""The constructions of everyday sentences, and how often each one is drawn."""

import re
from itertools import accumulate
from random import Random
from typing import NamedTuple

from lernformer.translator.corpus.everyday.drawing_constructions import Drawing
from lernformer.translator.corpus.everyday.reading_constructions import (
    read_constructions,
)
from lernformer.translator.corpus.everyday.verbs import VERBS
from lernformer.translator.corpus.everyday.words import NAMES


class Sentence(NamedTuple):
    """A sentence, its translation, and how it is built."""

    source: str
    target: str
    construction: str


# the constructions that are still code, with their weights; tables contain the others
WEIGHTS = {
    "statement": 42, "question": 8, "wh_question": 5, "command": 6, "let_us": 1.5,
    "let_me": 1, "that_clause": 4.5, "fixed": 3, "with_name": 2, "relative": 2.5,
    "everything_that": 1, "tag": 1.8, "genitive": 1.2, "okay": 1.5, "keeping": 0.6,
    "going_on_doing": 0.4,
}  # fmt: skip
TABLES = read_constructions()
OFTEN = WEIGHTS | {name: one.weight for name, one in TABLES.items()}
CONSTRUCTIONS = tuple(OFTEN)
UP_TO = list(accumulate(OFTEN.values()))  # cumulative weights
OF_CLAUSES = {
    *("relative", "that_clause", "everything_that"),
    *(name for name, one in TABLES.items() if one.plain),
}
NAMED = "|".join(name.english for name in NAMES)
# after these, the splitter leaves 's as it is
IS_SHORT = re.compile(
    rf"^({NAMED}|(?:the|my|your|his) \w+|no one|this one|that one) is (?!not)"
)
# he has found the key: the splitter turns "he's" into "he is"
DONE = "|".join(sorted({verb.done for verb in VERBS}))
HAS = re.compile(
    r"^(he|she|it|that|who) has (?=(?:(?:never|already|just|also|really) )?"
    rf"(?:{DONE}) (?:an?|the|it|that|this|my|your|his|her|our|their|him|me|us|them|you"
    r"|two|something|everything|nothing)\b)"
)
# it has happened: it is happened; after a name the splitter leaves "tom 's died"
COME_TABLE = "happened died arrived disappeared come become begun been fainted failed"
COME = COME_TABLE.replace(" ", "|")
# instead of "have", people also say "have got"
HAVE_GOT = re.compile(
    rf"^(i|you|we|they|he|she|{NAMED}) (has|have) "
    rf"(?!(?:{DONE}|{COME}|to|not|never|always|already|also|just|often|only|really|had|dinner"
    r"|lunch|breakfast|fun)\b)(?!.* to\b)"
)
HAS_COME = re.compile(
    rf"^((?:where |how |why )?(?:he|she|it|that)) has (?=(?:\w+ )?(?:{COME})\b)"
)
TOM_HAS = re.compile(rf"^({NAMED}) has (?=(?:\w+ )?(?:{COME}|{DONE})\b)")
# i cannot see anything: i cannot see a thing
NOT_ANYTHING = re.compile(r"^(.* (?:not|cannot|never) .*)anything$")
SYNONYMS = {
    "everybody": "everyone", "somebody": "someone", "anybody": "anyone", "tv": "television",
    "terrible": "horrible", "movie": "film",
    "guy": "fellow", "neighbor": "neighbour", "favorite": "favourite", "color": "colour",
    "phone": "telephone", "nobody": "no one",
    "usually": "normally", "soccer": "football", "almost": "nearly",
    "gift": "present", "wonderful": "marvelous", "boring": "dull",
}  # fmt: skip


def draw(random: Random, construction: str | None = None) -> Sentence:
    """Draw a sentence; without ``construction``, the weights decide which kind."""
    if construction is None:
        (construction,) = random.choices(CONSTRUCTIONS, cum_weights=UP_TO)
    drawing = Drawing(random, plain=construction in OF_CLAUSES)
    english, german, *mark = drawing.drawn(construction)
    end = mark[0] if mark else "."
    # as people write it; the splitter takes it apart only after a pronoun
    if random.random() < 0.2:
        english = _begun(IS_SHORT, r"\1 's ", english)
    if random.random() < 0.5:  # the splitter turns "you'd better" into "would"
        english = english.replace(" had better ", " would better ", 1)
    if random.random() < 0.35:
        english = _begun(HAVE_GOT, r"\1 \2 got ", english)
    if random.random() < 0.6:
        english = _begun(HAS, r"\1 is ", english)
    if random.random() < 0.5:
        english = _begun(HAS_COME, r"\1 is ", english)
        english = _begun(TOM_HAS, r"\1 's ", english)
    if random.random() < 0.15:
        english = _begun(NOT_ANYTHING, r"\1a thing", english)
    words = english.split()
    if not SYNONYMS.keys().isdisjoint(words):
        for i, word in enumerate(words):
            if word in SYNONYMS and (word != "boring" or i == len(words) - 1):
                words[i] = random.choice((word, SYNONYMS[word]))
    return Sentence(" ".join(words), f"{german} {end}", construction)


def _begun(beginning: re.Pattern, replacement: str, english: str) -> str:
    """Replace the beginning of a sentence, if it matches, which is rare."""
    found = beginning.match(english)
    return found.expand(replacement) + english[found.end() :] if found else english
