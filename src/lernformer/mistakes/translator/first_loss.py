"""Typical wrong answers to ``translator.first_loss``."""

import math

import torch
from torch.nn import functional as F

from lernformer.mistakes.table import mistakes


def read(model, src, tgt):
    """Logits for the words that should be said, and these words."""
    model.eval()
    with torch.no_grad():
        return model(src, tgt[:, :-1]), tgt[:, 1:]


def prices(logits, labels):
    """(B, L) what each word costs; padding costs nothing."""
    found = F.cross_entropy(logits.mT, labels, reduction="none")
    return found * labels.ne(0)


def mean(logits, labels):
    return (prices(logits, labels).sum() / labels.ne(0).sum()).item()


def shows_model_learned(case, seen):
    return seen.facts.get("modified") == "the model"


def shows_arguments_exchanged(case, seen):
    return seen.facts.get("read") == "source"


def shows_training_mode(case, seen):
    return "table" in case.inputs and seen.facts.get("training")


def with_padding(model, src, tgt):
    """Every label counts."""
    logits, labels = read(model, src, tgt)
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten()).item()


def not_shifted(model, src, tgt):
    """It should say what it reads."""
    model.eval()
    with torch.no_grad():
        return mean(model(src, tgt), tgt)


def smoothed(model, src, tgt):
    """The loss of training."""
    logits, labels = read(model, src, tgt)
    return F.cross_entropy(
        logits.flatten(0, 1), labels.flatten(), ignore_index=0, label_smoothing=0.1
    ).item()


def mean_of_means(model, src, tgt):
    """A sentence has a loss, and a batch the mean of them."""
    logits, labels = read(model, src, tgt)
    each = prices(logits, labels).sum(1) / labels.ne(0).sum(1)
    return each.mean().item()


def of_probabilities(model, src, tgt):
    """The loss takes probabilities."""
    logits, labels = read(model, src, tgt)
    return mean(logits.softmax(dim=-1), labels)


def logarithm_of_the_mean(model, src, tgt):
    """Mean and logarithm may change places."""
    logits, labels = read(model, src, tgt)
    p = torch.exp(-prices(logits, labels)) * labels.ne(0)
    return -(p.sum() / labels.ne(0).sum()).log().item()


def at_the_end(model, src, tgt):
    """The model says one word."""
    logits, labels = read(model, src, tgt)
    return F.cross_entropy(logits[:, -1], labels[:, -1]).item()


MISTAKES = mistakes(globals())
