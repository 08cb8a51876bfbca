"""Answers to `label_smoothed_loss(logits, labels, smoothing=0.1, pad_id=0)`.

(B, L, V) and (B, L) → the mean over the labels that are not padding.
"""

import torch
from torch.nn import functional as F

from lernformer.mistakes.translator.label_smoothed_loss import right

from .. import mutant, variant

TASK = "translator.label_smoothed_loss"


def each(logits, labels, smoothing):
    """The loss of every label, (B, L)."""
    return right(logits, labels, smoothing, reduce=lambda losses, real: losses)


@variant(TASK)
def selected(logits, labels, smoothing=0.1, pad_id=0):
    """Real labels are selected first."""
    real = labels != pad_id
    if not real.any():
        return logits.sum() * 0
    logs = F.log_softmax(logits[real], dim=-1)  # (n, V)
    of_label = logs[torch.arange(len(logs)), labels[real]]
    return -((1 - smoothing) * of_label + smoothing * logs.mean(-1)).mean()


@variant(TASK)
def smoothed_labels(logits, labels, smoothing=0.1, pad_id=0):
    """A table of smoothed labels, one-hot and uniform."""
    size = logits.size(-1)
    target = (1 - smoothing) * F.one_hot(labels, size) + smoothing / size
    losses = -(target * logits.log_softmax(-1)).sum(-1)
    real = (labels != pad_id).to(losses.dtype)
    return (losses * real).sum() / max(real.sum().item(), 1)


@variant(TASK)
def scattered(logits, labels, smoothing=0.1, pad_id=0):
    """The table filled by scatter."""
    V = logits.size(-1)
    target = torch.full_like(logits, smoothing / V)
    target.scatter_add_(
        -1, labels.unsqueeze(-1), torch.full_like(logits[..., :1], 1 - smoothing)
    )
    losses = -torch.einsum("blv,blv->bl", target, torch.log_softmax(logits, 2))
    real = labels.ne(pad_id)
    return losses.masked_fill(~real, 0).sum() / real.sum().clamp_min(1)


@variant(TASK)
def one_word_after_the_other(logits, labels, smoothing=0.1, pad_id=0):
    """Three loops."""
    total, n = logits.sum() * 0, 0
    for sentence, words in zip(logits, labels, strict=True):
        for scores, word in zip(sentence, words, strict=True):
            if word == pad_id:
                continue
            logs = scores - torch.logsumexp(scores, dim=0)
            total = total - (1 - smoothing) * logs[word] - smoothing * logs.mean()
            n += 1
    return total / n if n else total


@variant(TASK)
def two_cross_entropies(logits, labels, smoothing=0.1, pad_id=0):
    """Unsmoothed cross-entropy and the uniform part."""
    flat, words = logits.flatten(0, 1), labels.flatten()
    real = (words != pad_id).sum()
    hard = F.cross_entropy(flat, words, ignore_index=pad_id, reduction="sum")
    even = -flat.log_softmax(-1).mean(-1)[words != pad_id].sum()
    return ((1 - smoothing) * hard + smoothing * even) / torch.clamp(real, min=1)


@variant(TASK)
def soft_targets(logits, labels, smoothing=0.1, pad_id=0):
    """Cross-entropy to labels that were smoothed by hand."""
    size = logits.size(-1)
    soft = F.one_hot(labels, size) * (1 - smoothing) + smoothing / size
    losses = F.cross_entropy(
        logits.flatten(0, 1), soft.flatten(0, 1).to(logits.dtype), reduction="none"
    )
    real = labels.flatten() != pad_id
    return torch.where(real, losses, 0).sum() / real.sum().clamp(min=1)


@variant(TASK)
def in_double(logits, labels, smoothing=0.1, pad_id=0):
    """float64 inside."""
    result = right(logits.double(), labels, smoothing, pad_id)
    return result.to(logits.dtype)


@variant(TASK)
def nll_loss(logits, labels, smoothing=0.1, pad_id=0):
    """The library's negative log-likelihood."""
    logs = torch.log_softmax(logits, dim=-1).transpose(1, 2)  # (B, V, L)
    nll = F.nll_loss(logs, labels, ignore_index=pad_id, reduction="none")
    even = -logs.mean(dim=1).masked_fill(labels == pad_id, 0)
    return ((1 - smoothing) * nll + smoothing * even).sum() / max(
        1, int((labels != pad_id).sum())
    )


@variant(TASK)
def mean_where_there_is_any(logits, labels, smoothing=0.1, pad_id=0):
    """A mean of nothing is replaced."""
    chosen = each(logits, labels, smoothing)[labels != pad_id]
    return torch.nan_to_num(chosen.mean()) if len(chosen) else chosen.sum()
