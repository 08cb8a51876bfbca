"""Typical wrong answers to ``masking.padding_mask``."""

import torch

from lernformer.mistakes.table import mistakes


def right(ids, pad_id=0):
    return (ids != pad_id)[:, None, None, :]


MISTAKES = mistakes(globals())
