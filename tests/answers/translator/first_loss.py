"""Answers to `first_loss(model, src, tgt)`: mean -ln p of the real labels."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from lernformer.translator import label_smoothed_loss, teacher_forcing

from .. import mutant, variant

TASK = "translator.first_loss"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="training_mode")
@torch.no_grad()
def as_it_comes(model, src, tgt):
    """The model is as it is."""
    logits = model(src, tgt[:, :-1])
    return F.cross_entropy(logits.mT, tgt[:, 1:], ignore_index=0)


@mutant(TASK, mistake="arguments_exchanged")
@torch.no_grad()
def target_first(model, src, tgt):
    """Who writes comes first."""
    model.eval()
    logits = model(tgt[:, :-1], src)
    return F.cross_entropy(
        logits[:, : src.size(1) - 1].mT, src[:, 1:], ignore_index=0
    ).item()


@mutant(TASK, mistake="not_flattened")
@torch.no_grad()
def classes_last(model, src, tgt):
    """Cross-entropy knows."""
    model.eval()
    return F.cross_entropy(model(src, tgt[:, :-1]), tgt[:, 1:], ignore_index=0)


@mutant(TASK, mistake="smoothing_left")
@torch.no_grad()
def by_the_loss_as_it_is(model, src, tgt):
    """My loss is the loss."""
    model.eval()
    decoder_input, labels = teacher_forcing(tgt)
    return label_smoothed_loss(model(src, decoder_input), labels).item()


@mutant(TASK, mistake="input_modified")
@torch.no_grad()
def padding_marked(model, src, tgt):
    """-100 is what cross_entropy leaves out."""
    model.eval()
    logits = model(src, tgt[:, :-1])
    tgt[tgt == 0] = -100
    return F.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten()).item()


@mutant(TASK, mistake="padding_counted")
@torch.no_grad()
def criterion(model, src, tgt):
    """nn.CrossEntropyLoss, as everybody does."""
    model.eval()
    return nn.CrossEntropyLoss()(model(src, tgt[:, :-1]).mT, tgt[:, 1:]).item()


# --- Right ---------------------------------------------------------------------


@variant(TASK)
@torch.no_grad()
def by_cross_entropy(model, src, tgt):
    logits = model.eval()(src, tgt[:, :-1])
    return F.cross_entropy(
        logits.flatten(0, 1), tgt[:, 1:].flatten(), ignore_index=0
    ).item()


@variant(TASK)
def by_log_softmax(model, src, tgt):
    model.eval()
    with torch.inference_mode():
        chances = model(src, tgt[:, :-1]).log_softmax(-1)
    labels = tgt[:, 1:]
    own = chances.gather(-1, labels[..., None])[..., 0]
    return -own[labels != 0].mean()


@variant(TASK)
def in_loops(model, src, tgt):
    model.eval()
    logits = model(src, tgt[:, :-1]).detach().numpy()
    found = []
    for sentence, ids in zip(logits, tgt.tolist(), strict=True):
        for place, word in zip(sentence, ids[1:], strict=True):
            if word:
                found.append(np.log(np.exp(place).sum()) - place[word])
    return np.mean(found)


@variant(TASK)
def one_place_more_than_needed(model, src, tgt):
    model.eval()
    logits = model(src, tgt)[:, :-1]
    return nn.CrossEntropyLoss(ignore_index=0)(logits.mT, tgt[:, 1:])


@variant(TASK)
def back_in_its_mode(model, src, tgt):
    was = model.training
    model.eval()
    decoder_input, labels = teacher_forcing(tgt)
    with torch.no_grad():
        loss = label_smoothed_loss(model(src, decoder_input), labels, smoothing=0)
    model.train(was)
    return float(loss)
