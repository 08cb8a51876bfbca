"""Typical wrong answers to ``translator.label_smoothed_loss``."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.common import finite, parts_of
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.label_smoothed_loss import LARGE
from lernformer.probes.values import tensors


def mean(losses, real):
    """The mean of the losses where ``real`` is True, or 0 if it is True nowhere."""
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
    """The right loss. Each of its parts can be changed."""
    made = logs(logits)
    of_label = made.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - smoothing) * of_label - smoothing * all_words(made, of_label)
    return reduce(losses, labels != pad_id)


changed = parts_of(right)


def smoothing_of_padding(logits, labels, smoothing=0.1, pad_id=0):
    """Only the part of the right word has to leave out padding."""
    real = labels != pad_id
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    hard = -(1 - smoothing) * (of_label * real).sum()
    even = -smoothing * logs.mean(dim=-1).sum()
    return (hard + even) / real.sum().clamp(min=1)


def among_others_without_padding(logits, labels, smoothing, pad_id):
    """ε is shared by the V - 2 words that are neither right nor padding, (B, L, V)."""
    target = torch.full_like(logits, smoothing / (logits.size(-1) - 2))
    target.scatter_(-1, labels.unsqueeze(-1), 1 - smoothing)
    target[..., pad_id] = 0
    return target


def the_annotated_transformers(logits, labels, smoothing=0.1, pad_id=0):
    """The loss is KLDivLoss(reduction="sum"), with smoothing shared by V - 2 words."""
    target = among_others_without_padding(logits, labels, smoothing, pad_id)
    target = target.masked_fill((labels == pad_id).unsqueeze(-1), 0)
    return F.kl_div(logits.log_softmax(dim=-1), target, reduction="sum")


def bits(logits, labels, smoothing=0.1, pad_id=0):
    """The loss is measured in bits."""
    return right(logits, labels, smoothing, pad_id) / math.log(2)


def _loss(seen: Observation) -> float:
    loss = seen.values.get("loss", np.zeros(()))
    return float(loss) if loss.ndim == 0 else 0.0


def _too_low(case: Case, seen: Observation) -> bool:
    if case.aspect != LARGE or not seen.values:
        return False
    return _loss(seen) < float(right(**tensors(case)))


MISTAKES = mistakes(globals())
