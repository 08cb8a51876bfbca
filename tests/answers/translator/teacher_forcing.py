"""Answers to `teacher_forcing(tgt)`: (B, L + 1) → (B, L) to read, (B, L) to say."""

import torch

from .. import mutant, variant

TASK = "translator.teacher_forcing"


def right(tgt):
    return tgt[:, :-1], tgt[:, 1:]


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="no_shift")
def the_same_twice(tgt):
    """The decoder reads the sentence and should say the sentence."""
    return tgt, tgt


@mutant(TASK, mistake="no_shift")
def the_same_beginning_twice(tgt):
    """Both are one word shorter."""
    return tgt[:, :-1], tgt[:, :-1]


@mutant(TASK, mistake="no_shift")
def the_same_end_twice(tgt):
    """Nobody needs to read or say <bos>."""
    return tgt[:, 1:], tgt[:, 1:]


@mutant(TASK, mistake="shift_by_two")
def two_words_ahead(tgt):
    """One off at both ends."""
    return tgt[:, :-2], tgt[:, 2:]


@mutant(TASK, mistake="shift_by_two")
def two_ahead_padded(tgt):
    """Two ahead, and filled up to the length."""
    labels = torch.zeros_like(tgt[:, 1:])
    labels[:, :-1] = tgt[:, 2:]
    return tgt[:, :-1], labels


@mutant(TASK, mistake="input_and_labels_swapped")
def reversed_order(tgt):
    """Returned in the wrong order."""
    return tgt[:, 1:], tgt[:, :-1]


@mutant(TASK, mistake="eos_dropped")
def neither_end_is_said(tgt):
    """<bos> and <eos> are no words."""
    return tgt[:, :-1], tgt[:, 1:-1]


@mutant(TASK, mistake="eos_dropped")
def words_only(tgt):
    """Both without <eos>."""
    return tgt[:, :-2], tgt[:, 1:-1]


@mutant(TASK, mistake="eos_dropped")
def eos_becomes_padding(tgt):
    """<eos> is nothing to learn."""
    return tgt[:, :-1], tgt[:, 1:].masked_fill(tgt[:, 1:] == 2, 0)


@mutant(TASK, mistake="bos_dropped")
def begins_with_a_word(tgt):
    """The decoder begins with the first word."""
    return tgt[:, 1:-1], tgt[:, 2:]


@mutant(TASK, mistake="input_not_shortened")
def whole_input(tgt):
    """The decoder reads all of it."""
    return tgt, tgt[:, 1:]


@mutant(TASK, mistake="labels_not_shortened")
def whole_labels(tgt):
    """All of it is to be said."""
    return tgt[:, :-1], tgt


@mutant(TASK, mistake="rolled")
def rolled(tgt):
    """A roll shifts by one, too."""
    return tgt, tgt.roll(-1, dims=1)


@mutant(TASK, mistake="rolled")
def rolled_right(tgt):
    """A roll to the right makes room for <bos>."""
    return tgt.roll(1, dims=1), tgt


@mutant(TASK, mistake="batch_cut")
def sentences_cut(tgt):
    """The first axis is the length."""
    return tgt[:-1], tgt[1:]


@mutant(TASK, mistake="eos_read")
def eos_not_read(tgt):
    """The decoder must not read <eos>."""
    return tgt[:, :-1].masked_fill(tgt[:, :-1] == 2, 0), tgt[:, 1:]


@mutant(TASK, mistake="pads_marked")
def ignored_labels(tgt):
    """Labels that do not count are -100 in torch."""
    return tgt[:, :-1], tgt[:, 1:].masked_fill(tgt[:, 1:] == 0, -100)


@mutant(TASK, mistake="flattened")
def flat(tgt):
    """The loss wants a flat list."""
    return tgt[:, :-1].reshape(-1), tgt[:, 1:].reshape(-1)


@mutant(TASK, mistake="flattened")
def flat_labels(tgt):
    """The labels alone are flat."""
    return tgt[:, :-1], tgt[:, 1:].reshape(-1)


@mutant(TASK, mistake="padding_cut")
def without_padding(tgt):
    """As long as the shortest sentence."""
    length = int((tgt != 0).sum(dim=1).min())
    return tgt[:, : length - 1], tgt[:, 1:length]


@mutant(TASK, mistake="bos_added")
def another_bos(tgt):
    """The decoder's input begins with <bos>, so one is put in front."""
    bos = torch.ones_like(tgt[:, :1])
    return torch.cat([bos, tgt[:, :-1]], dim=1), tgt


@mutant(TASK, mistake="no_integers")
def as_floats(tgt):
    """Networks compute with floats."""
    return tgt[:, :-1].float(), tgt[:, 1:].float()


@mutant(TASK, mistake="input_modified")
def in_place(tgt):
    """The last word is overwritten."""
    labels = tgt[:, 1:].clone()
    tgt[:, -1] = 0
    return tgt[:, :-1], labels


@mutant(TASK, mistake="one_tensor")
def stacked(tgt):
    """Both in one tensor."""
    return torch.stack(right(tgt))


@mutant(TASK, mistake="one_tensor")
def labels_only(tgt):
    """The labels are what is missing."""
    return tgt[:, 1:]


# --- Right ---------------------------------------------------------------------


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
