"""Nouns, names, adjectives and determiners of everyday English, and their German.

Each English word has one German word. A role such as *teacher* is masculine if there is
no clue, because German uses the masculine for somebody whose sex is unknown.
"""

from lernformer.translator.corpus import declension
from lernformer.translator.corpus.declension import DIESER, EIN, MIXED, STRONG, WEAK
from lernformer.translator.corpus.everyday.tables import pairs, rows, sections, words

MALE, FEMALE = rows("names", "men"), rows("names", "women")
ENGLISH_NAMES = dict(pairs("names", "english"))
CITIES = dict(pairs("names", "places"))
LANGUAGES = dict(pairs("names", "languages"))
NUMBERS = dict(pairs("names", "numbers"))
# adjectives that don't follow "to be", or don't go with "very"
NOT_PREDICATE = words("adjectives", "never after be")
ABSOLUTE = words("adjectives", "never very")
COMMON = frozenset(words("adjectives", "common"))  # used far more often than the others

# English determiner → German stem, endings, endings of the adjective after it
DETERMINERS = declension.DETERMINERS | {
    "that": ("dies", DIESER, WEAK),
    "those": ("dies", DIESER, WEAK),
    "your": ("dein", EIN, MIXED),
    "its": ("sein", EIN, MIXED),
    "another": ("noch ein", EIN, MIXED),
    "any": ("irgendein", EIN, MIXED),
    "each": ("jed", DIESER, WEAK),
    "which": ("welch", DIESER, WEAK),
    "both": ("beid", DIESER, WEAK),
    "one": ("ein", EIN, MIXED),
    # with "*" before uncountable nouns: etwas Wasser, but einige Hunde
    "some*": ("etwas", None, STRONG),
    "a lot of*": ("viel", None, STRONG),
    "a lot of": ("viel", DIESER, STRONG),
    "much*": ("viel", None, STRONG),
    "a little*": ("ein bisschen", None, STRONG),
    "enough": ("genug", None, STRONG),
    "more": ("mehr", None, STRONG),
    "a few": ("ein paar", None, STRONG),
    "few": ("wenig", DIESER, STRONG),
    "some more*": ("noch etwas", None, STRONG),
    **{
        english: (word, None, STRONG)
        for english, word in zip(
            ["five", "six", "seven", "eight", "nine", "twenty", "thirty"],
            ["fünf", "sechs", "sieben", "acht", "neun", "zwanzig", "dreißig"],
            strict=True,
        )
    },
}
CONTRACTIONS = declension.CONTRACTIONS | {
    ("an", "das"): "ans",
    ("von", "dem"): "vom",
    ("bei", "dem"): "beim",
}


# the singular if it follows no rule
IRREGULAR = {
    "Herr": {"acc": "Herrn", "dat": "Herrn", "gen": "Herrn"},
    "Herz": {"dat": "Herzen", "gen": "Herzens"},
    "Name": {"gen": "Namens"},
}


class Noun(declension.Noun):
    """A noun, maybe with irregular forms: dem Herrn, dem Herzen."""

    def form(self, case: str, plural: bool = False) -> str:
        irregular = {} if plural else IRREGULAR.get(self.german, {})
        return irregular.get(case) or super().form(case, plural)


def plural_of(noun: str) -> str:
    """The regular English plural."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def _noun(kind: str, row: str) -> Noun:
    english, article, word, plural = row.split()
    singular, _, irregular = english.replace("_", " ").partition("/")
    weak, word = word.endswith("+"), word.removesuffix("+")
    gender = {"der": "m", "die": "f", "das": "n"}[article]
    genitive = word if gender == "f" else word + ("es" if word[-1] in "sßzx" else "s")
    if weak:
        genitive = plural
    counted = irregular or plural_of(singular)
    return Noun(
        kind,
        singular,
        counted if plural != "-" else "-",
        gender,
        word,
        genitive,
        plural,
    )


NOUNS = {
    kind: [_noun(kind, row) for row in found]
    for kind, found in sections("nouns").items()
    if kind
}
ADJECTIVES: dict[str, tuple[str, str, str]] = {}  # English → German, stem, kinds
for _row in rows("adjectives", "adjectives"):
    _english, _german, _kinds = _row.split()
    _word, _, _stem = _german.partition("/")
    ADJECTIVES[_english] = _word, _stem or _word.removesuffix("e"), _kinds
SUPERLATIVES = ["best", "worst", "biggest", "oldest", "youngest"]
for _row in rows("adjectives", "superlatives"):
    _english, _, _german = _row.rpartition(" ")
    ADJECTIVES[_english] = _german, _german.removesuffix("e"), "-"
    SUPERLATIVES.append(_english)


def determiner(english: str, case: str, gender: str) -> str:
    stem, endings, _ = DETERMINERS[english]
    return stem + (endings[case, gender] if endings else "")


def adjective(english: str, after: str, case: str, gender: str) -> str:
    """The form before a noun, with the ending that ``after`` requires."""
    _, _, endings = DETERMINERS[after]
    return ADJECTIVES[english][1] + endings[case, gender]
