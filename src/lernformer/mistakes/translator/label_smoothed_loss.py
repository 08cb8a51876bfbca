"""Typical wrong answers to ``translator.label_smoothed_loss``."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.common import finite, parts_of
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.label_smoothed_loss import EMPTY_BATCH, LARGE
from lernformer.probes.values import tensors

OTHERS = (
    "smoothing is shared among the wrong words only; here all V words share it, the "
    "right one too: smoothing / V each."
)


EMPTY = (
    "where all labels are padding, 0 is divided by 0; divide by at least 1: "
    ".clamp(min=1)."
)


def mean(losses, real):
    """The mean where ``real``; 0 if nowhere."""
    return losses.masked_fill(~real, 0).sum() / real.sum().clamp(min=1)


def right(
    logits,
    labels,
    smoothing=0.1,
    pad_id=0,
    *,
    logs=lambda logits: logits.log_softmax(dim=-1),
    all_words=lambda logs, of_label: logs.mean(dim=-1),
    reduce=mean,
):
    """The right loss; each part can be changed."""
    made = logs(logits)
    of_label = made.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - smoothing) * of_label - smoothing * all_words(made, of_label)
    return reduce(losses, labels != pad_id)


changed = parts_of(right)


def padding_is_zero(logits, labels, smoothing=0.1, pad_id=0):
    """Padding is always 0."""
    return right(logits, labels, smoothing, 0)


@changed("reduce")
def padding_too(losses, real):
    """All labels count."""
    return losses.mean()


def smoothing_of_padding(logits, labels, smoothing=0.1, pad_id=0):
    """Padding is masked in the one part and forgotten in the other."""
    real = labels != pad_id
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    hard = -(1 - smoothing) * (of_label * real).sum()
    even = -smoothing * logs.mean(dim=-1).sum()
    return (hard + even) / real.sum().clamp(min=1)


def smoothing_of_everything(logits, labels, smoothing=0.1, pad_id=0):
    """The words' part is a mean of its own, and padding is in it."""
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    hard = -mean(of_label, labels != pad_id)
    return (1 - smoothing) * hard - smoothing * logs.mean()


@changed("reduce")
def summed(losses, real):
    """The sum over all words."""
    return (losses * real).sum()


def eos_is_no_word(logits, labels, smoothing=0.1, pad_id=0):
    """<eos> does not count either."""
    return right(logits, labels.masked_fill(labels == 2, pad_id), smoothing, pad_id)


@changed("logs")
def probabilities(logits):
    """The logarithm is missing."""
    return logits.softmax(dim=-1)


def viewed_as_vocabulary_first(logits, labels, smoothing=0.1, pad_id=0):
    """A view where the axes should change places."""
    B, L, V = logits.shape
    return right(logits.reshape(B, V, L).transpose(1, 2), labels, smoothing, pad_id)


def flattened_across(logits, labels, smoothing=0.1, pad_id=0):
    """The vocabulary's axis is brought forward, then all is flattened."""
    flat = logits.transpose(1, 2).reshape(-1, logits.size(-1))
    return right(flat, labels.reshape(-1), smoothing, pad_id)


def labels_by_column(logits, labels, smoothing=0.1, pad_id=0):
    """Logits by row, labels by column."""
    flat = logits.reshape(-1, logits.size(-1))
    return right(flat, labels.T.reshape(-1), smoothing, pad_id)


def plain(logits, labels, smoothing=0.1, pad_id=0):
    """Cross-entropy, not smoothed."""
    return right(logits, labels, 0.0, pad_id)


def always_a_tenth(logits, labels, smoothing=0.1, pad_id=0):
    """The paper's 0.1."""
    return right(logits, labels, 0.1, pad_id)


def one_minus(logits, labels, smoothing=0.1, pad_id=0):
    """ε for the right word, 1 - ε for the others."""
    return right(logits, labels, 1 - smoothing, pad_id)


