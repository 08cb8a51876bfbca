"""Drawing the next word: temperature, and the nucleus (Holtzman et al. 2020).

Axes: ``V`` vocabulary; ``...`` stands for any number of leading axes.
"""

import torch
from torch import Tensor


def nucleus(logits: Tensor, temperature: float = 1.0, top_p: float = 1.0) -> Tensor:
    """The probabilities by which the next word is drawn.

    Logits are divided by the temperature. Of the probabilities that follow, the largest
    are kept, as few as it takes to reach ``top_p`` in sum, so one at least: the word
    with which the sum comes to ``top_p`` or beyond is the last of them. The others get
    0, and what is kept is divided by its sum.

    Args:
        logits: (..., V), not softmaxed; they are not modified.
        temperature: more than 0. Below 1 the likely words become likelier.
        top_p: in (0, 1]; 1 keeps all.

    Returns:
        (..., V) probabilities, each word's at its own place; each row sums to 1.

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
