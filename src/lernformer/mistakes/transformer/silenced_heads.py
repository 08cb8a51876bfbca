"""Typical wrong answers to ``transformer.silenced_heads``."""

import contextlib

import torch

from lernformer.mistakes.table import mistakes


@contextlib.contextmanager
def zeroed(*views):
    """Inside this context, some numbers of the weights are 0."""
    with torch.no_grad():
        kept = [view.clone() for view in views]
        for view in views:
            view.zero_()
        yield
        for view, saved in zip(views, kept, strict=True):
            view.copy_(saved)


def outputs(attention, x, mask, silenced):
    """Outputs with all heads, and with each silenced by zeroing ``silenced(h)``."""
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


def one_more_each_time(attention, x, mask=None):
    """The heads are silenced one after the other."""
    attention.eval()
    with torch.no_grad():
        whole = attention(x, x, x, mask)[0]
        found = []
        for read in attention.out_proj.weight.chunk(attention.n_heads, dim=1):
            read.zero_()
            found.append((attention(x, x, x, mask)[0] - whole).norm() / whole.norm())
    return torch.stack(found)


def squares(attention, x, mask=None):
    """The size of a change is the sum of its squares."""
    change, whole = changes(attention, x, mask, columns(attention))
    return (change / whole) ** 2


def token_by_token(attention, x, mask=None):
    """Each token's vector is measured by itself."""
    whole, others = outputs(attention, x, mask, columns(attention))
    each = (others - whole).norm(dim=-1) / whole.norm(dim=-1)  # (H, B, L)
    return each.flatten(1).mean(dim=1)


MISTAKES = mistakes(globals())
