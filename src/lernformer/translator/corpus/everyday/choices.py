"""Verbs and words that single constructions choose from."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.clauses import Nominal
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.verbs import VERBS, WIR, Verb, verb_from
from lernformer.translator.corpus.everyday.words import PREDICATIVE


def _english_only(base: str, forms: str, german: str, frame: str = "i") -> Verb:
    return verb_from(f"{base} {forms} = {german} {frame}".replace("  ", " "))


THESE, THOSE = (
    Nominal("these", "das", "das", "denen", WIR),
    Nominal("those", "das", "das", "denen", WIR),
)
LOOK, FEEL = (
    _english_only("look", "looked looked", "aus|sehen siehst sieht ausgesehen"),
    _english_only("feel", "felt felt", "fühlen!"),
)
SEEM, GET = (
    _english_only("seem", "seemed seemed", "scheinen geschienen"),
    _english_only("get", "got got", "werden wirst wird geworden*"),
)
BECOME = _english_only("become", "became become", "werden wirst wird geworden*")
STAY = next(v for v in VERBS if v.base == "stay")
KNOW = _english_only("know", "knew known", "wissen weißt weiß gewusst")
KNOW = replace(KNOW, present=("weiß", "weißt", "weiß", "wissen"))
THINK, SAY = (
    _english_only("think", "thought thought", "denken gedacht"),
    _english_only("say", "said said", "sagen"),
)
HOPE, BELIEVE = (
    _english_only("hope", "hoped hoped", "hoffen"),
    _english_only("believe", "believed believed", "glauben"),
)
HEAR, SEE = (
    next(v for v in VERBS if v.base == "hear"),
    next(v for v in VERBS if v.base == "see"),
)
TRY, ASK = (
    next(v for v in VERBS if v.base == "try"),
    _english_only("ask", "asked asked", "bitten gebeten"),
)
STOP, START = (
    next(v for v in VERBS if v.base == "stop"),
    next(v for v in VERBS if v.base == "start"),
)
BEGIN = next(v for v in VERBS if v.base == "begin")
DECIDE, FORGET = (
    _english_only("decide", "decided decided", "beschließen beschlossen"),
    _english_only(
        "forget", "forgot forgotten", "vergessen vergisst vergisst vergessen"
    ),
)
PROMISE, REFUSE = (
    _english_only(
        "promise", "promised promised", "versprechen versprichst verspricht versprochen"
    ),
    _english_only("refuse", "refused refused", "weigern!"),
)
HATE, LIKE = (
    next(v for v in VERBS if v.base == "hate"),
    next(v for v in VERBS if v.base == "like"),
)
LOVE, WANT = (
    next(v for v in VERBS if v.base == "love"),
    next(v for v in VERBS if v.base == "want"),
)
HAVE = next(v for v in VERBS if v.base == "have")
TELL = _english_only("tell", "told told", "sagen")
HABEN = HAVE
DO = next(v for v in VERBS if v.base == "do")
INTENDING = (TRY, TRY, DECIDE, FORGET, PROMISE)

DEGREES = [
    ("very", "sehr"),
    ("very", "sehr"),
    ("so", "so"),
    ("too", "zu"),
    ("really", "wirklich"),
    ("a little", "ein bisschen"),
    ("quite", "ziemlich"),
    ("pretty", "ziemlich"),
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
WEATHER = [
    ("hot", "heiß"),
    ("cold", "kalt"),
    ("warm", "warm"),
    ("late", "spät"),
    ("dark", "dunkel"),
    ("early", "früh"),
    ("raining", ""),
    ("snowing", ""),
]
WHEN = [
    ("when", "wann"),
    ("why", "warum"),
    ("how", "wie"),
    ("where", "wo"),
    ("how often", "wie oft"),
    ("what time", "um wie viel Uhr"),
    ("how long", "wie lange"),
]
MEASURES = [
    ("how old", "wie alt"),
    ("how tall", "wie groß"),
    ("how big", "wie groß"),
    ("how long", "wie lang"),
    ("how heavy", "wie schwer"),
    ("how deep", "wie tief"),
    ("how far", "wie weit"),
    ("how expensive", "wie teuer"),
]
TRADES = NOUNS["role"]
QUALITIES_OF_IT = [a for a in PREDICATIVE if "t" in ADJECTIVES[a][2]] + [
    "ready",
    "gone",
    "okay",
    "ok",
    "lost",
]
OF_PERSONS = [
    a for a in PREDICATIVE if "p" in ADJECTIVES[a][2] or "-" in ADJECTIVES[a][2]
]
