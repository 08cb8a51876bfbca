"""How a noun phrase is spelled, with its article, its adjective and all its forms."""

import re
from functools import lru_cache

from lernformer.translator.corpus.declension import Noun
from lernformer.translator.corpus.everyday.clauses import Nominal, join
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import (
    ABSOLUTE,
    ADJECTIVES,
    CONTRACTIONS,
    MIXED,
    adjective,
    determiner,
)
from lernformer.translator.corpus.everyday.verbs import ER, WIR
from lernformer.translator.corpus.everyday.words import OWNERS

# of what one takes another: noch ein Bier, but mit einem anderen Mann
ONE_MORE = ("food", "drink")
# a nice man: nett, but a nice day: schön, as a beautiful one
OF_THINGS = {"nice": "beautiful"}
# qualities that come in degrees, and words for the degree
NOT_MEASURED_TABLE = """
    secret illegal single deaf blind broken closed open false real true innocent divorced
    pregnant finished japanese american canadian german french english spanish possible
    impossible necessary right correct fair unfair
"""
MEASURED = [
    a
    for a, (_, _, kinds) in ADJECTIVES.items()
    if kinds != "-" and a not in (*ABSOLUTE, *NOT_MEASURED_TABLE.split())
]
HOW_VERY = [
    *(("very", "sehr"), ("very", "sehr"), ("very", "sehr"), ("really", "wirklich")),
    ("pretty", "ziemlich"),
]


def contract(preposition: str, phrase: str) -> str:
    """in + dem Garten → im Garten."""
    first, _, rest = phrase.partition(" ")
    short = CONTRACTIONS.get((preposition, first))
    pointed = rest in ("hier", "da")  # in das da, von dem hier
    return f"{short} {rest}" if short and not pointed else f"{preposition} {phrase}"


def very(phrase: Nominal, degree: str, sehr: str) -> Nominal:
    """a small house: a very small house, ein sehr kleines Haus."""

    def within(text: str, word: str) -> str:
        article, _, rest = text.partition(" ")
        return f"{article} {word} {rest}"

    return replace(
        phrase,
        english=within(re.sub("^an ", "a ", phrase.english), degree),
        nom=within(phrase.nom, sehr),
        acc=within(phrase.acc, sehr),
        dat=within(phrase.dat, sehr),
        without=phrase.without
        and {case: within(form, sehr) for case, form in phrase.without.items()},
    )


@lru_cache(maxsize=1 << 14)
def spell(noun: Noun, word: str, chosen: str = "", plural: bool = False) -> Nominal:
    """A noun phrase with all its forms: the determiner ``word``, an adjective."""
    gender = "pl" if plural else noun.gender
    rest = join(chosen, noun.english_plural if plural else noun.english)
    article = (
        "an"
        if (
            word == "a"
            and rest[0] in "aeiou"
            and not rest.startswith(("use", "uni", "european"))
        )
        or (word == "a" and rest.startswith("honest"))
        else word
    )

    is_thing = noun.kind not in ("person", "role", "animal")
    meant = OF_THINGS.get(chosen, chosen) if is_thing else chosen

    def form(word: str, case: str) -> str:
        if word == "another" and not (case == "acc" and noun.kind in ONE_MORE):
            other = "ander" + MIXED[case, gender]
            return join(determiner("a", case, gender), other, noun.form(case))
        return join(
            determiner(word, case, gender),
            adjective(meant, word, case, gender) if meant else "",
            noun.form(case, plural),
        )

    forms = {case: form(word, case) for case in ("nom", "acc", "dat")}
    without = {case: form("no", case) for case in forms} if word in ("a", "") else None
    plain = ("the", "a", "", "this", "that", "these", "those", *OWNERS)
    behind = word not in plain
    return Nominal(
        join(article.removesuffix("*"), rest),
        forms["nom"],
        forms["acc"],
        forms["dat"],
        person=WIR if plural else ER,
        reflexive="sich",
        without=without,
        behind=behind,
    )
