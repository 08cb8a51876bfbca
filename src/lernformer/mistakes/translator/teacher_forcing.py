"""Typical wrong answers to ``translator.teacher_forcing``."""

from collections.abc import Callable

import torch
from torch import Tensor

from lernformer.mistakes.common import INPUT_MODIFIED, fails, sign, torch_formula
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.translator.common import SHIFT_BY_TWO, SWAPPED
from lernformer.probes.translator.teacher_forcing import FLAT, IDS, ROLLED

NO_SHIFT = (
    "the decoder is to say the very word that it has just read: it learns to copy. "
    "Read all but the last column, say all but the first."
)

EOS_DROPPED = (
    "<eos> is not among the labels; then nobody learns to stop. All columns but the "
    "first are to be said."
)


def _forcing(id: str, cause: str, compute: Callable) -> Mistake:
    return torch_formula(id, cause, compute, "decoder_input", "labels")


def _two_ahead(tgt: Tensor) -> tuple[Tensor, Tensor]:
    labels = torch.zeros_like(tgt[:, 1:])
    labels[:, :-1] = tgt[:, 2:]
    return tgt[:, :-1], labels


def _only_real(tgt: Tensor) -> tuple[Tensor, Tensor]:
    length = int((tgt != 0).sum(1).min())
    return tgt[:, : length - 1], tgt[:, 1:length]


def _bos_added(tgt: Tensor) -> tuple[Tensor, Tensor]:
    return torch.cat([torch.ones_like(tgt[:, :1]), tgt[:, :-1]], 1), tgt


MISTAKES = (
    INPUT_MODIFIED,
    *(
        _forcing("no_shift", NO_SHIFT, compute)
        for compute in (
            lambda tgt: (tgt, tgt),
            lambda tgt: (tgt[:, :-1], tgt[:, :-1]),
            lambda tgt: (tgt[:, 1:], tgt[:, 1:]),
        )
    ),
    _forcing("shift_by_two", SHIFT_BY_TWO, lambda tgt: (tgt[:, :-2], tgt[:, 2:])),
    _forcing("shift_by_two", SHIFT_BY_TWO, _two_ahead),
    _forcing(
        "input_and_labels_swapped", SWAPPED, lambda tgt: (tgt[:, 1:], tgt[:, :-1])
    ),
    _forcing("eos_dropped", EOS_DROPPED, lambda tgt: (tgt[:, :-1], tgt[:, 1:-1])),
    _forcing("eos_dropped", EOS_DROPPED, lambda tgt: (tgt[:, :-2], tgt[:, 1:-1])),
    _forcing(
        "eos_dropped",
        EOS_DROPPED,
        lambda tgt: (tgt[:, :-1], tgt[:, 1:].masked_fill(tgt[:, 1:] == 2, 0)),
    ),
    _forcing(
        "bos_dropped",
        "the decoder begins with the first word instead of <bos>, so it never learns "
        "to say that word.",
        lambda tgt: (tgt[:, 1:-1], tgt[:, 2:]),
    ),
    _forcing(
        "input_not_shortened",
        "the input has one column more than the labels: after the last word nothing "
        "is to be said. Cut it off: tgt[:, :-1].",
        lambda tgt: (tgt, tgt[:, 1:]),
    ),
    _forcing(
        "labels_not_shortened",
        "the labels have one column more than the input: <bos> is never to be said. "
        "Cut it off: tgt[:, 1:].",
        lambda tgt: (tgt[:, :-1], tgt),
    ),
    _forcing("rolled", ROLLED, lambda tgt: (tgt, tgt.roll(-1, 1))),
    _forcing("rolled", ROLLED, lambda tgt: (tgt.roll(1, 1), tgt)),
    _forcing(
        "batch_cut",
        "a sentence is cut off, not a word: the first axis is the batch, so write "
        "tgt[:, :-1], not tgt[:-1].",
        lambda tgt: (tgt[:-1], tgt[1:]),
    ),
    _forcing(
        "eos_read",
        "<eos> is replaced in the input; it may stay: what comes after it is padding, "
        "which does not count as a label.",
        lambda tgt: (tgt[:, :-1].masked_fill(tgt[:, :-1] == 2, 0), tgt[:, 1:]),
    ),
    _forcing(
        "pads_marked",
        "padding is marked by another number; it stays as it is, and the loss knows "
        "its pad_id.",
        lambda tgt: (tgt[:, :-1], tgt[:, 1:].masked_fill(tgt[:, 1:] == 0, -100)),
    ),
    _forcing("flattened", FLAT, lambda tgt: (tgt[:, :-1].ravel(), tgt[:, 1:].ravel())),
    _forcing("flattened", FLAT, lambda tgt: (tgt[:, :-1], tgt[:, 1:].ravel())),
    _forcing(
        "padding_cut",
        "columns with padding are cut off, and with them the words of longer "
        "sentences; only one column goes.",
        _only_real,
    ),
    _forcing(
        "bos_added",
        "<bos> is put in front once more; tgt begins with it already.",
        _bos_added,
    ),
    sign(
        "no_integers",
        "ids are counted, not measured: leave out .float().",
        lambda case, seen: case.aspect == IDS and bool(seen.values),
    ),
    sign(
        "one_tensor",
        "two tensors come back, separated by a comma: what is read, and what is said.",
        fails("should return (decoder_input, labels), got Tensor"),
    ),
)
