"""Verbs and words that individual constructions choose from."""

from lernformer.translator.corpus.everyday.clauses import Nominal
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES
from lernformer.translator.corpus.everyday.verbs import VERBS, WIR, Verb, verb_from
from lernformer.translator.corpus.everyday.words import PREDICATIVE, WISSEN


def _english_only(base: str, forms: str, german: str, frame: str = "i") -> Verb:
    return verb_from(f"{base} {forms} = {german} {frame}".replace("  ", " "))


def named(base: str, particle: str = "") -> Verb:
    """Return a verb from ``tables/verbs.txt``, given its English name."""
    return next(v for v in VERBS if v.base == base and v.particle == particle)


THESE = Nominal("these", "das", "das", "denen", WIR)
THOSE = Nominal("those", "das", "das", "denen", WIR)
GET = _english_only("get", "got got", "werden wirst wird geworden*")
KNOW = _english_only("know", "knew known", "wissen weißt weiß gewusst")
KNOW = replace(KNOW, present=WISSEN.present)
THINK = _english_only("think", "thought thought", "glauben")
THOUGHT = _english_only("think", "thought thought", "denken gedacht")
SAY = _english_only("say", "said said", "sagen")
HOPE = _english_only("hope", "hoped hoped", "hoffen")
BELIEVE = _english_only("believe", "believed believed", "glauben")
HEAR = named("hear")
SEE = named("see")
LIKE = named("like")
HAVE = named("have")
TELL = _english_only("tell", "told told", "sagen")
# verbs that are never progressive: i know, but not i am knowing
STATIVE = {
    *(
        "know",
        "love",
        "like",
        "hate",
        "need",
        "want",
        "have",
        "see",
        "hear",
        "understand",
    ),
    *("believe", "own", "prefer", "fear", "respect", "trust", "deserve", "mean"),
    *("recognize", "notice", "envy"),
}
BET = named("bet")
GUESS = _english_only("guess", "guessed guessed", "schätzen")

DEGREES = [
    ("very", "sehr"),
    ("very", "sehr"),
    ("so", "so"),
    ("too", "zu"),
    ("way too", "viel zu"),
    ("really", "wirklich"),
    ("a little", "ein bisschen"),
    ("a bit", "ein bisschen"),
    ("quite", "ziemlich"),
    ("rather", "ziemlich"),
    ("pretty", "ziemlich"),
    ("that", "so"),
]
QUALITIES_OF_IT = [a for a in PREDICATIVE if "t" in ADJECTIVES[a][2]] + [
    "gone",
    "lost",
]
OF_PERSONS = [
    a for a in PREDICATIVE if "p" in ADJECTIVES[a][2] or "-" in ADJECTIVES[a][2]
]
