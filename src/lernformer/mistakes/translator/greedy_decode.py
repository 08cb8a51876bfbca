"""Typical wrong answers to ``translator.greedy_decode``."""

import torch

from lernformer.mistakes.common import fails
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.translator.common import parts_of
from lernformer.mistakes.translator.decoding import (
    BATCH_OF_ONE,
    BOS_KEPT,
    BOTH,
    EOS_CUT,
    EOS_IGNORED,
    TOO_LONG,
    evaluating,
    fact,
)
from lernformer.probes.translator.decoding import LIMIT

NO_STOP = (
    "words go on after <eos>; a translation that has ended gets padding (0), whatever "
    "the model says next."
)

PRECISION_LOST = (
    "the logits are rounded to half the precision or less, and the likeliest word is "
    "no longer told from the next; choose it from them as they are."
)

TOO_SHORT = (
    "there is one word too few; max_length counts the words that are said, without "
    "<bos>."
)


def decode(
    model,
    src,
    max_length,
    bos_id,
    eos_id,
    *,
    choose=lambda logits: logits[:, -1].argmax(dim=-1),
    fill=lambda words, ended: words.masked_fill(ended, 0),
    done=lambda ended: ended.all(),
    join=lambda tgt, words: torch.cat([tgt, words[:, None]], dim=1),
    said=lambda tgt: tgt[:, 1:],
):
    """Right greedy decoding; each part can be changed."""
    memory = model.encode(src)
    tgt = torch.full((len(src), 1), bos_id)
    ended = torch.zeros(len(src), dtype=torch.bool)
    for _ in range(max_length):
        words = fill(choose(model.decode(tgt, memory, src)), ended)
        tgt = join(tgt, words)
        ended = ended | (words == eos_id)
        if done(ended):
            break
    return said(tgt)


def say(model, src, max_length, bos_id=1, eos_id=2, **parts):
    with evaluating(model):
        return decode(model, src, max_length, bos_id, eos_id, **parts)


changed = parts_of(say)

MISTAKES = Catalogue(BOTH)

MISTAKES.sign(
    "sampled",
    "a word is drawn by chance; the likeliest one is asked for, argmax.",
    fact("unsteady"),
)

MISTAKES.sign(
    "lists_returned",
    "the translations are lists of different lengths; fill them up with padding (0) "
    "and return one tensor (B, L).",
    fails("ids should be a torch.Tensor, got a list"),
)

MISTAKES.sign(
    "logits_returned",
    "these are logits or probabilities; the ids of the likeliest words are asked for, "
    "argmax(dim=-1).",
    fails("ids should be integers"),
)

MISTAKES.sign(
    "prefix_forgotten",
    "the decoder reads the newest word alone; it has to read all words so far, "
    "beginning with <bos>.",
    lambda case, seen: seen.facts.get("longest") == "1" and seen.facts["calls"] != "1",
    seen="course",
)

MISTAKES.sign(
    "one_too_long",
    TOO_LONG,
    lambda case, seen: (
        case.aspect == LIMIT
        and seen.facts.get("words") == str(case.inputs["max_length"] + 1)
    ),
)

MISTAKES.sign(
    "goes_on_for_nothing",
    "the loop goes on when every translation has said its <eos>, if not all at once; "
    "keep in mind who has ended, and stop when all have.",
    lambda case, seen: "stop" in case.setting and bool(seen.values),
)


@MISTAKES.answer(
    "first_position_read",
    "the word is read off position 0, what comes after <bos>; the newest one stands at "
    "the last position: logits[:, -1].",
    seen="course",
)
@changed("choose")
def argmax_at_position_0(logits):
    """The logits of position 0, always."""
    return logits[:, 0].argmax(-1)


@MISTAKES.answer(
    "wrong_axis",
    "argmax runs over the positions; it runs over the vocabulary, the last axis.",
)
@changed("choose")
def argmax_over_positions(logits):
    """argmax along the length."""
    return logits.argmax(1)[:, -1]


@MISTAKES.answer("least_likely", "the smallest logit is chosen, not the largest.")
@changed("choose")
def argmin(logits):
    """The smallest logit."""
    return logits[:, -1].argmin(-1)


