"""Which words belong together, and which heads look there."""

from types import SimpleNamespace

import pytest
import torch

from lernformer.translator.corpus import UNSEEN, Pair, alignment, make_corpus
from lernformer.translator.corpus.declension import DETERMINERS
from lernformer.translator.corpus.nouns import ADJECTIVES

GERMAN = "Anthony Hopkins hat Michael Bay als einen großartigen Regisseur bewundert ."
PAIR = Pair(UNSEEN, GERMAN)


DOGS = ("an uncle has a very old dog", "ein Onkel hat einen sehr alten Hund .")
SLEPT = "he slept because she"
ENDINGS, MOVED = alignment.german_agreements, alignment.moved_verbs
ARTICLES = alignment.english_articles


@pytest.mark.parametrize(
    ("links", "source", "target", "expected"),
    [
        (ENDINGS, UNSEEN, GERMAN, "einen director, großartigen director"),
        (ENDINGS, *DOGS, "ein uncle, einen dog, alten dog"),
        (ENDINGS, "the dog sees the dog", "der Hund sieht den Hund .", ""),  # twice
        (ARTICLES, UNSEEN, GERMAN, "a director"),
        (ARTICLES, *DOGS, "an uncle, a dog"),
        (MOVED, UNSEEN, GERMAN, "bewundert admired"),
        (MOVED, "he visits me", "er besucht mich .", ""),  # the same form, not moved
        (
            *(MOVED, f"{SLEPT} visited me"),
            "er hat geschlafen , weil sie mich besucht hat .",
            "geschlafen slept, besucht visited",
        ),
        (
            *(MOVED, f"{SLEPT} visits me"),
            "er hat geschlafen , weil sie mich besucht .",
            "geschlafen slept",
        ),
    ],
)
def test_words_that_belong_together_are_linked(links, source, target, expected):
    asking = (source if links == ARTICLES else target).split()
    found = [f"{asking[i]} {source.split()[j]}" for i, j in links(source, target)]
    assert ", ".join(found) == expected


def test_determiners_of_the_corpus_reach_a_noun_over_adjectives_only():
    n, others = 0, dict.fromkeys(("validation", "test", "compositional", "longer"), 0)
    for source, target in make_corpus(train=500, **others).train:
        english = source.split()
        for i, j in ARTICLES(source, target):
            n += 1
            assert english[i] in DETERMINERS or english[i] == "an"
            assert {*english[i + 1 : j]} <= {*ADJECTIVES, "very"}
            assert english[j] not in {*ADJECTIVES, *DETERMINERS}
    assert n > 300


class Looking:
    """A translator whose heads look at given columns."""

    def __init__(self, columns):
        self.model = SimpleNamespace(config=SimpleNamespace(n_layers=1))
        self.columns = columns  # (heads): the column that each row looks at

    def attention(self, source, target):
        n = len(source.split()) + 2
        weights = torch.full((len(self.columns), n + 9, n), 0.01)
        for head, column in enumerate(self.columns):
            weights[head, :, column] = 0.9
        return {
            "encoder.layers.0.self_attention": weights[:, :n],
            "decoder.layers.0.cross_attention": weights,
        }


@pytest.mark.parametrize(
    ("links", "stack", "column"),
    [
        (ENDINGS, "decoder", 9),  # director, after <bos>
        (MOVED, "decoder", 3),  # admired
        (ARTICLES, "encoder", 9),
    ],
)
def test_a_head_that_looks_there_always_hits(links, stack, column):
    shares, chance, n = alignment.share_of_hits(
        Looking([column, column - 1]), [PAIR], links, stack
    )
    assert shares == {(0, 0): 1.0, (0, 1): 0.0}
    assert chance == pytest.approx(1 / 11)  # nine words, <bos> and <eos>
    assert n == len(list(links(*PAIR)))


def test_rows_are_those_that_read_or_predict_the_word():
    """Row 0 of the decoder predicts the first word; row 0 of the encoder is <bos>."""
    pair = Pair("the dog slept", "der Hund hat geschlafen .")

    class Exact(Looking):
        def attention(self, source, target):
            encoder, decoder = torch.zeros(1, 5, 5), torch.zeros(1, 6, 5)
            encoder[0, :, 0] = decoder[0, :, 0] = 0.1
            encoder[0, 1, 2] = 1  # at "the" in row 1: to "dog" in column 2
            decoder[0, 0, 2] = 1  # "der" is predicted in row 0
            return {
                "encoder.layers.0.self_attention": encoder,
                "decoder.layers.0.cross_attention": decoder,
            }

    for links, stack in ((ARTICLES, "encoder"), (ENDINGS, "decoder")):
        shares, *_ = alignment.share_of_hits(Exact([]), [pair], links, stack)
        assert shares == {(0, 0): 1.0}


def test_sentences_without_a_link_are_refused():
    rain = [Pair("it rains", "es regnet .")]
    with pytest.raises(ValueError, match="none of the sentences has such a link"):
        alignment.share_of_hits(Looking([0]), rain, MOVED, "decoder")
