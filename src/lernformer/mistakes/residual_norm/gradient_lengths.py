"""Typical wrong answers to ``residual_norm.gradient_lengths``."""

import torch

from lernformer.mistakes.common import INPUT_MODIFIED, fails
from lernformer.mistakes.mistake import Catalogue


def gradients(layers, x, upstream):
    """Of all states, from the bottom to the top."""
    states = [x.detach().requires_grad_()]
    for layer in layers:
        states.append(layer(states[-1]))
    return torch.autograd.grad(states[-1], states, upstream)


def lengths(layers, x, upstream):
    return torch.stack([g.norm() for g in gradients(layers, x, upstream)])


MISTAKES = Catalogue([INPUT_MODIFIED])

MISTAKES.sign(
    "not_retained",
    "autograd keeps .grad of what was put in, and not of what is computed on the way: "
    "call state.retain_grad() before backward, or ask torch.autograd.grad for all "
    "states.",
    fails("'NoneType'"),
    seen="course",
)
MISTAKES.sign(
    "no_gradient",
    "nothing in the stack asks for a gradient: begin with a copy of x that does, "
    "x.detach().requires_grad_(), and compute outside of torch.no_grad().",
    fails("does not require grad", "grad_fn", "can only be created"),
)
MISTAKES.sign(
    "graph_freed",
    "the graph is freed after one way back: ask for all gradients in one call, or keep "
    "it with retain_graph=True.",
    fails("backward through the graph a second time"),
)


@MISTAKES.answer(
    "not_relative",
    "the lengths are not divided by that of upstream, so that they tell as much of it "
    "as of the stack.",
)
def absolute(layers, x, upstream):
    """The length is the norm."""
    return lengths(layers, x, upstream)


@MISTAKES.answer(
    "top_first",
    "the lengths run from the top to the bottom; asked for is the first layer first.",
)
def as_it_goes_back(layers, x, upstream):
    """Gradients go backwards."""
    return (lengths(layers, x, upstream) / upstream.norm()).flip(0)


@MISTAKES.answer("root_forgotten", "these are squares of lengths; the root is missing.")
def squares(layers, x, upstream):
    """How large a gradient is, is the sum of its squares."""
    found = [g.square().sum() for g in gradients(layers, x, upstream)]
    return torch.stack(found) / upstream.square().sum()


@MISTAKES.answer(
    "mean_for_length",
    "this is the mean of the absolute values; the length is the root of the sum of "
    "squares, .norm().",
)
def mean_size(layers, x, upstream):
    """How large its numbers are on average."""
    found = [g.abs().mean() for g in gradients(layers, x, upstream)]
    return torch.stack(found) / upstream.abs().mean()


@MISTAKES.answer(
    "largest_for_length",
    "this is the largest number of each gradient; the length is .norm().",
)
def largest(layers, x, upstream):
    """A gradient is as large as its largest number."""
    found = [g.abs().max() for g in gradients(layers, x, upstream)]
    return torch.stack(found) / upstream.abs().max()


@MISTAKES.answer(
    "states_measured",
    "these are the lengths of what goes up, and not of the gradient that comes down.",
)
def activations(layers, x, upstream):
    """The signal at each layer."""
    states = [x]
    for layer in layers:
        states.append(layer(states[-1]))
    return torch.stack([s.norm() for s in states]) / upstream.norm()


@MISTAKES.answer(
    "upstream_ignored",
    "the gradient starts as ones, as sum().backward() lets it; it is to start as "
    "upstream: backward(upstream), or torch.autograd.grad(top, states, upstream).",
)
def of_the_sum(layers, x, upstream):
    """Backward wants one number, so add up."""
    return lengths(layers, x, torch.ones_like(upstream)) / upstream.norm()


@MISTAKES.answer(
    "each_layer_alone",
    "the states are cut from each other (detach), so that each layer is measured "
    "alone; the gradient goes through all layers above.",
)
def cut(layers, x, upstream):
    """Each layer gets an input of its own."""
    found, state = [], x
    for layer in layers:
        state = state.detach().requires_grad_()
        after = layer(state)
        found.append(torch.autograd.grad(after, state, upstream)[0].norm())
        state = after
    return torch.stack([*found, upstream.norm()]) / upstream.norm()


@MISTAKES.answer(
    "tokens_averaged",
    "each token has a length of its own here, and these are averaged; asked for is the "
    "length of all numbers together.",
)
def token_by_token(layers, x, upstream):
    """A length is that of a row."""
    found = [g.norm(dim=-1).mean() for g in gradients(layers, x, upstream)]
    return torch.stack(found) / upstream.norm(dim=-1).mean()


@MISTAKES.answer(
    "relative_to_the_bottom",
    "the lengths are divided by the first one; divide by that of upstream.",
)
def from_one_on(layers, x, upstream):
    """The first layer is where it begins."""
    found = lengths(layers, x, upstream)
    return found / found[0]


@MISTAKES.answer(
    "top_missing",
    "the last number is missing: the gradient of what comes out of the last layer, "
    "which is upstream itself.",
)
def inputs_only(layers, x, upstream):
    """One number a layer."""
    return (lengths(layers, x, upstream) / upstream.norm())[:-1]


@MISTAKES.answer(
    "bottom_missing",
    "the first number is missing: the gradient of x, which goes into the first layer.",
)
def outputs_only(layers, x, upstream):
    """One number for what each layer gives."""
    return (lengths(layers, x, upstream) / upstream.norm())[1:]


@MISTAKES.answer(
    "weights_measured",
    "these are gradients of weights; asked for are those of what the layers are given.",
)
def of_parameters(layers, x, upstream):
    """A layer's gradient is that of its weights."""
    state = x
    for layer in layers:
        state = layer(state)
    weights = [next(iter(layer.parameters())) for layer in layers]
    found = [g.norm() for g in torch.autograd.grad(state, weights, upstream)]
    return torch.stack([*found, upstream.norm()]) / upstream.norm()
