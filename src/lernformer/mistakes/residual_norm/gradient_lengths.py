"""Typical wrong answers to ``residual_norm.gradient_lengths``."""

import torch

from lernformer.mistakes.table import mistakes


def gradients(layers, x, upstream):
    """Of all states, from the bottom to the top."""
    states = [x.detach().requires_grad_()]
    for layer in layers:
        states.append(layer(states[-1]))
    return torch.autograd.grad(states[-1], states, upstream)


def lengths(layers, x, upstream):
    return torch.stack([g.norm() for g in gradients(layers, x, upstream)])


def squares(layers, x, upstream):
    """How large a gradient is, is the sum of its squares."""
    found = [g.square().sum() for g in gradients(layers, x, upstream)]
    return torch.stack(found) / upstream.square().sum()


def mean_size(layers, x, upstream):
    """How large its numbers are on average."""
    found = [g.abs().mean() for g in gradients(layers, x, upstream)]
    return torch.stack(found) / upstream.abs().mean()


def largest(layers, x, upstream):
    """A gradient is as large as its largest number."""
    found = [g.abs().max() for g in gradients(layers, x, upstream)]
    return torch.stack(found) / upstream.abs().max()


def cut(layers, x, upstream):
    """Each layer gets an input of its own."""
    found, state = [], x
    for layer in layers:
        state = state.detach().requires_grad_()
        after = layer(state)
        found.append(torch.autograd.grad(after, state, upstream)[0].norm())
        state = after
    return torch.stack([*found, upstream.norm()]) / upstream.norm()


def token_by_token(layers, x, upstream):
    """A length is that of a row."""
    found = [g.norm(dim=-1).mean() for g in gradients(layers, x, upstream)]
    return torch.stack(found) / upstream.norm(dim=-1).mean()


def from_one_on(layers, x, upstream):
    """The first layer is where it begins."""
    found = lengths(layers, x, upstream)
    return found / found[0]


def of_parameters(layers, x, upstream):
    """A layer's gradient is that of its weights."""
    state = x
    for layer in layers:
        state = layer(state)
    weights = [next(iter(layer.parameters())) for layer in layers]
    found = [g.norm() for g in torch.autograd.grad(state, weights, upstream)]
    return torch.stack([*found, upstream.norm()]) / upstream.norm()


MISTAKES = mistakes(globals())
