"""Typical wrong answers to ``translator.nucleus``."""

import torch

from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.common import parts_of


def draw_from(
    logits,
    temperature=1.0,
    top_p=1.0,
    *,
    heat=lambda logits, temperature: (logits / temperature).softmax(-1),
    order=lambda p: p.sort(dim=-1, descending=True),
    drops=lambda ordered, top_p: ordered.cumsum(-1) - ordered >= top_p,
    norm=lambda kept: kept / kept.sum(-1, keepdim=True),
    back=lambda kept, places: torch.zeros_like(kept).scatter(-1, places, kept),
):
    """The right probabilities to draw from. Each part can be changed."""
    p = heat(logits, temperature)
    ordered, places = order(p)
    kept = ordered.masked_fill(drops(ordered, top_p), 0.0)
    return norm(back(kept, places))


changed = parts_of(draw_from)


MISTAKES = mistakes(globals())
