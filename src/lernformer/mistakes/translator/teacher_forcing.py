"""Typical wrong answers to ``translator.teacher_forcing``."""

import torch

from lernformer.mistakes.common import INPUT_MODIFIED, fails
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.translator.common import SHIFT_BY_TWO, SWAPPED
from lernformer.probes.translator.teacher_forcing import IDS

NO_SHIFT = (
    "the decoder is to say the very word that it has just read: it learns to copy. "
    "Read all but the last column, say all but the first."
)

EOS_DROPPED = (
    "<eos> is not among the labels; then nobody learns to stop. All columns but the "
    "first are to be said."
)

ROLLED = "roll carries a word from one end to the other; cut the column off instead."

FLAT = "the axes of batch and length are gone; both results are (B, L)."

MISTAKES = Catalogue([INPUT_MODIFIED])


@MISTAKES.answer("no_shift", NO_SHIFT, seen="course")
def the_same_twice(tgt):
    """The decoder reads the sentence and should say the sentence."""
    return tgt, tgt


@MISTAKES.answer("no_shift", NO_SHIFT, seen="course")
def the_same_beginning_twice(tgt):
    """Both are one word shorter."""
    return tgt[:, :-1], tgt[:, :-1]


@MISTAKES.answer("no_shift", NO_SHIFT)
def the_same_end_twice(tgt):
    """Nobody needs to read or say <bos>."""
    return tgt[:, 1:], tgt[:, 1:]


@MISTAKES.answer("shift_by_two", SHIFT_BY_TWO, seen="course")
def two_words_ahead(tgt):
    """One off at both ends."""
    return tgt[:, :-2], tgt[:, 2:]


@MISTAKES.answer("shift_by_two", SHIFT_BY_TWO)
def two_ahead_padded(tgt):
    """Two ahead, and filled up to the length."""
    labels = torch.zeros_like(tgt[:, 1:])
    labels[:, :-1] = tgt[:, 2:]
    return tgt[:, :-1], labels


@MISTAKES.answer("input_and_labels_swapped", SWAPPED, seen="course")
def reversed_order(tgt):
    """Returned in the wrong order."""
    return tgt[:, 1:], tgt[:, :-1]


@MISTAKES.answer("eos_dropped", EOS_DROPPED, seen="course")
def neither_end_is_said(tgt):
    """<bos> and <eos> are no words."""
    return tgt[:, :-1], tgt[:, 1:-1]


@MISTAKES.answer("eos_dropped", EOS_DROPPED, seen="course")
def words_only(tgt):
    """Both without <eos>."""
    return tgt[:, :-2], tgt[:, 1:-1]


@MISTAKES.answer("eos_dropped", EOS_DROPPED)
def eos_becomes_padding(tgt):
    """<eos> is nothing to learn."""
    return tgt[:, :-1], tgt[:, 1:].masked_fill(tgt[:, 1:] == 2, 0)


@MISTAKES.answer(
    "bos_dropped",
    "the decoder begins with the first word instead of <bos>, so it never learns to "
    "say that word.",
)
def begins_with_a_word(tgt):
    """The decoder begins with the first word."""
    return tgt[:, 1:-1], tgt[:, 2:]


@MISTAKES.answer(
    "input_not_shortened",
    "the input has one column more than the labels: after the last word nothing is to "
    "be said. Cut it off: tgt[:, :-1].",
)
def whole_input(tgt):
    """The decoder reads all of it."""
    return tgt, tgt[:, 1:]


@MISTAKES.answer(
    "labels_not_shortened",
    "the labels have one column more than the input: <bos> is never to be said. Cut it "
    "off: tgt[:, 1:].",
)
def whole_labels(tgt):
    """All of it is to be said."""
    return tgt[:, :-1], tgt


@MISTAKES.answer("rolled", ROLLED)
def rolled(tgt):
    """A roll shifts by one, too."""
    return tgt, tgt.roll(-1, dims=1)


@MISTAKES.answer("rolled", ROLLED)
def rolled_right(tgt):
    """A roll to the right makes room for <bos>."""
    return tgt.roll(1, dims=1), tgt


@MISTAKES.answer(
    "batch_cut",
    "a sentence is cut off, not a word: the first axis is the batch, so write "
    "tgt[:, :-1], not tgt[:-1].",
    seen="course",
)
def sentences_cut(tgt):
    """The first axis is the length."""
    return tgt[:-1], tgt[1:]


@MISTAKES.answer(
    "eos_read",
    "<eos> is replaced in the input; it may stay: what comes after it is padding, "
    "which does not count as a label.",
    seen="course",
)
def eos_not_read(tgt):
    """The decoder must not read <eos>."""
    return tgt[:, :-1].masked_fill(tgt[:, :-1] == 2, 0), tgt[:, 1:]


@MISTAKES.answer(
    "pads_marked",
    "padding is marked by another number; it stays as it is, and the loss knows its "
    "pad_id.",
    seen="course",
)
def ignored_labels(tgt):
    """Labels that do not count are -100 in torch."""
    return tgt[:, :-1], tgt[:, 1:].masked_fill(tgt[:, 1:] == 0, -100)


@MISTAKES.answer("flattened", FLAT)
def flat(tgt):
    """The loss wants a flat list."""
    return tgt[:, :-1].reshape(-1), tgt[:, 1:].reshape(-1)


@MISTAKES.answer("flattened", FLAT, seen="course")
def flat_labels(tgt):
    """The labels alone are flat."""
    return tgt[:, :-1], tgt[:, 1:].reshape(-1)


@MISTAKES.answer(
    "padding_cut",
    "columns with padding are cut off, and with them the words of longer sentences; "
    "only one column goes.",
)
def without_padding(tgt):
    """As long as the shortest sentence."""
    length = int((tgt != 0).sum(dim=1).min())
    return tgt[:, : length - 1], tgt[:, 1:length]


@MISTAKES.answer(
    "bos_added", "<bos> is put in front once more; tgt begins with it already."
)
def another_bos(tgt):
    """The decoder's input begins with <bos>, so one is put in front."""
    bos = torch.ones_like(tgt[:, :1])
    return torch.cat([bos, tgt[:, :-1]], dim=1), tgt


MISTAKES.sign(
    "no_integers",
    "ids are counted, not measured: leave out .float().",
    lambda case, seen: case.aspect == IDS and bool(seen.values),
)

MISTAKES.sign(
    "one_tensor",
    "two tensors come back, separated by a comma: what is read, and what is said.",
    fails("should return (decoder_input, labels), got Tensor"),
)