@MISTAKES.answer(
    "words_in_front",
    "the new word is put in front of the others; it belongs behind them.",
)
def grows_to_the_left(model, src, max_length, bos_id=1, eos_id=2):
    """The new word is put in front."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full((len(src), 1), bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool)
        while tgt.size(1) <= max_length and not ended.all():
            words = model.decode(tgt, memory, src)[:, -1].argmax(-1)
            words = words.masked_fill(ended, 0)
            tgt = torch.cat([words[:, None], tgt], dim=1)
            ended |= words == eos_id
    return tgt[:, :-1].flip(1)


@MISTAKES.answer("precision_lost", PRECISION_LOST)
@changed("choose")
def in_half_precision(logits):
    """The logits are rounded to float16."""
    return logits[:, -1].half().argmax(-1)


@MISTAKES.answer("precision_lost", PRECISION_LOST)
@changed("choose")
def in_bfloat16(logits):
    """The logits are rounded to bfloat16."""
    return logits[:, -1].bfloat16().argmax(-1)


@MISTAKES.answer("batch_of_one", BATCH_OF_ONE)
def the_first_for_all(model, src, max_length, bos_id=1, eos_id=2):
    """One sentence is translated."""
    return say(model, src[:1], max_length, bos_id, eos_id).expand(len(src), -1)


@MISTAKES.answer("bos_kept", BOS_KEPT)
@changed("said")
def with_bos(tgt):
    """<bos> stays in front."""
    return tgt


@MISTAKES.answer(
    "stops_with_the_first",
    "the loop stops when one of the translations has ended: any() for all().",
)
@changed("done")
def any_for_all(ended):
    """One <eos> ends all of them."""
    return ended.any()


@MISTAKES.answer(
    "first_sentence_decides",
    "the loop stops when the first sentence's translation has ended; wait for all of "
    "them.",
)
@changed("done")
def as_long_as_the_first(ended):
    """The first sentence's <eos> is asked for."""
    return ended[0]


@MISTAKES.answer(
    "filled_with_eos",
    "<eos> is repeated; what follows the first one is padding (0).",
)
def eos_again_and_again(model, src, max_length, bos_id=1, eos_id=2):
    """<eos> fills up."""

    def fill(words, ended):
        return words.masked_fill(ended, eos_id)

    return say(model, src, max_length, bos_id, eos_id, fill=fill)


@MISTAKES.answer("filled_otherwise", "what follows <eos> is padding, and padding is 0.")
@changed("fill")
def marked(words, ended):
    """Places without a word are marked by -1."""
    return words.masked_fill(ended, -1)


@MISTAKES.answer("eos_dropped", EOS_CUT)
def stops_before_it_is_said(model, src, max_length, bos_id=1, eos_id=2):
    """The loop is left before the last <eos> is put behind the others."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full((len(src), 1), bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool)
        for _ in range(max_length):
            words = model.decode(tgt, memory, src)[:, -1].argmax(-1)
            words = words.masked_fill(ended, 0)
            ended |= words == eos_id
            if ended.all():
                break
            tgt = torch.cat([tgt, words[:, None]], dim=1)
    return tgt[:, 1:]


@MISTAKES.answer("eos_dropped", EOS_CUT)
def without_eos(model, src, max_length, bos_id=1, eos_id=2):
    """<eos> is no word."""
    said = say(model, src, max_length, bos_id, eos_id)
    return said.masked_fill(said == eos_id, 0)


@MISTAKES.answer("eos_id_ignored", EOS_IGNORED)
def ends_with_2(model, src, max_length, bos_id=1, eos_id=2):
    """<eos> is 2."""
    return say(model, src, max_length, bos_id, 2)


@MISTAKES.answer("no_stop_at_eos", NO_STOP, seen="course")
def goes_on_and_on(model, src, max_length, bos_id=1, eos_id=2):
    """Up to max_length, whatever is said."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full((len(src), 1), bos_id)
        for _ in range(max_length):
            words = model.decode(tgt, memory, src)[:, -1].argmax(-1)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
    return tgt[:, 1:]


@MISTAKES.answer("no_stop_at_eos", NO_STOP)
@changed("fill")
def stops_with_the_last(words, ended):
    """It stops when all have ended, but those that have go on till then."""
    return words


@MISTAKES.answer("no_stop_at_eos", NO_STOP)
def until_all_say_it_at_once(model, src, max_length, bos_id=1, eos_id=2):
    """It stops in the step in which all say <eos>, and nobody has ended before."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full((len(src), 1), bos_id)
        for _ in range(max_length):
            words = model.decode(tgt, memory, src)[:, -1].argmax(-1)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            if (words == eos_id).all():
                break
    return tgt[:, 1:]


@MISTAKES.answer("no_stop_at_eos", NO_STOP)
def one_place_of_padding(model, src, max_length, bos_id=1, eos_id=2):
    """Padding follows <eos>, and then words again: only the last word is asked."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full((len(src), 1), bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool)
        while tgt.size(1) <= max_length and not ended.all():
            words = model.decode(tgt, memory, src)[:, -1].argmax(-1)
            words = words.masked_fill(tgt[:, -1] == eos_id, 0)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            ended |= words == eos_id
    return tgt[:, 1:]


@MISTAKES.answer("one_too_short", TOO_SHORT)
def bos_counts(model, src, max_length, bos_id=1, eos_id=2):
    """<bos> counts as a word."""
    return say(model, src, max_length - 1, bos_id, eos_id)


@MISTAKES.answer(
    "eos_forced",
    "<eos> is put at the end of what has not ended at max_length; it stays as it was "
    "said.",
)
def cut_with_eos(model, src, max_length, bos_id=1, eos_id=2):
    """What has not ended at the limit gets <eos> as its last word."""
    said = say(model, src, max_length, bos_id, eos_id)
    if said.size(1) == max_length:
        going_on = (said != eos_id).all(dim=1)
        said[going_on, -1] = eos_id
    return said
