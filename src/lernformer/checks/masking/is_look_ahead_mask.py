"""Check for ``masking.is_look_ahead_mask``."""

import torch

from lernformer import masking as reference
from lernformer.checks.testing import Bank
from lernformer.mistakes.masking.is_look_ahead_mask import WRONG
from lernformer.probes.masking.is_look_ahead_mask import PROBE


def by_positions(query_length, key_length=None):
    key_length = query_length if key_length is None else key_length
    keys = torch.arange(key_length)
    queries = keys[key_length - query_length :]
    return (keys <= queries[:, None])[None, None]


def future_removed(query_length, key_length=None):
    key_length = query_length if key_length is None else key_length
    future = torch.ones(1, 1, query_length, key_length).triu(
        key_length - query_length + 1
    )
    return ~future.bool()


def cell_by_cell(query_length, key_length=None):
    key_length = query_length if key_length is None else key_length
    before = key_length - query_length
    table = [[j <= i + before for j in range(key_length)] for i in range(query_length)]
    return torch.tensor(table)[None, None]


BANK = Bank(
    right={
        "the book's own": reference.look_ahead_mask,
        "positions compared with positions": by_positions,
        "True where the future is not": future_removed,
        "a list of lists, cell by cell": cell_by_cell,
    },
    wrong=WRONG,
)

TASK = BANK.task(PROBE)
