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


# --- Wrong: what is shuffled -------------------------------------------------------


@mutant(TASK, mistake="input_not_shuffled")
def outputs_alone_shuffled(layer, x, order):
    """Shuffles what comes out, and nothing else."""
    output = layer(x)
    return agree(output, output[:, order])


@mutant(TASK, mistake="input_not_shuffled")
def twice_the_same(layer, x, order):
    """Asks whether a layer gives the same twice."""
    return agree(layer(x), layer(x))


@mutant(TASK, mistake="original_not_read")
def shuffled_input_for_output(layer, x, order):
    """Compares the output with the shuffled input."""
    return agree(layer(x[:, order]), x[:, order])


@mutant(TASK, mistake="original_not_read")
def shuffled_on_both_sides(layer, x, order):
    """Writes the same on both sides."""
    shuffled = x[:, order]
    return agree(layer(shuffled), layer(shuffled))


@mutant(TASK, mistake="order_inverted")
def written_to_places(layer, x, order):
    """shuffled[:, order] = x is the inverse of x[:, order]."""
    shuffled = torch.empty_like(x)
    shuffled[:, order] = x
    return agree(layer(shuffled), layer(x)[:, order])


@mutant(TASK, mistake="order_inverted")
def shuffled_again(layer, x, order):
    """Shuffling once more brings the outputs back."""
    return agree(layer(x[:, order])[:, order], layer(x))


@mutant(TASK, mistake="invariance_tested")
def both_outputs_shuffled(layer, x, order):
    """Shuffles both outputs, to be safe."""
    return agree(layer(x[:, order])[:, order], layer(x)[:, order])


@mutant(TASK, mistake="sentences_shuffled")
def first_axis(layer, x, order):
    """x[order] is shuffled."""
    return agree(layer(x[order]), layer(x)[order])


@mutant(TASK, mistake="sentences_shuffled")
def first_axis_after(layer, x, order):
    """The outputs are shuffled along the first axis."""
    return agree(layer(x[:, order]), layer(x)[order])


@mutant(TASK, mistake="features_shuffled")
def last_axis(layer, x, order):
    """The last axis is shuffled."""
    return agree(layer(x[..., order]), layer(x)[..., order])


@mutant(TASK, mistake="features_shuffled")
def last_axis_after(layer, x, order):
    """The outputs are shuffled along the last axis."""
    return agree(layer(x[:, order]), layer(x)[..., order])


@mutant(TASK, mistake="own_order")
def reversed_instead(layer, x, order):
    """Any order will do: the reverse."""
    return agree(layer(x.flip(1)), layer(x).flip(1))


@mutant(TASK, mistake="own_order")
def drawn_anew(layer, x, order):
    """Draws an order of its own."""
    drawn = torch.randperm(x.size(1))
    return agree(layer(x[:, drawn]), layer(x)[:, drawn])


@mutant(TASK, mistake="own_order")
def shuffled_twice(layer, x, order):
    """Shuffles the shuffled tokens once more."""
    return agree(layer(x[:, order][:, order]), layer(x)[:, order])


@mutant(TASK, mistake="own_order")
def other_orders_too(layer, x, order):
    """True if it holds for this order and for another one."""
    orders = order, torch.arange(x.size(1)).flip(0)
    return all(agree(*both(layer, x, each)) for each in orders)


@mutant(TASK, mistake="own_tokens")
def random_tokens(layer, x, order):
    """What holds for these tokens holds for random ones."""
    return agree(*both(layer, torch.randn_like(x), order))


@mutant(TASK, mistake="own_tokens")
def half_precision_inside(layer, x, order):
    """Half precision is faster."""
    return agree(*both(layer, x.half(), order))


@mutant(TASK, mistake="part_compared")
def one_sentence_asked(layer, x, order):
    """The layer reads the first sentence only."""
    return agree(*both(layer, x[:1], order))


@mutant(TASK, mistake="sentences_joined")
def one_call(layer, x, order):
    """One call for both saves time."""
    shuffled, plain = layer(torch.cat([x[:, order], x])).chunk(2)
    return agree(shuffled, plain[:, order])


@mutant(TASK, mistake="layer_not_called")
def always_true(layer, x, order):
    """Attention is equivariant."""
    return True


@mutant(TASK, mistake="layer_not_called")
def always_false(layer, x, order):
    """Nothing is."""
    return False


@mutant(TASK, mistake="layer_not_called")
def order_looked_at(layer, x, order):
    """Whether the order is one."""
    return torch.equal(order.sort()[0], torch.arange(x.size(1)))


@mutant(TASK, mistake="layer_not_called")
def by_the_name(layer, x, order):
    """Looks for positions among the layer's buffers."""
    return not list(layer.buffers())


# --- Wrong: how it is compared -----------------------------------------------------


@mutant(TASK, mistake="tolerance_too_large")
def greatest_square(layer, x, order):
    """The squares of small differences are very small."""
    one, other = both(layer, x, order)
    return bool((one - other).square().max() < 1e-5)


# --- Wrong: what is returned -------------------------------------------------------


@mutant(TASK, mistake="no_single_truth")
def table_of_truths(layer, x, order):
    """One truth for each number."""
    return torch.isclose(*both(layer, x, order), rtol=1e-5, atol=1e-5)


@mutant(TASK, mistake="no_single_truth")
def difference(layer, x, order):
    """The largest difference."""
    one, other = both(layer, x, order)
    return (one - other).abs().max().item()


@mutant(TASK, mistake="no_single_truth")
def told_in_words(layer, x, order):
    """Says it."""
    return str(agree(*both(layer, x, order)))


@mutant(TASK, mistake="nothing_returned")
def printed(layer, x, order):
    """Prints the answer."""
    print(agree(*both(layer, x, order)))


@mutant(TASK, mistake="assertion_raised")
def asserted(layer, x, order):
    """A test asserts."""
    assert agree(*both(layer, x, order))
    return True


@mutant(TASK, mistake="assertion_raised")
def asserted_by_torch(layer, x, order):
    """torch.testing asserts."""
    torch.testing.assert_close(*both(layer, x, order), rtol=1e-5, atol=1e-5)
    return True


@mutant(TASK, mistake="input_modified")
def shuffled_in_place(layer, x, order):
    """Shuffles the tokens in place."""
    want = layer(x.clone())[:, order]
    x[:] = x[:, order]
    return agree(layer(x), want)


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
