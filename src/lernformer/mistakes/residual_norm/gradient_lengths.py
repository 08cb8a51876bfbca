"""Typical wrong answers to ``residual_norm.gradient_lengths``."""

import torch

from lernformer.mistakes.table import mistakes


def gradients(layers, x, upstream):
    """The gradients of all states, from the bottom to the top."""
    states = [x.detach().requires_grad_()]
    for layer in layers:
        states.append(layer(states[-1]))
    return torch.autograd.grad(states[-1], states, upstream)


def lengths(layers, x, upstream):
    return torch.stack([g.norm() for g in gradients(layers, x, upstream)])


def squares(layers, x, upstream):
    """The size of a gradient is the sum of its squares."""
    found = [g.square().sum() for g in gradients(layers, x, upstream)]
    return torch.stack(found) / upstream.square().sum()


def largest(layers, x, upstream):
    """A gradient is as large as its largest number."""
    found = [g.abs().max() for g in gradients(layers, x, upstream)]
    return torch.stack(found) / upstream.abs().max()


def cut(layers, x, upstream):
    """Each layer gets its own input, cut off from the layer before."""
    found, state = [], x
    for layer in layers:
        state = state.detach().requires_grad_()
        after = layer(state)
        found.append(torch.autograd.grad(after, state, upstream)[0].norm())
        state = after
    return torch.stack([*found, upstream.norm()]) / upstream.norm()


def of_parameters(layers, x, upstream):
    """A layer's gradient is the gradient of its weights."""
    state = x
    for layer in layers:
        state = layer(state)
    weights = [next(iter(layer.parameters())) for layer in layers]
    found = [g.norm() for g in torch.autograd.grad(state, weights, upstream)]
    return torch.stack([*found, upstream.norm()]) / upstream.norm()


MISTAKES = mistakes(globals())
