"""The everyday grammar: what comes about and how, and of what kind somebody is.

The tables of this file are written by hand, and not from the code.
"""

import re
from random import Random

import pytest
from everyday import as_drawn

from lernformer.translator.corpus.everyday import draw
from lernformer.translator.corpus.everyday.clauses import IT, Clause, Predicate
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.spelling import spell, very
from lernformer.translator.corpus.everyday.verbs import BE

SAID = """
    or_: do you want tea or coffee = willst du Tee oder Kaffee ?
    was_going_to: i was going to sleep = ich wollte schlafen .
    was_going_to: he was about to leave = er wollte gerade gehen .
    was_going_to: i am about to leave = ich werde gleich gehen .
    must_have: he must have slept = er muss geschlafen haben .
    must_have: i would have come back = ich wäre zurückgekommen .
    must_have: she would have read = sie hätte gelesen .
    must_have: he cannot have slept = er kann nicht geschlafen haben .
    go_and: go and sleep = geh schlafen !
    go_and: come and see me = komm mich besuchen !
    go_and: come and help me = komm und hilf mir !
    in_order_to: i went to see tom = ich habe Tom besucht .
    going_by: i go by bus = ich fahre mit dem Bus .
    going_by: she came by train = sie kam mit dem Zug .
    going_by: we go by plane = wir fliegen mit dem Flugzeug .
    going_by: he went on foot = er ging zu Fuß .
    at_his_place: i am at tom 's = ich bin bei Tom .
    at_his_place: i went to my uncle 's house = ich ging zu meinem Onkel .
    how_known: how do you know that = woher weißt du das ?
    how_known: how did you know tom = woher kanntest du Tom ?
    taking_time: it took me an hour = ich brauchte eine Stunde .
    taking_time: how long does it take you = wie lange brauchst du ?
    speaking: i speak french very well = ich spreche sehr gut Französisch .
    speaking: how do you say that in german = wie sagt man das auf Deutsch ?
    speaking: french is spoken here = hier wird Französisch gesprochen .
    costing: it costs too much = es kostet zu viel .
    costing: how much did it cost = wie viel hat es gekostet ?
    each_other: they love each other = sie lieben sich .
    each_other: we know each other = wir kennen uns .
    each_other: we met here = wir haben uns hier getroffen .
    something_strange: i saw something strange = ich habe etwas Seltsames gesehen .
    something_strange: there is nothing new = es gibt nichts Neues .
    something_strange: is there anything new = gibt es etwas Neues ?
    becoming: he became a doctor = er wurde Arzt .
    becoming: she became a doctor = sie wurde Ärztin .
    becoming: i want to be a singer = ich will Sänger werden .
    becoming: he works as a cook = er arbeitet als Koch .
    suiting: it suits you = es steht dir .
    suiting: it looks good on you = es steht dir gut .
    suiting: it does not fit me = es passt mir nicht .
    caring: he is in love with her = er ist in sie verliebt .
    caring: i am interested in music = ich interessiere mich für Musik .
    been_to: have you been to paris = warst du schon in Paris ?
    been_to: i have never been to london = ich war noch nie in London .
    too_for: it is too heavy for me = es ist zu schwer für mich .
    too_for: you are too young for that = du bist zu jung dafür .
    tired_of: i am tired of sleeping = ich habe es satt , zu schlafen .
    even: i do not even sleep = ich schlafe nicht einmal .
    favorite: what is your favorite color = was ist deine Lieblingsfarbe ?
    favorite: that is my favorite song = das ist mein Lieblingslied .
    may_question: shall we leave = sollen wir gehen ?
    belonging: it belongs to me = es gehört mir .
    clock: it is half past two = es ist halb drei .
    clock: it is a quarter to ten = es ist Viertel vor zehn .
"""


@pytest.mark.parametrize("row", SAID.strip().splitlines())
def test_what_is_drawn(row):
    drawn, german = as_drawn(row)
    assert drawn == german


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
    drawn = [draw(random, construction) for _ in range(8_000)]
    fitting = [s for s in drawn if re.search(english, s.source)]
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
    """Of "he's found it" the splitter makes "he is found it"."""
    random = Random(0)
    drawn = [draw(random, "statement") for _ in range(60_000)]
    done = r"^(he|she) is (?!not)\w+(?<!ing) (the|a|it|him|me|us|my|your|his|that)\b"
    short = [s for s in drawn if re.match(done, s.source)]
    assert len(short) >= 3
    has = r"(er|sie) (hat|ist|wollte|mochte|liebte|kannte|wusste|brauchte|hasste) "
    assert [s for s in short if not re.match(has, s.target)] == []
