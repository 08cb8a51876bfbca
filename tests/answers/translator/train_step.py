"""Answers to `train_step(model, optimizer, src, tgt, smoothing=0.1)` → the loss."""

import copy

import torch
from torch.nn import functional as F

from .. import mutant, variant

TASK = "translator.train_step"


def loss_of(logits, labels, smoothing=0.1, pad_id=0):
    return F.cross_entropy(
        logits.flatten(0, 1),
        labels.flatten(),
        ignore_index=pad_id,
        label_smoothing=smoothing,
    )


def step(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="gradient_cut")
def no_grad(model, optimizer, src, tgt, smoothing=0.1):
    """Without gradients it is faster."""
    model.train()
    with torch.no_grad():
        logits = model(src, tgt[:, :-1])
    return step(optimizer, loss_of(logits, tgt[:, 1:], smoothing))


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def cross_entropy(model, optimizer, src, tgt, smoothing=0.1):
    """Torch's loss: here it is a tool."""
    model.train()
    logits = model(src, tgt[:, :-1])
    loss = F.cross_entropy(
        logits.transpose(1, 2), tgt[:, 1:], ignore_index=0, label_smoothing=smoothing
    )
    return step(optimizer, loss)


@variant(TASK)
def zeroed_first(model, optimizer, src, tgt, smoothing=0.1):
    """zero_grad before everything; the model's, not the optimiser's."""
    model.train()
    model.zero_grad()
    loss = loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()


@variant(TASK)
def zeroed_last(model, optimizer, src, tgt, smoothing=0.1):
    """zero_grad after the step, ready for the next."""
    model.train()
    loss = loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=False)
    return float(loss)


@variant(TASK)
def encode_then_decode(model, optimizer, src, tgt, smoothing=0.1):
    """The two halves of the model, one after the other."""
    model.train(True)
    decoder_input, labels = tgt[:, :-1].contiguous(), tgt[:, 1:].contiguous()
    logits = model.decode(decoder_input, model.encode(src), src)
    return step(optimizer, loss_of(logits, labels, smoothing))


@variant(TASK)
def a_tensor_without_graph(model, optimizer, src, tgt, smoothing=0.1):
    """The loss as a tensor that carries no gradient."""
    model.train()
    loss = loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing)
    step(optimizer, loss)
    return loss.detach()


@variant(TASK)
def with_a_closure(model, optimizer, src, tgt, smoothing=0.1):
    """The optimiser asks for the loss itself."""
    model.train()

    def closure():
        optimizer.zero_grad()
        loss = loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing)
        loss.backward()
        return loss

    return optimizer.step(closure).item()


@variant(TASK)
def gradients_by_autograd(model, optimizer, src, tgt, smoothing=0.1):
    """Gradients are put in their places by hand."""
    model.train()
    loss = loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing)
    parameters = list(model.parameters())
    gradients = torch.autograd.grad(loss, parameters, allow_unused=True)
    for parameter, gradient in zip(parameters, gradients, strict=True):
        parameter.grad = gradient
    optimizer.step()
    return loss.item()


@variant(TASK)
def by_hand(model, optimizer, src, tgt, smoothing=0.1):
    """Everything written out, back in evaluation mode at the end."""
    model.train()
    logs = model(src, tgt[:, :-1]).log_softmax(-1)
    labels = tgt[:, 1:]
    of_label = logs.gather(-1, labels[..., None])[..., 0]
    losses = -(1 - smoothing) * of_label - smoothing * logs.mean(-1)
    loss = losses[labels != 0].mean()
    step(optimizer, loss)
    model.eval()
    return loss.item()
