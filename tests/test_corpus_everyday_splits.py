"""Harder questions of the everyday grammar."""

import re

from lernformer.translator.corpus.everyday import make_pairs, splits
from lernformer.translator.corpus.everyday.splits import joined_words

TRAIN = make_pairs(size=3_000, held_out=0)["train"]
KNOWN = {word for pair in TRAIN for text in pair for word in text.split()}


def test_forms_of_a_word_are_one_word():
    assert joined_words("the old men were buying it for my dogs") == {
        ("old", "man"),
        ("man", "buy"),
        ("buy", "dog"),
    }
    assert joined_words("the dog is here") == set()


def test_two_words_meet_that_never_met():
    drawn = splits.compositional(TRAIN, 40, longest=12)
    met = {two for source, _ in TRAIN for two in joined_words(source)}
    assert len({source for source, _ in drawn}) == 40
    for source, target in drawn:
        assert joined_words(source) - met, source
        assert len(source.split()) <= 12
        assert {*source.split(), *target.split()} <= KNOWN
    assert drawn == splits.compositional(TRAIN, 40, longest=12)


def test_longer_sentences_have_more_words_than_any_line():
    drawn = splits.longer(TRAIN, 40, lines=(22, 26))
    for source, target in drawn:
        assert len(source.split()) > 22
        assert len(target.split()) > 26
        joints = re.findall(r" (and|but) ", source)
        assert len(joints) >= 2
        assert target.endswith(" .")
        assert target.count(" und ") + target.count(" aber ") >= len(joints) - 2
        assert {*source.split(), *target.split()} <= KNOWN
