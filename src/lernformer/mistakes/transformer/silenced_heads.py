"""Typical wrong answers to ``transformer.silenced_heads``."""

import contextlib

import torch

from lernformer.mistakes.common import INPUT_MODIFIED
from lernformer.mistakes.mistake import Catalogue


@contextlib.contextmanager
def zeroed(*views):
    """While open, some numbers of weights are 0."""
    with torch.no_grad():
        kept = [view.clone() for view in views]
        for view in views:
            view.zero_()
        yield
        for view, held in zip(views, kept, strict=True):
            view.copy_(held)


def outputs(attention, x, mask, silenced):
    """With all heads, and with each of them silenced; ``silenced`` gives the views."""
    attention.eval()
    with torch.no_grad():
        whole = attention(x, x, x, mask)[0]
        found = []
        for h in range(attention.n_heads):
            with zeroed(*silenced(h)):
                found.append(attention(x, x, x, mask)[0])
    return whole, torch.stack(found)


def changes(attention, x, mask, silenced):
    """The length of what each change of weights changes, and of the whole."""
    whole, others = outputs(attention, x, mask, silenced)
    return (others - whole).flatten(1).norm(dim=1), whole.norm()


def columns(attention):
    """By head, the columns that read it."""
    return lambda h: [attention.out_proj.weight.chunk(attention.n_heads, dim=1)[h]]


MISTAKES = Catalogue()

MISTAKES.sign(
    "training_mode",
    "the attention is asked in training mode, where dropout changes the output as "
    "well: call attention.eval() first.",
    lambda case, seen: case.inputs["dropout"] and seen.facts.get("training"),
    seen="course",
)


@MISTAKES.answer(
    "never_restored",
    "the weights of a head that was silenced stay 0, so that the next ones are "
    "silenced together with it: put them back before the next head.",
    seen="course",
)
def one_more_each_time(attention, x, mask=None):
    """Silence one after the other."""
    attention.eval()
    with torch.no_grad():
        whole = attention(x, x, x, mask)[0]
        found = []
        for read in attention.out_proj.weight.chunk(attention.n_heads, dim=1):
            read.zero_()
            found.append((attention(x, x, x, mask)[0] - whole).norm() / whole.norm())
    return torch.stack(found)


MISTAKES.sign(
    "weights_left_changed",
    "the attention does not get its weights back: keep a clone() of what you set to 0, "
    "a slice alone is a view, and copy it back.",
    lambda case, seen: seen.facts.get("modified") == "the weights of attention",
)
MISTAKES.append(INPUT_MODIFIED)


@MISTAKES.answer(
    "rows_silenced",
    "rows of out_proj.weight are set to 0: those make single features of the output. "
    "nn.Linear keeps (out, in), so that the columns read the heads.",
)
def rows(attention, x, mask=None):
    """A head is a slice of the weight."""

    def slices(h):
        return [attention.out_proj.weight.chunk(attention.n_heads, dim=0)[h]]

    change, whole = changes(attention, x, mask, slices)
    return change / whole


@MISTAKES.answer(
    "heads_interleaved",
    "every H-th feature is taken for a head; head h is the slice from h · d_k to "
    "(h + 1) · d_k.",
)
def every_nth(attention, x, mask=None):
    """Features are dealt to heads like cards."""

    def spread(h):
        return [attention.out_proj.weight[:, h :: attention.n_heads]]

    change, whole = changes(attention, x, mask, spread)
    return change / whole


@MISTAKES.answer(
    "not_relative",
    "the lengths of the changes are not divided by that of the output, so that they "
    "depend on how many numbers there are.",
)
def absolute(attention, x, mask=None):
    """A change is a difference."""
    return changes(attention, x, mask, columns(attention))[0]


@MISTAKES.answer("root_forgotten", "these are shares of squares; the root is missing.")
def squares(attention, x, mask=None):
    """The size of a change is the sum of its squares."""
    change, whole = changes(attention, x, mask, columns(attention))
    return (change / whole) ** 2


@MISTAKES.answer(
    "difference_of_lengths",
    "the lengths of the outputs are subtracted; asked for is the length of their "
    "difference: an output can turn and keep its length.",
)
def longer_or_shorter(attention, x, mask=None):
    """What is missing is shorter."""
    whole, others = outputs(attention, x, mask, columns(attention))
    return (others.flatten(1).norm(dim=1) - whole.norm()).abs() / whole.norm()


@MISTAKES.answer(
    "tokens_averaged",
    "each token's change is divided by its own length, and these are averaged; asked "
    "for is one length over all numbers.",
)
def token_by_token(attention, x, mask=None):
    """A vector belongs to a token."""
    whole, others = outputs(attention, x, mask, columns(attention))
    each = (others - whole).norm(dim=-1) / whole.norm(dim=-1)  # (H, B, L)
    return each.flatten(1).mean(dim=1)


@MISTAKES.answer(
    "largest_change",
    "this is the largest change of a single number; asked for is the length of all "
    "changes, .norm().",
)
def largest(attention, x, mask=None):
    """How much at most."""
    whole, others = outputs(attention, x, mask, columns(attention))
    return (others - whole).flatten(1).abs().amax(1) / whole.abs().max()


@MISTAKES.answer(
    "others_silenced",
    "all heads but one are silenced, and not the one: this measures what the others "
    "do.",
)
def one_left(attention, x, mask=None):
    """Listen to each by itself."""
    every = columns(attention)

    def others(h):
        return [every(i)[0] for i in range(attention.n_heads) if i != h]

    change, whole = changes(attention, x, mask, others)
    return change / whole


@MISTAKES.answer(
    "query_silenced",
    "queries are set to 0: such a head is not silent, it looks at all keys alike.",
)
def asks_nothing(attention, x, mask=None):
    """Who does not ask gets no answer."""

    def query(h):
        q = attention.q_proj
        return [p.chunk(attention.n_heads, dim=0)[h] for p in (q.weight, q.bias)]

    change, whole = changes(attention, x, mask, query)
    return change / whole


@MISTAKES.answer(
    "value_bias_left",
    "the weights of the values are set to 0 and their bias is not, so that the head "
    "still says its bias.",
)
def says_its_bias(attention, x, mask=None):
    """Without values nothing is said."""

    def values(h):
        return [attention.v_proj.weight.chunk(attention.n_heads, dim=0)[h]]

    change, whole = changes(attention, x, mask, values)
    return change / whole


@MISTAKES.answer(
    "bias_silenced",
    "the bias of out_proj is set to 0, too, which belongs to no head.",
)
def with_the_bias(attention, x, mask=None):
    """All that comes after the head."""
    every = columns(attention)

    def more(h):
        return [*every(h), attention.out_proj.bias]

    change, whole = changes(attention, x, mask, more)
    return change / whole


@MISTAKES.answer("mask_ignored", "the mask is not handed on to the attention.")
def without_the_mask(attention, x, mask=None):
    """A mask is for training."""
    change, whole = changes(attention, x, None, columns(attention))
    return change / whole


@MISTAKES.answer(
    "relative_to_the_rest",
    "the changes are divided by the length of what is left; divide by that of the "
    "output with all heads.",
)
def by_what_is_left(attention, x, mask=None):
    """The last output is at hand."""
    whole, others = outputs(attention, x, mask, columns(attention))
    return (others - whole).flatten(1).norm(dim=1) / others.flatten(1).norm(dim=1)
