"""Typical wrong answers to ``translator.greedy_decode``."""

import torch

from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.common import parts_of
from lernformer.mistakes.translator.decoding import evaluating
from lernformer.probes.translator.decoding import LIMIT


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
    output=lambda tgt: tgt[:, 1:],
):
    """Right greedy decoding. Each of its parts can be changed."""
    memory = model.encode(src)
    tgt = torch.full((len(src), 1), bos_id)
    ended = torch.zeros(len(src), dtype=torch.bool)
    for _ in range(max_length):
        words = fill(choose(model.decode(tgt, memory, src)), ended)
        tgt = join(tgt, words)
        ended = ended | (words == eos_id)
        if done(ended):
            break
    return output(tgt)


def say(model, src, max_length, bos_id=1, eos_id=2, **parts):
    with evaluating(model):
        return decode(model, src, max_length, bos_id, eos_id, **parts)


changed = parts_of(say)


def grows_to_the_left(model, src, max_length, bos_id=1, eos_id=2):
    """The new word goes in front of the others."""
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


def stops_before_appending_it(model, src, max_length, bos_id=1, eos_id=2):
    """The loop can stop before it appends the last <eos>."""
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


def goes_on_and_on(model, src, max_length, bos_id=1, eos_id=2):
    """Decoding goes on up to max_length, whatever the words are."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full((len(src), 1), bos_id)
        for _ in range(max_length):
            words = model.decode(tgt, memory, src)[:, -1].argmax(-1)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
    return tgt[:, 1:]


def until_all_say_it_at_once(model, src, max_length, bos_id=1, eos_id=2):
    """The loop ends in the step in which all translations say <eos>."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full((len(src), 1), bos_id)
        for _ in range(max_length):
            words = model.decode(tgt, memory, src)[:, -1].argmax(-1)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            if (words == eos_id).all():
                break
    return tgt[:, 1:]


def one_place_of_padding(model, src, max_length, bos_id=1, eos_id=2):
    """The last word alone shows whether a translation has ended."""
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


MISTAKES = mistakes(globals())
