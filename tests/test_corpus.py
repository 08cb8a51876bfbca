"""The corpus: its splits, sizes, lengths and seeds."""

import os
import subprocess
import sys
from itertools import pairwise

import pytest
from dictionary import EVERY_NOUN, VERB

from lernformer.translator.corpus import (
    LIMIT,
    LONGEST,
    SHORTEST,
    UNSEEN,
    make_corpus,
    nouns,
)


@pytest.fixture(scope="module")
def corpus():
    return make_corpus()


def tokens(pairs, side):
    return {word for pair in pairs for word in pair[side].split()}


def test_sizes_and_words(corpus):
    sizes = {name: len(pairs) for name, pairs in corpus.splits().items()}
    assert sizes == {
        "train": 40_000,
        "validation": 1_000,
        "test": 1_000,
        "compositional": 1_000,
        "longer": 1_000,
    }
    for side in (0, 1):
        known = tokens(corpus.train, side)
        assert 350 <= len(known) <= 1_000
        for pairs in corpus.splits().values():
            assert tokens(pairs, side) <= known


def test_splits_never_overlap(corpus):
    sources = [pair.source for pairs in corpus.splits().values() for pair in pairs]
    assert len(set(sources)) == len(sources) == 44_000
    assert UNSEEN not in sources


def test_lengths(corpus):
    for name, pairs in corpus.splits().items():
        least, most = (LONGEST + 1, LIMIT) if name == "longer" else (SHORTEST, LONGEST)
        lengths = {len(side.split()) for pair in pairs for side in pair}
        assert least == min(lengths)
        assert most == max(lengths)


def test_a_source_has_one_translation(corpus):
    translation = {}
    other = make_corpus(seed=1, **SMALL)
    for some in (corpus, other):
        for pairs in some.splits().values():
            for source, target in pairs:
                assert translation.setdefault(source, target) == target


def forms_of(word):
    """All English forms of a noun, verb or adjective of the lexicon."""
    if word in VERB:
        verb = VERB[word]
        return {*verb.present, *verb.past, verb.base}
    for noun in EVERY_NOUN:
        if word == noun.english:
            return {noun.english, noun.english_plural}
    return {word}


def test_compositional_joins_what_training_never_joins(corpus):
    held_out = corpus.held_out
    assert len(held_out) > 100
    new = {
        f"{adjective} {form}"
        for adjective, noun in held_out
        if adjective in nouns.ADJECTIVES
        for form in forms_of(noun) - {"-"}
    }

    def described(pairs):
        for source, _ in pairs:
            words = source.split()
            yield {f"{a} {b}" for a, b in pairwise(words)}

    for name in ("train", "validation", "test", "longer"):
        assert not any(joined & new for joined in described(corpus.splits()[name]))
    assert sum(bool(j & new) for j in described(corpus.compositional)) > 100
    held_out_forms = [(forms_of(a), forms_of(b)) for a, b in held_out]
    for source, _ in corpus.compositional:
        words = set(source.split())
        assert any(words & a and words & b for a, b in held_out_forms)


def test_very_stands_only_before_what_has_degrees(corpus):
    text = " ".join(source for source, _ in corpus.train)
    assert text.count(" very old ") > 20
    for adjective in ("great", "red", "broken", "empty"):
        assert f" {adjective} " in text
        assert f" very {adjective} " not in text


def test_every_construction_is_in_training(corpus):
    german = " ".join(target for _, target in corpus.train)
    for sign in ("dass", "weil", "obwohl", "ob", "als", "nicht", "kein", "und", "aber"):
        assert german.count(f" {sign} ") > 200
    for word in (
        "wer",
        "wen",
        "wem",
        "was",
        "wo",
        "wann",
        "warum",
        "welchen",
        "es gibt",
    ):
        assert german.count(f"{word} ") > 50


SMALL = {"train": 2_000, "validation": 50, "test": 50, "compositional": 50}


def test_the_same_seed_gives_the_same_corpus():
    one, same = make_corpus(7, **SMALL, longer=50), make_corpus(7, **SMALL, longer=50)
    assert one == same
    assert one.fingerprint == same.fingerprint
    other = make_corpus(8, **SMALL, longer=50)
    assert one.fingerprint != other.fingerprint
    assert len(one.fingerprint) == 64


def test_the_same_seed_gives_the_same_corpus_in_another_process():
    # sets of strings have a different order in each process; nothing may depend on it
    program = (
        "from lernformer.translator.corpus import make_corpus;"
        f"corpus = make_corpus(7, **{SMALL}, longer=50);"
        "print(corpus.fingerprint, len(corpus.held_out))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    corpus = make_corpus(7, **SMALL, longer=50)
    assert done.stdout.split() == [corpus.fingerprint, str(len(corpus.held_out))]


def test_splits_may_be_empty_but_training_may_not():
    empty = dict.fromkeys(("validation", "test", "compositional", "longer"), 0)
    corpus = make_corpus(train=5, **empty)
    assert [len(pairs) for pairs in corpus.splits().values()] == [5, 0, 0, 0, 0]
    with pytest.raises(ValueError, match="train must be at least 1, got 0"):
        make_corpus(train=0)
    with pytest.raises(ValueError, match="longer must be at least 0, got -3"):
        make_corpus(longer=-3)


def test_impossible_sizes_are_refused():
    with pytest.raises(ValueError, match="at most 1000000 pairs in all, got 2004000"):
        make_corpus(train=2_000_000)
    with pytest.raises(ValueError, match=r"test=100: .* no more than \d+ .* train=2"):
        make_corpus(train=2, validation=0, test=100)
