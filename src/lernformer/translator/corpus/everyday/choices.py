"""Verbs and words that single constructions choose from."""

from lernformer.translator.corpus.everyday.clauses import Nominal
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.verbs import VERBS, WIR, Verb, verb_from
from lernformer.translator.corpus.everyday.words import PREDICATIVE, WISSEN


def _english_only(base: str, forms: str, german: str, frame: str = "i") -> Verb:
    return verb_from(f"{base} {forms} = {german} {frame}".replace("  ", " "))


def _of_table(base: str) -> Verb:
    return next(verb for verb in VERBS if verb.base == base)


THESE = Nominal("these", "das", "das", "denen", WIR)
THEY_ARE = Nominal("they", "das", "das", "denen", WIR)  # things: das sind Häuser
THOSE = Nominal("those", "das", "das", "denen", WIR)
RAIN = _english_only("rain", "rained rained", "regnen")
SNOW = _english_only("snow", "snowed snowed", "schneien geschneit")
LOOK = _english_only("look", "looked looked", "aus|sehen siehst sieht ausgesehen")
FEEL = _english_only("feel", "felt felt", "fühlen!")
SEEM = _english_only("seem", "seemed seemed", "scheinen geschienen")
GET = _english_only("get", "got got", "werden wirst wird geworden*")
BECOME = _english_only("become", "became become", "werden wirst wird geworden*")
STAY = _of_table("stay")
KNOW = _english_only("know", "knew known", "wissen weißt weiß gewusst")
KNOW = replace(KNOW, present=WISSEN.present)
THINK = _english_only("think", "thought thought", "glauben")
THOUGHT = _english_only("think", "thought thought", "denken gedacht")
SAY = _english_only("say", "said said", "sagen")
HOPE = _english_only("hope", "hoped hoped", "hoffen")
BELIEVE = _english_only("believe", "believed believed", "glauben")
HEAR = _of_table("hear")
SEE = _of_table("see")
HATE = _of_table("hate")
LIKE = _of_table("like")
LOVE = _of_table("love")
WANT = _of_table("want")
HAVE = _of_table("have")
TELL = _english_only("tell", "told told", "sagen")
# what one is, not what one does: i know, never i am knowing
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
WONDER = _english_only("wonder", "wondered wondered", "fragen!")
BET = _of_table("bet")
GUESS = _english_only("guess", "guessed guessed", "schätzen")
NO_PASSIVE_TABLE = """
    frighten
    want have like do make miss need know wake remember deserve envy mean marry look join
    fear scare hurt put meet convince bore confuse annoy impress touch
"""
NO_PASSIVE = NO_PASSIVE_TABLE.split()
OF_PASSIVE = [
    v
    for v in VERBS
    if v.frame == "a" and {"person", "animal", "thing"} & {*v.kinds}
    if v.particle != "to know"
    and not (v.base in NO_PASSIVE or v.to_self or v.with_sein or v.plain == "fangen")
    if not v.prefix.startswith("fallen")
]

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
FUTURES = (
    "will",
    "will",
    "can",
    "can",
    "must",
    "should",
    "have to",
    "need to",
    "want to",
    "want to",
    "would like to",
    "going to",
    "might",
    "would",
    "could",
    "will",
    "will",
    "have to",
)
WHEN = [
    ("when", "wann"),
    ("why", "warum"),
    ("how", "wie"),
    ("where", "wo"),
    ("how often", "wie oft"),
    ("what time", "um wie viel Uhr"),
    ("how long", "wie lange"),
    ("how many times", "wie oft"),
    ("since when", "seit wann"),
]
TRADES = NOUNS["role"]
QUALITIES_OF_IT = [a for a in PREDICATIVE if "t" in ADJECTIVES[a][2]] + [
    "gone",
    "lost",
]
OF_PERSONS = [
    a for a in PREDICATIVE if "p" in ADJECTIVES[a][2] or "-" in ADJECTIVES[a][2]
]
