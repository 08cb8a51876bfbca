"""Answers to `split_projection(weight, bias, n_heads)`: a big layer as H small ones."""

import torch
from torch import nn

from lernformer.mistakes.attention.split_projection import right

from .. import mutant, variant

TASK = "attention.split_projection"


@variant(TASK)
def reshaped(weight, bias, n_heads):
    """Rows lie one after the other."""
    d_model, d_in = weight.shape
    d_k = d_model // n_heads
    return weight.reshape(n_heads, d_k, d_in), bias.reshape(n_heads, d_k)


@variant(TASK)
def viewed(weight, bias, n_heads):
    """Views of both."""
    return weight.view(n_heads, -1, weight.shape[1]), bias.view(n_heads, -1)


@variant(TASK)
def stacked_chunks(weight, bias, n_heads):
    """H chunks of rows, stacked."""
    return torch.stack(weight.chunk(n_heads)), torch.stack(bias.chunk(n_heads))


@variant(TASK)
def slices_in_a_loop(weight, bias, n_heads):
    """Head h has rows h · d_k to (h + 1) · d_k."""
    d_k = weight.size(0) // n_heads
    weights, biases = [], []
    for h in range(n_heads):
        weights.append(weight[h * d_k : (h + 1) * d_k])
        biases.append(bias[h * d_k : (h + 1) * d_k])
    return torch.stack(weights), torch.stack(biases)


@variant(TASK)
def filled(weight, bias, n_heads):
    """New tensors of the same kind, filled."""
    d_k = len(bias) // n_heads
    weights = weight.new_zeros(n_heads, d_k, weight.size(1))
    biases = bias.new_zeros(n_heads, d_k)
    for row in range(len(bias)):
        weights[row // d_k, row % d_k] = weight[row]
        biases[row // d_k, row % d_k] = bias[row]
    return weights, biases


@variant(TASK)
def columns_of_the_transposed(weight, bias, n_heads):
    """Slices the columns of Wᵀ, as on paper, and turns them back."""
    weights = torch.stack(weight.T.chunk(n_heads, dim=1)).mT
    return weights.contiguous(), bias.unflatten(0, (n_heads, -1)).clone()


@variant(TASK)
def by_split_heads(weight, bias, n_heads):
    """Wᵀ is (d_in, d_model): split like a sentence."""

    def split_heads(x):
        return x.unflatten(-1, (n_heads, -1)).transpose(-3, -2)

    return split_heads(weight.T).mT, split_heads(bias[None])[:, 0]


@variant(TASK)
def by_asking_the_layer(weight, bias, n_heads):
    """What comes out for 0 is the bias, and for a unit vector a column more."""
    d_in = weight.size(1)
    basis = torch.eye(d_in, dtype=weight.dtype, device=weight.device)
    columns = nn.functional.linear(basis, weight)  # (d_in, d_model)
    return columns.T.unflatten(0, (n_heads, -1)), bias.reshape(n_heads, -1)


@variant(TASK)
def by_index(weight, bias, n_heads):
    """Picks rows by a table (H, d_k)."""
    rows = torch.arange(len(bias)).reshape(n_heads, -1)
    return [weight[rows], bias[rows]]
