"""Typical wrong answers to ``translator.cached_greedy_decode``."""

import torch

from lernformer.embedding import BOS_ID, EOS_ID
from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.common import parts_of
from lernformer.probes.translator.decoding import LIMIT


def weigh(q, k, v):
    return (q @ k.mT / q.size(-1) ** 0.5).softmax(-1) @ v


def decode(
    model,
    src,
    max_length,
    bos_id=BOS_ID,
    eos_id=EOS_ID,
    *,
    start=lambda t: t,
    place=lambda i: i,
    cat=lambda old, new: torch.cat([old, new], dim=2),
    keys=lambda joined, k: joined,
    values=lambda joined, v: joined,
    see=lambda src: (src != 0)[:, None, None, :],
    fill=lambda words, ended: words.masked_fill(ended, 0),
    steps=lambda max_length: max_length,
    output=lambda tgt: tgt[:, 1:],
    end=lambda eos_id: eos_id,
):
    """Right decoding with a cache. Each of its parts can be changed."""
    cache = {}

    def attend(attention, h, i):
        def heads(x):
            return x.unflatten(-1, (attention.n_heads, -1)).transpose(1, 2)

        q, k, v = (
            heads(p(h)) for p in (attention.q_proj, attention.k_proj, attention.v_proj)
        )
        if place(i) in cache:
            old_k, old_v = cache[place(i)]
            k, v = keys(cat(old_k, k), k), values(cat(old_v, v), v)
        cache[place(i)] = k, v
        return attention.out_proj(weigh(q, k, v).transpose(1, 2).flatten(2))

    with torch.no_grad():
        memory, mask = model.encode(src), see(src)
        tgt = torch.full((len(src), 1), bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool)
        for t in range(steps(max_length)):
            x = model.tgt_positions(model.tgt_embedding(tgt[:, -1:]), start(t))
            for i, one in enumerate(model.decoder.layers):
                x = one.residual_1(
                    x, lambda h, i=i, a=one.self_attention: attend(a, h, i)
                )
                x = one.residual_2(
                    x, lambda h, a=one.cross_attention: a(h, memory, memory, mask)[0]
                )
                x = one.residual_3(x, one.feed_forward)
            logits = model.output(model.decoder.norm(x))
            words = fill(logits[:, -1].argmax(-1), ended)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            ended = ended | (words == end(eos_id))
            if ended.all():
                break
    return output(tgt)


changed = parts_of(decode)


MISTAKES = mistakes(globals())
