"""Answers to `is_permutation_equivariant(layer, x, order)`: True or False.

`layer` maps (B, L, d) to (B, L, d), x is (B, L, d), order (L,) integers.
"""

import numpy as np
import torch

from lernformer.mistakes.positional_encoding.is_permutation_equivariant import (
    agree,
    both,
)

from .. import mutant, variant

TASK = "positional_encoding.is_permutation_equivariant"


# --- Wrong: what is returned -------------------------------------------------------


@mutant(TASK, mistake="no_single_truth")
def difference(layer, x, order):
    """The largest difference."""
    one, other = both(layer, x, order)
    return (one - other).abs().max().item()


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def line_by_line(layer, x, order):
    """Each step with a name."""
    shuffled = x[:, order, :]
    output_of_shuffled = layer(shuffled)
    shuffled_output = layer(x)[:, order, :]
    return torch.allclose(output_of_shuffled, shuffled_output, rtol=1e-5, atol=1e-5)


@variant(TASK)
def brought_back(layer, x, order):
    """The outputs of shuffled tokens, put back to their places."""
    back = torch.argsort(order)
    return agree(layer(x[:, order])[:, back], layer(x))


@variant(TASK)
def back_by_writing(layer, x, order):
    """Put back by assignment."""
    output = layer(x[:, order])
    back = torch.empty_like(output)
    back[:, order] = output
    return agree(back, layer(x))


@variant(TASK)
def greatest_difference(layer, x, order):
    """The largest absolute difference, as a truth value of torch."""
    one, other = both(layer, x, order)
    return (one - other).abs().max() <= 1e-5


@variant(TASK)
def isclose_everywhere(layer, x, order):
    """isclose and all(), without gradients."""
    with torch.no_grad():
        return torch.isclose(*both(layer, x, order), rtol=1e-5, atol=1e-5).all().item()


@variant(TASK)
def by_numpy(layer, x, order):
    """NumPy compares."""
    one, other = (y.detach().numpy() for y in both(layer, x, order))
    return np.allclose(one, other, rtol=1e-5, atol=1e-5)


@variant(TASK)
def by_index_select(layer, x, order):
    """index_select, a layer in eval mode."""
    layer.eval()
    shuffled = torch.index_select(x, 1, order)
    return agree(layer(shuffled), layer(x).index_select(1, order))


@variant(TASK)
def permutation_matrix(layer, x, order):
    """P X and P f(X)."""
    P = torch.eye(x.size(1), dtype=x.dtype)[order]
    return agree(layer(P @ x), P @ layer(x))


@variant(TASK)
def token_by_token(layer, x, order):
    """A loop over places."""
    one, other = layer(x[:, order]), layer(x)
    return all(agree(one[:, i], other[:, j]) for i, j in enumerate(order))


@variant(TASK)
def sentence_by_sentence(layer, x, order):
    """Compares a sentence at a time."""
    pairs = zip(*both(layer, x, order), strict=True)
    return all(agree(*pair) for pair in pairs)


@variant(TASK)
def each_sentence_alone(layer, x, order):
    """Asks the layer for one sentence after the other."""
    sentences = x.split(1)
    return all(agree(*both(layer, sentence, order)) for sentence in sentences)


@variant(TASK)
def caught_assertion(layer, x, order):
    """torch.testing compares, and its error is an answer."""
    try:
        torch.testing.assert_close(*both(layer, x, order), rtol=1e-5, atol=1e-5)
    except AssertionError:
        return False
    return True


@variant(TASK)
def gathered(layer, x, order):
    """take_along_dim, with the order for every sentence."""
    order = order[None, :, None]
    one = layer(torch.take_along_dim(x, order, dim=1))
    return agree(one, torch.take_along_dim(layer(x), order, dim=1))


@variant(TASK)
def from_lists(layer, x, order):
    """The order as a list, tokens stacked."""
    shuffled = torch.stack([x[:, i] for i in order.tolist()], dim=1)
    return agree(layer(shuffled), layer(x)[:, order.tolist()])


@variant(TASK)
def float64_inside(layer, x, order):
    """Computes in float64, where rounding is smaller still."""
    x = x.double()
    return agree(layer(x[:, order]), layer(x)[:, order])


@variant(TASK)
def one_hot_einsum(layer, x, order):
    """The order as a matrix, applied by einsum."""
    P = torch.nn.functional.one_hot(order, x.size(1)).to(x.dtype)

    def shuffle(x):
        return torch.einsum("ij,bjd->bid", P, x)

    return agree(layer(shuffle(x)), shuffle(layer(x)))


@variant(TASK)
def numbers_of_numpy(layer, x, order):
    """The largest difference, as a truth value of NumPy, tokens first."""
    shuffled = x.transpose(0, 1)[order].transpose(0, 1)
    with torch.inference_mode():
        difference = layer(shuffled) - layer(x).transpose(0, 1)[order].transpose(0, 1)
    return np.abs(difference.numpy()).max() < 1e-5


@variant(TASK)
def none_is_off(layer, x, order):
    """No number is off; the original is read first."""
    plain = layer(x)
    off = (layer(x[:, order]) - plain[:, order]).abs()
    return not (off > 1e-5 + 1e-5 * plain[:, order].abs()).any()
