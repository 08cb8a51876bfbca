"""Answers to `decoder_mask(tgt_ids, pad_id=0)`: (B, L) → (B, 1, L, L).

True where the key is no padding and does not come after the query.
"""

import torch

from lernformer.mistakes.masking.decoder_mask import padding, right, triangle

from .. import mutant, variant

TASK = "masking.decoder_mask"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="or_for_and")
def added(tgt_ids, pad_id=0):
    """Masks are added."""
    return padding(tgt_ids, pad_id) + triangle(tgt_ids)


@mutant(TASK, mistake="axes_missing")
def no_axis_for_heads(tgt_ids, pad_id=0):
    """One matrix a sentence."""
    return right(tgt_ids, pad_id).squeeze(1)


@mutant(TASK, mistake="axes_squeezed")
def squeezed(tgt_ids, pad_id=0):
    """Axes of length one are clutter, but the heads need one."""
    return right(tgt_ids, pad_id).squeeze().unsqueeze(1)


@mutant(TASK, mistake="mask_not_boolean")
def product_of_floats(tgt_ids, pad_id=0):
    """Ones and zeros."""
    return padding(tgt_ids, pad_id).float() * triangle(tgt_ids).float()


@mutant(TASK, mistake="additive_mask")
def minus_infinity(tgt_ids, pad_id=0):
    """A mask is added to the scores."""
    hidden = ~right(tgt_ids, pad_id)
    return torch.zeros(hidden.shape).masked_fill(hidden, float("-inf"))


@mutant(TASK, mistake="additive_mask")
def two_biases_added(tgt_ids, pad_id=0):
    """Two masks, two times -1e9."""
    hidden = [~padding(tgt_ids, pad_id), ~triangle(tgt_ids)]
    return sum(part.float() * -1e9 for part in hidden)


@mutant(TASK, mistake="numpy_returned")
def as_numpy(tgt_ids, pad_id=0):
    """A mask is an array."""
    return right(tgt_ids, pad_id).numpy()


@mutant(TASK, mistake="input_modified")
def ids_overwritten(tgt_ids, pad_id=0):
    """The ids serve as a note pad."""
    tgt_ids -= pad_id
    return right(tgt_ids)


@mutant(TASK, mistake="truth_value_asked")
def and_in_words(tgt_ids, pad_id=0):
    """Both have to allow it: `and`."""
    return padding(tgt_ids, pad_id) and triangle(tgt_ids)


@mutant(TASK, mistake="device_fixed")
def triangle_on_the_cpu(tgt_ids, pad_id=0):
    """Every tensor lives on the CPU."""
    length = tgt_ids.size(1)
    look_ahead = torch.ones(length, length, dtype=torch.bool).tril()
    return padding(tgt_ids, pad_id) & look_ahead


@mutant(TASK, mistake="size_limited")
def table_of_128(tgt_ids, pad_id=0):
    """A table of 128 × 128 is made once and cut to size."""
    L = tgt_ids.size(1)
    table = torch.ones(128, 128, dtype=torch.bool, device=tgt_ids.device).tril()
    return table[None, None, :L, :L] & (tgt_ids != pad_id)[:, None, None]


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def product(tgt_ids, pad_id=0):
    """The product of truth values is their and."""
    batch, length = tgt_ids.shape
    look_ahead = torch.ones(length, length, device=tgt_ids.device).tril() > 0
    return (tgt_ids != pad_id).view(batch, 1, 1, length) * look_ahead


@variant(TASK)
def logical_and(tgt_ids, pad_id=0):
    """In words."""
    future = ~triangle(tgt_ids)
    return torch.logical_and(padding(tgt_ids, pad_id), torch.logical_not(future))


@variant(TASK)
def minimum(tgt_ids, pad_id=0):
    """The smaller of two numbers, asked for truth at the end."""
    both = torch.minimum(padding(tgt_ids, pad_id).int(), triangle(tgt_ids).int())
    return both == 1


@variant(TASK)
def neither_hides(tgt_ids, pad_id=0):
    """What neither mask hides."""
    hidden = (tgt_ids == pad_id)[:, None, None, :] | ~triangle(tgt_ids)
    return ~hidden


@variant(TASK)
def lower_triangle_of_padding(tgt_ids, pad_id=0):
    """The padding mask as a matrix, and its lower triangle."""
    length = tgt_ids.size(1)
    real = padding(tgt_ids, pad_id).expand(-1, -1, length, -1)
    return torch.tril(real)


@variant(TASK)
def three_loops(tgt_ids, pad_id=0):
    """Cell by cell."""
    batch, length = tgt_ids.shape
    mask = torch.zeros(batch, 1, length, length, dtype=torch.bool)
    for b in range(batch):
        for i in range(length):
            for j in range(i + 1):
                mask[b, 0, i, j] = tgt_ids[b, j] != pad_id
    return mask


@variant(TASK)
def sentence_by_sentence(tgt_ids, pad_id=0):
    """A matrix for each sentence, stacked."""
    masks = [triangle(ids)[0] & (ids != pad_id) for ids in tgt_ids]
    return torch.stack(masks)


@variant(TASK)
def where(tgt_ids, pad_id=0):
    """The look-ahead mask where there is a token, else False."""
    return torch.where(padding(tgt_ids, pad_id), triangle(tgt_ids), False)


@variant(TASK)
def compared_positions(tgt_ids, pad_id=0):
    """Positions compared, padding moved to the end of time."""
    length = tgt_ids.size(1)
    places = torch.arange(length, device=tgt_ids.device)
    keys = places.expand_as(tgt_ids).masked_fill(tgt_ids == pad_id, length)
    return keys[:, None, None, :] <= places[:, None]


@variant(TASK)
def by_einsum(tgt_ids, pad_id=0):
    """An outer product over queries and keys."""
    real = (tgt_ids != pad_id).float()
    return torch.einsum("bk,xyqk->bxqk", real, triangle(tgt_ids).float()).bool()
