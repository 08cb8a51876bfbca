"""Typical wrong answers to ``translator.first_loss``."""

import math

import torch
from torch.nn import functional as F

from lernformer.mistakes.table import mistakes


def read(model, src, tgt):
    """The logits for the words to predict, and the words themselves."""
    model.eval()
    with torch.no_grad():
        return model(src, tgt[:, :-1]), tgt[:, 1:]


def prices(logits, labels):
    """What each word costs, (B, L). Padding costs nothing."""
    found = F.cross_entropy(logits.mT, labels, reduction="none")
    return found * labels.ne(0)


def mean(logits, labels):
    return (prices(logits, labels).sum() / labels.ne(0).sum()).item()


def smoothed(model, src, tgt):
    """The first loss is the loss of training, with its smoothing."""
    logits, labels = read(model, src, tgt)
    return F.cross_entropy(
        logits.flatten(0, 1), labels.flatten(), ignore_index=0, label_smoothing=0.1
    ).item()


MISTAKES = mistakes(globals())
