"""What is counted of translations of sentences that people wrote."""

import pytest

from benchmarks.tatoeba import held_out, score
from lernformer.translator.corpus import Pair
from lernformer.translator.corpus.text import TextCorpus


def test_a_sentence_is_right_if_it_is_one_of_its_translations():
    german = ["Ich gehe, jetzt!", "du bist da", ""]
    references = [["Ich laufe.", "ich gehe jetzt"], ["Sie sind da."], ["Ja."]]
    found = score(german, references)
    assert found["exact"] == pytest.approx(33.3)
    assert 0 < found["chrf"] < 100
    german = ["ja", "ich gehe jetzt heim"]
    references = [["Ja!"], ["Nein", "Ich gehe jetzt heim."]]
    right = {"exact": 100.0, "chrf": 100.0, "bleu": 100.0}
    assert score(german, references) == right


def test_all_translations_of_a_sentence_are_held_out():
    validation, test = [Pair("a", "x"), Pair("a", "y")], [Pair("b", "z")]
    corpus = TextCorpus([Pair("c", "w")], validation, test)
    assert held_out(corpus) == {"a": ["x", "y"], "b": ["z"]}
