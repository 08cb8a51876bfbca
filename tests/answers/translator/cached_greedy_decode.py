"""Answers to `cached_greedy_decode(model, src, max_length, bos_id, eos_id)`."""

import math

import torch

from lernformer.mistakes.translator.cached_greedy_decode import decode

from .. import mutant, variant

TASK = "translator.cached_greedy_decode"


def layers_of(model, x, memory, mask, attend):
    """The decoder's layers, with ``attend(i, attention, h)`` for self-attention."""
    for i, layer in enumerate(model.decoder.layers):

        def own(h, i=i, layer=layer):
            return attend(i, layer.self_attention, h)

        def cross(h, layer=layer):
            return layer.cross_attention(h, memory, memory, mask)[0]

        x = layer.residual_1(x, own)
        x = layer.residual_2(x, cross)
        x = layer.residual_3(x, layer.feed_forward)
    return model.output(model.decoder.norm(x))


def say(model, src, max_length, bos_id, eos_id, attend):
    """One word after the other, by the newest one alone."""
    memory, mask = model.encode(src), (src != 0)[:, None, None]
    word = src.new_full((len(src), 1), bos_id)
    words, ended = [], torch.zeros(len(src), 1, dtype=torch.bool)
    for t in range(max_length):
        x = model.tgt_positions(model.tgt_embedding(word), start=t)
        logits = layers_of(model, x, memory, mask, attend)
        word = logits[:, -1:].argmax(-1) * ~ended
        words.append(word)
        ended |= word == eos_id
        if ended.all():
            break
    return torch.cat(words, dim=1)


def heads(attention, projection, h):
    """(B, L, d) to (B, H, L, d_k)."""
    return projection(h).view(*h.shape[:2], attention.n_heads, -1).permute(0, 2, 1, 3)


# --- Wrong -------------------------------------------------------------------------


@mutant(TASK, mistake="everything_again")
def without_a_cache(model, src, max_length, bos_id=1, eos_id=2):
    """Reads all words each time."""
    with torch.no_grad():
        memory, tgt = model.encode(src), torch.full_like(src[:, :1], bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool)
        while tgt.size(1) <= max_length and not ended.all():
            words = model.decode(tgt, memory, src)[:, -1].argmax(-1)
            words = words.masked_fill(ended, 0)
            tgt = torch.cat([tgt, words[:, None]], 1)
            ended = ended | (words == eos_id)
    return tgt[:, 1:]


@mutant(TASK, mistake="everything_again")
@torch.no_grad()
def inputs_remembered(model, src, max_length, bos_id=1, eos_id=2):
    """Keeps what goes in, and projects all of it again."""
    cache = {}

    def attend(i, attention, h):
        cache[i] = torch.cat([*cache.get(i, ()), h], 1)[None]
        return attention(h, cache[i][0], cache[i][0])[0]

    return say(model, src, max_length, bos_id, eos_id, attend)


# --- Right -------------------------------------------------------------------------


@variant(TASK)
@torch.no_grad()
def lists_of_keys(model, src, max_length, bos_id=1, eos_id=2):
    """A list a layer, put together when it is asked."""
    keys = [[] for _ in model.decoder.layers]
    values = [[] for _ in model.decoder.layers]

    def attend(i, attention, h):
        keys[i].append(heads(attention, attention.k_proj, h))
        values[i].append(heads(attention, attention.v_proj, h))
        k, v = torch.cat(keys[i], 2), torch.cat(values[i], 2)
        q = heads(attention, attention.q_proj, h)
        weights = torch.softmax(q @ k.transpose(2, 3) / math.sqrt(q.size(-1)), -1)
        return attention.out_proj((weights @ v).transpose(1, 2).flatten(2))

    return say(model, src, max_length, bos_id, eos_id, attend)


@variant(TASK)
@torch.no_grad()
def newest_in_front(model, src, max_length, bos_id=1, eos_id=2):
    """Attention does not mind the order of the keys."""
    put = lambda old, new: torch.cat([new, old], dim=-2)  # noqa: E731
    return decode(model, src, max_length, bos_id, eos_id, cat=put)


@variant(TASK)
@torch.no_grad()
def tables_made_once(model, src, max_length, bos_id=1, eos_id=2):
    """Tables of max_length places that are filled; einsum."""
    cache, done = {}, {}

    def attend(i, attention, h):
        q, k, v = (
            heads(attention, p, h)
            for p in (attention.q_proj, attention.k_proj, attention.v_proj)
        )
        if i not in cache:
            table = k.new_zeros(*k.shape[:2], max_length, k.size(-1))
            cache[i], done[i] = (table, table.clone()), 0
        t, (keys, values) = done[i], cache[i]
        keys[:, :, t : t + 1], values[:, :, t : t + 1] = k, v
        done[i] = t + 1
        scores = torch.einsum("bhqd,bhkd->bhqk", q, keys[:, :, : t + 1])
        weights = (scores * q.size(-1) ** -0.5).softmax(-1)
        out = torch.einsum("bhqk,bhkd->bqhd", weights, values[:, :, : t + 1])
        return attention.out_proj(out.reshape(h.shape))

    return say(model, src, max_length, bos_id, eos_id, attend)


@variant(TASK)
def in_wider_table(model, src, max_length, bos_id=1, eos_id=2):
    """Filled up with padding to max_length, and checked against the plain form."""
    ids = decode(model, src, max_length, bos_id, eos_id)
    table = torch.zeros(len(src), max_length, dtype=torch.long)
    table[:, : ids.size(1)] = ids
    return table
