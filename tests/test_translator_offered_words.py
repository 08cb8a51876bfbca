"""Which words may come next, counted by hand."""

from lernformer.translator.offered_words import following


def test_what_follows_most_often_comes_first():
    sentences = ["i do not know", "i do", "i am", "you do not go", "i am here"]
    found = following(sentences, least=2)
    assert found == {
        "<bos>": "i you",
        "<bos> i": "am do",
        "am": "here",
        "do": "not",
        "do not": "go know",
        "i": "am do",
        "i am": "here",
        "i do": "not",
        "not": "go know",
        "you": "do",
    }
    assert following(sentences, offered=1, least=9)["<bos>"] == "i"
