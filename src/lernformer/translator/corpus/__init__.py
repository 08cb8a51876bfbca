"""The corpus: pairs of sentences, split into those for training and those for tests.

English is written as people would type it, in lower case and without punctuation.
German is written as in print, with commas, a full stop or question mark, and capitals
on nouns and names. However, tokens are separated by spaces, and the first word has a
capital only if it always has one, so that "der" is one word and not two.

Splits never share a source sentence:

- ``train``: up to ``LONGEST`` tokens on either side;
- ``validation``, ``test``: the same, but different sentences;
- ``compositional``: the same, but each sentence combines two words that training never
  combines in this way: an adjective and its noun, a subject and its verb, or a verb and
  its object;
- ``longer``: more than ``LONGEST`` tokens on both sides, but no such new combination.

Every word of the other splits occurs in training.
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from lernformer.translator.corpus.constructions import Sentence, draw

SPLITS = ("train", "validation", "test", "compositional", "longer")
KINDS = dict.fromkeys(SPLITS[:3], "short") | {name: name for name in SPLITS[3:]}
SHORTEST, LONGEST, LIMIT = 3, 13, 20  # tokens: least, most in training, most in all
HELD_OUT = 0.06  # the share of pairs of words
MOST_PAIRS = 1_000_000  # in all splits together, because they have to fit into memory
PATIENCE = 20_000  # stop after this many draws in a row without anything new

# The book's example is never in training, so that translating it is a fair test.
UNSEEN = "anthony hopkins admired michael bay as a great director"


class Pair(NamedTuple):
    """A sentence and its translation, with tokens separated by spaces."""

    source: str
    target: str


@dataclass(frozen=True)
class Corpus:
    """Pairs in five splits; ``held_out`` has the pairs of words that training lacks."""

    seed: int
    train: list[Pair]
    validation: list[Pair]
    test: list[Pair]
    compositional: list[Pair]
    longer: list[Pair]
    held_out: frozenset[tuple[str, str]]

    def splits(self) -> dict[str, list[Pair]]:
        return {name: getattr(self, name) for name in SPLITS}

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of all pairs in order: the same text has the same fingerprint."""
        return fingerprint(self.splits())


def fingerprint(splits: dict[str, list[Pair]]) -> str:
    """Return the SHA-256 of all pairs in order."""
    digest = hashlib.sha256()
    for name, pairs in splits.items():
        digest.update(f"{name}\n".encode())
        for source, target in pairs:
            digest.update(f"{source}\t{target}\n".encode())
    return digest.hexdigest()


def make_corpus(
    seed: int = 0,
    train: int = 40_000,
    validation: int = 1_000,
    test: int = 1_000,
    compositional: int = 1_000,
    longer: int = 1_000,
) -> Corpus:
    """Draw a corpus; the same arguments give the same corpus on every machine.

    Raises:
        ValueError: if a size is negative, if ``train`` is 0, or if the grammar doesn't
            have that many sentences (the other splits only use words from training).
    """
    sizes = dict(
        zip(SPLITS, (train, validation, test, compositional, longer), strict=True)
    )
    for name, size in sizes.items():
        least = 1 if name == "train" else 0
        if size < least:
            raise ValueError(f"{name} must be at least {least}, got {size}")
    if sum(sizes.values()) > MOST_PAIRS:
        raise ValueError(
            f"at most {MOST_PAIRS} pairs in all, got {sum(sizes.values())}: {sizes}"
        )
    random, sort = Random(seed), _Sorter(seed)
    splits: dict[str, list[Pair]] = {}
    used: set[str] = {UNSEEN}
    known: set[str] = set()
    for name, size in sizes.items():
        pairs: list[Pair] = []
        splits[name] = pairs
        fruitless = 0
        while len(pairs) < size:
            sentence = draw(random)
            pair = Pair(sentence.source, sentence.target)
            words = {*pair.source.split(), *pair.target.split()}
            fits = sort(sentence) == KINDS[name] and pair.source not in used
            if fits and (name == "train" or words <= known):
                pairs.append(pair)
                used.add(pair.source)
                known |= words
                fruitless = 0
            else:
                fruitless += 1
            if fruitless == PATIENCE:
                raise ValueError(
                    f"{name}={size}: the grammar gives no more than {len(pairs)} "
                    f"such sentences with the words of train={train}"
                )
    return Corpus(seed, **splits, held_out=sort.held_out())


class _Sorter:
    """Assigns a sentence to a split by its length and its pairs of words."""

    def __init__(self, seed: int):
        self.seed = seed
        self.verdicts: dict[tuple[str, str], bool] = {}

    def __call__(self, sentence: Sentence) -> str:
        lengths = len(sentence.source.split()), len(sentence.target.split())
        new = [pair for pair in sentence.pairs if self.is_held_out(pair)]
        if min(lengths) >= SHORTEST and max(lengths) <= LONGEST:
            return "compositional" if new else "short"
        if min(lengths) > LONGEST and max(lengths) <= LIMIT and not new:
            return "longer"
        return "unused"

    def is_held_out(self, pair: tuple[str, str]) -> bool:
        """Return whether a hash holds a pair out, whatever was drawn before."""
        if pair not in self.verdicts:
            digest = hashlib.sha256(f"{self.seed} {pair}".encode()).digest()
            share = int.from_bytes(digest[:4]) / 2**32
            self.verdicts[pair] = share < HELD_OUT
        return self.verdicts[pair]

    def held_out(self) -> frozenset[tuple[str, str]]:
        return frozenset(pair for pair, out in self.verdicts.items() if out)
