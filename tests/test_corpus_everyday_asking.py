"""The everyday grammar: asking why and what next, and what is nearly or hardly so.

The table in this file is written by hand, not taken from the code.
"""

import pytest

from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    WE,
    Adverb,
    Clause,
    Predicate,
)
from lernformer.translator.corpus.everyday.verbs import DO, verb_from


def test_what_nearly_happened_did_not():
    """This doesn't hold for what one is or has: er war fast zu Hause."""
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
