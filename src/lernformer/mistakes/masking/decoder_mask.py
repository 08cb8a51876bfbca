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


MISTAKES = mistakes(globals())
