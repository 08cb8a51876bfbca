"""Answers to `concatenation_as_sum(x, positions, weight)`: X W_1 and P W_2."""

import torch
from torch.nn import functional as F

from lernformer.mistakes.positional_encoding.concatenation_as_sum import beside

from .. import variant

TASK = "positional_encoding.concatenation_as_sum"


@variant(TASK)
def two_slices(x, positions, weight):
    """The first d rows, and the rest."""
    _, _, d = x.shape
    return torch.matmul(x, weight[:d, :]), torch.matmul(positions, weight[d:, :])


@variant(TASK)
def counted_from_the_end(x, positions, weight):
    """The last d_p rows, and those before."""
    d_p = positions.shape[1]
    return x @ weight[:-d_p], positions @ weight[-d_p:]


@variant(TASK)
def by_tensor_split(x, positions, weight):
    """Cut at row d."""
    of_words, of_positions = torch.tensor_split(weight, [x.size(-1)])
    return x @ of_words, positions @ of_positions


@variant(TASK)
def by_einsum(x, positions, weight):
    """Sums over features, in letters."""
    d = x.size(-1)
    words = torch.einsum("bld,de->ble", x, weight[:d])
    return words, torch.einsum("ld,de->le", positions, weight[d:])


@variant(TASK)
def by_linear(x, positions, weight):
    """F.linear wants (out, in)."""
    d = x.size(-1)
    return F.linear(x, weight.T[:, :d]), F.linear(positions, weight.T[:, d:])


@variant(TASK)
def with_zeros(x, positions, weight):
    """[X; 0] W and [0; P] W."""
    words = beside(x, torch.zeros_like(positions)) @ weight
    places = torch.cat([torch.zeros_like(x[0]), positions], dim=-1) @ weight
    return words, places


@variant(TASK)
def by_a_difference(x, positions, weight):
    """The mixture minus what the positions add."""
    places = positions @ weight[x.size(-1) :]
    return beside(x, positions) @ weight - places, places


@variant(TASK)
def sentence_by_sentence(x, positions, weight):
    """A loop over the batch."""
    d = x.size(-1)
    words = torch.stack([sentence @ weight[:d] for sentence in x])
    return [words, positions.mm(weight[d:])]


@variant(TASK)
def feature_by_feature(x, positions, weight):
    """A sum over the rows of W."""
    d, words, places = x.size(-1), 0, 0
    for i, row in enumerate(weight):
        if i < d:
            words = words + x[..., i, None] * row
        else:
            places = places + positions[:, i - d, None] * row
    return words, places
