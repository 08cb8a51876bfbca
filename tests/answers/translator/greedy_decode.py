"""Answers to `greedy_decode(model, src, max_length, bos_id=1, eos_id=2)` → (B, L)."""

import torch

from lernformer.mistakes.translator.decoding import evaluating
from lernformer.mistakes.translator.greedy_decode import decode, say

from .. import mutant, variant

TASK = "translator.greedy_decode"


def words_of(logits):
    """The likeliest word at the last position, (B,)."""
    return logits[:, -1].argmax(dim=-1)


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="goes_on_for_nothing")
def all_at_once(model, src, max_length, bos_id=1, eos_id=2):
    """It stops when all say <eos> in the same step, and cleans up behind the first."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full((len(src), 1), bos_id)
        for _ in range(max_length):
            words = words_of(model.decode(tgt, memory, src))
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            if (words == eos_id).all():
                break
    ids = tgt[:, 1:]
    after = ((ids == eos_id).cumsum(1) - (ids == eos_id).long()) > 0
    return ids.masked_fill(after, 0)


@mutant(TASK, mistake="eval_forgotten")
def encodes_before(model, src, max_length, bos_id=1, eos_id=2):
    """eval() comes after the encoder."""
    mode = model.training
    with torch.no_grad():
        memory = model.encode(src)
        model.eval()
        tgt = torch.full((len(src), 1), bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool)
        for _ in range(max_length):
            words = words_of(model.decode(tgt, memory, src)).masked_fill(ended, 0)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            ended |= words == eos_id
            if ended.all():
                break
    model.train(mode)
    return tgt[:, 1:]


@mutant(TASK, mistake="begins_without_bos")
def begins_with_the_source(model, src, max_length, bos_id=1, eos_id=2):
    """The source's first word."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = src[:, :1]
        ended = torch.zeros(len(src), dtype=torch.bool)
        for _ in range(max_length):
            words = words_of(model.decode(tgt, memory, src)).masked_fill(ended, 0)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            ended |= words == eos_id
            if ended.all():
                break
    return tgt[:, 1:]


@mutant(TASK, mistake="prefix_forgotten")
def only_the_last_word(model, src, max_length, bos_id=1, eos_id=2):
    """The decoder reads the last word alone."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full((len(src), 1), bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool)
        for _ in range(max_length):
            words = words_of(model.decode(tgt[:, -1:], memory, src))
            words = words.masked_fill(ended, 0)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            ended |= words == eos_id
            if ended.all():
                break
    return tgt[:, 1:]


@mutant(TASK, mistake="batch_of_one")
def one_sentence_only(model, src, max_length, bos_id=1, eos_id=2):
    """item() wants one number."""
    with evaluating(model):
        memory = model.encode(src)
        words = [bos_id]
        while len(words) <= max_length:
            tgt = torch.tensor([words]).expand(len(src), -1)
            words.append(model.decode(tgt, memory, src)[:, -1].argmax(-1).item())
            if words[-1] == eos_id:
                break
    return torch.tensor([words[1:]])


@mutant(TASK, mistake="wrong_source")
def target_for_source(model, src, max_length, bos_id=1, eos_id=2):
    """decode gets the target twice."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full_like(src[:, :1], bos_id)
        for _ in range(max_length):
            words = words_of(model.decode(tgt, memory, tgt))
            tgt = torch.cat([tgt, words[:, None]], dim=1)
    return tgt[:, 1:]


@mutant(TASK, mistake="logits_returned")
def probabilities(model, src, max_length, bos_id=1, eos_id=2):
    """The logits of the last pass."""
    ids = say(model, src, max_length, bos_id, eos_id)
    return model.decode(ids, model.encode(src), src)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def parts(model, src, max_length, bos_id=1, eos_id=2):
    """The loop above, with the right parts."""
    return say(model, src, max_length, bos_id, eos_id)


