"""Answers to `concatenation_as_sum(x, positions, weight)`: X W_1 and P W_2."""

import torch
from torch.nn import functional as F

from lernformer.mistakes.positional_encoding.concatenation_as_sum import beside, right

from .. import mutant, variant

TASK = "positional_encoding.concatenation_as_sum"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="cut_in_the_middle")
def two_equal_halves(x, positions, weight):
    """W has two halves."""
    of_words, of_positions = weight.chunk(2)
    return x @ of_words, positions @ of_positions


@mutant(TASK, mistake="columns_cut")
def columns_for_rows(x, positions, weight):
    """W_1 and W_2 stand beside each other."""
    of_words, of_positions = weight.chunk(2, dim=1)
    return x @ of_words, positions @ of_positions


@mutant(TASK, mistake="mixture_twice")
def sum_returned_first(x, positions, weight):
    """Adds up too early."""
    words, places = right(x, positions, weight)
    return words + places, places


@mutant(TASK, mistake="sum_returned")
def concatenated(x, positions, weight):
    """The mixture."""
    return beside(x, positions) @ weight


@mutant(TASK, mistake="sum_returned")
def added(x, positions, weight):
    """Both parts, added up."""
    return sum(right(x, positions, weight))


@mutant(TASK, mistake="repeated_for_each_sentence")
def with_zeros_for_the_words(x, positions, weight):
    """[0; P] W, for each sentence."""
    nothing = torch.zeros_like(x), torch.zeros_like(positions)
    return beside(x, nothing[1]) @ weight, beside(nothing[0], positions) @ weight


@mutant(TASK, mistake="length_for_features")
def cut_at_the_length(x, positions, weight):
    """x.size(1) are the features."""
    d = x.size(1)
    return x @ weight[:d], positions @ weight[d:]


@mutant(TASK, mistake="extra_axis")
def ready_to_be_added(x, positions, weight):
    """An axis for the batch."""
    words, places = right(x, positions, weight)
    return words, places[None]


@mutant(TASK, mistake="gradient_cut")
def by_numpy(x, positions, weight):
    """NumPy multiplies as well."""
    d, w = x.size(-1), weight.detach().numpy()
    words = x.detach().float().numpy() @ w[:d]
    return torch.from_numpy(words), torch.from_numpy(positions.detach().numpy() @ w[d:])


@mutant(TASK, mistake="dtype_lost")
def in_float32(x, positions, weight):
    """float is enough."""
    return tuple(part.float() for part in right(x, positions, weight))


@mutant(TASK, mistake="dtype_lost")
def in_float64(x, positions, weight):
    """More digits do no harm."""
    return right(x.double(), positions.double(), weight.double())


@mutant(TASK, mistake="input_modified")
def rows_set_to_zero(x, positions, weight):
    """Blanks the rows of the positions, in the weight that it was given."""
    d = x.size(-1)
    places = positions @ weight[d:].clone()
    weight.data[d:] = 0
    return beside(x, positions) @ weight, places


# --- Right ---------------------------------------------------------------------


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
