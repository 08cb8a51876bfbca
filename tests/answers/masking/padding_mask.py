"""Answers to `padding_mask(ids, pad_id=0)`: (B, L) → (B, 1, 1, L).

True where a token is not padding.
"""

import torch

from .. import variant

TASK = "masking.padding_mask"


@variant(TASK)
def unsqueeze_twice(ids, pad_id=0):
    """One axis for the heads, one for the queries."""
    return (ids != pad_id).unsqueeze(1).unsqueeze(2)


@variant(TASK)
def reshape(ids, pad_id=0):
    """The sizes by name."""
    batch, length = ids.shape
    return ids.ne(pad_id).reshape(batch, 1, 1, length)


@variant(TASK)
def not_equal_to_padding(ids, pad_id=0):
    """The negation of what is padding."""
    return torch.logical_not(ids == pad_id).view(ids.size(0), 1, 1, -1)


@variant(TASK)
def where(ids, pad_id=0):
    """torch.where chooses between False and True."""
    return torch.where(ids == pad_id, False, True)[:, None, None]


@variant(TASK)
def token_by_token(ids, pad_id=0):
    """Two loops over plain lists."""
    rows = [[[[token != pad_id for token in row]]] for row in ids.tolist()]
    return torch.tensor(rows)


@variant(TASK)
def filled_in_a_loop(ids, pad_id=0):
    """A table that is filled where there is a token."""
    batch, length = ids.shape
    mask = torch.zeros(batch, 1, 1, length, dtype=torch.bool)
    for b in range(batch):
        for j in range(length):
            if ids[b, j] != pad_id:
                mask[b, 0, 0, j] = True
    return mask


@variant(TASK)
def ones_and_masked_fill(ids, pad_id=0):
    """All True, then padding filled with False."""
    mask = torch.ones_like(ids, dtype=torch.bool).masked_fill(ids == pad_id, False)
    return mask.unflatten(1, (1, 1, -1))


@variant(TASK)
def float_and_back(ids, pad_id=0):
    """Ones and zeros first, truth values at the end."""
    return (1 - (ids == pad_id).float()).bool()[:, None, None, :]


@variant(TASK)
def by_numpy(ids, pad_id=0):
    """NumPy compares, torch returns."""
    return torch.from_numpy(ids.numpy() != pad_id)[:, None, None]
