"""The corpus' clauses against sentences and translations written by hand."""

import pytest
from dictionary import VERB, translations

from lernformer.translator.corpus import grammar, nouns, verbs
from lernformer.translator.corpus.declension import DETERMINERS
from lernformer.translator.corpus.grammar import (
    PAST,
    Both,
    Clause,
    NounPhrase,
    Words,
    prepositional,
)
from lernformer.translator.corpus.phrases import EVERY_NAME

KNOWN = {name.subject: name for name in EVERY_NAME} | {
    **{"i": grammar.I_ME, "he": grammar.HE_HIM, "she": grammar.SHE_HER},
    **{"me": grammar.I_ME, "him": grammar.HE_HIM, "her": grammar.SHE_HER},
    **{"we": grammar.WE_US, "they": grammar.THEY_THEM},
    **{"us": grammar.WE_US, "them": grammar.THEY_THEM},
    **{"who": grammar.WHO, "what": grammar.WHAT, "it rains": grammar.WEATHER_IT},
    **{f"it {gender}": grammar.IT[gender] for gender in "mfn"},
}
BY_ENGLISH = {noun.english: (noun, False) for noun in nouns.NOUNS.values()}
BY_ENGLISH |= {noun.english_plural: (noun, True) for noun in nouns.NOUNS.values()}
MODALS = ("can", "must", "should", "will", "want", "wanted", "had to", "would like to")
TENSES = {"past": PAST} | dict(zip(MODALS, verbs.MODALS, strict=True))
PREPOSITIONS = {name: value[:2] for name, value in nouns.PREPOSITIONS.items()}
PREPOSITIONS |= {"with": ("mit", "dat"), "without": ("ohne", "acc")}
PREPOSITIONS |= {"for": ("für", "acc")}


def phrase(english):
    """ "my very old dogs" → the noun phrase; names, pronouns, "a painter (man)" too."""
    if english in KNOWN:
        return KNOWN[english]
    if " and " in english:
        return Both(*map(phrase, english.split(" and ")))
    head, _, owner = english.partition(" of ")
    *words, last = head.removesuffix(" (man)").removesuffix(" (woman)").split()
    if head.endswith(")"):
        sex = head.split("(")[1].strip(")")
        noun, plural = nouns.ROLES[sex][last], False
    else:
        noun, plural = BY_ENGLISH[last]
    determiner = {"an": "a"}.get(words[0], words[0]) if words else ""
    adjectives = [nouns.ADJECTIVES[w] for w in words if w in nouns.ADJECTIVES]
    return NounPhrase(
        noun,
        determiner if determiner in DETERMINERS else "",
        adjectives[0] if adjectives else None,
        plural,
        "very" in words,
        phrase(owner) if owner else None,
    )


def clause_of(description):
    """ "the dog; sleep; past; time: today/heute" → the clause, and its conjunction."""
    subject, verb, *rest = description.split("; ")
    found = {}
    for part in rest:
        name, colon, value = part.partition(": ")
        if part in TENSES:
            found["tense"] = TENSES[part]
        elif part == "not":
            found["negated"] = True
        elif not colon:
            found["object"] = phrase(part)
        elif name == "front":
            found[name] = value
        elif "/" in value:
            found[name] = Words(*value.split("/"))
        elif name in ("place", "company"):
            word = max((p for p in PREPOSITIONS if value.startswith(f"{p} ")), key=len)
            of = phrase(value.removeprefix(f"{word} "))
            found[name] = prepositional(word, *PREPOSITIONS[word], of)
        else:
            found["recipient" if name == "to" else name] = phrase(value)
    conjunction = found.pop("conjunction", None)
    return Clause(phrase(subject), VERB[verb], **found), conjunction


@pytest.mark.parametrize(
    ("kind", "english", "german", "described"),
    translations("main clauses", "questions", "subordinate clauses"),
)
def test_clauses_by_hand(kind, english, german, described):
    clause, conjunction = clause_of(described)
    if kind == "main clauses":
        pair = clause.main()
    elif kind == "questions":
        pair = clause.question()
    else:
        pair = clause.subordinate(conjunction)
    assert pair[:2] == (english, german)


def test_each_of_two_subjects_is_joined_to_the_verb():
    clause, _ = clause_of("my old father and anna; sleep")
    assert set(clause.pairs()) == {("old", "father"), ("father", "sleep")}
    subject, quality = phrase("the king and the boys"), Words("sad", "traurig", "sad")
    assert set(Clause(subject, verbs.BE, quality=quality).pairs()) == {
        *(("king", "be"), ("sad", "king"), ("boy", "be"), ("sad", "boy"))
    }
