"""Typical wrong answers to ``translator.first_loss``."""

import math

import torch
from torch.nn import functional as F

from lernformer.mistakes.common import INPUT_MODIFIED, fails
from lernformer.mistakes.mistake import Catalogue


def read(model, src, tgt):
    """Logits of the words that should be said, and these words."""
    model.eval()
    with torch.no_grad():
        return model(src, tgt[:, :-1]), tgt[:, 1:]


def prices(logits, labels):
    """(B, L) what each word costs; padding costs nothing."""
    found = F.cross_entropy(logits.mT, labels, reduction="none")
    return found * labels.ne(0)


def mean(logits, labels):
    return (prices(logits, labels).sum() / labels.ne(0).sum()).item()


MISTAKES = Catalogue()

MISTAKES.sign(
    "model_learned",
    "the model is not what it was: to measure, no optimiser is needed, and no step.",
    lambda case, seen: seen.facts.get("modified") == "the model",
)
MISTAKES.append(INPUT_MODIFIED)
MISTAKES.sign(
    "arguments_exchanged",
    "the decoder is given the source: the model is called with (src, decoder_input).",
    lambda case, seen: seen.facts.get("read") == "source",
)
MISTAKES.sign(
    "training_mode",
    "the model is asked in training mode, where dropout makes it worse than it is: "
    "call model.eval() first.",
    lambda case, seen: "table" in case.inputs and seen.facts.get("training"),
    seen="course",
)


@MISTAKES.answer(
    "padding_counted",
    "padding is among the labels that are averaged; nobody is to say it.",
    seen="course",
)
def with_padding(model, src, tgt):
    """Every label counts."""
    logits, labels = read(model, src, tgt)
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten()).item()


@MISTAKES.answer(
    "padding_divides",
    "padding costs nothing, but is still counted: divide by the number of labels that "
    "are no padding.",
)
def divided_by_all(model, src, tgt):
    """A mean divides by all."""
    return prices(*read(model, src, tgt)).mean().item()


@MISTAKES.answer(
    "same_word_asked",
    "the model is asked for the word that it has just read; the label is the next "
    "one: your teacher_forcing gives both.",
    seen="course",
)
def not_shifted(model, src, tgt):
    """It should say what it reads."""
    model.eval()
    with torch.no_grad():
        return mean(model(src, tgt), tgt)


@MISTAKES.answer(
    "smoothing_left",
    "the labels are smoothed by 0.1, which is the default; ask for smoothing=0.0.",
)
def smoothed(model, src, tgt):
    """The loss of training."""
    logits, labels = read(model, src, tgt)
    return F.cross_entropy(
        logits.flatten(0, 1), labels.flatten(), ignore_index=0, label_smoothing=0.1
    ).item()


@MISTAKES.answer("summed", "the prices are added up; asked for is their mean.")
def total(model, src, tgt):
    """A loss is a sum."""
    return prices(*read(model, src, tgt)).sum().item()


@MISTAKES.answer(
    "sentence_by_sentence",
    "each sentence has a mean of its own here, and these are averaged, so that words "
    "of short sentences count more; take one mean over all words.",
)
def mean_of_means(model, src, tgt):
    """A sentence has a loss, and a batch the mean of them."""
    logits, labels = read(model, src, tgt)
    each = prices(logits, labels).sum(1) / labels.ne(0).sum(1)
    return each.mean().item()


@MISTAKES.answer(
    "softmax_twice",
    "the logits go through a softmax before the loss, which has one of its own.",
)
def of_probabilities(model, src, tgt):
    """The loss takes probabilities."""
    logits, labels = read(model, src, tgt)
    return mean(logits.softmax(dim=-1), labels)


@MISTAKES.answer("in_bits", "this is in bits; nats take the natural logarithm, ln.")
def base_two(model, src, tgt):
    """Information is measured in bits."""
    return mean(*read(model, src, tgt)) / math.log(2)


@MISTAKES.answer(
    "perplexity",
    "this is the perplexity, e to the power of the loss.",
)
def e_to_the_loss(model, src, tgt):
    """How many words it wavers between."""
    return math.exp(mean(*read(model, src, tgt)))


@MISTAKES.answer("minus_forgotten", "logarithms of probabilities are negative.")
def negative(model, src, tgt):
    """ln p is the price."""
    return -mean(*read(model, src, tgt))


@MISTAKES.answer(
    "mean_before_logarithm",
    "probabilities are averaged before the logarithm; average -ln p.",
)
def logarithm_of_the_mean(model, src, tgt):
    """Mean and logarithm may change places."""
    logits, labels = read(model, src, tgt)
    p = torch.exp(-prices(logits, labels)) * labels.ne(0)
    return -(p.sum() / labels.ne(0).sum()).log().item()


@MISTAKES.answer(
    "guessing_told",
    "this is ln V, what guessing costs; asked for is what this model pays.",
)
def by_formula(model, src, tgt):
    """The first loss is ln V."""
    return math.log(read(model, src, tgt)[0].size(-1))


@MISTAKES.answer(
    "last_word_only",
    "only the last place of each sentence is looked at; all labels count.",
)
def at_the_end(model, src, tgt):
    """The model says one word."""
    logits, labels = read(model, src, tgt)
    return F.cross_entropy(logits[:, -1], labels[:, -1]).item()


MISTAKES.sign(
    "not_flattened",
    "cross_entropy wants the classes at axis 1: flatten logits to (B · L, V) and "
    "labels to (B · L).",
    fails("Expected target size", "Expected input batch_size"),
)
