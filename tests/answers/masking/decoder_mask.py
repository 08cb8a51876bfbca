"""Answers to `decoder_mask(tgt_ids, pad_id=0)`: (B, L) → (B, 1, L, L).

True where the key is not padding and does not come after the query.
"""

import torch

from lernformer.mistakes.masking.decoder_mask import padding, triangle

from .. import variant

TASK = "masking.decoder_mask"


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
