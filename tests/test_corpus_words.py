"""The corpus' words against a dictionary and a textbook's tables."""

import dictionary
import pytest
from dictionary import ADJECTIVES, BY_NOUN, EVERY_NOUN, EVERY_VERB, PARADIGM

from lernformer.translator.corpus import nouns, verbs
from lernformer.translator.corpus.declension import CASES, DETERMINERS
from lernformer.translator.corpus.grammar import NounPhrase


def test_every_noun_is_in_the_dictionary():
    assert sorted({noun.german for noun in EVERY_NOUN}) == sorted(BY_NOUN)


@pytest.mark.parametrize("noun", EVERY_NOUN, ids=lambda noun: noun.german)
def test_noun_phrases_agree_in_every_case(noun):
    gender = dictionary.gender_of(noun.german)
    assert noun.gender == gender
    seen = 0
    for (word, column), cells in PARADIGM.items():
        plural = column == "pl"
        if column not in (gender, "pl") or (plural and not noun.counted):
            continue
        for case, cell in zip(CASES, cells, strict=True):
            *determiner, ending = cell
            form = dictionary.noun_form(noun.german, case, plural)
            for adjective in (None, *nouns.ADJECTIVES.values()):
                phrase = NounPhrase(noun, word.strip("–"), adjective, plural)
                agreed = [adjective.stem + ending.strip("-")] if adjective else []
                assert phrase.german(case) == " ".join([*determiner, *agreed, form])
                seen += 1
    assert seen >= 10 * 4 * (1 + len(ADJECTIVES))


def test_the_textbook_has_every_determiner_and_adjective():
    assert {word.strip("–") for word, _ in PARADIGM} == set(DETERMINERS)
    stems = {adjective.stem for adjective in nouns.ADJECTIVES.values()}
    assert stems == {adjective.removesuffix("e") for adjective in ADJECTIVES}
    irregular = {"teuer": "teur", "müde": "müd"}
    for adjective in nouns.ADJECTIVES.values():
        assert adjective.stem == irregular.get(adjective.german, adjective.german)


def test_every_verb_is_conjugated_as_in_the_table():
    want = {}
    for line in dictionary.VERBS:
        present, past = line.split("; ")
        forms = present.split(", ") if "," in present else present.split()
        want[tuple(forms), past] = False
    for verb in EVERY_VERB:
        forms = tuple(f"{form} {verb.prefix}".strip() for form in verb.german_present)
        if verb.preterite:
            past = " ".join(verb.preterite[1:])
        else:
            past = f"{verb.auxiliary[verbs.ER]} {verb.participle}"
        assert (forms, past) in want, verb.name
        want[forms, past] = True
        assert (verb.case == "dat") == (verb.name in dictionary.DATIVE_VERBS)
    assert all(want.values())


def test_modals_are_conjugated_as_in_the_table():
    want = {tuple(line.split()) for line in dictionary.MODALS}
    for modal in verbs.MODALS:
        assert {modal.german, modal.german_negated} <= want


def test_only_a_verb_that_looks_alike_in_the_past_is_handled_as_such():
    alike = {verb.name for verb in EVERY_VERB if verb.present[0] == verb.past[0]}
    assert alike == {"read"}


def test_an_english_word_is_one_german_word():
    english = [adjective.english for adjective in nouns.ADJECTIVES.values()]
    english += [noun.english for noun in nouns.NOUNS.values()]
    english += list(nouns.ROLES["man"]) + [verb.name for verb in EVERY_VERB]
    assert len(set(english)) == len(english)
    assert list(nouns.ROLES["man"]) == list(nouns.ROLES["woman"])
