"""Typical wrong answers to ``translator.teacher_forcing``."""

import torch

from lernformer.mistakes.table import mistakes
from lernformer.probes.translator.teacher_forcing import IDS


def two_ahead_padded(tgt):
    """Two ahead, and filled up to the length."""
    labels = torch.zeros_like(tgt[:, 1:])
    labels[:, :-1] = tgt[:, 2:]
    return tgt[:, :-1], labels


def without_padding(tgt):
    """As long as the shortest sentence."""
    length = int((tgt != 0).sum(dim=1).min())
    return tgt[:, : length - 1], tgt[:, 1:length]


def another_bos(tgt):
    """The decoder's input begins with <bos>, so one is put in front."""
    bos = torch.ones_like(tgt[:, :1])
    return torch.cat([bos, tgt[:, :-1]], dim=1), tgt


def shows_no_integers(case, seen):
    return case.aspect == IDS and bool(seen.values)


MISTAKES = mistakes(globals())
