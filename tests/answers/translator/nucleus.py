"""Answers to `nucleus(logits, temperature, top_p)`: (..., V) to (..., V)."""

import torch
from torch.nn import functional as F

from lernformer.mistakes.translator.nucleus import draw_from

from .. import mutant, variant

TASK = "translator.nucleus"


@variant(TASK)
def logits_masked_with_a_shift(logits, temperature=1.0, top_p=1.0):
    """As it is written on the web: a mask, moved by one place to the right."""
    logits = logits / temperature
    ordered, places = torch.sort(logits, descending=True, dim=-1)
    remove = F.softmax(ordered, dim=-1).cumsum(dim=-1) > top_p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = False
    remove = torch.zeros_like(remove).scatter(-1, places, remove)
    return F.softmax(logits.masked_fill(remove, float("-inf")), dim=-1)


@variant(TASK)
def from_the_smallest(logits, temperature=1.0, top_p=1.0):
    """Upwards: drops as long as what is dropped sums to 1 - top_p at most."""
    p = (logits / temperature).softmax(-1)
    ordered, places = p.sort(-1)
    drop = ordered.cumsum(-1) <= 1 - top_p
    drop[..., -1] = False
    p = p.masked_fill(torch.zeros_like(drop).scatter(-1, places, drop), 0)
    return p / p.sum(-1, keepdim=True)


@variant(TASK)
def by_argsort_twice(logits, temperature=1.0, top_p=1.0):
    """The argsort of the argsort tells each word's rank."""
    p = torch.softmax(logits / temperature, dim=-1)
    order = torch.argsort(p, dim=-1, descending=True)
    ordered = torch.gather(p, -1, order)
    keep = torch.cumsum(ordered, -1) - ordered < top_p
    keep = torch.gather(keep, -1, torch.argsort(order, dim=-1))
    kept = p * keep
    return kept / kept.sum(dim=-1, keepdim=True)


@variant(TASK)
def word_by_word(logits, temperature=1.0, top_p=1.0):
    """In loops."""
    rows = []
    for row in logits.reshape(-1, logits.shape[-1]) / temperature:
        p = torch.exp(row - row.max())
        p = (p / p.sum()).tolist()
        kept, total = {}, 0.0
        for i in sorted(range(len(p)), key=p.__getitem__, reverse=True):
            if total >= top_p and kept:
                break
            kept[i] = p[i]
            total += p[i]
        rows.append([kept.get(i, 0.0) / sum(kept.values()) for i in range(len(p))])
    return torch.tensor(rows, dtype=logits.dtype).reshape(logits.shape)


@variant(TASK)
def by_comparing_all(logits, temperature=1.0, top_p=1.0):
    """A word stays if the words that are likelier sum to less than top_p."""
    p = (logits / temperature).softmax(-1)
    likelier = p[..., None, :] > p[..., :, None]
    before = (likelier * p[..., None, :]).sum(-1)
    kept = torch.where(before < top_p, p, torch.zeros_like(p))
    return F.normalize(kept, p=1, dim=-1)
