"""Answers to `padding_mask(ids, pad_id=0)`: (B, L) → (B, 1, 1, L).

True where a token is no padding.
"""

import torch

from lernformer.mistakes.masking.padding_mask import right

from .. import mutant, variant

TASK = "masking.padding_mask"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="axes_missing")
def two_axes(ids, pad_id=0):
    """Broadcasting will find its way."""
    return ids != pad_id


@mutant(TASK, mistake="axes_missing")
def no_axis_for_heads(ids, pad_id=0):
    """There is one head."""
    return (ids != pad_id).unsqueeze(1)


@mutant(TASK, mistake="axes_missing")
def squeezed(ids, pad_id=0):
    """Axes of length one are clutter."""
    return right(ids, pad_id).squeeze()


@mutant(TASK, mistake="pad_id_ignored")
def truth_of_the_ids(ids, pad_id=0):
    """bool(0) is False, that will do."""
    return ids.bool()[:, None, None, :]


@mutant(TASK, mistake="mask_not_boolean")
def ones_and_zeros(ids, pad_id=0):
    """0 and 1 are truth values."""
    return right(ids, pad_id).long()


@mutant(TASK, mistake="mask_not_boolean")
def floats(ids, pad_id=0):
    """A mask is multiplied, so it is of floats."""
    return right(ids, pad_id).float()


@mutant(TASK, mistake="additive_mask")
def minus_infinity(ids, pad_id=0):
    """A mask is added to the scores."""
    hidden = (ids == pad_id)[:, None, None, :]
    return torch.zeros(hidden.shape).masked_fill(hidden, float("-inf"))


@mutant(TASK, mistake="additive_mask")
def minus_a_billion(ids, pad_id=0):
    """A mask is added to the scores, and -inf is dangerous."""
    return (ids == pad_id)[:, None, None, :].float() * -1e9


@mutant(TASK, mistake="numpy_returned")
def as_numpy(ids, pad_id=0):
    """A mask is an array."""
    return right(ids, pad_id).numpy()


@mutant(TASK, mistake="input_modified")
def ids_overwritten(ids, pad_id=0):
    """The ids serve as a note pad."""
    ids[ids != pad_id] = pad_id + 1
    return (ids == pad_id + 1)[:, None, None, :]


@mutant(TASK, mistake="truth_value_asked")
def not_in_words(ids, pad_id=0):
    """`not` is the opposite."""
    padding = ids == pad_id
    return (not padding)[:, None, None, :]


@mutant(TASK, mistake="truth_value_asked")
def is_not_padding(ids, pad_id=0):
    """`is not` is `!=`."""
    return ids is not pad_id


@mutant(TASK, mistake="device_fixed")
def filled_on_the_cpu(ids, pad_id=0):
    """Every tensor lives on the CPU."""
    mask = torch.zeros(ids.shape, dtype=torch.bool)
    mask[ids != pad_id] = True
    return mask[:, None, None, :]


# --- Right ---------------------------------------------------------------------


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
