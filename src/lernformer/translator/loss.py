"""The loss of a translation: cross-entropy with smoothed labels (section 5.4).

Axes: ``V`` vocabulary; ``...`` stands for any number of leading axes.
"""

import torch
from torch import Tensor

from lernformer.embedding import PAD_ID


def label_smoothed_loss(
    logits: Tensor, labels: Tensor, smoothing: float = 0.1, pad_id: int = PAD_ID
) -> Tensor:
    """Compute the cross-entropy with smoothed labels (paper, 5.4).

    The target distribution gives 1 - smoothing to the right word, and shares
    ``smoothing`` equally among all V words, including the right one.

    Args:
        logits: (B, L, V), before the softmax.
        labels: (B, L) ids. Neither is modified.
        smoothing: in [0, 1].
        pad_id: labels with this id do not count.

    Returns:
        The mean over the labels that count, as a tensor without axes through which
        gradients flow; 0 if no label counts.

    Raises:
        ValueError: if ``smoothing`` is outside [0, 1].

    Example:
        >>> logits = torch.tensor([[[0.0, 0, 0, 5], [0, 0, 0, 0]]])
        >>> labels = torch.tensor([[3, 0]])  # a word, and padding
        >>> label_smoothed_loss(logits, labels, smoothing=0.0)
        tensor(0.0200)
        >>> label_smoothed_loss(logits, labels, smoothing=0.2)
        tensor(0.7700)
    """
    if not 0 <= smoothing <= 1:
        raise ValueError(f"smoothing must lie in [0, 1], got {smoothing}")
    # 1. compute every word's log-probability, in at least float32: bfloat16 has too few
    # digits for the sum over a vocabulary
    dtype = torch.promote_types(logits.dtype, torch.float32)
    log_probabilities = logits.log_softmax(dim=-1, dtype=dtype)  # (..., V)
    # 2. take that of the right word, and the mean over all words
    of_label = log_probabilities.gather(-1, labels[..., None]).squeeze(-1)  # (...)
    of_all = log_probabilities.mean(dim=-1)  # (...)
    # 3. mix both, for each label
    loss = -(1 - smoothing) * of_label - smoothing * of_all
    # 4. take the mean over the labels that count
    real = labels != pad_id
    return loss.masked_fill(~real, 0).sum() / real.sum().clamp(min=1)
