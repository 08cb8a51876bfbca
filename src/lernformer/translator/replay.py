"""Repeats badly translated sentences more often (Schaul et al. 2016, arXiv 1511.05952).

Once the model has seen all sentences, it knows most of them, and they hardly teach it
anything new. So training continues in rounds, each on a share of the sentences. The
larger a sentence's loss was when the model last saw it, the more likely it is to be in
the next round.
"""

import random
from collections.abc import Iterator, Mapping, Sequence

import torch
from torch import Tensor

from lernformer.translator.batch import Batch, Ids, collate, group

# A sentence's chance of being chosen is proportional to its loss plus LEAST, so none is
# forgotten. Losses above MOST nats count as MOST, because where people say something in
# two ways, a model never learns which one to expect.
LEAST, MOST = 0.01, 1.0


class Replay:
    """Yields batches forever: all pairs once, then mostly badly translated ones.

    Args:
        pairs: ids of sentences and their translations, at least one.
        max_tokens: see ``group``.
        seed: random seed; the same seed and the same losses give the same batches.
        share: the share of pairs in each round after the first, in (0, 1].
        mixed: see ``group``.
        device: the model's device, on which the losses are stored, too.

    Raises:
        ValueError: if there are no pairs, or ``share`` is out of its range.

    Example:
        >>> pairs = [([1, n, 2], [1, n, n, 2]) for n in range(4, 8)]
        >>> replay = Replay(pairs, max_tokens=100, seed=0, share=0.5)
        >>> stream = iter(replay)
        >>> next(stream).src.shape
        torch.Size([4, 3])
        >>> replay.note(torch.tensor([0.0, 9.0, 0.0, 9.0]))
        >>> next(stream).src.shape
        torch.Size([2, 3])
    """

    def __init__(
        self,
        pairs: Sequence[Ids],
        max_tokens: int,
        seed: int,
        share: float,
        mixed: int = 0,
        device: torch.device | str = "cpu",
    ):
        if not pairs:
            raise ValueError("there are no pairs to make batches of")
        if not 0 < share <= 1:
            raise ValueError(f"share must lie in (0, 1], got {share}")
        self.pairs, self.max_tokens = pairs, max_tokens
        self.seed, self.mixed = seed, mixed
        self.size = max(1, round(share * len(pairs)))
        self.losses = torch.zeros(len(pairs), device=device)  # when last seen
        self.chosen_by = self.losses.clone()  # the losses when the round started
        self.place = torch.zeros(2, dtype=torch.long)  # the round; batches done in it
        self.members = torch.empty(0, dtype=torch.long)  # pairs in the batch

    def state(self) -> Mapping[str, Tensor]:
        """The tensors to restore so that resumed training gives the same batches."""
        return {name: vars(self)[name] for name in ("losses", "chosen_by", "place")}

    def note(self, losses: Tensor) -> None:
        """Store the losses of the last batch: (B,), each summed over a sentence."""
        self.losses[self.members.to(losses.device)] = losses.float()
        self.place[1] += 1

    def __iter__(self) -> Iterator[Batch]:
        while True:
            turn, done = self.place.tolist()
            chosen = self._chosen(turn)
            pairs = [self.pairs[i] for i in chosen.tolist()]
            seed = f"{self.seed}, {turn}"
            for rows in group(pairs, self.max_tokens, seed, self.mixed)[done:]:
                self.members = chosen[rows]
                yield collate([pairs[i] for i in rows])
            self.place.copy_(torch.tensor([turn + 1, 0]))
            self.chosen_by.copy_(self.losses)

    def _chosen(self, turn: int) -> Tensor:
        """Return the indices of the pairs in a round."""
        if turn == 0:
            return torch.arange(len(self.pairs))
        chance = random.Random(f"{self.seed}, {turn}, replay")
        generator = torch.Generator().manual_seed(chance.getrandbits(63))
        weights = self.chosen_by.cpu().clamp(max=MOST) + LEAST
        return torch.multinomial(weights, self.size, generator=generator)
