"""Answers to `gradient_lengths(layers, x, upstream)`: (n + 1,), from the bottom."""

import torch

from .. import mutant, variant

TASK = "residual_norm.gradient_lengths"


@variant(TASK)
def by_backward(layers, x, upstream):
    states = [x.clone().requires_grad_()]
    for layer in layers:
        states.append(layer(states[-1]))
        states[-1].retain_grad()
    states[-1].backward(gradient=upstream)
    return torch.tensor([(s.grad.norm() / upstream.norm()).item() for s in states])


@variant(TASK)
def by_hand_downwards(layers, x, upstream):
    states = [x]
    for layer in layers:
        states.append(layer(states[-1]).detach())
    gradient, found = upstream, [1.0]
    for layer, state in zip(layers[::-1], states[-2::-1], strict=True):
        _, gradient = torch.autograd.functional.vjp(layer, state, gradient)
        found.append((gradient.norm() / upstream.norm()).item())
    return found[::-1]


@variant(TASK)
def by_hooks(layers, x, upstream):
    found = {}

    def keep(i):
        return lambda gradient: found.update({i: gradient.square().sum().sqrt()})

    state = x.detach().clone().requires_grad_(True)
    state.register_hook(keep(0))
    for i, layer in enumerate(layers, 1):
        state = layer(state)
        state.register_hook(keep(i))
    (state * upstream).sum().backward()
    return [found[i] / upstream.norm() for i in range(len(layers) + 1)]


@variant(TASK)
def as_numpy(layers, x, upstream):
    states = [x.requires_grad_()]
    for layer in layers:
        states.append(layer(states[-1]))
    gradients = torch.autograd.grad((states[-1] * upstream).sum(), states)
    return (
        torch.stack([torch.linalg.norm(g) for g in gradients])
        .div(torch.linalg.norm(upstream))
        .numpy()
    )
