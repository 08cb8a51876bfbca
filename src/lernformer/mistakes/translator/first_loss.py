"""Typical wrong answers to ``translator.first_loss``."""

import math

import torch
from torch.nn import functional as F

from lernformer.mistakes.table import mistakes


def read(model, src, tgt):
    """Logits for the words to predict, and these words."""
    model.eval()
    with torch.no_grad():
        return model(src, tgt[:, :-1]), tgt[:, 1:]


def prices(logits, labels):
    """(B, L) what each word costs; padding costs nothing."""
    found = F.cross_entropy(logits.mT, labels, reduction="none")
    return found * labels.ne(0)


def mean(logits, labels):
    return (prices(logits, labels).sum() / labels.ne(0).sum()).item()


def smoothed(model, src, tgt):
    """The loss of training."""
    logits, labels = read(model, src, tgt)
    return F.cross_entropy(
        logits.flatten(0, 1), labels.flatten(), ignore_index=0, label_smoothing=0.1
    ).item()


MISTAKES = mistakes(globals())
