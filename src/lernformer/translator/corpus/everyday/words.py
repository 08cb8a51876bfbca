"""The words and idioms that make up phrases of everyday English and German."""

import re

from lernformer.translator.corpus.everyday.clauses import (
    Adverb,
    Nominal,
    Predicate,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import (
    ADJECTIVES,
    ENGLISH_NAMES,
    FEMALE,
    MALE,
    NOT_PREDICATE,
    NOUNS,
    SUPERLATIVES,
)
from lernformer.translator.corpus.everyday.tables import pairs, rows
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    VERBS,
    WIR,
    Verb,
    verb_from,
)

NAMES = [
    Nominal(ENGLISH_NAMES.get(name, name.lower()), name, name, name, light=True)
    for name in MALE + FEMALE
]
PLURALS = [
    Nominal("people", "die Leute", "die Leute", "den Leuten", WIR, reflexive="sich"),
    Nominal(
        "these people",
        "diese Leute",
        "diese Leute",
        "diesen Leuten",
        WIR,
        reflexive="sich",
    ),
    Nominal(
        "the people", "die Leute", "die Leute", "den Leuten", WIR, reflexive="sich"
    ),
    *(
        Nominal(
            f"{my} {english}",
            *(f"{mein}e {german}", f"{mein}e {german}", f"{mein}en {german}"),
            WIR,
            reflexive="sich",
        )
        for my, mein in (
            ("my", "mein"),
            ("your", "dein"),
            ("his", "sein"),
            ("her", "ihr"),
        )
        for english, german in (("parents", "Eltern"), ("grandparents", "Großeltern"))
    ),
    Nominal("you and i", "du und ich", "dich und mich", "dir und mir", WIR),
    Nominal("tom and i", "Tom und ich", "Tom und mich", "Tom und mir", WIR),
    Nominal(
        "tom and mary",
        "Tom und Maria",
        "Tom und Maria",
        "Tom und Maria",
        WIR,
        reflexive="sich",
    ),
    *(
        Nominal(
            *(f"{many} people", f"{viele} Leute", f"{viele} Leute", f"{vielen} Leuten"),
            WIR,
            reflexive="sich",
            behind=True,
        )
        for many, viele, vielen in (
            *(("many", "viele", "vielen"), ("some", "einige", "einigen")),
            *(
                ("most", "die meisten", "den meisten"),
                ("a few", "ein paar", "ein paar"),
            ),
            *(("three", "drei", "drei"), ("a lot of", "viele", "vielen")),
        )
    ),
    Nominal("both of them", "beide", "beide", "beiden", WIR, reflexive="sich"),
    Nominal("all of us", "wir alle", "uns alle", "uns allen", WIR),
]
TOM, MARY = NAMES[0], NAMES[len(MALE)]
WOMEN = {"she", *(name.english for name in NAMES[len(MALE) :])}  # who counts as a woman
PERSONS = NOUNS["person"] + NOUNS["role"]
BY_NAME = {noun.english: noun for nouns in NOUNS.values() for noun in nouns}
OWNERS = ("my", "your", "his", "her", "our", "their")
KIN = {
    "father", "mother", "brother", "sister", "wife", "husband", "son", "daughter",
    "grandmother", "grandfather", "uncle", "aunt", "cousin", "dad", "mom", "friend", "boss",
    "girlfriend", "neighbor",
}  # fmt: skip
KINDS_OF_ADJECTIVE = {
    "person": "p", "role": "p", "animal": "p", "food": "f", "drink": "f",
}  # fmt: skip
NUMBERS = (
    "two", "two", "three", "four", "five", "six", "seven", "ten", "many", "some", "a lot of",
    "enough", "more", "a few", "few", "thirty",
)  # fmt: skip
# words that show that there are several fish; some fish is etwas Fisch
OF_SEVERAL = ("these", "those", "two", "three", "five", "many", "a few")

DENYING = (
    "never",
    "almost never",
    "rarely",
    "seldom",
    "hardly",
    "hardly ever",
    "barely",
)


def _adverbs(section: str, **options: bool) -> list[Adverb]:
    found = pairs("adverbs", section)
    return [Adverb(e, g, no=e in DENYING, **options) for e, g in found]


