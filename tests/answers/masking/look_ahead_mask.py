"""Answers to `look_ahead_mask(query_length, key_length=None)`: (1, 1, L_q, L_k).

True = may attend; the queries are the last L_q of the L_k positions.
"""

import numpy as np
import torch

from lernformer.mistakes.masking.look_ahead_mask import ones, right, sizes

from .. import mutant, variant

TASK = "masking.look_ahead_mask"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="axes_missing")
def two_axes(query_length, key_length=None):
    """A mask is a matrix."""
    return right(query_length, key_length)[0, 0]


@mutant(TASK, mistake="axes_missing")
def no_axis_for_heads(query_length, key_length=None):
    """One axis for the batch is enough."""
    return right(query_length, key_length)[0]


@mutant(TASK, mistake="axes_missing")
def axes_at_the_end(query_length, key_length=None):
    """Two axes more, wherever."""
    return right(query_length, key_length)[0, 0][..., None, None]


@mutant(TASK, mistake="square_mask_only")
def key_length_ignored(query_length, key_length=None):
    """There are as many keys as queries."""
    return right(query_length)


@mutant(TASK, mistake="square_mask_only")
def keys_times_keys(query_length, key_length=None):
    """There are as many queries as keys."""
    return right(sizes(query_length, key_length)[1])


@mutant(TASK, mistake="square_mask_only")
def triangle_and_ones(query_length, key_length=None):
    """Raises where the lengths differ."""
    rows, columns = sizes(query_length, key_length)
    return (torch.ones(rows, columns).bool() & right(rows)[0, 0])[None, None]


@mutant(TASK, mistake="size_limited")
def table_of_a_hundred(query_length, key_length=None):
    """A table of 100 × 100 is made once and cut to size."""
    rows, columns = sizes(query_length, key_length)
    return right(100)[..., columns - rows : columns, :columns]


@mutant(TASK, mistake="size_limited")
def table_of_a_thousand(query_length, key_length=None):
    """The largest mask that will ever be needed, made once."""
    rows, columns = sizes(query_length, key_length)
    return right(1024)[..., columns - rows : columns, :columns]


@mutant(TASK, mistake="default_missing")
def both_lengths(query_length, key_length):
    """Both lengths are known."""
    return right(query_length, key_length)


@mutant(TASK, mistake="key_length_required")
def no_default(query_length, key_length=None):
    """None is a number."""
    mask = torch.ones(query_length, key_length, dtype=torch.bool)
    return mask.tril(key_length - query_length)[None, None]


@mutant(TASK, mistake="lengths_swapped")
def keys_times_queries(query_length, key_length=None):
    """torch.ones(columns, rows)."""
    mask, before = ones(query_length, key_length)
    return torch.ones_like(mask.mT).tril(before)[None, None]


@mutant(TASK, mistake="mask_not_boolean")
def floats(query_length, key_length=None):
    """torch.ones without dtype."""
    rows, columns = sizes(query_length, key_length)
    return torch.tril(torch.ones(rows, columns), columns - rows)[None, None]


@mutant(TASK, mistake="mask_not_boolean")
def bytes_as_truth(query_length, key_length=None):
    """uint8, as in old code."""
    return right(query_length, key_length).to(torch.uint8)


@mutant(TASK, mistake="additive_mask")
def minus_infinity(query_length, key_length=None):
    """A mask is added to the scores."""
    rows, columns = sizes(query_length, key_length)
    bias = torch.full((rows, columns), float("-inf"))
    return bias.triu(columns - rows + 1)[None, None]


@mutant(TASK, mistake="additive_mask")
def minus_a_billion(query_length, key_length=None):
    """A mask is added to the scores, and -inf is dangerous."""
    return (~right(query_length, key_length)).float() * -1e9


@mutant(TASK, mistake="mask_makes_nan")
def product_with_infinity(query_length, key_length=None):
    """-inf × 0 is 0."""
    return (~right(query_length, key_length)).float() * float("-inf")


@mutant(TASK, mistake="axes_squeezed")
def squeezed(query_length, key_length=None):
    """Axes of length one are clutter, but for the first two."""
    mask = right(query_length, key_length).squeeze()
    return mask[None, None]


@mutant(TASK, mistake="numpy_returned")
def as_numpy(query_length, key_length=None):
    """np.tri is the triangle."""
    rows, columns = sizes(query_length, key_length)
    return np.tri(rows, columns, columns - rows, dtype=bool)[None, None]


@mutant(TASK, mistake="ready_made")
def library_mask(query_length, key_length=None):
    """torch has one."""
    rows, columns = sizes(query_length, key_length)
    square = torch.nn.Transformer.generate_square_subsequent_mask(columns)
    return (square == 0)[None, None, -rows:]


# --- Right ---------------------------------------------------------------------


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
