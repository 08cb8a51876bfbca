"""Words to ids and back, and the file between."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lernformer.translator.vocabulary import Vocabulary

words = st.lists(st.text("abcäß'", min_size=1, max_size=4), max_size=8)


def test_specials_come_first_then_the_frequent():
    vocabulary = Vocabulary.of(["der hund sah der katze nach", "der hund"])
    assert vocabulary.words[:6] == ("<pad>", "<bos>", "<eos>", "<unk>", "der", "hund")
    assert len(vocabulary) == 9
    assert Vocabulary.of(["a a b"], min_count=2).words[4:] == ("a",)


def test_vocabularies_of_both_languages():
    source, target = Vocabulary.of_both([("a b", "x"), ("b", "y x")])
    assert source.words[4:] == ("b", "a")
    assert target.words[4:] == ("x", "y")


@given(words)
def test_decode_undoes_encode(sentence):
    vocabulary = Vocabulary.of([" ".join(sentence)])
    text = " ".join(sentence)
    assert vocabulary.decode(vocabulary.encode(text)) == text


def test_encode_frames_and_marks_what_is_unknown():
    vocabulary = Vocabulary.of(["the dog"])
    assert vocabulary.encode("the cat") == [1, vocabulary.ids["the"], 3, 2]
    assert vocabulary.unknown("the cat <eos> the <unk>") == ["cat", "<eos>", "<unk>"]


def test_decode_ends_at_eos_and_leaves_padding_out():
    vocabulary = Vocabulary.of(["the dog"])
    the, dog = vocabulary.ids["the"], vocabulary.ids["dog"]
    assert vocabulary.decode([1, the, 0, dog, 3, 2, the]) == "the dog <unk>"


def test_the_file_keeps_everything(tmp_path):
    path = tmp_path / "words.json"
    vocabulary = Vocabulary.of(["ß ab' ä", "ab' c"])
    vocabulary.save(path)
    assert json.loads(path.read_text("utf-8")) == list(vocabulary.words)
    assert Vocabulary.load(path) == vocabulary
    assert hash(Vocabulary.load(path)) == hash(vocabulary)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "words.json isn't a vocabulary: Expecting"),
        ('{"a": 1}', "it needs a list of words"),
        ("[1]", "it needs a list of words"),
        ('["a", "b"]', "a vocabulary begins with <pad> <bos> <eos> <unk>, got 'a b'"),
        ('["<pad>", "<bos>", "<eos>", "<unk>", "a", "a"]', "'a' is listed twice"),
    ],
)
def test_other_files_are_refused(tmp_path, text, message):
    path = tmp_path / "words.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=message):
        Vocabulary.load(path)
