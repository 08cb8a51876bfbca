"""Lets the inflected forms of a word share what is learned about any of them.

After Botha and Blunsom 2014, arXiv 1405.4273, section 2. Some forms of an adjective
occur in only a few sentences, but their stems and endings occur in many. So during
training, a word's vector is the sum of its own vector and the vectors of its parts. A
step updates all of these vectors, so what it teaches about *kleines* also reaches all
words that begin or end like it. The model itself only stores the sums, so code that
uses the model doesn't have to know about parts.

Axes: ``V`` vocabulary, ``P`` parts, ``d`` features.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from torch.nn import functional as F

MOST = 3  # the parts of a word: beginning, stem, ending
UMLAUTS = str.maketrans("äöü", "aou")  # Haus, Häuser: the same stem


@dataclass(frozen=True)
class Language:
    """The beginnings and endings that words in a language may have.

    Args:
        endings: endings of words, including "".
        beginnings: beginnings of lower-case words.
        shortest: the fewest letters in a stem.
    """

    endings: tuple[str, ...]
    beginnings: tuple[str, ...] = ()
    shortest: int = 3


ENGLISH_ENDINGS = "s es ed d ing er est r st ly ies ied ier iest y"
ENGLISH = Language(("", *ENGLISH_ENDINGS.split()), shortest=2)
GERMAN_ENDINGS = """
    e en n er ern s es em in innen nen st t est et te test ten tet ete etest eten
    ere eren erem erer eres ste sten este esten ster stes
"""
# separable prefixes, as in "ich stehe auf", also with "ge" and "zu" after them
APART = """
    herunter hinunter zurück weiter zusammen herein heraus hinaus nach statt teil vor
    aus auf ein mit los weg hin her um an ab zu fest
"""
GERMAN = Language(
    ("", *GERMAN_ENDINGS.split()),
    ("ge", "zu", *(first + zu for first in APART.split() for zu in ("", "ge", "zu"))),
)


def parts_of(words: Sequence[str], language: Language) -> dict[str, tuple[str, ...]]:
    """Find the parts of all words that share their stem with a different word.

    If there are several ways to cut a word, we choose the stem that has the most forms
    or, in a tie, the longest stem. The endings of nouns, of adjectives and of other
    words are different parts.

    Returns:
        For each such word: its beginning (if it has one), its stem and its ending.

    Example:
        >>> parts_of(["klein", "kleine", "kleines", "aufstehen", "steht"], GERMAN)
        ... # doctest: +NORMALIZE_WHITESPACE
        {'klein': ('klein', 'adjective-'), 'kleine': ('klein', 'adjective-e'),
         'kleines': ('klein', 'adjective-es'), 'aufstehen': ('auf-', 'steh', '-en'),
         'steht': ('steh', '-t')}
    """
    cuts = {word: list(_cuts(word, language)) for word in words if word.isalpha()}
    forms: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for ways in cuts.values():
        for beginning, stem, ending in ways:
            forms[stem].add((beginning, ending))
    chosen = {
        word: max(ways, key=lambda cut: (len(forms[cut[1]]), len(cut[1])))
        for word, ways in cuts.items()
        if ways
    }
    with_stem = Counter(stem for _, stem, _ in chosen.values())
    endings: dict[str, set[str]] = defaultdict(set)
    for _, stem, ending in chosen.values():
        endings[stem].add(ending)
    return {
        word: (
            *((f"{beginning}-",) if beginning else ()),
            stem,
            f"{_kind(stem, endings[stem])}-{ending}",
        )
        for word, (beginning, stem, ending) in chosen.items()
        if with_stem[stem] > 1
    }


def _cuts(word: str, language: Language) -> Iterator[tuple[str, str, str]]:
    """Yield all ways to cut a word into (beginning, stem, ending)."""
    for beginning in filter(word.startswith, ("", *language.beginnings)):
        rest = word.removeprefix(beginning)
        for ending in filter(rest.endswith, language.endings):
            stem = rest.removesuffix(ending)
            if len(stem) >= language.shortest:
                yield beginning, stem.translate(UMLAUTS), ending


def _kind(stem: str, endings: set[str]) -> str:
    if stem[0].isupper():
        return "noun"
    return "adjective" if {"e", "es"} <= endings or {"en", "em"} <= endings else ""


class Forms:
    """The parts of an embedding's words, which are updated in each step of training.

    After each step, the updates of the parts are added to the rows of their words, so
    between two steps, all parts are 0.

    Args:
        weight: (V, d) the embedding's weight, which is changed in place.
        words: the V words, in the order of the rows.
        language: the language of the words.
    """

    def __init__(self, weight: nn.Parameter, words: Sequence[str], language: Language):
        ids = {"": 0}  # no part
        found = parts_of(words, language)
        rows = [[ids.setdefault(p, len(ids)) for p in found.get(w, ())] for w in words]
        table = [row + [0] * (MOST - len(row)) for row in rows]
        self.weight = weight
        self.index = torch.tensor(table, device=weight.device)  # (V, MOST)
        self.parts = nn.Parameter(weight.new_zeros(len(ids), weight.size(1)))  # (P, d)

    def join(self, optimizer: torch.optim.Optimizer) -> None:
        """Hook into the steps of an optimiser that updates ``parts``."""
        optimizer.register_step_pre_hook(self._collect)
        optimizer.register_step_post_hook(self._hand_out)

    @torch.no_grad()
    def _collect(self, *_: Any) -> None:
        """Give each part the sum of the gradients of all words that have it."""
        if self.weight.grad is None:
            return
        gradient = torch.zeros_like(self.parts)
        for column in self.index.unbind(1):
            gradient.index_add_(0, column, self.weight.grad)
        gradient[0] = 0
        self.parts.grad = gradient

    @torch.no_grad()
    def _hand_out(self, *_: Any) -> None:
        """Add the updates of the parts to the words that have them."""
        self.weight.add_(F.embedding_bag(self.index, self.parts, mode="sum"))
        self.parts.zero_()
