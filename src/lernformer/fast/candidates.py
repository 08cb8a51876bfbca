"""An output layer that, in training, considers only some words of the vocabulary.

A batch contains a few hundred different words. To teach the model not to predict any of
the thousands of others, a sample of them is enough (Jean et al. 2015, arXiv 1412.2007,
section 3).

Axes: ``B`` batch, ``L`` length, ``V`` vocabulary, ``C`` candidates.
"""

import math

import torch
from torch import Tensor, nn

from lernformer.embedding import PAD_ID
from lernformer.fast.linear import linear


class Candidates(nn.Module):
    """Logits of the words that occur in a batch, and of others drawn at random.

    Each drawn word represents all the words that could have been drawn instead. So we
    add log(others / drawn) to its logit, and on average, the softmax's denominator is
    the one over all words.

    Args:
        weight: (V, d_model) the output layer's weight. It is shared, not copied.
        n: how many words to draw in addition to those in the batch.
        multiple: C is rounded up to a multiple of this by drawing more words, if there
            are enough, because oneDNN has to prepare its products for each new C.

    Raises:
        ValueError: if ``n`` or ``multiple`` is less than 1.

    Example:
        >>> candidates = Candidates(nn.Parameter(torch.zeros(100, 2)), n=5)
        >>> places = candidates.draw(torch.tensor([[7, 90, 7, PAD_ID]]))
        >>> places.tolist()
        [[1, 2, 1, 0]]
        >>> candidates(torch.ones(1, 4, 2)).shape  # of <pad>, 7, 90 and five others
        torch.Size([1, 4, 8])
    """

    def __init__(self, weight: Tensor, n: int, multiple: int = 1):
        if n < 1 or multiple < 1:
            raise ValueError(f"n and multiple must be at least 1, got {n}, {multiple}")
        super().__init__()
        self.weight, self.n, self.multiple = weight, n, multiple
        self.words = torch.empty(0, dtype=torch.long)  # (C,) ids, set by ``draw``
        self.log_counts = torch.empty(0)  # (C,) numbers to add to their logits

    def draw(self, labels: Tensor) -> Tensor:
        """Draw the candidates of a batch; ``forward`` then gives their logits.

        Args:
            labels: (B, L) ids of words, in [0, V), including padding.

        Returns:
            (B, L) the index of each label among the candidates, in [0, C): padding
            first, then the words of the batch, ordered by their ids.
        """
        n_words = self.weight.size(0)
        used = torch.zeros(n_words, dtype=torch.bool, device=labels.device)
        used[labels.flatten()] = True
        used[PAD_ID] = True
        own, others = used.nonzero()[:, 0], (~used).nonzero()[:, 0]
        chance = torch.randperm(len(others), device=labels.device)
        n = self.n + -(len(own) + self.n) % self.multiple
        drawn = others[chance[:n]]
        self.words = torch.cat([own, drawn])
        more = math.log(len(others) / len(drawn)) if len(drawn) else 0.0
        self.log_counts = self.weight.new_zeros(len(self.words))
        self.log_counts[len(own) :] = more
        places = torch.empty(n_words, dtype=torch.long, device=labels.device)
        places[own] = torch.arange(len(own), device=labels.device)
        return places[labels]

    def forward(self, h: Tensor) -> Tensor:
        """Turn (B, L, d_model) into logits (B, L, C), before the softmax."""
        return linear(h, self.weight.index_select(0, self.words), self.log_counts)
