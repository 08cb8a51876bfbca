"""Typical wrong answers to ``masking.decoder_mask``."""

import torch

from lernformer.mistakes.table import mistakes
from lernformer.probes.masking.masks import SINGLE


def padding(ids, pad_id=0):
    return (ids != pad_id)[:, None, None, :]


def triangle(ids, diagonal=0):
    length = ids.size(-1)
    mask = torch.ones(length, length, dtype=torch.bool, device=ids.device)
    return mask.tril(diagonal)[None, None]


def right(tgt_ids, pad_id=0):
    return padding(tgt_ids, pad_id) & triangle(tgt_ids)


def first_n_positions(tgt_ids, pad_id=0):
    """A sentence of n tokens fills the first n positions."""
    lengths = (tgt_ids != pad_id).sum(dim=1)[:, None, None, None]
    places = torch.arange(tgt_ids.size(1), device=tgt_ids.device)
    return (places < lengths) & triangle(tgt_ids)


def last_token_hidden(tgt_ids, pad_id=0):
    """Nobody needs the last token."""
    mask = right(tgt_ids, pad_id).clone()
    mask[..., -1] = False
    return mask


def shows_axes_squeezed(case, seen):
    return case.aspect == SINGLE and bool(seen.values)


MISTAKES = mistakes(globals())
