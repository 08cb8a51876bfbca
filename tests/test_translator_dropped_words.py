import pytest

from lernformer.translator.dropped_words import LEAST, MOST, cover, lexicon

NOUNS = {"house": ("Haus", "Häuser"), "help": ("Hilfe", "helfen")}


def made() -> list[tuple[str, str]]:
    rows = [
        (f"the {english}", f"das {german}")
        for english, forms in NOUNS.items()
        for german in forms
    ]
    return rows * LEAST


def test_each_word_has_the_beginnings_that_meet_all_its_sentences():
    pairs = made() + [("x", "das andere")] * 20 * len(made())
    found = lexicon(pairs)
    assert found["help"] == "hilf helf"
    assert found["house"] == "haus"


def test_what_is_rare_or_translated_in_too_many_ways_is_left_out():
    rare = ("the bell", "die Glocke")
    many = [("run", f"{chr(97 + i)}laufen") for i in range(MOST + 1)] * LEAST
    assert {"bell", "run"} & lexicon([*made(), rare, *many]).keys() == set()


def test_what_met_one_sentence_alone_is_chance():
    often = [frozenset({"haus"})] * LEAST
    assert cover(often, {"haus": 0.01}) == ["haus"]
    once = [*often, frozenset({"bau"})]
    assert cover(once, {"haus": 0.01, "bau": 0.01}) == []


@pytest.mark.parametrize("share", [0.01, 0.9])
def test_a_frequent_beginning_says_nothing(share):
    found = cover([frozenset({"ich"})] * LEAST, {"ich": share})
    assert found == (["ich"] if share < 0.5 else [])