def among_others_without_padding(logits, labels, smoothing, pad_id):
    """ε is shared by the V - 2 words that are neither right nor padding, (B, L, V)."""
    target = torch.full_like(logits, smoothing / (logits.size(-1) - 2))
    target.scatter_(-1, labels.unsqueeze(-1), 1 - smoothing)
    target[..., pad_id] = 0
    return target


def cross_entropy_to_the_others(logits, labels, smoothing=0.1, pad_id=0):
    """ε is shared by the V - 2 words that are neither right nor padding."""
    target = among_others_without_padding(logits, labels, smoothing, pad_id)
    losses = -(target * logits.log_softmax(dim=-1)).sum(dim=-1)
    return mean(losses, labels != pad_id)


def all_words_but_padding(logits, labels, smoothing=0.1, pad_id=0):
    """Nobody says <pad>, so it needs no share."""
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    words = [i for i in range(logits.size(-1)) if i != pad_id]
    losses = -(1 - smoothing) * of_label - smoothing * logs[..., words].mean(dim=-1)
    return mean(losses, labels != pad_id)


def the_annotated_transformers(logits, labels, smoothing=0.1, pad_id=0):
    """KLDivLoss(reduction="sum") to the labels that V - 2 words share."""
    target = among_others_without_padding(logits, labels, smoothing, pad_id)
    target = target.masked_fill((labels == pad_id).unsqueeze(-1), 0)
    return F.kl_div(logits.log_softmax(dim=-1), target, reduction="sum")


def the_annotated_transformers_mean(logits, labels, smoothing=0.1, pad_id=0):
    """The same, divided by the number of words."""
    count = (labels != pad_id).sum().clamp(min=1)
    return the_annotated_transformers(logits, labels, smoothing, pad_id) / count


def on_top(logits, labels, smoothing=0.1, pad_id=0):
    """The right word keeps all of its 1."""
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    return mean(-of_label - smoothing * logs.mean(dim=-1), labels != pad_id)


def kl(logits, labels, smoothing=0.1, pad_id=0):
    """The divergence lacks the labels' entropy."""
    size = logits.size(-1)
    target = F.one_hot(labels, size).to(logits.dtype) * (1 - smoothing)
    target = target + smoothing / size
    losses = F.kl_div(logits.log_softmax(-1), target, reduction="none").sum(-1)
    return mean(losses, labels != pad_id)


def log_likelihood(logits, labels, smoothing=0.1, pad_id=0):
    """The minus is missing."""
    return -right(logits, labels, smoothing, pad_id)


def exponential(logits, labels, smoothing=0.1, pad_id=0):
    """Between how many words the model wavers."""
    return right(logits, labels, smoothing, pad_id).exp()


def bits(logits, labels, smoothing=0.1, pad_id=0):
    """In bits."""
    return right(logits, labels, smoothing, pad_id) / math.log(2)


def padding_is_never_said(logits, labels, smoothing=0.1, pad_id=0):
    """The word <pad> is taken out of the softmax."""
    low = torch.zeros_like(logits)
    low[..., pad_id] = -1e4
    return right(logits + low, labels, smoothing, pad_id)


def shows_empty_is_nan(case, seen):
    return case.aspect == EMPTY_BATCH and bool(np.isnan(_loss(seen)))


def shows_overflow(case, seen):
    return case.aspect == LARGE and not finite(seen)


def _loss(seen: Observation) -> float:
    loss = seen.values.get("loss", np.zeros(()))
    return float(loss) if loss.ndim == 0 else 0.0


def _held_down(case: Case, seen: Observation) -> bool:
    if case.aspect != LARGE or not seen.values:
        return False
    return _loss(seen) < float(right(**tensors(case)))


def shows_not_reduced(case, seen):
    return (
        bool(seen.values) and seen.values["loss"].shape == case.inputs["labels"].shape
    )


MISTAKES = mistakes(globals())
