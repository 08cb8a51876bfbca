"""Typical wrong answers to ``transformer.silenced_heads``."""

import contextlib

import torch

from lernformer.mistakes.table import mistakes


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
    """Outputs with all heads, and with each silenced: ``silenced`` has its weights."""
    attention.eval()
    with torch.no_grad():
        whole = attention(x, x, x, mask)[0]
        found = []
        for h in range(attention.n_heads):
            with zeroed(*silenced(h)):
                found.append(attention(x, x, x, mask)[0])
    return whole, torch.stack(found)


def changes(attention, x, mask, silenced):
    """The length of each silenced head's effect, and of the whole output."""
    whole, others = outputs(attention, x, mask, silenced)
    return (others - whole).flatten(1).norm(dim=1), whole.norm()


def columns(attention):
    """For each head, the columns that read it."""
    return lambda h: [attention.out_proj.weight.chunk(attention.n_heads, dim=1)[h]]


def shows_training_mode(case, seen):
    return case.inputs["dropout"] and seen.facts.get("training")


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


def shows_weights_left_changed(case, seen):
    return seen.facts.get("modified") == "the weights of attention"


def rows(attention, x, mask=None):
    """A head is a slice of the weight."""

    def slices(h):
        return [attention.out_proj.weight.chunk(attention.n_heads, dim=0)[h]]

    change, whole = changes(attention, x, mask, slices)
    return change / whole


def every_nth(attention, x, mask=None):
    """Features are dealt to heads like cards."""

    def spread(h):
        return [attention.out_proj.weight[:, h :: attention.n_heads]]

    change, whole = changes(attention, x, mask, spread)
    return change / whole


def squares(attention, x, mask=None):
    """The size of a change is the sum of its squares."""
    change, whole = changes(attention, x, mask, columns(attention))
    return (change / whole) ** 2


def longer_or_shorter(attention, x, mask=None):
    """What is missing is shorter."""
    whole, others = outputs(attention, x, mask, columns(attention))
    return (others.flatten(1).norm(dim=1) - whole.norm()).abs() / whole.norm()


def token_by_token(attention, x, mask=None):
    """A vector belongs to a token."""
    whole, others = outputs(attention, x, mask, columns(attention))
    each = (others - whole).norm(dim=-1) / whole.norm(dim=-1)  # (H, B, L)
    return each.flatten(1).mean(dim=1)


def largest(attention, x, mask=None):
    """How much at most."""
    whole, others = outputs(attention, x, mask, columns(attention))
    return (others - whole).flatten(1).abs().amax(1) / whole.abs().max()


def one_left(attention, x, mask=None):
    """Listen to each by itself."""
    every = columns(attention)

    def others(h):
        return [every(i)[0] for i in range(attention.n_heads) if i != h]

    change, whole = changes(attention, x, mask, others)
    return change / whole


def asks_nothing(attention, x, mask=None):
    """Who does not ask gets no answer."""

    def query(h):
        q = attention.q_proj
        return [p.chunk(attention.n_heads, dim=0)[h] for p in (q.weight, q.bias)]

    change, whole = changes(attention, x, mask, query)
    return change / whole


def says_its_bias(attention, x, mask=None):
    """Without values nothing is said."""

    def values(h):
        return [attention.v_proj.weight.chunk(attention.n_heads, dim=0)[h]]

    change, whole = changes(attention, x, mask, values)
    return change / whole


def with_the_bias(attention, x, mask=None):
    """All that comes after the head."""
    every = columns(attention)

    def more(h):
        return [*every(h), attention.out_proj.bias]

    change, whole = changes(attention, x, mask, more)
    return change / whole


def without_the_mask(attention, x, mask=None):
    """A mask is for training."""
    change, whole = changes(attention, x, None, columns(attention))
    return change / whole


def by_what_is_left(attention, x, mask=None):
    """The last output is at hand."""
    whole, others = outputs(attention, x, mask, columns(attention))
    return (others - whole).flatten(1).norm(dim=1) / others.flatten(1).norm(dim=1)


MISTAKES = mistakes(globals())
