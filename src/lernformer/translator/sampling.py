"""The next word of a text: its logits, and sampling (Holtzman et al. 2020).

Axes: ``B`` batch, ``L`` length, ``V`` vocabulary; ``...`` stands for any number of
leading axes.
"""

from typing import Any

import torch
from torch import Tensor

from lernformer.masking import look_ahead_mask


def next_word_logits(model: Any, ids: Tensor) -> Tensor:
    """Predict the next word after each prefix of a text, as GPT does.

    There is no source, so one stack of encoder layers is enough. In it, no word attends
    to the words after it.

    Args:
        model: has the parts ``embedding(ids)``, ``positions(x)``, ``encoder(x, mask)``
            and ``output(x)``. The mask is boolean, True = may attend.
        ids: (B, L) without padding; they are not modified.

    Returns:
        (B, L, V) logits, before the softmax, of the word after each prefix.

    Example:
        >>> class Parts:  # that show what each position sees
        ...     embedding = positions = output = staticmethod(lambda x: x)
        ...     encoder = staticmethod(lambda x, mask: x * mask[0, 0].int())
        >>> next_word_logits(Parts(), torch.tensor([[5, 6, 7]]))
        tensor([[5, 0, 0],
                [5, 6, 0],
                [5, 6, 7]])
    """
    x = model.positions(model.embedding(ids))  # (B, L, d_model)
    mask = look_ahead_mask(ids.size(1)).to(ids.device)
    return model.output(model.encoder(x, mask))


def nucleus(logits: Tensor, temperature: float = 1.0, top_p: float = 1.0) -> Tensor:
    """Compute the probabilities from which the next word is sampled.

    The logits are divided by the temperature before the softmax. Only the most likely
    words are kept: the smallest set whose probabilities add up to at least ``top_p``,
    which always has at least one word. All other probabilities become 0, and those that
    remain are rescaled to sum to 1.

    Args:
        logits: (..., V). They are not modified.
        temperature: greater than 0. Values below 1 make likely words even more likely.
        top_p: in (0, 1]; 1 keeps every word.

    Returns:
        (..., V) probabilities in the same order as the logits; each row sums to 1.

    Example:
        >>> logits = torch.tensor([0.1, 0.5, 0.4]).log()
        >>> nucleus(logits, top_p=0.6)
        tensor([0.0000, 0.5556, 0.4444])
        >>> nucleus(logits, temperature=0.5)
        tensor([0.0238, 0.5952, 0.3810])
    """
    probabilities = (logits / temperature).softmax(dim=-1)
    ordered, places = probabilities.sort(dim=-1, descending=True)
    before = ordered.cumsum(dim=-1) - ordered  # the sum of those that are larger
    kept = ordered.masked_fill(before >= top_p, 0.0)
    kept = kept / kept.sum(dim=-1, keepdim=True)
    return torch.zeros_like(kept).scatter(-1, places, kept)
