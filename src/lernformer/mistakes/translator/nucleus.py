"""Typical wrong answers to ``translator.nucleus``."""

import torch

from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.common import parts_of
from lernformer.probes.aspects import LEADING


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
    """Right; each part can be changed."""
    p = heat(logits, temperature)
    ordered, places = order(p)
    kept = ordered.masked_fill(drops(ordered, top_p), 0.0)
    return norm(back(kept, places))


changed = parts_of(draw_from)


@changed("heat")
def probabilities_divided(logits, temperature):
    """Divides probabilities, then makes them sum to 1."""
    p = logits.softmax(-1) / temperature
    return p / p.sum(-1, keepdim=True)


def chosen_at_one(logits, temperature=1.0, top_p=1.0):
    """First the nucleus, then its temperature."""
    kept = draw_from(logits, 1.0, top_p) > 0
    return (logits / temperature).masked_fill(~kept, -torch.inf).softmax(-1)


def argmax_first(logits, temperature=1.0, top_p=1.0):
    """The likeliest word is the next one."""
    best = logits.argmax(-1, keepdim=True)
    return torch.zeros_like(logits).scatter(-1, best, 1.0)


def filtered_logits(logits, temperature=1.0, top_p=1.0):
    """What is given to the softmax later."""
    kept = draw_from(logits, temperature, top_p) > 0
    return (logits / temperature).masked_fill(~kept, -torch.inf)


def shows_one_row_alone(case, seen):
    return case.aspect == LEADING


MISTAKES = mistakes(globals())
