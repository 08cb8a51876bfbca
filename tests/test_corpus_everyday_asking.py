"""The everyday grammar: asking why and what next, and what is nearly or hardly so.

The table of this file is written by hand, and not from the code.
"""

import pytest
from everyday import as_drawn

from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    WE,
    Adverb,
    Clause,
    Predicate,
)
from lernformer.translator.corpus.everyday.verbs import DO, verb_from

SAID = """
    why_do: why wait = warum warten ?
    why_do: why not wait = warum nicht warten ?
    asked_why: he asked me why = er hat mich gefragt , warum .
    asked_why: tell me why = sag mir , warum !
    asked_why: do you know why = weißt du , warum ?
    asked_why: i want to know why = ich will wissen , warum .
    how_do_it: how do you do it = wie machst du es ?
    how_do_it: how did he do that = wie hat er das gemacht ?
    what_next: what happens next = was passiert als Nächstes ?
    what_next: what happened next = was ist dann passiert ?
    what_next: what should i do next = was soll ich als Nächstes tun ?
    what_one_is: what an idiot i am = was für ein Idiot ich bin !
    what_one_is: what a mess it was = was für ein Durcheinander das war !
    almost_did: he almost died = er wäre fast gestorben .
    almost_did: i nearly won = ich hätte fast gewonnen .
    cannot_stand: i cannot stand him = ich kann ihn nicht ausstehen .
    cannot_stand: i cannot stand this = ich kann das nicht ausstehen .
    letting_go: i will not let you sleep = ich werde dich nicht schlafen lassen .
    letting_go: i let tom win = ich ließ Tom gewinnen .
    letting_go: i let him do it = ich ließ es ihn tun .
    to_oneself: he talked to himself = er redete mit sich selbst .
    to_oneself: i trust myself = ich vertraue mir selbst .
    know_something: he knows something = er weiß etwas .
    know_something: she knows too much = sie weiß zu viel .
    know_something: did you know that = wusstest du das ?
    call_later: call me tomorrow = ruf mich morgen an !
    call_later: i will call you later = ich rufe dich später an .
    feeling_cold: it feels real = es fühlt sich echt an .
    looking_there: look behind you = schau hinter dich !
    looking_there: he looked out of the window = er schaute aus dem Fenster .
    all_in_a_state: we are both right = wir haben beide recht .
"""


@pytest.mark.parametrize("row", SAID.strip().splitlines())
def test_what_is_drawn(row):
    drawn, german = as_drawn(row)
    assert drawn == german


def test_what_nearly_happened_did_not():
    """Not of what one is or has: er war fast zu Hause."""
    almost = Adverb("almost", "fast", middle=True)
    die = Predicate(verb_from("die = sterben stirbst stirbt gestorben* i"))
    assert Clause(HE, die, "past", adverb=almost).main() == (
        "he almost died",
        "er wäre fast gestorben",
    )
    need = Predicate(verb_from("need = brauchen i"), "it", light="es")
    assert Clause(HE, need, "past", adverb=almost).main()[1] == "er brauchte es fast"


@pytest.mark.parametrize(
    ("tense", "said"),
    [
        ("present", "wir machen es"),
        ("can", "wir können es tun"),
        ("will", "wir werden es tun"),
        ("past", "wir haben es getan"),
    ],
)
def test_what_one_does_now_is_machen(tense, said):
    it = Predicate(DO, IT.object, light=IT.acc)
    assert Clause(WE, it, tense).main()[1] == said
