"""Typical wrong answers to ``attention.split_projection``."""

import torch

from lernformer.mistakes.table import mistakes


def right(weight, bias, n_heads):
    return weight.unflatten(0, (n_heads, -1)), bias.unflatten(0, (n_heads, -1))


def slices_of_columns(weight, bias, n_heads):
    """W^Q_h are columns of W^Q, as on paper."""
    weights = torch.stack(weight.chunk(n_heads, dim=1))
    return weights, bias.unflatten(0, (n_heads, -1))


def transposed_first(weight, bias, n_heads):
    """Transposes, cuts, and has columns for rows."""
    _, biases = right(weight, bias, n_heads)
    return weight.T.reshape(n_heads, -1, weight.size(1)), biases


def as_on_paper(weight, bias, n_heads):
    """Small matrices that are multiplied from the right."""
    weights, biases = right(weight, bias, n_heads)
    return weights.mT, biases


def every_nth_row(weight, bias, n_heads):
    """Head h takes every H-th row."""
    weights = torch.stack([weight[h::n_heads] for h in range(n_heads)])
    return weights, torch.stack([bias[h::n_heads] for h in range(n_heads)])


def weight_alone_interleaved(weight, bias, n_heads):
    """The rows dealt out in turn, the bias in slices."""
    weights = weight.reshape(-1, n_heads, weight.size(1)).permute(1, 0, 2)
    return weights, bias.reshape(n_heads, -1)


def last_head_first(weight, bias, n_heads):
    """The order of heads is free."""
    weights, biases = right(weight, bias, n_heads)
    return weights.flip(0), biases.flip(0)


def one_for_all(weight, bias, n_heads):
    """All heads are alike."""
    weights, biases = right(weight, bias, n_heads)
    return weights[:1].expand_as(weights), biases[:1].expand_as(biases)


def start_not_multiplied(weight, bias, n_heads):
    """Head h starts at row h."""
    d_k = weight.size(0) // n_heads
    weights = torch.stack([weight[h : h + d_k] for h in range(n_heads)])
    return weights, torch.stack([bias[h : h + d_k] for h in range(n_heads)])


def same_bias(weight, bias, n_heads):
    """Every head starts from the first slice of the bias."""
    weights, biases = right(weight, bias, n_heads)
    return weights, biases[0].repeat(n_heads, 1)


def bias_by_columns(weight, bias, n_heads):
    """The bias cut into (d_k, H) and transposed."""
    weights, _ = right(weight, bias, n_heads)
    return weights, bias.reshape(-1, n_heads).T


def no_bias(weight, bias, n_heads):
    """The heads need no bias."""
    weights, biases = right(weight, bias, n_heads)
    return weights, torch.zeros_like(biases)


def divided_by_heads(weight, bias, n_heads):
    """H layers add up to one, so each has a share of it."""
    weights, biases = right(weight, bias, n_heads)
    return weights / n_heads, biases / n_heads


MISTAKES = mistakes(globals())
