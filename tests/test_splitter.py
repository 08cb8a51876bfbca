"""From texts to words and back."""

import re
import sys

import pytest

from lernformer.translator import splitter
from lernformer.translator.splitter import Contractions, Pieces, Spaces, Words, restored

TEXTS = ["Zwei Männer stehen am Herd.", "Ein Mann steht, eine Frau nicht!"] * 9


def test_words_and_marks():
    split = Words().split("Ja,  so: »Männer« 3.5 can't!")
    assert split == "Ja , so : » Männer « 3.5 can't !"
    assert Words().join("Ja , so geht das !") == "Ja, so geht das!"
    assert Spaces().split("as it is .") == Spaces().join("as it is .") == "as it is ."


def test_marks_inside_a_word_stay_there():
    words = Words()
    for text in ("Ein T-Shirt, das 3.500,50 kostet.", "It's 10:30, isn’t it?"):
        assert words.join(words.split(text)) == text
    assert words.split("'so' - ja-- 3.") == "' so ' - ja - - 3 ."


def test_a_splitter_is_restored_from_its_state():
    for made in (Spaces(), Words(), Contractions()):
        assert type(restored(made.state())) is type(made)
    with pytest.raises(ValueError, match="there is no splitter 'syllables'"):
        restored("syllables")


def test_pieces_join_to_the_text_and_are_restored():
    pytest.importorskip("sentencepiece", reason="SUBWORDS ARE NOT TESTED")
    pieces = Pieces.learn(TEXTS, 60)
    restored_pieces = restored(pieces.state())
    for text in (*TEXTS, "Eine Heftzwecke"):  # a word never seen
        split = pieces.split(text)
        assert pieces.join(split) == text
        assert restored_pieces.split(split) == pieces.split(split)
        assert restored_pieces.split(text) == split
    assert len(pieces.split(TEXTS[0]).split()) < len(TEXTS[0])
    with pytest.raises(ValueError, match="can't learn 5000 pieces"):
        Pieces.learn(TEXTS, 5000)
    for model in (b"", b"no model"):
        with pytest.raises(ValueError, match="this isn't a sentencepiece model"):
            Pieces(model)


def test_without_sentencepiece_the_message_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentencepiece", None)
    with pytest.raises(ValueError, match="pip install sentencepiece"):
        Pieces.learn(TEXTS, 60)


def test_no_contraction_is_passed_over():
    short = """
        i won't|i shan't|i can't|we can not|it ain't|i don't|I'm|you're|we'll|we've
        |you'd|Let's go|Tom's got it|it's|Tom's car|I Wanna go|I'm gonna go
    """
    texts = " ".join(short.split()).split("|")
    for pattern, _ in splitter.CONTRACTIONS:
        found = [t for t in texts if re.search(pattern, t, re.IGNORECASE)]
        assert found, f"no example of {pattern}"
        assert all(splitter.SHORT.search(text) for text in found)


def test_an_expanded_contraction_keeps_its_capital():
    text = "Yes? I'm here! Can't you? Let's go. It's late, isn't it?"
    expanded = "Yes? I am here! Cannot you? Let us go. It is late, is not it?"
    assert splitter.Contractions().split(text) == expanded
