"""The sizes of the models and batches to measure.

All models have one vocabulary, one embedding shared by source, target and output, and
post-norm without a final norm. This is the paper's model, and the only one that all
peers can reproduce exactly, down to the last parameter.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from lernformer.embedding import BOS_ID, EOS_ID, SPECIALS, pad_batch
from lernformer.transformer import TransformerConfig

DROPOUT = 0.1
SMOOTHING = 0.1


@dataclass(frozen=True)
class Size:
    """A model and the batches that it trains on.

    Args:
        d_model: features of a token.
        n_heads: heads of each attention.
        d_ff: features inside the feed-forward network.
        n_layers: layers of the encoder, and of the decoder.
        vocab_size: number of words in both languages together.
        sentences: number of sentences in a batch.
        lengths: length in words of the shortest and of the longest sentence.
    """

    d_model: int
    n_heads: int
    d_ff: int
    n_layers: int
    vocab_size: int
    sentences: int
    lengths: tuple[int, int]

    def config(self, dropout: float = DROPOUT) -> TransformerConfig:
        return TransformerConfig(
            self.vocab_size,
            self.vocab_size,
            self.d_model,
            self.n_heads,
            self.d_ff,
            self.n_layers,
            dropout,
            norm_first=False,
            positions="halves",  # the layout of Marian and CTranslate2
            tie_embeddings=True,
        )

    def batch(self, seed: int = 0) -> tuple[Tensor, Tensor]:
        """Return random source and target words (B, L), since words don't affect speed.

        Lengths differ by at most two, as in batches of sentences with similar lengths.
        """
        random = torch.Generator().manual_seed(seed)

        def integers(low: int, high: int, n: int) -> list[int]:
            return torch.randint(low, high + 1, (n,), generator=random).tolist()

        (length,) = integers(*self.lengths, 1)
        sides = []
        for _ in range(2):
            rows = [
                [BOS_ID, *integers(len(SPECIALS), self.vocab_size - 1, n), EOS_ID]
                for n in integers(max(1, length - 2), length, self.sentences)
            ]
            sides.append(torch.from_numpy(pad_batch(rows)))
        return sides[0], sides[1]


SIZES = {
    "toy": Size(64, 4, 256, 2, 1_400, 48, (5, 13)),
    "medium": Size(256, 4, 1024, 3, 8_000, 64, (8, 24)),
    "base": Size(512, 8, 2048, 6, 16_000, 32, (16, 32)),
}
