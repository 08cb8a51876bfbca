"""The everyday grammar: likeness, topics, what lasts, telling and meeting.

The tables in this file are written by hand, not taken from the code.
"""

from dataclasses import replace

from lernformer.translator.corpus.everyday.clauses import (
    HE,
    SOMEBODY,
    Adverb,
    Clause,
    Predicate,
)
from lernformer.translator.corpus.everyday.verbs import verb_from


def test_what_never_happened_is_told_in_the_perfect():
    """Er kam, but: er ist nie gekommen."""
    came = Clause(
        HE, Predicate(verb_from("come came come = kommen gekommen* i")), "past"
    )
    assert came.main()[1] == "er kam"
    never = replace(came, adverb=Adverb("never", "nie", middle=True, no=True))
    assert never.main() == ("he never came", "er ist nie gekommen")


def test_a_pronoun_stands_before_jemand():
    """Kann mich jemand hören, but: kann Tom mich hören."""
    hear = Predicate(verb_from("hear heard heard = hören i"), "me", light="mich")
    asked = {who.nom: Clause(who, hear, "can").question()[1] for who in (SOMEBODY, HE)}
    assert asked["jemand"] == "kann mich jemand hören"
    assert asked["er"] == "kann er mich hören"
