"""Parallel text that somebody else collected, from files.

``multi30k:DIR`` is a folder that contains train.en, train.de, val.* and
test_2016_flickr.*, with one sentence per line. ``tsv:FILE`` is a file with one pair per
line: English, a tab, German, as in Tatoeba's collections. Anything after a second tab
is ignored. All files can be compressed as .gz.
"""

import gzip
import hashlib
import zlib
from dataclasses import dataclass
from pathlib import Path

from lernformer.translator.corpus import Corpus, Pair, fingerprint, make_corpus
from lernformer.translator.corpus.everyday import make_pairs

MULTI30K = {"train": "train", "validation": "val", "test": "test_2016_flickr"}
HELD_OUT = 1_000  # the most pairs to hold out of a file for validation, and for test


@dataclass(frozen=True)
class TextCorpus:
    """Pairs in three splits."""

    train: list[Pair]
    validation: list[Pair]
    test: list[Pair]

    def splits(self) -> dict[str, list[Pair]]:
        return {name: getattr(self, name) for name in MULTI30K}

    @property
    def fingerprint(self) -> str:
        """SHA-256 of all pairs in order: the same text has the same fingerprint."""
        return fingerprint(self.splits())


def read_corpus(name: str, seed: int = 0) -> Corpus | TextCorpus:
    """Return the corpus "grammar", "everyday", "multi30k:DIR" or "tsv:FILE".

    Args:
        name: which corpus to return, and where it is.
        seed: random seed that determines which sentences the grammar generates.

    Raises:
        ValueError: if there is no such corpus, or the files don't contain one.
    """
    kind, _, path = name.partition(":")
    if name == "grammar":
        return make_corpus(seed)
    if name == "everyday":
        return make_everyday(seed)
    if kind == "multi30k" and path:
        return read_multi30k(Path(path))
    if kind == "tsv" and path:
        return read_tsv(Path(path))
    raise ValueError(
        f"a corpus is grammar, everyday, multi30k:DIR or tsv:FILE, got {name!r}"
    )


def make_everyday(seed: int = 0) -> TextCorpus:
    """Return sentences of the everyday grammar; the same seed gives the same ones."""
    splits = make_pairs(seed)
    return TextCorpus(**{n: [Pair(*p) for p in pairs] for n, pairs in splits.items()})


def read_lines(path: Path) -> list[str]:
    """Return the lines of a UTF-8 text, which may be compressed.

    Raises:
        ValueError: if it is missing, not UTF-8, damaged, or contains an empty line.
    """
    packed = path.parent / f"{path.name}.gz"
    try:
        if not path.exists() and packed.exists():
            path = packed
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
    except FileNotFoundError as error:
        raise ValueError(f"there is no {path.name} in {path.parent}") from error
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{path} cannot be read: {error}") from error
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if not lines[-1]:
        lines.pop()  # the newline at the end doesn't begin a line
    texts = []
    for number, line in enumerate(lines, start=1):
        try:
            texts.append(line.decode("utf-8").strip())
        except UnicodeDecodeError as error:
            raise ValueError(f"{path}, line {number}: not UTF-8") from error
        if not texts[-1]:
            raise ValueError(f"{path}, line {number}: empty")
    if not texts:
        raise ValueError(f"{path} is empty")
    return texts


def read_multi30k(folder: Path) -> TextCorpus:
    """Return Multi30k, task 1, from your own copy.

    Raises:
        ValueError: if a file is missing or damaged, or if two files don't fit together.
    """
    splits = {}
    for split, file in MULTI30K.items():
        english, german = (read_lines(folder / f"{file}.{end}") for end in ("en", "de"))
        if len(english) != len(german):
            raise ValueError(
                f"{folder}: {file}.en has {len(english)} lines, {file}.de {len(german)}"
            )
        splits[split] = [Pair(*pair) for pair in zip(english, german, strict=True)]
    return TextCorpus(**splits)


def read_tsv(path: Path) -> TextCorpus:
    """Read pairs from one file. All translations of a sentence go into the same split.

    A hash of the sentence determines the split, so the sentence's position in the file
    doesn't matter.

    Raises:
        ValueError: if the file is missing or damaged, or has too few sentences.
    """
    translations: dict[str, list[str]] = {}
    for number, line in enumerate(read_lines(path), start=1):
        source, *others = (part.strip() for part in line.split("\t"))
        if not others or not others[0] or not source:
            raise ValueError(f"{path}, line {number}: needs a tab and 2 sentences")
        if others[0] not in translations.setdefault(source, []):
            translations[source].append(others[0])
    by_hash = sorted(translations, key=lambda s: hashlib.sha256(s.encode()).digest())
    n = min(HELD_OUT, len(by_hash) // 10)
    if n == 0:
        raise ValueError(
            f"{path} needs at least 10 different sentences, got {len(by_hash)}"
        )
    parts = by_hash[2 * n :], by_hash[:n], by_hash[n : 2 * n]
    return TextCorpus(
        *(
            [Pair(source, target) for source in part for target in translations[source]]
            for part in parts
        )
    )
