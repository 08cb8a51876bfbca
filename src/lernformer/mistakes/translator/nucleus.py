"""Typical wrong answers to ``translator.nucleus``."""

import torch

from lernformer.mistakes.common import INPUT_MODIFIED, NUMPY_RETURNED
from lernformer.mistakes.mistake import Catalogue
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

IGNORED = (
    "the temperature changes nothing. Divide the logits, before the softmax: of "
    "divided probabilities the sum takes the division back."
)

MISTAKES = Catalogue([INPUT_MODIFIED, NUMPY_RETURNED])


@MISTAKES.answer(
    "crossing_word_dropped",
    "the word with which the sum comes to top_p is dropped; it is the last one kept. "
    "Ask whether the sum of those before it is still less than top_p.",
    seen="course",
)
@changed("drops")
def sum_beyond_top_p(ordered, top_p):
    """Whatever lies beyond top_p goes."""
    return ordered.cumsum(-1) > top_p


@MISTAKES.answer(
    "crossing_word_dropped",
    "the word with which the sum comes to top_p is dropped, and only where nothing is "
    "left the likeliest one is kept; it belongs to those that are kept.",
    seen="course",
)
@changed("drops")
def sum_beyond_top_p_but_the_first(ordered, top_p):
    """What lies beyond top_p goes, but never all."""
    return (ordered.cumsum(-1) > top_p) & (torch.arange(ordered.size(-1)) > 0)


@MISTAKES.answer(
    "not_renormalised",
    "what is kept does not sum to 1; divide it by its sum.",
    seen="course",
)
@changed("norm")
def kept_as_it_is(kept):
    """The probabilities of the kept words are what they were."""
    return kept


@MISTAKES.answer(
    "temperature_multiplied",
    "the logits are multiplied by the temperature; divide them: a high temperature "
    "makes words more alike.",
    seen="course",
)
@changed("heat")
def hotter_is_surer(logits, temperature):
    """Temperature scales the logits."""
    return (logits * temperature).softmax(-1)


@MISTAKES.answer("temperature_ignored", IGNORED)
@changed("heat")
def probabilities_divided(logits, temperature):
    """Divides probabilities, then makes them sum to 1."""
    p = logits.softmax(-1) / temperature
    return p / p.sum(-1, keepdim=True)


@MISTAKES.answer("temperature_ignored", IGNORED)
@changed("heat")
def always_at_one(logits, temperature):
    """The argument is not used."""
    return logits.softmax(-1)


@MISTAKES.answer(
    "top_p_before_temperature",
    "the words are chosen at temperature 1, and the temperature comes after; divide "
    "the logits first, all else follows from that.",
)
def chosen_at_one(logits, temperature=1.0, top_p=1.0):
    """First the nucleus, then its temperature."""
    kept = draw_from(logits, 1.0, top_p) > 0
    return (logits / temperature).masked_fill(~kept, -torch.inf).softmax(-1)


@MISTAKES.answer(
    "likeliest_alone",
    "all goes to the likeliest word: after argmax nothing is left to draw from.",
    seen="course",
)
def argmax_first(logits, temperature=1.0, top_p=1.0):
    """The likeliest word is the next one."""
    best = logits.argmax(-1, keepdim=True)
    return torch.zeros_like(logits).scatter(-1, best, 1.0)


@MISTAKES.answer("top_p_ignored", "all words are kept, whatever top_p is.")
@changed("drops")
def all_kept(ordered, top_p):
    """The argument is not used."""
    return torch.zeros_like(ordered, dtype=torch.bool)


@MISTAKES.answer(
    "not_sorted",
    "the probabilities are added up in the order of the vocabulary; sort them first, "
    "the largest in front.",
)
@changed("order")
def in_the_order_of_ids(p):
    """Adds up from the first word to the last."""
    return p, torch.arange(p.size(-1)).expand(p.shape)


@MISTAKES.answer(
    "least_likely_kept",
    "they are sorted the other way, so the least likely words are kept; "
    "descending=True puts the largest in front.",
)
@changed("order")
def smallest_in_front(p):
    """sort() sorts upwards."""
    return p.sort(dim=-1)


@MISTAKES.answer(
    "left_in_order",
    "the probabilities are right, but sorted: which word is which is lost. scatter "
    "puts each back to its place.",
    seen="course",
)
@changed("back")
def as_sorted(kept, places):
    """Returns them from the largest to the smallest."""
    return kept


@MISTAKES.answer(
    "gathered_not_scattered",
    "gather takes from the places, scatter puts to them: result[places] = kept.",
)
@changed("back")
def gathered(kept, places):
    """gather undoes sort."""
    return kept.gather(-1, places)


@MISTAKES.answer(
    "threshold_for_each_word",
    "a word is compared with top_p by its own probability; it is the sum of the "
    "largest ones that should reach top_p.",
)
@changed("drops")
def small_ones_dropped(ordered, top_p):
    """Words of less than 1 - top_p go, but never all."""
    return (ordered < 1 - top_p) & (ordered < ordered[..., :1])


@MISTAKES.answer(
    "logits_returned",
    "these are logits, those of dropped words -inf; the probabilities are asked for, "
    "their softmax.",
)
def filtered_logits(logits, temperature=1.0, top_p=1.0):
    """What is given to the softmax later."""
    kept = draw_from(logits, temperature, top_p) > 0
    return (logits / temperature).masked_fill(~kept, -torch.inf)


MISTAKES.sign(
    "one_row_alone",
    "it is right for one row of logits; with several, sort, cumsum and sum run along "
    "the last axis, dim=-1, and each row has a nucleus of its own.",
    lambda case, seen: case.aspect == LEADING,
)
