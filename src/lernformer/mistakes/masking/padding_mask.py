"""Typical wrong answers to ``masking.padding_mask``."""

import torch

from lernformer.mistakes.table import mistakes

SPECIALS = (
    "special tokens such as <bos>, <eos> and <unk> are hidden too; only padding is."
)


def right(ids, pad_id=0):
    return (ids != pad_id)[:, None, None, :]


def keys_and_queries(ids, pad_id=0):
    """Padding neither looks nor is looked at."""
    real = ids != pad_id
    return (real[:, :, None] & real[:, None, :]).unsqueeze(1)


def one_row_a_query(ids, pad_id=0):
    """A mask has as many rows as there are queries."""
    length = ids.size(1)
    return right(ids, pad_id).expand(-1, -1, length, -1)


def common_padding(ids, pad_id=0):
    """A position counts where any sentence has a token."""
    some = (ids != pad_id).any(dim=0)
    return some.expand(ids.shape)[:, None, None, :]


def first_n_positions(ids, pad_id=0):
    """A sentence of n tokens fills the first n positions."""
    lengths = (ids != pad_id).sum(dim=1, keepdim=True)
    places = torch.arange(ids.size(1), device=ids.device)
    return (places < lengths)[:, None, None, :]


MISTAKES = mistakes(globals())