@variant(TASK)
def sentence_by_sentence(model, src, max_length, bos_id=1, eos_id=2):
    """One sentence after the other, lists, then padded."""
    mode, rows = model.training, []
    model.eval()
    with torch.inference_mode():
        for sentence in src:
            memory = model.encode(sentence[None])
            words = [bos_id]
            while len(words) <= max_length and words[-1] != eos_id:
                logits = model.decode(torch.tensor([words]), memory, sentence[None])
                words.append(logits[0, -1].argmax().item())
                if words[-1] == eos_id:
                    break
            rows.append(words[1:])
    model.train(mode)
    longest = max(map(len, rows))
    return torch.tensor([row + [0] * (longest - len(row)) for row in rows])


@variant(TASK)
def a_table_to_fill(model, src, max_length, bos_id=1, eos_id=2):
    """A table of padding is filled column by column; it keeps its width."""
    was_training = model.training
    model.eval()
    tgt = torch.zeros(src.size(0), max_length + 1, dtype=torch.long)
    tgt[:, 0] = bos_id
    going_on = torch.ones(src.size(0), dtype=torch.bool)
    with torch.no_grad():
        memory = model.encode(src)
        for i in range(max_length):
            logits = model.decode(tgt[:, : i + 1], memory, src)
            tgt[going_on, i + 1] = logits[going_on, i].argmax(dim=-1)
            going_on &= tgt[:, i + 1] != eos_id
            if not going_on.any():
                break
    if was_training:
        model.train()
    return tgt[:, 1:]


@variant(TASK)
def whole_model(model, src, max_length, bos_id=1, eos_id=2):
    """The whole model each time, encoder and all; probabilities for logits."""
    with evaluating(model):
        tgt = src.new_full((len(src), 1), bos_id)
        for _ in range(max_length):
            p = model(src, tgt)[:, -1, :].softmax(dim=-1)
            words = p.max(dim=-1, keepdim=True).indices
            ended = (tgt == eos_id).any(dim=1, keepdim=True)
            tgt = torch.cat((tgt, words * ~ended), dim=-1)
            if (tgt == eos_id).any(dim=1).all():
                break
    return tgt[:, 1:]


@variant(TASK)
def only_those_that_go_on(model, src, max_length, bos_id=1, eos_id=2):
    """Sentences that have ended leave the batch."""
    with evaluating(model):
        rows, ids = torch.arange(len(src)), torch.zeros(len(src), max_length).long()
        tgt, memory, rest = torch.full((len(src), 1), bos_id), model.encode(src), src
        for i in range(max_length):
            words = model.decode(tgt, memory, rest)[:, -1].argmax(-1)
            ids[rows, i] = words
            on = words != eos_id
            tgt = torch.cat([tgt, words[:, None]], 1)[on]
            rows, memory, rest = rows[on], memory[on], rest[on]
            if len(rows) == 0:
                break
    return ids


@variant(TASK)
def cleaned_at_the_end(model, src, max_length, bos_id=1, eos_id=2):
    """Words after <eos> are replaced by padding at the end."""
    with evaluating(model):
        memory, columns = model.encode(src), [torch.full((len(src),), bos_id)]
        ended = torch.zeros(len(src), dtype=torch.bool)
        while len(columns) <= max_length and not bool(ended.all()):
            logits = model.decode(torch.stack(columns, dim=1), memory, src)
            columns.append(torch.topk(logits[:, -1], 1).indices[:, 0])
            ended = ended | (columns[-1] == eos_id)
    ids = torch.stack(columns[1:], dim=1)
    after = ((ids == eos_id).cumsum(1) - (ids == eos_id).long()) > 0
    return ids.masked_fill(after, 0)


@variant(TASK)
def in_int32(model, src, max_length, bos_id=1, eos_id=2):
    """Another sort of integers comes back."""
    return say(model, src, max_length, bos_id, eos_id).int()


@variant(TASK)
def restores_each_module(model, src, max_length, bos_id=1, eos_id=2):
    """Every module's own mode comes back, whatever happens."""
    modes = {module: module.training for module in model.modules()}
    try:
        model.eval()
        with torch.no_grad():
            return decode(model, src, max_length, bos_id, eos_id)
    finally:
        for module, mode in modes.items():
            module.training = mode
