"""Batches of sentences of similar length, so that they contain little padding.

Axes: ``B`` batch, ``L`` length (``L_src``, ``L_tgt``).
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lernformer.embedding import PAD_ID, pad_batch
from lernformer.translator.splitter import Spaces
from lernformer.translator.vocabulary import Vocabulary

Ids = tuple[list[int], list[int]]  # of a sentence and of its translation


@dataclass(frozen=True)
class Batch:
    """Sentences that go through a model together.

    Args:
        src: (B, L_src) ids, from ``<bos>`` to ``<eos>``, then padding.
        tgt: (B, L_tgt) ids of the translations, padded the same way.
    """

    src: Tensor
    tgt: Tensor

    @property
    def n_labels(self) -> int:
        """The number of words, including ``<eos>``, that the model has to predict."""
        return int((self.tgt[:, 1:] != PAD_ID).sum())

    def to(self, device: torch.device | str) -> "Batch":
        return Batch(self.src.to(device), self.tgt.to(device))

    def share(self, rank: int, world_size: int) -> "Batch":
        """Return one process's share: every ``world_size``-th row from ``rank`` on.

        If the rows can't be divided evenly, we add rows of padding. That way, each
        process has a share, and no word is counted twice.
        """
        missing = -len(self.src) % world_size

        def rows(ids: Tensor) -> Tensor:
            filled = torch.cat([ids, ids.new_full((missing, ids.size(1)), PAD_ID)])
            return filled[rank::world_size]

        return Batch(rows(self.src), rows(self.tgt))


def encode_pairs(
    pairs: Iterable,
    source: Vocabulary,
    target: Vocabulary,
    splitter: Spaces = Spaces(),  # noqa: B008 - it has no state
) -> list[Ids]:
    """Encode all pairs as ids. A pair is anything with ``.source`` and ``.target``."""
    split = splitter.split
    return [
        (source.encode(split(p.source)), target.encode(split(p.target))) for p in pairs
    ]


def join_pairs(
    pairs: Sequence[Ids], n: int, seed: int, seams: bool = False
) -> list[Ids]:
    """Make n additional pairs, each by joining two sentences and their translations.

    A model that has only seen short sentences stops too early in a long one, because it
    has learned that ``<eos>`` comes soon. Two sentences in a row teach it to go on.

    Args:
        pairs: ids of sentences and their translations.
        n: how many pairs to make.
        seed: random seed that selects the sentences to join.
        seams: whether the source keeps the ``<eos>`` and ``<bos>`` between the two
            sentences. Without them, *he had a dream that was unfair* could be one
            sentence or two, because sentences have no full stop.
    """
    chance = random.Random(f"{seed}, joined")
    joined = []
    for _ in range(n):
        one, other = chance.choice(pairs), chance.choice(pairs)
        src, tgt = ([*a[:-1], *b[1:]] for a, b in zip(one, other, strict=True))
        # with seams, the source keeps <eos> and <bos> between the two
        joined.append(([*one[0], *other[0]] if seams else src, tgt))
    return joined


def collate(pairs: Sequence[Ids]) -> Batch:
    """Pad pairs of ids and put them into one ``Batch``."""
    src, tgt = zip(*pairs, strict=True)
    return Batch(torch.from_numpy(pad_batch(src)), torch.from_numpy(pad_batch(tgt)))


def group(
    pairs: Sequence[Ids],
    max_tokens: int,
    seed: int | str | None = None,
    mixed: int = 0,
) -> list[list[int]]:
    """Divide the indices of all pairs into groups, one for each batch of bounded size.

    Pairs in a group have similar lengths. The groups come in random order, and so do
    pairs of the same length. A pair longer than ``max_tokens`` gets its own group. The
    number of groups doesn't depend on the seed.

    Args:
        pairs: ids of sentences and their translations.
        max_tokens: the upper limit for B · max(mixed, L_src, L_tgt), including padding.
        seed: random seed; the same seed gives the same groups. None keeps the order by
            length.
        mixed: sentences of up to this many places are treated as equally long, and
            pairs are sorted by their longer side first. Otherwise, all unusually short
            sentences (*good morning*), or those with an unusually short translation,
            would be in a single batch of each epoch. 0 sorts by the translation first.

    Raises:
        ValueError: if ``max_tokens`` is less than 1.
    """

    def places(i: int) -> int:
        return max(mixed, *map(len, pairs[i]))

    def lengths(i: int) -> tuple[int, ...]:
        src, tgt = (max(mixed, len(side)) for side in pairs[i])
        return (max(src, tgt), src, tgt) if mixed else (tgt, src)

    if max_tokens < 1:
        raise ValueError(f"max_tokens must be at least 1, got {max_tokens}")
    chance = random.Random(seed)
    order = list(range(len(pairs)))
    if seed is not None:
        chance.shuffle(order)
    # sorting keeps the shuffled order of pairs that have the same lengths
    order.sort(key=lengths)
    groups: list[list[int]] = []
    longest = 0
    for i in order:
        longest = max(longest, places(i))
        if not groups or (len(groups[-1]) + 1) * longest > max_tokens:
            groups.append([])
            longest = places(i)
        groups[-1].append(i)
    if seed is not None:
        chance.shuffle(groups)
    return groups


def batches(
    pairs: Sequence[Ids], max_tokens: int, seed: int, start: int = 0, mixed: int = 0
) -> Iterator[Batch]:
    """Yield batches forever: all pairs once, then all again in a different order.

    Args:
        pairs: ids of sentences and their translations, at least one.
        max_tokens: see ``group``.
        seed: random seed; the same seed gives the same batches.
        start: how many batches to skip, to continue training that was interrupted.
        mixed: see ``group``.

    Raises:
        ValueError: if there are no pairs.
    """
    if not pairs:
        raise ValueError("there are no pairs to make batches of")
    epoch, begin = divmod(start, len(group(pairs, max_tokens, mixed=mixed)))
    while True:
        for members in group(pairs, max_tokens, f"{seed}, {epoch}", mixed)[begin:]:
            yield collate([pairs[i] for i in members])
        epoch, begin = epoch + 1, 0
