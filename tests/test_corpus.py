"""The corpus: its splits, sizes, lengths and seeds."""

import os
import subprocess
import sys
from itertools import pairwise

import pytest
from dictionary import EVERY_NOUN, VERB

from lernformer.translator import checkpoint, release
from lernformer.translator.corpus import (
    LIMIT,
    LONGEST,
    SHORTEST,
    UNSEEN,
    make_corpus,
    nouns,
)
from lernformer.translator.evaluation import exact_match
from lernformer.translator.progress import read_log

SMALL = {"train": 2_000}
SMALL |= dict.fromkeys(("validation", "test", "compositional", "longer"), 50)


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
    nouns = (noun for noun in EVERY_NOUN if word == noun.english)
    return {form for n in nouns for form in (word, n.english_plural)} or {word}


def test_compositional_joins_what_training_never_joins(corpus):
    held_out = corpus.held_out
    assert len(held_out) > 100
    new = {
        f"{adjective} {form}"
        for adjective, noun in held_out
        if adjective in nouns.ADJECTIVES
        for form in forms_of(noun) - {"-"}
    }

    def joins(pairs):
        """For each sentence, whether it puts a new adjective before its noun."""
        for source, _ in pairs:
            yield bool({" ".join(two) for two in pairwise(source.split())} & new)

    for name in ("train", "validation", "test", "longer"):
        assert not any(joins(corpus.splits()[name]))
    assert sum(joins(corpus.compositional)) > 100
    held_out_forms = [(forms_of(a), forms_of(b)) for a, b in held_out]
    for source, _ in corpus.compositional:
        words = set(source.split())
        assert any(words & a and words & b for a, b in held_out_forms)


def test_very_comes_only_before_what_has_degrees(corpus):
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


def test_the_same_seed_gives_the_same_corpus_in_another_process():
    # sets of strings have a different order in each process; nothing may depend on it
    corpus, same = make_corpus(7, **SMALL), make_corpus(7, **SMALL)
    assert corpus == same
    assert corpus.fingerprint == same.fingerprint != make_corpus(8, **SMALL).fingerprint
    program = (
        "from lernformer.translator.corpus import make_corpus;"
        f"corpus = make_corpus(7, **{SMALL});"
        "print(corpus.fingerprint, len(corpus.held_out))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [corpus.fingerprint, str(len(corpus.held_out))]
    assert len(corpus.fingerprint) == 64


def test_splits_may_be_empty_but_training_may_not():
    empty = dict.fromkeys(("validation", "test", "compositional", "longer"), 0)
    corpus = make_corpus(train=5, **empty)
    assert [len(pairs) for pairs in corpus.splits().values()] == [5, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"train": 0}, "train must be at least 1, got 0"),
        ({"longer": -3}, "longer must be at least 0, got -3"),
        ({"train": 2_000_000}, "at most 1000000 pairs in all, got 2004000"),
        (
            {"train": 2, "validation": 0, "test": 100},
            r"test=100: .* no more than \d+ .* train=2",
        ),
    ],
)
def test_impossible_sizes_are_refused(sizes, message):
    with pytest.raises(ValueError, match=message):
        make_corpus(**sizes)


def test_the_toy_translates_what_it_has_not_seen(corpus):
    """The translator of the book, which comes with the package."""
    translator, found = checkpoint.load(release.TOY)
    assert corpus.fingerprint == found["corpus"]
    sources, references = zip(*corpus.test[:200], strict=True)
    assert exact_match(translator.translate(sources), references) > 97
    assert read_log(release.TOY / release.LOG)[-1]["step"] == found["step"]
