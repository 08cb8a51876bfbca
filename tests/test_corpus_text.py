"""Reading parallel text, and saying what is wrong with it."""

import gzip
import os
from pathlib import Path

import pytest

from lernformer.translator.corpus.text import read_corpus, read_lines

DATA = Path(os.environ.get("LERNFORMER_DATA", "data"))


def write_multi30k(folder, train="a\nb\n", german="A\nB\n"):
    for split, text in {"train": train, "val": "c", "test_2016_flickr": "d"}.items():
        (folder / f"{split}.en").write_text(text, "utf-8")
        text = german if split == "train" else text.upper()
        (folder / f"{split}.de.gz").write_bytes(gzip.compress(text.encode()))


def test_multi30k(tmp_path):
    write_multi30k(tmp_path, "a dog\r\nb\n", "Hündin\nB")
    corpus = read_corpus(f"multi30k:{tmp_path}")
    assert corpus.train == [("a dog", "Hündin"), ("b", "B")]
    assert (corpus.validation, corpus.test) == ([("c", "C")], [("d", "D")])
    before = corpus.fingerprint
    assert read_corpus(f"multi30k:{tmp_path}").fingerprint == before
    write_multi30k(tmp_path, "a dog\nb\n", "Hund\nB")
    assert read_corpus(f"multi30k:{tmp_path}").fingerprint != before


@pytest.mark.parametrize(
    ("german", "message"),
    [
        ("A\n", r"train.en has 2 lines, train.de 1"),
        ("A\n\n", r"train.de.gz, line 2: empty"),
        ("", r"train.de.gz is empty"),
    ],
)
def test_sides_that_do_not_fit_are_reported(tmp_path, german, message):
    write_multi30k(tmp_path, german=german)
    with pytest.raises(ValueError, match=message):
        read_corpus(f"multi30k:{tmp_path}")


FLIPPED = bytearray(gzip.compress(bytes(range(200)) * 9, mtime=0))
FLIPPED[30] ^= 255


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("bad", b"fine\nf\xffr\n", "bad, line 2: not UTF-8"),
        (
            "cut.gz",
            gzip.compress(b"one line\n" * 99, mtime=0)[:-9],
            r"cut\.gz cannot be read",
        ),
        ("cut.gz", FLIPPED, r"cut\.gz cannot be read"),
        ("cut.gz", b"no gzip", r"cut\.gz cannot be read"),
        (".", None, "cannot be read"),
        ("/", None, "cannot be read"),
        ("long" * 999, None, "cannot be read"),
        ("new", None, "there is no new in"),
    ],
)
def test_damaged_files_are_reported(tmp_path, name, content, message):
    if content:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_lines(tmp_path / name)


def test_a_file_of_pairs(tmp_path):
    path = tmp_path / "pairs.tsv"
    lines = [f"Say {i}.\tSag {i}.\tCC-BY\nSay {i}.\tSage {i}.\n" for i in range(40)]
    path.write_text("\ufeff" + "".join(lines) + lines[0], "utf-8")  # a BOM, a duplicate
    corpus = read_corpus(f"tsv:{path}")
    sources = {name: {p.source for p in ps} for name, ps in corpus.splits().items()}
    sizes = {"train": 32, "validation": 4, "test": 4}
    assert {name: len(s) for name, s in sources.items()} == sizes
    assert len(set.union(*sources.values())) == 40  # no sentence in two splits
    assert sum(len(ps) for ps in corpus.splits().values()) == 80
    path.write_text("".join(reversed(lines)), "utf-8")
    assert set(read_corpus(f"tsv:{path}").test) == set(corpus.test)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("one\tzwei\nno tab\n", "line 2: needs a tab and 2 sentences"),
        ("one\t\n", "line 1: needs a tab and 2 sentences"),
        ("one\tzwei\n" * 20, "at least 10 different sentences, got 1"),
    ],
)
def test_files_that_hold_no_pairs_are_reported(tmp_path, text, message):
    path = tmp_path / "pairs.tsv"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=message):
        read_corpus(f"tsv:{path}")


@pytest.mark.parametrize("name", ["", "tsv", "multi30k:", "grammar:x"])
def test_names_of_no_corpus_are_refused(name):
    with pytest.raises(ValueError, match=f"multi30k:DIR or tsv:FILE, got {name!r}"):
        read_corpus(name)


def test_real_files():
    if not DATA.exists():
        pytest.skip(f"REAL CORPORA ARE NOT TESTED: no {DATA}, set LERNFORMER_DATA")
    corpus = read_corpus(f"multi30k:{DATA}/multi30k")
    sizes = {"train": 29_000, "validation": 1_014, "test": 1_000}
    assert {name: len(pairs) for name, pairs in corpus.splits().items()} == sizes
    corpus = read_corpus(f"tsv:{DATA}/tatoeba/deu.txt.gz")
    assert len(corpus.train) > 40_000
