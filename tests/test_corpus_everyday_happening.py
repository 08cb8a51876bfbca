"""The everyday grammar: what happens and how, and what somebody is like.

The tables in this file are written by hand, not taken from the code.
"""

import re
from itertools import islice
from random import Random

import pytest

from lernformer.translator.corpus.everyday import draw
from lernformer.translator.corpus.everyday.clauses import IT, Clause, Predicate
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.spelling import spell, very
from lernformer.translator.corpus.everyday.verbs import BE


@pytest.mark.parametrize(
    ("construction", "english", "german"),
    [
        ("whenever", "^(when|as soon as) .* (will|can|must) ", "^(wenn|sobald) "),
        ("whenever", "^if it rains ", "^wenn es regnet , "),
        ("seems_that", "^it seems (that|like) ", "^es scheint , dass "),
        ("or_", r"^is it \w+ or \w+$", r"^ist es \w+ oder \w+ \?$"),
        ("so_", r" so (he|she|we|i) ", r" , also \w+ (\w+ )?(sich )?(er|sie|wir|ich)"),
        ("tell_somebody_to", "^can you tell me where ", "^kannst du mir sagen , wo "),
        ("in_order_to", r"^\w+ (came|went) .* to (?!see)", " , um .*zu"),
        ("whenever", "^when .* (was|were) ", "^als "),
        ("whenever", " (was|were) .* when ", " , als "),
        ("or_", " or not$", r" oder nicht \?$"),
        ("or_", "^(?!am|are|is|do|did|will).* or you will ", " , sonst wirst du "),
        ("very_good", " a very ", " eine? sehr .*e[rs]? "),
        ("most_of_all", "the most important ", " (der|die|das) wichtigste "),
        ("most_of_all", " in the world$", r" der Welt [.?]$"),
        ("question", "^should (i|we) ", "^(soll ich|sollen wir) "),
        ("statement", "^(i|we|tom) should ", "^(ich sollte|wir sollten|Tom sollte) "),
        ("even", "^even tom ", "^sogar Tom "),
        ("even", "not even ", "nicht einmal"),
        ("something_strange", "^there is something ", "^es gibt etwas .*[A-ZÄÖÜ]"),
    ],
)
def test_what_follows(construction, english, german):
    random = Random(construction)
    drawn = (draw(random, construction) for _ in range(8_000))
    fitting = [*islice((s for s in drawn if re.search(english, s.source)), 50)]
    assert len(fitting) >= 5
    assert [s for s in fitting if not re.search(german, s.target)] == []


def test_a_degree_stands_between_the_article_and_the_adjective():
    house = next(noun for noun in NOUNS["thing"] if noun.english == "house")
    phrase = very(spell(house, "a", "old"), "very", "sehr")
    assert (phrase.english, phrase.dat) == (
        "a very old house",
        "einem sehr alten Haus",
    )
    p = Predicate(
        BE, phrase.english, indefinite=phrase.nom, negated=phrase.without["nom"]
    )
    assert Clause(IT, p, negated=True).main() == (
        "it is not a very old house",
        "es ist kein sehr altes Haus",
    )


def test_what_has_been_done_is_said_in_short():
    """The splitter turns "he's found it" into "he is found it"."""
    random = Random(0)
    drawn = (draw(random, "statement") for _ in range(60_000))
    done = r"^(he|she) is (?!not)\w+(?<!ing) (the|a|it|him|me|us|my|your|his|that)\b"
    short = [*islice((s for s in drawn if re.match(done, s.source)), 3)]
    assert len(short) == 3
    has = r"(er|sie) (hat|ist|wollte|mochte|liebte|kannte|wusste|brauchte|hasste) "
    assert [s for s in short if not re.match(has, s.target)] == []
