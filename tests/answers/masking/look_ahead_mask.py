"""Answers to `look_ahead_mask(query_length, key_length=None)`: (1, 1, L_q, L_k).

True = may attend; the queries are the last L_q of the L_k positions.
"""

import numpy as np
import torch

from lernformer.mistakes.masking.look_ahead_mask import right, sizes

from .. import mutant, variant

TASK = "masking.look_ahead_mask"


@variant(TASK)
def tril(query_length, key_length=None):
    """The lower triangle, shifted."""
    key_length = key_length or query_length
    mask = torch.tril(
        torch.ones(1, 1, query_length, key_length), diagonal=key_length - query_length
    )
    return mask.bool()


@variant(TASK)
def not_triu(query_length, key_length=None):
    """What is not in the future."""
    rows, columns = sizes(query_length, key_length)
    future = torch.triu(torch.ones(rows, columns), diagonal=columns - rows + 1)
    return (future == 0).unsqueeze(0).unsqueeze(0)


@variant(TASK)
def compared_positions(query_length, key_length=None):
    """A key may be seen if its position is not larger than the query's."""
    rows, columns = sizes(query_length, key_length)
    keys = torch.arange(columns)
    queries = keys[columns - rows :]
    return (keys[None, :] <= queries[:, None])[None, None]


@variant(TASK)
def last_rows_of_a_square(query_length, key_length=None):
    """The whole square, then its last rows."""
    rows, columns = sizes(query_length, key_length)
    square = torch.ones(columns, columns, dtype=torch.bool).tril()
    return square[columns - rows :].view(1, 1, rows, columns)


@variant(TASK)
def two_loops(query_length, key_length=None):
    """Cell by cell."""
    rows, columns = sizes(query_length, key_length)
    mask = torch.zeros(1, 1, rows, columns, dtype=torch.bool)
    for i in range(rows):
        for j in range(columns):
            if j <= i + columns - rows:
                mask[0, 0, i, j] = True
    return mask


@variant(TASK)
def row_by_row(query_length, key_length=None):
    """Each row is a few True, then False."""
    rows, columns = sizes(query_length, key_length)
    seen = range(columns - rows + 1, columns + 1)
    return torch.tensor([[[[True] * n + [False] * (columns - n) for n in seen]]])


@variant(TASK)
def from_numpy(query_length, key_length=None):
    """np.tri knows the shift too."""
    rows, columns = sizes(query_length, key_length)
    return torch.from_numpy(np.tri(rows, columns, columns - rows) > 0)[None, None]


@variant(TASK)
def cumulative_sum(query_length, key_length=None):
    """Running sums of ones above the diagonal are 0 up to the query."""
    rows, columns = sizes(query_length, key_length)
    start = torch.zeros(rows, columns + 1)
    start[torch.arange(rows), torch.arange(rows) + columns - rows + 1] = 1
    return (start.cumsum(dim=1)[:, :columns] == 0)[None, None]


@variant(TASK)
def past_and_triangle(query_length, key_length=None):
    """All of the past, and a triangle beside it."""
    rows, columns = sizes(query_length, key_length)
    past = torch.ones(rows, columns - rows, dtype=torch.bool)
    own = torch.ones(rows, rows, dtype=torch.bool).tril()
    return torch.cat([past, own], dim=1).expand(1, 1, -1, -1)


@variant(TASK)
def additive_then_compared(query_length, key_length=None):
    """-inf in the future, then asked where it is 0."""
    rows, columns = sizes(query_length, key_length)
    bias = torch.full((rows, columns), float("-inf")).triu(columns - rows + 1)
    return bias.eq(0).reshape(1, 1, rows, columns)
