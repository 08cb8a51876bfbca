"""Answers to `teacher_forcing(tgt)`: (B, L + 1) → (B, L) to read, (B, L) to say."""

import torch

from .. import variant

TASK = "translator.teacher_forcing"


def right(tgt):
    return tgt[:, :-1], tgt[:, 1:]


@variant(TASK)
def narrow(tgt):
    """torch.narrow instead of slices."""
    length = tgt.size(1) - 1
    return tgt.narrow(1, 0, length), tgt.narrow(1, 1, length)


@variant(TASK)
def last_axis(tgt):
    """Along the last axis, and copied."""
    return tgt[..., :-1].clone(), tgt[..., 1:].contiguous()


@variant(TASK)
def by_index(tgt):
    """Positions are counted."""
    positions = torch.arange(tgt.size(1) - 1)
    return [tgt[:, positions], tgt[:, positions + 1]]


@variant(TASK)
def lists(tgt):
    """Sentence by sentence, in plain lists."""
    rows = tgt.tolist()
    return torch.tensor([r[:-1] for r in rows]), torch.tensor([r[1:] for r in rows])


@variant(TASK)
def windows(tgt):
    """Each pair of neighbours is a window of two."""
    both = tgt.unfold(1, 2, 1)
    return both[..., 0], both[..., 1]


@variant(TASK)
def split(tgt):
    """torch.split, and torch.cat to lose one end each."""
    first, *between, last = tgt.split(1, dim=1)
    return torch.cat([first, *between], dim=1), torch.cat([*between, last], dim=1)


@variant(TASK)
def turned(tgt):
    """Time first, as some like it."""
    by_time = tgt.t()
    return by_time[:-1].t(), by_time[1:].t()


@variant(TASK)
def selected(tgt):
    """index_select and clones."""
    places = torch.arange(tgt.shape[1] - 1)
    return tgt.index_select(1, places).clone(), tgt.index_select(1, places + 1).clone()