# adverbs of frequency, which "nicht" negates: nicht jeden Tag, but heute nicht
HOW_OFTEN = ("often", "again", "soon", "together", "every", "all the time")
TIMES_OF = {
    tense: [
        replace(time, behind=time.english.startswith(HOW_OFTEN))
        for time in _adverbs(tense)
    ]
    for tense in ("present", "past", "future")
}
IN_THE_MIDDLE = _adverbs("middle", middle=True)
HOW = _adverbs("manners", behind=True)
HERE = [one for one in _adverbs("places", behind=True) if one.english != "home"]
WELL = next(one for one in HOW if one.english == "well")
HOW += 6 * [WELL]  # used far more often than the others
WHERE = pairs("adverbs", "places")
WHERE_TO = pairs("adverbs", "goals")
TOO = Adverb("too", "auch")
AS_WELL = Adverb("as well", "auch")


def idiom(german: str) -> Verb:
    """Return a German verb for an idiom that English expresses differently."""
    return verb_from(f"be = {german} i")


HIERHER = idiom("hierher|kommen hierhergekommen*")
WISSEN = idiom("wissen weißt weiß gewusst")
FAHREN = idiom("fahren fährst fährt gefahren*")


SICH_SEIN = replace(BE, to_self=True)  # ich bin mir sicher


def _es(german: str) -> tuple[str, str]:
    """Return the "es" of "es eilig", which comes before "nicht", and the rest."""
    first, *rest = german.split(" ")
    return ("es", " ".join(rest)) if first == "es" else ("", german)


def _parts(row: str) -> list[str]:
    """Return the words between the bars; a prefix, as in fest|halten, has no spaces."""
    return re.split(r"\s+\|(?:\s+|$)", row)


def _state(row: str) -> Predicate:
    english, verb, text, *denied = _parts(row)
    german = BE if verb == "sein" else SICH_SEIN if verb == "sein!" else idiom(verb)
    if denied:
        return Predicate(BE, english, german, indefinite=text, negated=denied[0])
    light, rest = _es(text)  # ich habe es nicht eilig
    return Predicate(BE, english, german, light=light, rest=rest)


def denied(indefinite: str) -> str:
    """ein Buch: kein Buch."""
    return f"k{indefinite}" if indefinite.startswith("ein") else ""


def _doing(row: str) -> Predicate:
    base, english, verb, text, *more = _parts(row)
    negated = more[0] if more else denied(text)
    found = _REGULAR.get(base) or verb_from(f"{base} = {verb} i")
    p = Predicate(found, english, idiom(verb))
    if negated:
        return replace(p, indefinite=text, negated=negated)
    known = text.startswith(("die ", "den ", "das ")) and text != "das Richtige"
    if known:  # ich nehme den Bus nicht
        return replace(p, definite=text)
    light, rest = _es(text)
    return replace(p, light=light, rest=rest)


# fixed phrases: English, German, and the mark at the end
FIXED = [(english, german[:-2], german[-1]) for english, german in pairs("phrases")]
GET = verb_from("get got gotten = bekommen bekommen i")
_REGULAR = {verb.base: verb for verb in [GET, *reversed(VERBS)] if not verb.particle}
# what English expresses with "be" or as a noun's property, but German otherwise
STATES = [_state(row) for row in rows("states")]
DOINGS = [_doing(row) for row in rows("doings")]
# after "have": English, German, German with "kein" (if it is indefinite)
HAD = [
    (english, german.partition(" = ")[0], german.partition(" = ")[2])
    for english, german in pairs("adverbs", "had")
]


GO, HAVE, EAT = _REGULAR["go"], _REGULAR["have"], _REGULAR["eat"]
AGREE, REMEMBER = _REGULAR["agree"], _REGULAR["remember"]
BREAKFAST = idiom("frühstücken")
LUNCH = idiom("zu_Mittag_essen isst isst gegessen")
DINNER = idiom("zu_Abend_essen isst isst gegessen")
PREDICATIVE = [a for a in ADJECTIVES if a not in (*NOT_PREDICATE, *SUPERLATIVES)]
